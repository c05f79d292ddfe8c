import JPCore

/// The commands. `show` is never typed: a resource's name, or nothing, means it.
enum CommandName: String, CaseIterable {
  case show, get, check, cache, completions, help

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

  /// The formats of its answers; those of a report are ``ReportFormat``.
  var formats: [OutputFormat] {
    switch self {
    case .show: OutputFormat.allCases
    case .get: OutputFormat.allCases.filter { $0 != .tree }
    case .cache: [.table, .json]
    case .check, .completions, .help: []
    }
  }

  /// The commands that are typed by their names.
  static let typed = allCases.filter { $0 != .show }

  /// Every word that can come first.
  static let firstWords = Resource.all.flatMap { [$0.name] + $0.aliases } + typed.map(\.rawValue)
}

extension Resource {
  /// How many resources there are.
  static var countInWords: String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return words.indices.contains(all.count) ? words[all.count] : "\(all.count)"
  }
}

/// What `jpfetch cache` can do.
enum CacheAction: String, WordChoice {
  case info, list, warm, export, clear, path

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
