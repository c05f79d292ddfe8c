import JPCore

/// The commands. `show` is never typed: a resource's name, or nothing, means it.
enum CommandName: String, CaseIterable {
  case show, get, check, cache, completions, help

  /// The words after `jpfetch` without the options, what the command does, and command lines with
  /// their effects. Shells show the summary next to the name, so it has at most 44 columns.
  var declaration: (usage: String, summary: String, examples: [HelpPage.Row]) {
    switch self {
    case .show:
      (
        "[<resource> [<id>...]]", "Fetch, join and print records",
        [
          ("jpfetch", "Users, with counts of albums and photos"),
          ("jpfetch users 3", "One record, field by field"),
          ("jpfetch todos -w userId=3 -n 5", "Some records: jpfetch help where"),
          ("jpfetch users -f tree", "A tree of users, albums and photos"),
          ("jpfetch users 3 --json -e none", "JSON, without albums and photos"),
        ]
      )
    case .get:
      (
        "get {<path>|<url>}", "Fetch any JSON and print it",
        [
          ("jpfetch get /users/1/todos", "Any path of the API"),
          ("jpfetch get /posts --query userId=1", "With a query"),
        ]
      )
    case .check:
      (
        "check [<check>|<resource>...]",
        "Check that the API is up and its data whole",
        [
          ("jpfetch check", "Everything; exit 0 if all pass, 1 if one fails"),
          ("jpfetch check refs ids posts", "Some checks, of some resources"),
          ("jpfetch check --wait 10s --max-time 2s", "For a job that starts the server first"),
          ("jpfetch check -f tap --report junit=junit.xml", "Machine-readable reports"),
          ("jpfetch check drift --against file:fixtures", "Compare with files, or a server"),
          ("jpfetch check --assert 'users.email ~ @'", "With a condition of your own: help where"),
        ]
      )
    case .cache:
      (
        "cache {info|list|warm|export|clear|path} [<path>...]",
        "Manage stored responses",
        [
          ("jpfetch cache warm", "Store all six lists for --offline"),
          ("jpfetch cache export fixtures", "Files for --base-url file:fixtures"),
          ("jpfetch cache clear /photos", "Remove one stored response"),
        ]
      )
    case .completions:
      (
        "completions {bash|zsh|fish}",
        "Print a completion script for a shell",
        [("jpfetch completions fish > ~/.config/fish/completions/jpfetch.fish", "")]
      )
    case .help:
      (
        "help [<topic>]", "Show help about a command or topic",
        [
          ("jpfetch help users", "The fields and relations of a resource"),
          ("jpfetch --man | man -l -", "The manual page"),
        ]
      )
    }
  }

  /// The options that it takes; `cache` takes those of its actions.
  var options: [OptionName] {
    switch self {
    case .show:
      OptionName.selecting + OptionName.printing + [.meta, .compact, .noHeader, .wide]
        + OptionName.fetching + [.noCache, .partial, .lenient, .sample]
        + OptionName.connecting + [.dryRun] + OptionName.everywhere
    case .get:
      [.query] + OptionName.printing + [.meta, .include, .compact, .noHeader, .wide]
        + OptionName.fetching + [.noCache, .sample]
        + OptionName.connecting + [.dryRun] + OptionName.everywhere
    case .check:
      OptionName.checking + OptionName.printing
        + [.offline, .noCache, .sample, .baseURL, .cacheDirectory]
        + OptionName.connecting + [.dryRun] + OptionName.everywhere
    case .cache: CacheAction.allCases.flatMap(\.options)
    case .completions, .help: OptionName.everywhere
    }
  }

  /// The commands that are typed by their names.
  static let typed = allCases.filter { $0 != .show }

  /// Every word that can come first.
  static let firstWords = Resource.all.flatMap { [$0.name] + $0.aliases } + typed.map(\.rawValue)

  /// The words that can follow the command.
  var operands: [Choice] {
    switch self {
    case .show, .get: []
    case .check: CheckName.choices
    case .cache: CacheAction.choices
    case .completions: Shell.choices
    case .help:
      Resource.all.map { Choice(word: $0.name, meaning: "The fields of \($0.name)") }
        + Self.choices + HelpTopic.choices
    }
  }

  static var choices: [Choice] {
    typed.map { Choice(word: $0.rawValue, meaning: $0.declaration.summary) }
  }
}

/// What `jpfetch cache` can do.
enum CacheAction: String, WordChoice {
  case info, list, warm, export, clear, path

  var meaning: String {
    switch self {
    case .info: "Show the directory, its size and ages"
    case .list: "List the stored responses"
    case .warm: "Fetch and store all six lists"
    case .export: "Write the six stored lists to files"
    case .clear: "Remove stored responses: all, or some paths"
    case .path: "Print the directory's path"
    }
  }

  /// The options that it takes.
  var options: [OptionName] {
    let common = OptionName.printing + [.compact, .cacheDirectory] + OptionName.everywhere
    switch self {
    case .info, .list, .clear: return common + [.baseURL]
    case .warm:
      return common + [.refresh, .maxAge, .maxStale, .strict, .baseURL] + OptionName.connecting
    case .export: return common + [.offline, .baseURL, .header]
    case .path: return common
    }
  }
}

/// The topics of help, besides commands and resources.
enum HelpTopic: String, WordChoice {
  case `where`, fields
  case exitCodes = "exit-codes"
  case errors

  var meaning: String {
    switch self {
    case .where: "Conditions, with ten examples"
    case .fields: "How fields are named"
    case .exitCodes: "The meaning of each exit status"
    case .errors: "The codes of errors"
    }
  }
}

extension OptionName {
  fileprivate static let selecting: [OptionName] = [
    .embed, .where, .search, .sort, .limit, .skip, .fields, .count, .countBy,
  ]

  fileprivate static let checking: [OptionName] = [
    .expect, .assert, .maxTime, .wait, .against, .ignore, .report,
  ]

  fileprivate static let printing: [OptionName] = [.format, .json, .output]

  fileprivate static let fetching: [OptionName] = [
    .offline, .refresh, .maxAge, .maxStale, .strict, .baseURL, .cacheDirectory,
  ]

  fileprivate static let connecting: [OptionName] = [
    .timeout, .retry, .jobs, .header, .certificateFile,
  ]

  fileprivate static let everywhere: [OptionName] = [
    .color, .quiet, .verbose, .man, .help, .version,
  ]
}
