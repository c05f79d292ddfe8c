import JPCore

/// The commands. `show` is never typed: `jpfetch users` runs it, and so does `jpfetch` alone.
enum CommandName: String, CaseIterable {
  case show, get, search, check, cache, completions, help

  static let typed = allCases.filter { $0 != .show }

  /// Whether the command prints records. If the server can't be reached, `--sample` can supply
  /// them.
  var showsRecords: Bool { self == .show || self == .search }

  /// The words that can be the first operand: the names of resources and commands.
  static let firstWords = Resource.all.map(\.name) + typed.map(\.rawValue)
}

/// The actions of `jpfetch cache`.
enum CacheAction: String, WordChoice {
  case list, warm, export, clear, path

  static let noun = "actions"

  var meaning: String {
    switch self {
    case .list: "List responses by server (the default)"
    case .warm: "Fetch and store all \(Resource.countInWords) lists"
    case .export: "Write the \(Resource.countInWords) stored lists to files"
    case .clear: "Remove responses: all, by server or path"
    case .path: "Print the directory's path"
    }
  }
}

extension Resource {
  /// The number of resources as a word, or in digits from ten on.
  static var countInWords: String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    if all.count < words.count { return words[all.count] }
    return "\(all.count)"
  }
}

/// The declaration of a command: its operands, options and formats, and its texts for help, the
/// manual page and completion. Each command is declared in its own file, such as Get.swift.
struct Command {
  /// What the program does, once its command line is checked.
  typealias Run = () throws -> ExitCode

  let name: CommandName

  /// The words after `jpfetch`, without the options: `get {<path>|<url>}`.
  let usage: String

  /// The command's effect. Shells show it next to the name, so it has at most 44 columns.
  let summary: String

  /// Command lines, each with its effect.
  let examples: [HelpSection.Row]

  /// The fixed words that can follow the command, such as the actions of `cache`.
  var operands: [Choice] = []

  let options: [OptionName]

  /// The formats that `--format` chooses from.
  var formats: [Choice] = []

  /// The name of the format if none is given.
  var defaultFormat = OutputFormat.table.rawValue

  /// The sections of the command's help page that follow its options.
  var details: [HelpSection] = []

  /// Checks the operands, and returns the run.
  let plan: @Sendable (ParsedArguments, Settings) throws(Message) -> Run

  func takes(_ option: OptionName) -> Bool { options.contains(option) }
}

extension OptionName {
  /// What chooses from the records of a list.
  static let selecting: [OptionName] = [.sort, .limit, .skip, .fields, .count, .countBy]

  static let printing: [OptionName] = [.format, .json, .output]

  static let fetching: [OptionName] = [
    .offline, .refresh, .maxAge, .maxStale, .strict, .baseURL, .cacheDirectory,
  ]

  static let connecting: [OptionName] = [.timeout, .retry, .header, .certificateFile]

  static let everywhere: [OptionName] = [.color, .quiet, .verbose, .man, .help, .version]
}
