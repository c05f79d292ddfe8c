import JPCore

/// The pages of help, made from the declarations.
enum HelpText {
  static let purpose =
    "jpfetch - fetch JSONPlaceholder data, join it, print it as a table or JSON"

  private static let usages = CommandName.allCases.map { usage(of: $0) }.joined(separator: "\n")

  private static func usage(of command: CommandName) -> String {
    "  jpfetch \(command.declaration.usage) [<options>]"
  }

  /// All options.
  static let overview: HelpPage = {
    var sections: [HelpPage.Section] = [
      .init("USAGE", .lines(usages)), .init("EXAMPLES", .rows(examples)),
      .init("RESOURCES", .words(resources)),
    ]
    sections += options(OptionDeclaration.all.filter { $0.group != .check }, of: .show)
    sections += [
      .init("ENVIRONMENT (an option wins over its variable)", .rows(variables)),
      .init("EXIT STATUS", .rows(exitStatus)),
      .init("HELP ABOUT", .words(CommandName.help.operands.map(\.word))),
    ]
    return HelpPage(purpose, sections)
  }()

  /// One screen for `-h`: examples, names, and where more is.
  static let short: HelpPage = {
    let names = OptionDeclaration.all.filter { everyday.contains($0.name) }
      .map { $0.spellings.reversed().joined(separator: ", ") }
    let rows = stride(from: 0, to: names.count, by: 5).map { start in
      let row = names[start..<min(start + 5, names.count)]
      return "  " + row.dropLast().map { $0.padded(to: 16) }.joined() + row.suffix(1).joined()
    }
    let commands = CommandName.typed.map(\.rawValue)
    let more = "More: jpfetch --help, jpfetch help users, jpfetch help where, jpfetch --man"
    return HelpPage(
      purpose,
      [
        .init("EXAMPLES", .rows(examples)),
        .init("RESOURCES AND COMMANDS", .words(resources), .words(commands)),
        .init("OPTIONS", .lines(rows.joined(separator: "\n"))), .init("", .lines(more)),
      ])
  }()

  private static let resources = ["users (default)"] + Resource.all.dropFirst().map(\.name)

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
      case .cache: [.init("HOW RESPONSES ARE STORED", storing)]
      case .check:
        [
          .init("DETAILS", checking), .init("THE JSON REPORT (-f json)", .rows(reportMembers)),
          .init("JOBS, with jpfetch on the PATH", .lines(jobs)),
        ]
      default: []
      }
    var sections: [HelpPage.Section] = [
      .init("USAGE", .lines(usage(of: name))),
      .init("ARGUMENTS", .rows(name == .help ? [] : rows(of: name.operands))),
      .init("EXAMPLES", .rows(command.examples)),
    ]
    if isShort {
      sections.append(.init("", .lines("jpfetch help \(name.rawValue) has the options.")))
    } else {
      sections += options(OptionDeclaration.options(of: name), of: name) + details
    }
    return HelpPage("jpfetch \(name.rawValue) - \(command.summary)", sections)
  }

  static func resource(_ resource: Resource) -> HelpPage {
    var reference = ""
    if let field = resource.reference?.field, let parent = resource.parent {
      reference = "  \(field) is the id of the \(parent.singular) that it belongs to"
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
    return HelpPage(
      title,
      [
        .init("USAGE", .lines("  jpfetch \(resource.name) [<id>...] [<options>]")),
        .init("FIELDS", .rows(resource.fields.map { ($0.path, $0.type.noun) })),
        .init("RELATIONS (--embed)", .words(relations), .lines(reference)),
        .init("EXAMPLES", .rows(examples)),
        .init("", .lines("jpfetch --help lists the options.")),
      ])
  }

  static func topic(_ topic: HelpTopic) -> HelpPage {
    switch topic {
    case .where: whereTopic
    case .fields: fieldsTopic
    case .exitCodes:
      HelpPage(
        "",
        [
          .init("EXIT STATUS", .rows(exitStatus)), .init("", .paragraph(severalFailures)),
        ])
    case .errors:
      HelpPage(
        "",
        [
          .init("", errorObject),
          .init("CODES OF ERRORS, with the exit status of the run", .rows(codes(ofErrors: true))),
          .init("CODES OF WARNINGS ONLY, with that of the run", .rows(codes(ofErrors: false))),
          .init("", .paragraph(warnings)),
        ])
    }
  }

  private static func codes(ofErrors areErrors: Bool) -> [HelpPage.Row] {
    var rows: [HelpPage.Row] = []
    for code in ErrorCode.allCases where code.isOfError == areErrors {
      let numbers = code.exitCodes.map(\.rawValue).sorted().map { "\($0)" }
      rows.append((code.rawValue, numbers.joined(separator: ", ").padded(to: 6) + code.meaning))
    }
    return rows
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
    return (
      short + option.name.typed + (placeholder.isEmpty ? "" : " \(placeholder)"),
      meaning(of: option, with: command)
    )
  }

  /// What an option does, with its default and its variable.
  static func meaning(of option: OptionDeclaration, with command: CommandName) -> String {
    var text = option.help
    if let usual = option.usual { text += " (default: \(usual))" }
    if let variable = option.variable, !option.ignoringVariable.contains(command) {
      text += " [\(variable)]"
    }
    if command == .cache {
      let actions = CacheAction.allCases.filter { $0.options.contains(option.name) }
      if actions.count < CacheAction.allCases.count {
        text += " (\(actions.map(\.rawValue).joined(separator: ", ")))"
      }
    }
    return text
  }

  private static func options(
    _ options: [OptionDeclaration], of command: CommandName
  ) -> [HelpPage.Section] {
    OptionDeclaration.Group.allCases.map { group in
      let rows = options.filter { $0.group == group }.map { row($0, of: command) }
      return HelpPage.Section(group.rawValue, .rows(rows))
    }
  }

  static func rows(of choices: [Choice]) -> [HelpPage.Row] {
    choices.map { ($0.word, $0.meaning) }
  }

  static let variables: [HelpPage.Row] =
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

  static let exitStatus: [HelpPage.Row] =
    ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }
    + [("130, 141, 143", "Interrupted, reader left, terminated (128 and the signal)")]

  static let severalFailures = """
    If several sources fail, the first in this order decides: users, albums, photos, posts, \
    comments, todos.
    """
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
