import JPCore

/// The declaration of an option: parsing, rules, help, completion and messages all read it.
struct OptionDeclaration {
  /// The form of an option's value, as help shows it.
  enum ValueForm: String {
    case duration = "<duration>"
    case count = "<n>"
    case text = "<text>"
    case pair = "<key>=<value>"
    case header = "{'<name>: <value>'|@<file>}"
    case url = "<url>"
    case file = "<file>"
    case directory = "<dir>"
    case relations = "<relation>,..."
    case fields = "<field>,..."
    case sortKeys = "[-]<field>,..."
    case condition = "<expression>"
    case counts = "{<resource>=<n>|public},..."
    case report = "[<format>=]<file>"
    case baseline = "{<url>|file:<dir>|cache}"
    /// Help shows the words of ``choices(of:)`` instead of a placeholder.
    case format, color

    /// Whether the values of a repeated option add up; otherwise the last one applies.
    var isList: Bool {
      switch self {
      case .pair, .header, .relations, .fields, .sortKeys, .condition, .counts, .report: true
      case .duration, .count, .text, .url, .file, .directory, .baseline, .format, .color: false
      }
    }

    /// What the value must be, for the message about a wrong or missing value.
    var expected: String {
      switch self {
      case .duration: "a duration: 500ms, 10s, 2m"
      case .count: "a whole number: 0, 1, 2, ..."
      case .url: "a server or a folder: http://localhost:3000, localhost:3000, ./data"
      case .baseline: "a server, a folder or the cache: localhost:3000, ./data, cache"
      case .header: "'<name>: <value>' on one line, or @<file>"
      case .counts: "<resource>=<n>,... or public"
      case .report: "\(ReportFormat.fileNames), or <format>=<file>"
      case .condition: "'FIELD OP VALUE'"
      case .text, .pair, .file, .directory, .relations, .fields, .sortKeys, .format, .color:
        rawValue
      }
    }
  }

  /// The formats that an option can follow.
  enum Formats {
    case all, json, withHeader, forPeople

    func includes(_ format: OutputFormat) -> Bool {
      switch self {
      case .all: true
      case .json: format == .json
      // A table in Markdown always has a header.
      case .withHeader: format.hasColumns && format != .markdown
      case .forPeople: format.isForPeople
      }
    }
  }

  /// The headings of options in help, in their order.
  enum HelpHeading: String, CaseIterable {
    case select = "SELECT"
    case get = "GET"
    case check = "CHECK"
    case output = "OUTPUT"
    case source = "SOURCE"
    case network = "NETWORK"
    case diagnostics = "DIAGNOSTICS"
  }

  let name: OptionName
  let short: Character?
  /// The form of the option's value; `nil` for a flag.
  let value: ValueForm?
  let group: HelpHeading
  /// What the option does. Shells show it next to the option, so it has at most 62 columns.
  let help: String
  /// The default, as help describes it.
  let defaultValue: String?
  /// The environment variable that applies if the option isn't given.
  let variable: String?
  /// Whether the option is about servers and stored responses. If so, its variable doesn't apply to
  /// local data.
  let concernsServers: Bool
  /// The value that the option gives to another one: `--json` means `--format json`.
  let implies: (option: OptionName, value: String)?
  let formats: Formats
  /// Options that can't be combined with this one. Each conflict is declared once, with either
  /// option.
  let excludes: [OptionName]

  init(
    _ name: OptionName, _ group: HelpHeading, _ help: String, short: Character? = nil,
    value: ValueForm? = nil, defaultValue: String? = nil, variable: String? = nil,
    concernsServers: Bool = false, implies: (option: OptionName, value: String)? = nil,
    formats: Formats = .all, excludes: [OptionName] = []
  ) {
    self.name = name
    self.group = group
    self.help = help
    self.short = short
    self.value = value
    self.defaultValue = defaultValue
    self.variable = variable
    self.concernsServers = concernsServers
    self.implies = implies
    self.formats = formats
    self.excludes = excludes
  }

  /// The option as it is typed: `--format` and `-f`.
  var spellings: [String] {
    guard let short else { return [name.typed] }
    return [name.typed, "-\(short)"]
  }

  /// Every option, in the order of help.
  static let all = OptionName.allCases.map(\.row)

  /// The options that have an environment variable. They are collected once, because each run looks
  /// up all the variables.
  static let withVariables = all.filter { $0.variable != nil }

  /// The words that a command accepts as the option's value, such as its formats; empty if the
  /// value isn't chosen from fixed words.
  func choices(of command: Command) -> [Choice] {
    switch value {
    case .format:
      return command.formats
    case .color:
      return ColorChoice.choices
    case .duration, .count, .text, .pair, .header, .url, .file, .directory, .relations, .fields,
      .sortKeys, .condition, .counts, .report, .baseline, nil:
      return []
    }
  }

  /// Whether the option takes the value, as far as the value alone shows it. The names of fields
  /// and relations are looked up later.
  func accepts(_ text: String, for command: Command) -> Bool {
    switch value {
    case .duration:
      guard let duration = Duration(argument: text) else { return false }
      // Nothing is answered in no time.
      return duration > .zero || name != .timeout
    case .count: return Int(digits: text) != nil
    case .url: return BaseURL(argument: text) != nil
    case .baseline: return Baseline(argument: text) != nil
    case .report: return Settings.Report(text) != nil
    case .format, .color: return choices(of: command).words.contains(text)
    case .text, .pair, .header, .file, .directory, .relations, .fields, .sortKeys, .condition,
      .counts:
      return !text.isEmpty
    case nil: return true
    }
  }

  /// The value as help shows it, `{table|json}` or `<file>`; empty for a flag.
  func placeholder(for command: Command) -> String {
    let choices = choices(of: command)
    if !choices.isEmpty { return choices.alternatives }
    guard let value else { return "" }
    return value.rawValue
  }
}

/// The options by their long names, in the order of help.
enum OptionName: String, CaseIterable {
  case embed
  case `where`
  case search, sort, limit, skip, fields, count
  case countBy = "count-by"
  case query
  case expect, assert
  case maxTime = "max-time"
  case wait, against, ignore, report
  case format, json, output, meta, include, compact
  case noHeader = "no-header"
  case wide, color
  case offline, refresh
  case noCache = "no-cache"
  case maxAge = "max-age"
  case maxStale = "max-stale"
  case partial, strict, sample
  case baseURL = "base-url"
  case cacheDirectory = "cache-dir"
  case timeout, retry, header
  case certificateFile = "ca-cert"
  case quiet, verbose
  case dryRun = "dry-run"
  case man, help, version

  /// The option as it is typed, `--format`.
  var typed: String { "--\(rawValue)" }

  /// The option's declaration in ``OptionDeclaration/all``.
  var declaration: OptionDeclaration {
    OptionDeclaration.all.first { $0.name == self } ?? row
  }
}

/// A word that can be typed, for example as an option's value, with its meaning.
struct Choice: Equatable {
  let word: String
  let meaning: String

  /// For a file format, the endings of file names that choose it, in lower case and without the
  /// point: `md`.
  var endings: [String] = []
}

extension [Choice] {
  var words: [String] { map(\.word) }

  /// The words as a usage line has them, `{table|json}`.
  var alternatives: String { "{\(words.joined(separator: "|"))}" }

  /// `formats: table, json`.
  ///
  /// - Parameter noun: the plural noun for the choices.
  func inWords(_ noun: String) -> String { "\(noun): \(words.joined(separator: ", "))" }

  /// The choice with a name, such as `markdown`, or with a file name ending, such as `md`.
  func named(_ word: String) -> Choice? {
    first { $0.word == word || $0.endings.contains(word) }
  }

  /// The choice for a file whose name has an ending, such as `md`.
  func withEnding(_ ending: String) -> Choice? { first { $0.endings.contains(ending) } }
}

/// An operand, or an option's value, that is chosen from fixed words.
protocol WordChoice: RawRepresentable<String>, CaseIterable {
  /// The word's meaning. Shells show it next to the word, so it has at most 44 columns.
  var meaning: String { get }

  /// For a file format, the endings of file names that choose it, in lower case and without the
  /// point: `md`.
  var endings: [String] { get }

  /// The plural noun for the words, `shells`.
  static var noun: String { get }
}

extension WordChoice {
  var endings: [String] { [] }

  static var noun: String { "choices" }

  static var choices: [Choice] { allCases.map(\.choice) }

  var choice: Choice { Choice(word: rawValue, meaning: meaning, endings: endings) }

  /// Reads a command's operand, such as `bash` for `completions`. Throws if it is missing or
  /// unknown.
  static func readOperand(_ word: String?, of command: CommandName) throws(Message) -> Self {
    guard let word else {
      let words = choices.words.joined(separator: ", ")
      throw .usage("\(command.rawValue) needs one of \(words)")
    }
    guard let choice = Self(rawValue: word) else {
      throw .badChoice(command.rawValue, word, among: choices.words, noun: noun)
    }
    return choice
  }
}

/// When to use colours.
enum ColorChoice: String, WordChoice {
  case auto, always, never

  var meaning: String {
    switch self {
    case .auto: "On a terminal"
    case .always: "Always"
    case .never: "Never"
    }
  }
}

/// The shells that completions are made for.
enum Shell: String, WordChoice {
  case bash, zsh, fish

  static let noun = "shells"

  var meaning: String { "A script for \(rawValue)" }
}
