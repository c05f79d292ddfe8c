/// An option as it is declared: parsing, help and messages all read this.
struct OptionDeclaration: Sendable {
  /// What an option's value can be, and how it is called in help.
  enum Value: Sendable {
    case choice([String])
    case duration
    case url
    case file
    case directory

    var placeholder: String {
      switch self {
      case .choice(let choices): "{\(choices.joined(separator: "|"))}"
      case .duration: "<duration>"
      case .url: "<url>"
      case .file: "<file>"
      case .directory: "<dir>"
      }
    }
  }

  /// A heading in help.
  enum Group: String, CaseIterable, Sendable {
    case output = "OUTPUT"
    case source = "SOURCE"
    case network = "NETWORK"
    case diagnostics = "DIAGNOSTICS"
  }

  let name: OptionName
  var short: Character?
  /// `nil` for a flag.
  var value: Value?
  /// The option and value that this flag stands for.
  var alias: (option: OptionName, value: String)?
  /// The variable that stands in where the option isn't given.
  var variable: String?
  /// What applies where nothing is said, in words.
  var usual: String?
  let group: Group
  let help: String

  static func named(_ long: String) -> OptionDeclaration? {
    all.first { $0.name.rawValue == long }
  }

  static func named(_ short: Character) -> OptionDeclaration? {
    all.first { $0.short == short }
  }
}

/// The formats of an answer.
enum OutputFormat: String, CaseIterable, Sendable {
  case table, json
}

/// The formats of an error.
enum ErrorFormat: String, CaseIterable, Sendable {
  case text, json
}

/// The options by their long names.
enum OptionName: String, CaseIterable, Sendable {
  case format, json, compact
  case meta
  case offline, refresh
  case noCache = "no-cache"
  case maxAge = "max-age"
  case maxStale = "max-stale"
  case sample
  case strict
  case baseURL = "base-url"
  case cacheDirectory = "cache-dir"
  case timeout
  case certificateFile = "ca-cert"
  case quiet, verbose
  case errorFormat = "error-format"
  case help, version

  /// As it is typed.
  var typed: String { "--\(rawValue)" }
}

extension OptionDeclaration {
  /// Every option, in the order of help.
  static let all = [
    OptionDeclaration(
      name: .format, short: "f", value: .choice(OutputFormat.allCases.map(\.rawValue)),
      variable: "JPFETCH_FORMAT",
      usual: "table", group: .output, help: "How to print the answer"),
    OptionDeclaration(
      name: .json, alias: (.format, "json"), group: .output, help: "The same as --format json"),
    OptionDeclaration(name: .compact, group: .output, help: "JSON without white space"),
    OptionDeclaration(
      name: .meta, group: .output, help: "Wrap the JSON: data, sources, errors, counts"),
    OptionDeclaration(
      name: .offline, variable: "JPFETCH_OFFLINE", group: .source,
      help: "Stored responses only, however old; no network"),
    OptionDeclaration(
      name: .refresh, group: .source, help: "Ask the server about every stored response"),
    OptionDeclaration(
      name: .noCache, group: .source, help: "Neither read nor write stored responses"),
    OptionDeclaration(
      name: .maxAge, value: .duration, group: .source, help: "Ask about older stored responses"),
    OptionDeclaration(
      name: .maxStale, value: .duration, usual: "no limit; 0: never", group: .source,
      help: "How stale a stand-in may be when the server fails"),
    OptionDeclaration(
      name: .strict, group: .source, help: "Exit 8 instead of 0 when anything was stale"),
    OptionDeclaration(
      name: .sample, group: .source, help: "Built-in data, no network, always the same"),
    OptionDeclaration(
      name: .baseURL, value: .url, variable: "JPFETCH_BASE_URL",
      usual: "https://jsonplaceholder.typicode.com", group: .source,
      help: "Where the API is: http, https, or file:DIR"),
    OptionDeclaration(
      name: .cacheDirectory, value: .directory, variable: "JPFETCH_CACHE_DIR",
      usual: "XDG's, ~/.cache/jpfetch", group: .source, help: "Where responses are stored"),
    OptionDeclaration(
      name: .timeout, value: .duration, variable: "JPFETCH_TIMEOUT", usual: "10s",
      group: .network, help: "Longest wait for one answer: 500ms, 10s, 2m"),
    OptionDeclaration(
      name: .certificateFile, value: .file, variable: "SSL_CERT_FILE", group: .network,
      help: "Trust the certificates in this PEM file only"),
    OptionDeclaration(
      name: .quiet, short: "q", group: .diagnostics, help: "No notices, errors only"),
    OptionDeclaration(
      name: .verbose, short: "v", group: .diagnostics,
      help: "A line for each source; -vv: header fields too"),
    OptionDeclaration(
      name: .errorFormat, value: .choice(ErrorFormat.allCases.map(\.rawValue)),
      usual: "as --format",
      group: .diagnostics, help: "How to print an error"),
    OptionDeclaration(name: .help, short: "h", group: .diagnostics, help: "Show this help"),
    OptionDeclaration(name: .version, group: .diagnostics, help: "Show the version"),
  ]
}
