import JPCore

/// The pages of help: about the program, a command, a resource or a topic.
struct HelpPages {
  /// The command that runs if none is named: it prints records.
  let main: Command

  /// The commands that are typed by their names, in the order of help.
  let commands: [Command]

  /// The examples on the page with all options.
  let examples: [HelpPage.Row]

  /// The examples for which the first screen has room.
  let firstExamples: [HelpPage.Row]

  /// Pages about several commands.
  let topics: [Topic]

  /// Each exit status and its meaning.
  let exitStatus: [HelpPage.Row]

  struct Topic {
    /// The word after `jpfetch help`, and the page's subject.
    let choice: Choice
    let page: HelpPage

    init(_ word: String, _ meaning: String, _ page: HelpPage) {
      choice = Choice(word: word, meaning: meaning)
      self.page = page
    }
  }

  static let purpose =
    "jpfetch - fetch JSONPlaceholder data, join it, print it as a table or JSON"

  var allCommands: [Command] { [main] + commands }

  /// The subjects of help besides the program.
  var subjects: [Choice] {
    Resource.choices + commands.map(\.choice) + topics.map(\.choice)
  }

  /// - Returns: `nil` for a word without a page.
  func page(about word: String, isShort: Bool) -> HelpPage? {
    for command in commands where command.name.rawValue == word {
      return command.page(isShort: isShort)
    }
    if let resource = Resource.understood(word) {
      return Self.page(about: resource)
    }
    for topic in topics where topic.choice.word == word {
      return topic.page
    }
    return nil
  }

  /// The page of `--help`: usage, examples, all options but those of `check`, variables and exit
  /// statuses.
  var overview: HelpPage {
    let usages = allCommands.map { command in "  jpfetch \(command.wholeUsage)" }
    var sections: [HelpPage.Section] = [
      .init("USAGE", .lines(usages.joined(separator: "\n"))),
      .init("EXAMPLES", .rows(examples)),
      .init("RESOURCES", .words(Resource.all.map(\.name))),
    ]
    for group in OptionDeclaration.Group.allCases where group != .check {
      sections.append(.init(group.rawValue, .rows(rows(of: group))))
    }
    sections += [
      .init("ENVIRONMENT (an option wins over its variable)", .rows(variables)),
      .init("EXIT STATUS", .rows(exitStatus)),
      .init("HELP ABOUT", .words(subjects.words)),
    ]
    return HelpPage(Self.purpose, sections)
  }

  /// The rows of a group's options on the page about all commands.
  private func rows(of group: OptionDeclaration.Group) -> [HelpPage.Row] {
    var rows: [HelpPage.Row] = []
    for option in OptionDeclaration.all where option.group == group {
      var meaning = option.help
      if let defaultValue = option.defaultValue { meaning += " (default: \(defaultValue))" }
      if let variable = option.variable { meaning += " [\(variable)]" }
      if let note = note(about: option) { meaning += "; \(note)" }
      rows.append(option.row(for: main, meaning))
    }
    return rows
  }

  /// A note about an option on a page about all commands; `nil` if its meaning says enough.
  func note(about option: OptionDeclaration) -> String? {
    if option.name == .format {
      let formats = ReportFormat.choices.words.joined(separator: ", ")
      return "\(CommandName.check.rawValue) has \(formats)"
    }
    let takers = allCommands.filter { $0.takes(option.name) }
    // The options of check have a heading of their own.
    if takers.count > 1 || option.group == .check { return nil }
    guard let command = takers.first, command.name != main.name else {
      return nil
    }
    return "\(command.name.rawValue) only"
  }

  /// The one screen of `-h`: examples, names, everyday options, and how to see more.
  var firstScreen: HelpPage {
    let commandNames = commands.map(\.name.rawValue)
    let names: [HelpPage.Row] = [
      ("resources", Resource.all.map(\.name).joined(separator: ", ")),
      ("commands", commandNames.joined(separator: ", ")),
      ("more", "jpfetch --help, jpfetch help users, help where, jpfetch --man"),
    ]
    return HelpPage(
      Self.purpose,
      [
        .init("EXAMPLES", .rows(firstExamples)),
        .init("", .rows(names)),
        .init("OPTIONS", .lines(Self.everydayOptions)),
      ])
  }

  /// The options that most runs need, each with its effect in two or three words.
  private static let everyday: [(name: OptionName, meaning: String)] = [
    (.embed, "add related records"),
    (.where, "keep what matches"),
    (.search, "find a text"),
    (.sort, "sort by fields"),
    (.limit, "at most N records"),
    (.fields, "choose columns"),
    (.count, "only the number"),
    (.countBy, "count for each value"),
    (.format, "csv, tree, ..."),
    (.json, "print JSON"),
    (.output, "write a file"),
    (.wide, "all fields, uncut"),
    (.offline, "stored data only"),
    (.refresh, "ask the server"),
    (.sample, "built-in data"),
    (.baseURL, "another server"),
    (.timeout, "limit the wait"),
    (.quiet, "errors only"),
    (.verbose, "show each source"),
    (.dryRun, "send nothing"),
  ]

  /// The everyday options in two columns.
  private static let everydayOptions: String = {
    var cells: [String] = []
    for option in everyday {
      let names = option.name.declaration.spellings.reversed().joined(separator: ", ")
      cells.append("  " + names.padded(to: 16) + option.meaning)
    }
    let height = (cells.count + 1) / 2
    var lines: [String] = []
    for (left, right) in zip(cells, cells.dropFirst(height)) {
      lines.append(left.padded(to: 40) + right)
    }
    return lines.joined(separator: "\n")
  }()

  private static func page(about resource: Resource) -> HelpPage {
    let name = resource.name
    var title = "jpfetch \(name) - show \(name) (the service has \(resource.expectedCount)); "
    title += "short: \(resource.singular)"
    var fields: [HelpPage.Row] = []
    for field in resource.fields {
      fields.append((field.path, field.type.noun))
    }
    var reference = ""
    if let field = resource.reference?.field, let parent = resource.parent {
      reference = "  \(field) is the id of the \(resource.singular)'s \(parent.singular)"
    }
    let relation = resource.relations[0]
    let lastFields = fields.suffix(2).map(\.left).joined(separator: ",")
    let examples: [HelpPage.Row] = [
      ("jpfetch \(name) 1 \(relation)", "The \(relation) of one \(resource.singular)"),
      ("jpfetch \(name) 1 -e \(relation)", "One \(resource.singular) with its \(relation)"),
      ("jpfetch \(name) -F \(lastFields) -n 5", "Two fields of the first five"),
    ]
    return HelpPage(
      title,
      [
        .init("USAGE", .lines(usage(of: resource))),
        .init("FIELDS", .rows(fields)),
        .init("RELATIONS (--embed)", .rows(resource.relationChoices.rows), .lines(reference)),
        .init("EXAMPLES", .rows(examples)),
        .init("", .lines("jpfetch --help lists the options.")),
      ])
  }

  /// The command line for a resource's records and what can follow them, and its other names.
  private static func usage(of resource: Resource) -> String {
    let name = resource.name
    var lines = ["  jpfetch \(name) [<id>...] [<resource>...] [<options>]"]
    let otherNames = resource.aliases.dropFirst()
    if !otherNames.isEmpty {
      lines.append("  other names: \(otherNames.joined(separator: ", "))")
    }
    return lines.joined(separator: "\n")
  }

  /// The variables of the environment, and their purposes.
  var variables: [HelpPage.Row] {
    var rows: [HelpPage.Row] = []
    for option in OptionDeclaration.all {
      guard let variable = option.variable else { continue }
      var meaning = option.name.typed
      var exceptions: [String] = []
      for command in commands
      where command.takes(option.name) && !command.readsVariable(of: option.name) {
        exceptions.append(command.name.rawValue)
      }
      if !exceptions.isEmpty {
        meaning += ", except for \(exceptions.joined(separator: " and "))"
      }
      rows.append((variable, meaning))
    }
    rows += [
      ("SSL_CERT_DIR", "A directory of certificates to trust, without --ca-cert"),
      ("XDG_CACHE_HOME, HOME", "The parent of the cache directory, without --cache-dir"),
      ("NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM", "Colours, without --color"),
      ("COLUMNS", "The width, before the terminal's"),
      (
        "http_proxy, https_proxy, HTTPS_PROXY, all_proxy, ALL_PROXY, no_proxy, NO_PROXY",
        "Proxies, as for curl"
      ),
    ]
    return rows
  }
}
