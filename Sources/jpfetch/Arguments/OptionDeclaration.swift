import JPCore

/// The declaration of an option: parsing, rules, help, completions and messages all read it.
struct OptionDeclaration: Sendable {
  /// The form of an option's value.
  struct Value: Sendable, Equatable {
    /// What completion offers for it.
    enum Completion: Sendable {
      case nothing, choices, files, directories, relations, fields, countableFields, sortKeys
      case conditions
    }

    let placeholder: String
    var completion = Completion.nothing
    var choices: [Choice] = []

    static let duration = Value(placeholder: "<duration>")
    static let count = Value(placeholder: "<n>")
    static let text = Value(placeholder: "<text>")
    static let pair = Value(placeholder: "<key>=<value>")
    static let header = Value(placeholder: "{'<name>: <value>'|@<file>}")
    static let url = Value(placeholder: "<url>")
    static let file = Value(placeholder: "<file>", completion: .files)
    static let directory = Value(placeholder: "<dir>", completion: .directories)
    static let relations = Value(placeholder: "<relation>,...", completion: .relations)
    static let fields = Value(placeholder: "<field>,...", completion: .fields)
    static let countableFields = Value(placeholder: "<field>,...", completion: .countableFields)
    /// Fields of any resource.
    static let anyFields = Value(placeholder: "<field>,...")
    static let sortKeys = Value(placeholder: "[-]<field>,...", completion: .sortKeys)
    static let condition = Value(placeholder: "<expression>", completion: .conditions)
    static let claim = Value(placeholder: "<expression>")
    static let counts = Value(placeholder: "{<resource>=<n>|public},...")
    static let report = Value(placeholder: "<format>[+]=<file>")
    static let baseline = Value(placeholder: "{<url>|file:<dir>|cache}")
    /// One of the words that ``OptionDeclaration/formats(of:)`` has for the command.
    static let format = Value(placeholder: "<format>", completion: .choices)

    static func choices(_ choices: [Choice]) -> Value {
      let words = choices.map(\.word).joined(separator: "|")
      return Value(placeholder: "{\(words)}", completion: .choices, choices: choices)
    }
  }

  /// A heading in help.
  enum Group: String, CaseIterable, Sendable {
    case select = "SELECT"
    case check = "CHECK"
    case output = "OUTPUT"
    case source = "SOURCE"
    case network = "NETWORK"
    case diagnostics = "DIAGNOSTICS"
  }

  let name: OptionName
  var short: Character?
  /// `nil` for a flag.
  var value: Value?
  /// Whether each value counts, not only the last one.
  var isRepeatable = false
  /// The option and value that this flag is short for.
  var alias: (option: OptionName, value: String)?
  /// The environment variable that applies if the option isn't given.
  var variable: String?
  /// The commands that ignore the variable.
  var ignoringVariable: [CommandName] = []
  /// The default, in words.
  var usual: String?
  /// The commands that take it.
  var commands: [CommandName] = CommandName.asking
  /// The actions of `cache` that take it.
  var actions: [CacheAction] = CacheAction.allCases
  /// The kinds of format with which it has an effect.
  var formats = OutputFormat.Traits.any
  /// The sources with which it has an effect.
  var sources = DataSources.any
  /// The option that it needs.
  var needs: OptionName?
  /// The options that it can't be combined with.
  var excludes: [OptionName] = []
  let group: Group
  let help: String

  /// As it is typed, `--format` and `-f`.
  var spellings: [String] { [name.typed] + (short.map { ["-\($0)"] } ?? []) }

  /// The options that a command, or an action of `cache`, takes.
  static func options(of command: CommandName, _ action: CacheAction? = nil) -> [OptionDeclaration]
  {
    all.filter { $0.goes(with: command, action) }
  }

  func goes(with command: CommandName, _ action: CacheAction? = nil) -> Bool {
    commands.contains(command) && (action.map(actions.contains) ?? true)
  }

  /// The words that its value can be with a command; none if it can be anything.
  func choices(of command: CommandName) -> [Choice] {
    name == .format ? Self.formats(of: command) : value?.choices ?? []
  }

  /// The value in help, `{table|json}` or `<file>`; empty for a flag.
  func placeholder(for command: CommandName) -> String {
    guard let value else { return "" }
    return name == .format ? Value.choices(choices(of: command)).placeholder : value.placeholder
  }

  static func formats(of command: CommandName) -> [Choice] {
    command == .check
      ? ReportFormat.choices
      : OutputFormat.allCases.filter { $0.commands.contains(command) }.map(\.choice)
  }

  /// Reads the list in place, because each option calls this at every start: copies would cost a
  /// twentieth of an offline run.
  static func named(_ name: OptionName) -> OptionDeclaration? {
    all.indices.first { all[$0].name == name }.map { all[$0] }
  }

  /// The environment variable that is read if an option isn't given.
  static func variable(of name: OptionName) -> String? {
    all.indices.first { all[$0].name == name }.flatMap { all[$0].variable }
  }

  static func named(_ long: String) -> OptionDeclaration? {
    all.indices.first { all[$0].name.rawValue == long }.map { all[$0] }
  }

  static func named(_ short: Character) -> OptionDeclaration? {
    all.indices.first { all[$0].short == short }.map { all[$0] }
  }
}

/// Where a run's data comes from. `check --against` can have two.
struct DataSources: OptionSet, Sendable {
  let rawValue: Int

  static let server = DataSources(rawValue: 1)
  /// Stored responses only, `--offline`.
  static let stored = DataSources(rawValue: 2)
  static let files = DataSources(rawValue: 4)
  static let sample = DataSources(rawValue: 8)

  static let any: DataSources = [.server, .stored, .files, .sample]
  /// Those with HTTP responses, which have an age.
  static let exchanges: DataSources = [.server, .stored]
  /// Those whose data can be missing or odd.
  static let incomplete: DataSources = [.server, .stored, .files]
}

/// The options by their long names.
enum OptionName: String, CaseIterable, Sendable {
  case embed
  case `where`
  case search, sort, limit, skip, fields, count
  case countBy = "count-by"
  case query
  case format, json, output, meta, include, compact
  case noHeader = "no-header"
  case wide, color
  case offline, refresh
  case noCache = "no-cache"
  case maxAge = "max-age"
  case maxStale = "max-stale"
  case sample, partial, lenient, strict
  case baseURL = "base-url"
  case cacheDirectory = "cache-dir"
  case timeout, retry, jobs, header
  case certificateFile = "ca-cert"
  case quiet, verbose
  case dryRun = "dry-run"
  case expect, assert, report, wait
  case against
  case ignore
  case maxTime = "max-time"
  case man, help, version

  /// As it is typed.
  var typed: String { "--\(rawValue)" }
}

/// A word that a value can be, and what it means.
struct Choice: Equatable, Sendable {
  let word: String
  let meaning: String
}

/// A value that is one of a few words.
protocol WordChoice: RawRepresentable<String>, CaseIterable {
  var meaning: String { get }
}

extension WordChoice {
  static var choices: [Choice] { allCases.map(\.choice) }

  var choice: Choice { Choice(word: rawValue, meaning: meaning) }
}

/// The formats of an answer.
enum OutputFormat: String, WordChoice, Sendable {
  case table, tree, json, ndjson, csv, tsv, markdown

  /// What options and output ask about a format.
  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    static let json = Traits(rawValue: 1)
    /// One JSON document.
    static let document = Traits(rawValue: 2)
    /// A cell for each field named.
    static let columns = Traits(rawValue: 4)
    /// A header line that can be left out.
    static let headed = Traits(rawValue: 8)
    /// Made for people: fits the terminal, in colours.
    static let people = Traits(rawValue: 16)
    static let any: Traits = [.json, .document, .columns, .headed, .people]
  }

  private typealias Facts = (
    meaning: String, traits: Traits, commands: [CommandName], ending: String
  )

  private var facts: Facts {
    switch self {
    case .table:
      ("Aligned columns", [.people, .columns, .headed], [.show, .get, .cache], "txt")
    case .tree: ("Branches of what is embedded", [.people], [.show], "")
    case .json:
      ("JSON as the server spelled it", [.json, .document], [.show, .get, .cache], "json")
    case .ndjson: ("A JSON object on each line", [.json], [.show, .get], "ndjson")
    case .csv:
      ("Comma-separated values, RFC 4180", [.columns, .headed], [.show, .get], "csv")
    case .tsv: ("Tab-separated values", [.columns, .headed], [.show, .get], "tsv")
    case .markdown: ("A table as GitHub has it", [.columns], [.show, .get], "md")
    }
  }

  var meaning: String { facts.meaning }
  var traits: Traits { facts.traits }

  /// The commands that print it.
  var commands: [CommandName] { facts.commands }

  /// The ending of a file that holds it; empty if there is none.
  var ending: String { facts.ending }

  var isJSON: Bool { traits.contains(.json) }
  var hasColumns: Bool { traits.contains(.columns) }
  var isForPeople: Bool { traits.contains(.people) }
}

/// The formats of a report about checks.
enum ReportFormat: String, WordChoice, Sendable {
  case text, tap, junit, json, github, markdown

  var meaning: String {
    switch self {
    case .text: "Lines for people"
    case .tap: "Test Anything Protocol, version 14"
    case .junit: "JUnit XML"
    case .json: "JSON"
    case .github: "Annotations of GitHub Actions"
    case .markdown: "Tables, as GitHub has them"
    }
  }
}

/// When to use colours.
enum ColorChoice: String, WordChoice, Sendable {
  case auto, always, never

  var meaning: String {
    switch self {
    case .auto: "On a terminal, unless NO_COLOR or TERM says no"
    case .always: "Always"
    case .never: "Never"
    }
  }
}

/// The formats of an error.
enum ErrorFormat: Sendable {
  case text, json
}

/// The shells that completions are made for.
enum Shell: String, WordChoice, Sendable {
  case bash, zsh, fish

  var meaning: String { "A script for \(rawValue)" }
}
