/// The declaration of an option; parsing, help, completions and messages all read it.
struct OptionDeclaration: Sendable {
  /// What an option's value can be, and what help calls it.
  enum Value: Sendable, Equatable {
    case choice([Choice])
    case duration
    case count
    case url
    case file
    case directory
    case header
    case pair
    case relations
    case fields
    /// Fields of any resource.
    case anyFields
    case sortKeys
    case expression
    case counts
    case report
    case baseline
    case text

    var placeholder: String {
      switch self {
      case .choice(let choices): "{\(choices.map(\.word).joined(separator: "|"))}"
      case .duration: "<duration>"
      case .count: "<n>"
      case .url: "<url>"
      case .file: "<file>"
      case .directory: "<dir>"
      case .header: "{'<name>: <value>'|@<file>}"
      case .pair: "<key>=<value>"
      case .relations: "<relation>,..."
      case .fields, .anyFields: "<field>,..."
      case .sortKeys: "[-]<field>,..."
      case .expression: "<expression>"
      case .counts: "{<resource>=<n>|public},..."
      case .report: "<format>[+]=<file>"
      case .baseline: "{<url>|file:<dir>|cache}"
      case .text: "<text>"
      }
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
  /// The option and value that this flag stands for.
  var alias: (option: OptionName, value: String)?
  /// The environment variable that applies if the option isn't given.
  var variable: String?
  /// The default, in words.
  var usual: String?
  /// The commands that take it.
  var commands: [CommandName] = CommandName.asking
  let group: Group
  let help: String

  /// As it is typed, `--format` and `-f`.
  var spellings: [String] { [name.typed] + (short.map { ["-\($0)"] } ?? []) }

  /// The first declaration of each option in a group; those of one option are neighbours.
  static var general: [OptionDeclaration] {
    all.indices.filter { index in
      index == 0 || all[index].name != all[index - 1].name
        || all[index].group != all[index - 1].group
    }.map { all[$0] }
  }

  /// The options that a command takes.
  static func options(of command: CommandName) -> [OptionDeclaration] {
    all.filter { $0.commands.contains(command) }
  }

  /// The first declaration of an option, or the one for a command.
  ///
  /// Reads the list in place, because each option calls this at every start: copies would cost a
  /// twentieth of an offline run.
  static func named(_ name: OptionName, of command: CommandName? = nil) -> OptionDeclaration? {
    all.indices.first { index in
      all[index].name == name && command.map(all[index].commands.contains) ?? true
    }.map { all[$0] }
  }

  /// The environment variable that stands in for an option.
  static func variable(of name: OptionName) -> String? {
    all.indices.first { all[$0].name == name }.flatMap { all[$0].variable }
  }

  /// Every word that an option's value can be, with any command.
  static func choices(of name: OptionName) -> [Choice] {
    all.filter { $0.name == name }.flatMap { option -> [Choice] in
      guard case .choice(let choices)? = option.value else { return [] }
      return choices
    }
  }

  static func named(_ long: String) -> OptionDeclaration? {
    all.indices.first { all[$0].name.rawValue == long }.map { all[$0] }
  }

  static func named(_ short: Character) -> OptionDeclaration? {
    all.indices.first { all[$0].short == short }.map { all[$0] }
  }
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

  var meaning: String {
    switch self {
    case .table: "Aligned columns"
    case .tree: "Branches of what is embedded"
    case .json: "JSON as the server spelled it"
    case .ndjson: "A JSON object on each line"
    case .csv: "Comma-separated values, RFC 4180"
    case .tsv: "Tab-separated values"
    case .markdown: "A table as GitHub has it"
    }
  }

  /// Those of any document, as `get` prints it; the usual one first.
  static let ofDocuments: [OutputFormat] = [.json, .ndjson, .table, .csv, .tsv, .markdown]

  /// Those of jpfetch's own facts.
  static let ofFacts: [OutputFormat] = [.table, .json]

  /// Whether it has a header line.
  var hasHeader: Bool { self == .table || self == .csv || self == .tsv }
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
