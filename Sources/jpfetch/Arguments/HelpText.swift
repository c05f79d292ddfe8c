import JPCore

/// The pages of help, made from the declarations.
enum HelpText {
  static let purpose =
    "jpfetch - fetch JSONPlaceholder data, join it, print it as a table or JSON"

  static let usages = CommandName.allCases.map { "  jpfetch \($0.declaration.usage) [<options>]" }
    .joined(separator: "\n")

  /// The whole.
  static let overview: HelpPage = {
    var sections: [HelpPage.Section] = [
      ("", purpose), ("USAGE", usages), ("EXAMPLES", HelpPage.table(examples)),
      ("RESOURCES", resources),
    ]
    sections += options(OptionDeclaration.all.filter { $0.group != .check }, of: .show)
    sections += [
      ("ENVIRONMENT (an option wins over its variable)", HelpPage.table(variables)), exitStatus,
      ("HELP ABOUT", HelpPage.list(CommandName.help.operands.map(\.word))),
    ]
    return HelpPage(sections)
  }()

  /// One screen for `-h`: examples, names, and where more is.
  static let short: HelpPage = {
    let names = OptionDeclaration.all.filter { everyday.contains($0.name) }
      .map { $0.spellings.reversed().joined(separator: ", ") }
    let rows = stride(from: 0, to: names.count, by: 5).map { start in
      let row = names[start..<min(start + 5, names.count)]
      return "  " + row.dropLast().map { $0.padded(to: 16) }.joined() + row.suffix(1).joined()
    }
    let commands = HelpPage.list(CommandName.typed.map(\.rawValue))
    return HelpPage([
      ("", purpose), ("EXAMPLES", HelpPage.table(examples)),
      ("RESOURCES AND COMMANDS", "\(resources)\n\(commands)"),
      ("OPTIONS", rows.joined(separator: "\n")),
      ("", "More: jpfetch --help, jpfetch help users, jpfetch help where, jpfetch --man"),
    ])
  }()

  private static let resources = HelpPage.list(
    ["users (default)"] + Resource.all.dropFirst().map(\.name))

  private static let everyday: [OptionName] = [
    .embed, .where, .search, .sort, .limit, .fields, .count, .countBy, .format, .json, .output,
    .wide, .offline, .refresh, .sample, .baseURL, .timeout, .quiet, .verbose, .dryRun,
  ]

  private static let examples: [HelpPage.Row] =
    CommandName.show.declaration.examples
    + [CommandName.get, .check].flatMap { $0.declaration.examples.prefix(1) }
    + [("jpfetch --sample", "Built-in data, without a network")]

  /// - Parameter isShort: whether to leave out what isn't on the first screen.
  static func command(_ name: CommandName, isShort: Bool = false) -> HelpPage {
    let command = name.declaration
    let details: [HelpPage.Section] =
      switch name {
      case .cache: [("HOW RESPONSES ARE STORED", storing)]
      case .check:
        [
          ("DETAILS", checking), ("THE JSON REPORT (-f json)", reportMembers),
          ("JOBS, with jpfetch on the PATH", jobs),
        ]
      default: []
      }
    var sections: [HelpPage.Section] = [
      ("", "jpfetch \(name.rawValue) - \(command.summary)"),
      ("USAGE", "  jpfetch \(command.usage) [<options>]"),
      ("ARGUMENTS", name == .help ? "" : table(name.operands)),
      ("EXAMPLES", HelpPage.table(command.examples)),
    ]
    if isShort {
      sections.append(("", "jpfetch help \(name.rawValue) has the options."))
    } else {
      sections += options(OptionDeclaration.options(of: name), of: name) + details
    }
    return HelpPage(sections)
  }

  static func resource(_ resource: Resource) -> HelpPage {
    let reference = resource.reference.map { reference in
      let parent = resource.parent?.singular ?? reference.resource
      return "\n  \(reference.field) is the id of the \(parent) that it belongs to"
    }
    let relations = resource.relations
    let title =
      "jpfetch \(resource.name) - \(resource.expectedCount) on the public service; also: "
      + resource.aliases.joined(separator: ", ")
    let examples: [HelpPage.Row] = [
      ("jpfetch \(resource.name) 1 -e \(relations[0])", "One record and its relations"),
      (
        "jpfetch \(resource.name) -F \(resource.fields.suffix(2).map(\.path).joined(separator: ",")) -n 5",
        "Two fields of the first five"
      ),
    ]
    return HelpPage([
      ("", title),
      ("USAGE", "  jpfetch \(resource.name) [<id>...] [<options>]"),
      ("FIELDS", HelpPage.table(resource.fields.map { ($0.path, $0.type.noun) })),
      ("RELATIONS (--embed)", HelpPage.list(relations) + (reference ?? "")),
      ("EXAMPLES", HelpPage.table(examples)),
      ("", "jpfetch --help lists the options."),
    ])
  }

  static func topic(_ topic: HelpTopic) -> HelpPage {
    switch topic {
    case .where: whereTopic
    case .fields: fieldsTopic
    case .exitCodes:
      HelpPage([
        exitStatus,
        (
          "",
          "If several sources fail, the first in this order decides: users, albums,\n"
            + "photos, posts, comments, todos."
        ),
      ])
    case .errors:
      HelpPage([
        ("", errorObject),
        ("CODES OF ERRORS, with the exit status of the run", codes(ofErrors: true)),
        ("CODES OF WARNINGS ONLY, with that of the run", codes(ofErrors: false)),
        ("", warnings),
      ])
    }
  }

  private static func codes(ofErrors areErrors: Bool) -> String {
    let codes = ErrorCode.allCases.filter { $0.isOfError == areErrors }
    return HelpPage.table(
      codes.map { code in
        let numbers = code.exitCodes.map(\.rawValue).sorted().map { "\($0)" }
          .joined(separator: ", ")
        return (code.rawValue, numbers.padded(to: 6) + code.meaning)
      })
  }

  /// An option's row in help, in one line.
  static func line(_ option: OptionDeclaration, of command: CommandName) -> String {
    let row = row(option, of: command)
    return "\(row.left.drop { $0 == " " })  \(row.right)"
  }

  private static func row(
    _ option: OptionDeclaration, of command: CommandName
  ) -> HelpPage.Row {
    let short = option.short.map { "-\($0), " } ?? "    "
    let placeholder = option.placeholder(for: command)
    var right = option.help
    if let usual = option.usual { right += " (default: \(usual))" }
    if let variable = option.variable, !option.ignoringVariable.contains(command) {
      right += " [\(variable)]"
    }
    if command == .cache, option.actions.count < CacheAction.allCases.count {
      right += " (\(option.actions.map(\.rawValue).joined(separator: ", ")))"
    }
    return (
      short + option.name.typed + (placeholder.isEmpty ? "" : " \(placeholder)"), right
    )
  }

  private static func options(
    _ options: [OptionDeclaration], of command: CommandName
  ) -> [HelpPage.Section] {
    OptionDeclaration.Group.allCases.map { group in
      let rows = options.filter { $0.group == group }.map { row($0, of: command) }
      return (group.rawValue, HelpPage.table(rows))
    }
  }

  private static func table(_ choices: [Choice]) -> String {
    HelpPage.table(choices.map { ($0.word, $0.meaning) })
  }

  private static let variables: [HelpPage.Row] =
    OptionDeclaration.all.compactMap { option in
      option.variable.map { variable in
        let ignoring = option.ignoringVariable.map(\.rawValue).joined(separator: " and ")
        return (variable, option.name.typed + (ignoring.isEmpty ? "" : ", except for \(ignoring)"))
      }
    } + [
      ("SSL_CERT_DIR", "A directory of certificates to trust, without --ca-cert"),
      ("XDG_CACHE_HOME, HOME", "The parent of the cache directory, without --cache-dir"),
      ("NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM", "Colours, without --color"),
      ("COLUMNS", "The width, before the terminal's"),
      (
        "http_proxy, https_proxy, HTTPS_PROXY, all_proxy, ALL_PROXY, no_proxy, NO_PROXY",
        "Proxies, as for curl"
      ),
    ]

  private static let exitStatus: HelpPage.Section = (
    "EXIT STATUS",
    HelpPage.table(
      ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }
        + [("130, 141, 143", "Interrupted, reader left, terminated (128 and the signal)")])
  )
}

extension Resource.FieldType {
  /// The type without its article, `integer`.
  var noun: String {
    switch self {
    case .integer: "integer"
    case .string: "string"
    case .boolean: "true or false"
    case .object: "object"
    }
  }
}
