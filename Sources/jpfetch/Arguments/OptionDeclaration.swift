/// The declaration of an option: parsing, rules, help, completion and messages all read it.
struct OptionDeclaration {
  /// The form of an option's value, as help shows it.
  enum Value: String {
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
    case report = "<format>=<file>"
    case baseline = "{<url>|file:<dir>|cache}"
    /// For these two, help shows the words of ``choices(of:isPlan:)`` instead.
    case format, color
  }

  /// The options below one heading in help.
  enum Group: String, CaseIterable {
    case select = "SELECT"
    case check = "CHECK"
    case output = "OUTPUT"
    case source = "SOURCE"
    case network = "NETWORK"
    case diagnostics = "DIAGNOSTICS"
  }

  let name: OptionName
  let short: Character?
  /// The form of the option's value; `nil` for a flag.
  let value: Value?
  let group: Group
  /// What the option does. Shells show it next to the option, so it has at most 62 columns.
  let help: String
  /// The default, in words.
  let defaultValue: String?
  /// The environment variable that applies if the option isn't given.
  let variable: String?
  /// The kinds of format with which the option has an effect.
  let formats: OutputFormat.Traits
  /// Whether the option is about servers and stored responses. If so, its variable doesn't apply to
  /// local data.
  let concernsServers: Bool
  /// The option that must be given with this one.
  let needs: OptionName?
  /// The options that can't be combined with this one.
  let excludes: [OptionName]
  /// The names that other programs use for the option.
  let synonyms: [Synonym]
  /// The options that do the same in commands that don't take this one.
  let counterparts: [OptionName]
  /// The option that takes the value which other programs accept after this flag: `--fields` for
  /// `--json=id`.
  let valueOption: OptionName?

  /// The option as it is typed: `--format` and `-f`.
  var spellings: [String] {
    guard let short else { return [name.typed] }
    return [name.typed, "-\(short)"]
  }

  /// The short name, or the long one if there is no short name.
  var shortestSpelling: String {
    guard let short else { return name.typed }
    return "-\(short)"
  }

  /// Every option, in the order of help.
  static let all = OptionName.allCases.map(\.declaration)

  /// The words that a command accepts as the option's value; empty if the value isn't one of a few
  /// words.
  ///
  /// - Parameter isPlan: whether `--dry-run` is given.
  func choices(of rules: CommandRules, isPlan: Bool = false) -> [Choice] {
    switch value {
    case .format:
      switch rules.formats {
      case .none:
        return []
      case .answer(var formats, _):
        if isPlan { formats = formats.filter(\.canPlan) }
        return formats.map(\.choice)
      case .report:
        var formats = ReportFormat.allCases
        if isPlan { formats = formats.filter(\.canPlan) }
        return formats.map(\.choice)
      }
    case .color:
      return ColorChoice.choices
    case .duration, .count, .text, .pair, .header, .url, .file, .directory, .relations, .fields,
      .sortKeys, .condition, .counts, .report, .baseline, nil:
      return []
    }
  }

  /// The value as help shows it, `{table|json}` or `<file>`; empty for a flag.
  func placeholder(for rules: CommandRules) -> String {
    let choices = choices(of: rules)
    if !choices.isEmpty {
      return "{\(choices.words.joined(separator: "|"))}"
    }
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
  case partial, lenient, strict, sample
  case baseURL = "base-url"
  case cacheDirectory = "cache-dir"
  case timeout, retry, jobs, header
  case certificateFile = "ca-cert"
  case quiet, verbose
  case dryRun = "dry-run"
  case man, help, version

  /// The option as it is typed, `--format`.
  var typed: String { "--\(rawValue)" }
}

/// One of the words that can be typed in a place, such as an option's value, and its meaning.
struct Choice: Equatable {
  let word: String
  let meaning: String

  /// If the choice is a file format: the endings of its files' names, in lower case, without a
  /// point.
  var endings: [String] = []

  /// The words that other programs use for the choice.
  var synonyms: [String] = []
}

extension [Choice] {
  var words: [String] { map(\.word) }

  /// The first choice whose files have an ending.
  func choice(ofEnding ending: String) -> Choice? {
    first { $0.endings.contains(ending) }
  }
}

/// A value that is one of a few words.
protocol WordChoice: RawRepresentable<String>, CaseIterable {
  /// The word's meaning. Shells show it next to the word, so it has at most 44 columns.
  var meaning: String { get }

  /// If the choice is a file format: the endings of its files' names, in lower case, without a
  /// point.
  var endings: [String] { get }

  /// The words that other programs use for the choice.
  var synonyms: [String] { get }

  /// The plural noun for the words, `shells`.
  static var kind: String { get }
}

extension WordChoice {
  var endings: [String] { [] }

  var synonyms: [String] { [] }

  static var kind: String { "choices" }

  static var choices: [Choice] { allCases.map(\.choice) }

  var choice: Choice {
    Choice(word: rawValue, meaning: meaning, endings: endings, synonyms: synonyms)
  }

  /// The choice that a command's operand names.
  static func named(_ word: String?, by command: CommandName) throws(UsageError) -> Self {
    guard let word else {
      let words = choices.words.joined(separator: ", ")
      throw UsageError("\(command.rawValue) needs one of \(words)")
    }
    guard let choice = Self(rawValue: word) else {
      throw .badChoice(command.rawValue, word, choices, kind: kind)
    }
    return choice
  }
}

/// When to use colours.
enum ColorChoice: String, WordChoice {
  case auto, always, never

  var meaning: String {
    switch self {
    case .auto: "On a terminal, unless NO_COLOR is set"
    case .always: "Always"
    case .never: "Never"
    }
  }
}

/// The shells that completions are made for.
enum Shell: String, WordChoice {
  case bash, zsh, fish

  static let kind = "shells"

  var meaning: String { "A script for \(rawValue)" }
}
