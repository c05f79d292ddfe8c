import JPCore

/// The pages of help: about the program, a command, a resource or a topic.
struct HelpPages {
  /// The command that is meant without one: it prints records.
  let main: CommandDescription

  /// The commands that are typed by their names, in the order of help.
  let commands: [CommandDescription]

  /// The examples on the page with all options.
  let examples: [HelpPage.Row]

  /// Those of them for which the first screen has room.
  let firstExamples: [HelpPage.Row]

  /// Pages about several commands.
  let topics: [Topic]

  /// Each exit status and its meaning.
  let exitStatus: [HelpPage.Row]

  struct Topic {
    /// The word after `jpfetch help`, and what the page is about.
    let choice: Choice
    let page: HelpPage

    init(_ word: String, _ meaning: String, _ page: HelpPage) {
      choice = Choice(word: word, meaning: meaning)
      self.page = page
    }
  }

  static let purpose =
    "jpfetch - fetch JSONPlaceholder data, join it, print it as a table or JSON"

  var allCommands: [CommandDescription] { [main] + commands }

  /// What help is about, besides the program.
  var subjects: [Choice] {
    Resource.choices("The fields of") + commands.map(\.choice) + topics.map(\.choice)
  }

  /// - Returns: `nil` if there is no page about the word.
  func page(about word: String, isShort: Bool) -> HelpPage? {
    for command in commands where command.name.rawValue == word {
      return command.page(isShort: isShort)
    }
    if let resource = Resource.understood(word) { return Self.page(about: resource) }
    for topic in topics where topic.choice.word == word { return topic.page }
    return nil
  }

  /// All options.
  var overview: HelpPage {
    var usages: [String] = []
    for command in allCommands { usages.append(command.usageLines) }
    var sections: [HelpPage.Section] = [
      .init("USAGE", .lines(usages.joined(separator: "\n"))), .init("EXAMPLES", .rows(examples)),
      .init("RESOURCES", .words(Self.resources)),
    ]
    sections += main.options { $0.group != .check }
    sections += [
      .init("ENVIRONMENT (an option wins over its variable)", .rows(variables)),
      .init("EXIT STATUS", .rows(exitStatus)),
      .init("HELP ABOUT", .words(subjects.map(\.word))),
    ]
    return HelpPage(Self.purpose, sections)
  }

  /// One screen for `-h`: examples, names, and where more is.
  var firstScreen: HelpPage {
    let names = commands.map(\.name.rawValue)
    let more = "More: jpfetch --help, jpfetch help users, jpfetch help where, jpfetch --man"
    return HelpPage(
      Self.purpose,
      [
        .init("EXAMPLES", .rows(firstExamples)),
        .init("RESOURCES AND COMMANDS", .words(Self.resources), .words(names)),
        .init("OPTIONS", .lines(Self.everydayOptions)), .init("", .lines(more)),
      ])
  }

  private static let resources = ["users (default)"] + Resource.all.dropFirst().map(\.name)

  /// The names of the options that most runs need, in five columns.
  private static let everydayOptions: String = {
    let everyday: [OptionName] = [
      .embed, .where, .search, .sort, .limit, .fields, .count, .countBy, .format, .json, .output,
      .wide, .offline, .refresh, .sample, .baseURL, .timeout, .quiet, .verbose, .dryRun,
    ]
    var lines: [String] = []
    var column = 0
    for option in OptionDeclaration.all where everyday.contains(option.name) {
      let names = option.spellings.reversed().joined(separator: ", ")
      if column == 0 {
        lines.append("  " + names)
      } else {
        lines[lines.count - 1] = lines[lines.count - 1].padded(to: 2 + 16 * column) + names
      }
      column = (column + 1) % 5
    }
    return lines.joined(separator: "\n")
  }()

  private static func page(about resource: Resource) -> HelpPage {
    let name = resource.name
    var reference = ""
    if let field = resource.reference?.field, let parent = resource.parent {
      reference = "  \(field) is the id of the \(parent.singular) that it belongs to"
    }
    let relations = resource.relations
    let names = resource.aliases.joined(separator: ", ")
    var fields: [HelpPage.Row] = []
    for field in resource.fields { fields.append((field.path, field.type.noun)) }
    let lastFields = fields.suffix(2).map(\.left).joined(separator: ",")
    var usages = "  jpfetch \(name) [<id>...] [<options>]"
    let children = resource.children.map(\.name)
    if let first = children.first {
      let choice = children.count > 1 ? "{\(children.joined(separator: "|"))}" : first
      usages += "\n  jpfetch \(name) <id>... \(choice) [<options>]"
    }
    let examples: [HelpPage.Row] = [
      ("jpfetch \(name) 1 -e \(relations[0])", "One record and its relations"),
      ("jpfetch \(name) -F \(lastFields) -n 5", "Two fields of the first five"),
    ]
    return HelpPage(
      "jpfetch \(name) - \(resource.expectedCount) on the public service; also: \(names)",
      [
        .init("USAGE", .lines(usages)),
        .init("FIELDS", .rows(fields)),
        .init("RELATIONS (--embed)", .words(relations), .lines(reference)),
        .init("EXAMPLES", .rows(examples)),
        .init("", .lines("jpfetch --help lists the options.")),
      ])
  }

  /// The variables of the environment, and what they are for.
  var variables: [HelpPage.Row] {
    var rows: [HelpPage.Row] = []
    for option in OptionDeclaration.all {
      guard let variable = option.variable else { continue }
      var meaning = option.name.typed
      let exceptions = commands.filter { $0.rules.ignoredVariables.contains(option.name) }
      if !exceptions.isEmpty {
        let names = exceptions.map(\.name.rawValue).joined(separator: " and ")
        meaning += ", except for \(names)"
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
