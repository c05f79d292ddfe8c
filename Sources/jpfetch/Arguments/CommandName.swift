import JPCore

/// The commands. `show` is never typed: a resource's name means it, and so does a command line
/// without operands.
enum CommandName: String, CaseIterable {
  case show, get, check, cache, completions, help

  /// The words that other programs use for the command.
  var synonyms: [String] {
    switch self {
    case .get: ["fetch", "curl", "api", "request"]
    case .check: ["test", "verify", "status"]
    case .cache: ["store"]
    case .completions: ["completion"]
    case .show, .help: []
    }
  }

  /// The commands that are typed by their names.
  static let typed = allCases.filter { $0 != .show }

  /// Every word that can be the first operand.
  static let firstWords: [String] = {
    var words: [String] = []
    for resource in Resource.all {
      words.append(resource.name)
      words += resource.aliases
    }
    for command in typed { words.append(command.rawValue) }
    return words
  }()
}

extension Resource {
  /// The number of resources as a word, or in digits from ten on.
  static var countInWords: String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    if all.count < words.count { return words[all.count] }
    return "\(all.count)"
  }
}

/// The actions of `jpfetch cache`.
enum CacheAction: String, WordChoice {
  case info, list, warm, export, clear, path

  static let kind = "actions"

  var meaning: String {
    switch self {
    case .info: "Show the directory, its size and ages"
    case .list: "List the stored responses"
    case .warm: "Fetch and store all \(Resource.countInWords) lists"
    case .export: "Write the \(Resource.countInWords) stored lists to files"
    case .clear: "Remove stored responses: all, or some paths"
    case .path: "Print the directory's path"
    }
  }

  var synonyms: [String] {
    switch self {
    case .info: ["status", "stats"]
    case .list: ["ls"]
    case .warm: ["fetch", "fill"]
    case .clear: ["rm", "remove", "delete", "clean", "prune"]
    case .export: ["dump", "save"]
    case .path: ["dir"]
    }
  }
}

/// The options and formats of a command, declared in the command's file. The parser, the rules of
/// options and help read them.
struct CommandRules: Sendable {
  let options: [OptionName]

  var formats = Formats.none

  /// The options whose variables the command ignores.
  var ignoredVariables: [OptionName] = []

  /// Returns the options that an action of `cache` takes; `nil` for other commands.
  var optionsOfAction: (@Sendable (CacheAction) -> [OptionName])?

  /// The formats that `--format` chooses from.
  enum Formats {
    case none
    case answer([OutputFormat], default: OutputFormat)
    case report
  }

  /// Returns the rules of a command.
  typealias Table = @Sendable (CommandName) -> CommandRules

  /// - Parameter action: the action of `cache`, if one is typed.
  func takes(_ option: OptionName, _ action: CacheAction? = nil) -> Bool {
    if let action, let optionsOfAction {
      return optionsOfAction(action).contains(option)
    }
    return options.contains(option)
  }
}

/// Options that several commands take.
extension OptionName {
  static let printing: [OptionName] = [.format, .json, .output]

  static let fetching: [OptionName] = [
    .offline, .refresh, .maxAge, .maxStale, .strict, .baseURL, .cacheDirectory,
  ]

  static let connecting: [OptionName] = [.timeout, .retry, .jobs, .header, .certificateFile]

  /// The options that every command takes.
  static let everywhere: [OptionName] = [.color, .quiet, .verbose, .man, .help, .version]
}
