/// The pages of help, made from the declarations.
enum HelpText {
  static func overview(_ vocabulary: Vocabulary) -> String {
    let topics =
      vocabulary.resources.map(\.name) + CommandName.typed.map(\.rawValue)
      + HelpTopic.allCases.map(\.rawValue)
    return page([
      purpose,
      usages,
      "EXAMPLES:\n" + examples(CommandDeclaration.all.prefix(3).flatMap(\.examples)),
      "RESOURCES:\n  " + vocabulary.resources.map(\.name).joined(separator: ", ")
        + "; users is the default",
      options(OptionDeclaration.all.filter { $0.group != .check }),
      "ENVIRONMENT (an option wins over its variable; curl's proxy variables apply):\n"
        + table(variables),
      exitCodes,
      "HELP ABOUT:\n" + wrapped(topics),
    ])
  }

  /// What `-h` prints: the examples and the options of every day, and where the rest is.
  static var short: String {
    let commands = CommandDeclaration.all
    let others = commands.dropFirst().prefix(2).compactMap(\.examples.first)
    return page([
      purpose,
      usages,
      "EXAMPLES:\n" + examples(commands[0].examples + others),
      "OPTIONS:\n"
        + table(
          OptionDeclaration.options(of: .show).filter { everyday.contains($0.name) }.map { row($0) }
        ),
      "MORE:\n"
        + table([
          ("jpfetch --help", "All options, variables and exit codes"),
          ("jpfetch help where", "The query language of --where"),
          ("jpfetch help users", "The fields and relations of a resource"),
          ("jpfetch --man | man -l -", "The manual page"),
        ]),
    ])
  }

  /// The same for a command.
  static func short(of name: CommandName, _ vocabulary: Vocabulary) -> String {
    guard let command = CommandDeclaration.named(name) else { return "" }
    let options = OptionDeclaration.options(of: name).filter {
      $0.group == .check || everyday.contains($0.name)
    }
    return page([
      "jpfetch \(name.rawValue) - \(lowercasedFirst(command.summary))",
      "USAGE: jpfetch \(command.usage) [<options>]",
      name == .cache ? actions : "",
      name == .check ? checks : "",
      "EXAMPLES:\n" + examples(command.examples),
      options.isEmpty ? "" : "OPTIONS:\n" + table(options.map { row($0, of: name) }),
      "jpfetch help \(name.rawValue) lists all options.",
    ])
  }

  private static let usages =
    "USAGE: "
    + CommandDeclaration.all.map { "jpfetch \($0.usage) [<options>]" }
    .joined(separator: "\n       ")

  private static let everyday: [OptionName] = [
    .embed, .where, .sort, .limit, .fields, .format, .json, .output, .offline, .sample, .baseURL,
    .help,
  ]

  private static let actions =
    "ACTIONS:\n" + table(CacheAction.allCases.map { ($0.rawValue, $0.meaning) })

  /// Actions with the same options share a line.
  private static var optionsOfActions: String {
    var rows: [(actions: [CacheAction], options: [OptionName])] = []
    let own = OptionDeclaration.options(of: .cache).filter { $0.actions != CacheAction.allCases }
    for action in CacheAction.allCases {
      let options = own.filter { $0.actions.contains(action) }.map(\.name)
      if let index = rows.firstIndex(where: { $0.options == options }) {
        rows[index].actions.append(action)
      } else {
        rows.append(([action], options))
      }
    }
    return "OPTIONS OF EACH ACTION, besides --cache-dir, OUTPUT and DIAGNOSTICS:\n"
      + table(
        rows.map { actions, options in
          let words = options.isEmpty ? ["none"] : options.map(\.typed)
          return (
            left: actions.map(\.rawValue).joined(separator: ", "),
            right: words.dropLast().map { "\($0)," } + words.suffix(1)
          )
        })
  }

  private static let checks = "CHECKS:\n" + table(CheckName.choices.map { ($0.word, $0.meaning) })

  static func command(_ name: CommandName, _ vocabulary: Vocabulary) -> String {
    guard let command = CommandDeclaration.named(name) else { return "" }
    return page(
      [
        "jpfetch \(name.rawValue) - \(lowercasedFirst(command.summary))",
        "USAGE: jpfetch \(command.usage) [<options>]",
        name == .cache ? actions : "",
        name == .cache ? optionsOfActions : "",
        name == .check ? checks : "",
        "EXAMPLES:\n" + examples(command.examples),
        options(OptionDeclaration.options(of: name), of: name),
        name == .cache ? storing : "",
        name == .check ? checking : "",
        name == .check ? "THE JSON REPORT (-f json):\n" + table(reportMembers) : "",
        name == .check ? "JOBS, with jpfetch on the PATH:\n" + indented(jobs) : "",
      ])
  }

  static func resource(_ resource: Vocabulary.Entry) -> String {
    let words = resource.aliases.joined(separator: ", ")
    let count = "\(resource.expectedCount) on the public service"
    let relations = resource.relations.isEmpty ? ["none"] : resource.relations
    return page([
      "jpfetch \(resource.name) - \(count); also: \(words)",
      "USAGE: jpfetch \(resource.name) [<id>...] [<options>]",
      "FIELDS:\n" + table(resource.fields.map { ($0.path, $0.type) }),
      "RELATIONS (--embed):\n" + wrapped(relations)
        + (resource.reference.map { "\n  \($0)" } ?? ""),
      "jpfetch --help lists the options.",
    ])
  }

  static func topic(_ topic: HelpTopic, _ vocabulary: Vocabulary) -> String {
    switch topic {
    case .where: return whereTopic
    case .fields: return fieldsTopic(vocabulary)
    case .exitCodes:
      return page([
        exitCodes,
        "If several sources fail, the first in this order decides: users, albums,\n"
          + "photos, posts, comments, todos.",
      ])
    case .errors:
      let rows = ErrorCode.allCases.map {
        ($0.text, "\($0.exitCode.rawValue)".padded(to: 4) + $0.meaning)
      }
      return page([
        "With a JSON format, an error is one line on stderr:\n"
          + #"  {"error":{"code":…,"exit":…,"source":…,"url":…,"message":…,"hint":…,"#
          + "\n" + #"  "status":…,"path":…}}"#,
        "CODES, with their exit codes:\n" + table(rows),
      ])
    }
  }

  static let purpose =
    "jpfetch - fetch JSONPlaceholder data, join it, print it as a table or JSON"

  static let variables =
    OptionDeclaration.all.compactMap { option in
      option.variable.map { ($0, "The same as \(option.name.typed)\(exceptions(to: option))") }
    } + [("SSL_CERT_DIR", "A directory of certificates to trust, without --ca-cert")]

  /// The commands that ignore an option's variable.
  private static func exceptions(to option: OptionDeclaration) -> String {
    let commands = option.ignoringVariable.map(\.rawValue)
    return commands.isEmpty ? "" : ", except for \(commands.joined(separator: " and "))"
  }

  static let exitStatuses =
    ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }
    + [("130, 141, 143", "Interrupted, reader left, terminated (128 and the signal)")]

  private static let exitCodes = "EXIT STATUS:\n" + table(exitStatuses)

  static let storing = """
    Responses are stored and used as RFC 9111 says. A fresh one needs no request; a
    stale one is revalidated. Where a server fails, the stored response is shown, or
    what a stored list has of it, and a line on standard error says what failed and
    how old it is; --strict makes that exit 8, as cache warm always does;
    --max-stale 0 forbids it. --offline shows what is stored, however old. A bad
    answer never replaces a good one.

    Failures are: no answer, 5xx, 408, 425, 429, 404 and 410 for one of the six
    lists, a page where JSON should be, and JSON that is cut. 404 and 410 for
    anything else are answers: what was stored for it is removed. Other 3xx and 4xx
    are refusals, shown as errors. Before a failure is told, the request is retried
    (--retry): after a reset, after 408, 425, 429, 500, 502, 503 and 504, and after
    a refused connection where no stored response can be shown. A Retry-After of up
    to 30 s is observed, where --timeout leaves room for it.

    A server can forbid stored responses (no-cache, must-revalidate, Vary: *); the
    error then says that there is a copy. --max-stale and its variable go before
    no-cache, which json-server always says: a departure from RFC 9111, section
    4.2.4.

    Each response is a file of mode 0600, checksummed and renamed into place. Runs
    can share the directory; it can be copied, or mounted read-only. It holds about
    256 MiB. A directory of another user is not used. These are never stored:
    responses to requests with credentials, a server's cookies, and what came over
    http for an https URL.

    A run reads at most 256 MiB of content, 8 million values, 512 levels, 128 KiB of
    header fields and 10 redirects.
    """

  static let checking = """
    Name checks or resources to run only those; a named resource brings the lists
    that its records refer to (posts: users). time and drift need their options,
    status a server. counts fails for an empty list unless --expect says 0. A check
    that needs a list that could not be fetched is not run, and does not pass: the
    exit status is then that of the fetch, 3 to 7.

    --against compares with a server, a folder (file:DIR) or what is stored (cache).
    --ignore takes names of fields, at any depth.
    --assert takes the query language: 'posts.count >= 100', 'users.email ~ @' for
    each record, 'users.email unique', 'comments.postId in posts.id',
    'users.response.time < 300ms'.
    """

  // MARK: Layout

  private static func page(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static func options(
    _ options: [OptionDeclaration], of command: CommandName = .show
  ) -> String {
    let groups = OptionDeclaration.Group.allCases.map { group in
      (group.rawValue, options.filter { $0.group == group })
    }
    return groups.filter { !$0.1.isEmpty }.map { heading, options in
      "\(heading):\n\(table(options.map { row($0, of: command) }))"
    }.joined(separator: "\n\n")
  }

  private static func row(
    _ option: OptionDeclaration, of command: CommandName = .show
  ) -> (left: String, right: [String]) {
    let usual = option.usual.map { ["(default: \($0))"] } ?? []
    let isRead = !option.ignoringVariable.contains(command)
    let variable = isRead ? option.variable.map { ["[\($0)]"] } ?? [] : []
    return (left: spelling(option, of: command), right: [option.help] + usual + variable)
  }

  /// `-f, --format {table|json}`.
  private static func spelling(_ option: OptionDeclaration, of command: CommandName) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    let placeholder = option.placeholder(for: command)
    return short + option.name.typed + (placeholder.isEmpty ? "" : " \(placeholder)")
  }

  private static func examples(_ examples: [(line: String, meaning: String)]) -> String {
    table(examples.map { ($0.line, $0.meaning) })
  }

  private static func table(_ rows: [(String, String)]) -> String {
    table(rows.map { ($0, [$1]) })
  }

  /// Two columns; pieces of the right one that don't fit into 80 columns get lines of their own.
  private static func table(_ rows: [(left: String, right: [String])]) -> String {
    let widths = rows.map { $0.left.count + 4 }.filter { $0 <= 34 }
    let width = widths.max() ?? 4
    let margin = String(repeating: " ", count: width)
    return rows.map { left, right in
      let first = ("  " + left).padded(to: width)
      let isLong = first.count > width && right != [""]
      var lines = isLong ? ["  " + left, margin] : [first]
      for piece in right {
        let last = lines.removeLast()
        let gap = last.count <= width ? "" : " "
        let fits = last.count + gap.count + piece.count <= 80
        lines += fits || last == margin ? [last + gap + piece] : [last, margin + piece]
      }
      return lines.map(\.withoutSpacesAtEnd).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  static func wrapped(_ words: [String]) -> String {
    var lines = ["  "]
    for (index, word) in words.enumerated() {
      let piece = word + (index + 1 < words.count ? ", " : "")
      if lines[lines.count - 1].count + piece.count > 80 { lines.append("  ") }
      lines[lines.count - 1] += piece
    }
    return lines.map(\.withoutSpacesAtEnd).joined(separator: "\n")
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }

  private static func lowercasedFirst(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate var withoutSpacesAtEnd: String {
    lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
  }
}
