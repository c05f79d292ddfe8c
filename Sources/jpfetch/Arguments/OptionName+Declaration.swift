extension OptionName {
  /// Makes the option's declaration; ``declaration`` looks it up instead.
  var row: OptionDeclaration {
    switch self {
    case .embed:
      declared(.select, "Related records to add, or none", "e", .relations)
    case .where:
      declared(.select, "Keep records that match; repeat to narrow", "w", .condition)
    case .search: declared(.select, "Text in any field, ignoring case and accents", "s", .text)
    case .sort:
      declared(
        .select, "Sort by fields; a leading - means descending", "S", .sortKeys,
        excludes: [.count, .countBy])
    case .limit: declared(.select, "Print at most n records", "n", .count)
    case .skip: declared(.select, "Skip the first n records", nil, .count, defaultValue: "0")
    case .fields:
      declared(
        .select, "Columns, or JSON members, in this order", "F", .fields,
        excludes: [.count, .countBy])
    case .count: declared(.select, "Print the number of records only")
    case .countBy:
      declared(.select, "Count the records for each value", nil, .fields, excludes: [.count])
    case .query: declared(.get, "Add to the URL's query; can be repeated", nil, .pair)
    case .expect: declared(.check, "Expected counts; public: the service's", nil, .counts)
    case .assert: declared(.check, "Check this condition too; can be repeated", nil, .condition)
    case .maxTime: declared(.check, "Fail if a response takes longer", nil, .duration)
    case .wait: declared(.check, "Retry until all pass, at most this long", nil, .duration)
    case .against: declared(.check, "Compare with a server, files or the cache", nil, .baseline)
    case .ignore: declared(.check, "Fields not to compare with --against", nil, .fields)
    case .report:
      declared(
        .check, "Also write a report to a file", nil, .report, excludes: [.dryRun])
    case .format:
      declared(
        .output, "Output format", "f", .format, variable: "JPFETCH_FORMAT")
    case .json:
      declared(
        .output, "The same as --format json", implies: (.format, OutputFormat.json.rawValue))
    case .output:
      declared(
        .output, "Write to a file; its ending sets the format", "o", .file,
        defaultValue: "-, standard output", excludes: [.dryRun])
    case .meta:
      declared(
        .output, "JSON with data, sources, errors, counts", excludes: [.include])
    case .include:
      declared(.get, "Print status line and header fields first", "i")
    case .compact: declared(.output, "JSON without white space")
    case .noHeader:
      declared(.output, "Leave out the header; in record view, the names")
    case .wide:
      declared(.output, "Show every field; cut and fold nothing")
    case .color: declared(.output, "When to use colours", nil, .color, defaultValue: "auto")
    case .offline:
      declared(
        .source, "Stored responses only, however old", variable: "JPFETCH_OFFLINE",
        concernsServers: true)
    case .refresh:
      declared(
        .source, "Revalidate every stored response: --max-age 0", implies: (.maxAge, "0"),
        excludes: [.offline])
    case .noCache:
      declared(.source, "Neither read nor write stored responses", excludes: [.offline])
    case .maxAge: declared(.source, "Revalidate stored responses older than this", nil, .duration)
    case .maxStale:
      declared(
        .source, "If the server fails, how old an expired answer may be", nil, .duration,
        defaultValue: "any age; 0: never",
        variable: "JPFETCH_MAX_STALE", concernsServers: true)
    case .partial: declared(.source, "Print what is usable, warn of the rest, exit 8")
    case .strict: declared(.source, "Exit 8 instead of 0 when anything was stale")
    case .sample: declared(.source, "Built-in data, no network, always the same")
    case .baseURL:
      declared(
        .source, "The API's server or folder: localhost:3000, ./data", nil, .url,
        defaultValue: "https://jsonplaceholder.typicode.com", variable: "JPFETCH_BASE_URL",
        excludes: [.sample])
    case .cacheDirectory:
      declared(
        .source, "Where responses are stored", nil, .directory,
        defaultValue: "~/.cache/jpfetch; macOS: ~/Library/Caches/jpfetch",
        variable: "JPFETCH_CACHE_DIR",
        concernsServers: true)
    case .timeout:
      declared(
        .network, "Time limit for one answer, including retries", nil, .duration,
        defaultValue: "10s",
        variable: "JPFETCH_TIMEOUT")
    case .retry:
      declared(.network, "Retries after a temporary failure", nil, .count, defaultValue: "2")
    case .header: declared(.network, "Send a header field; can be repeated", "H", .header)
    case .certificateFile:
      declared(
        .network, "Trust the certificates in this PEM file", nil, .file,
        defaultValue: "the system's; macOS trusts those in addition", variable: "SSL_CERT_FILE",
        concernsServers: true)
    case .quiet: declared(.diagnostics, "Print errors only", "q")
    case .verbose: declared(.diagnostics, "A line for each source; -vv: more", "v")
    case .dryRun: declared(.diagnostics, "Print requests; send nothing")
    case .man: declared(.diagnostics, "Print the manual page, for man -l -")
    case .help: declared(.diagnostics, "Show this help", "h")
    case .version: declared(.diagnostics, "Show the version")
    }
  }

  private func declared(
    _ group: OptionDeclaration.Group, _ help: String, _ short: Character? = nil,
    _ value: OptionDeclaration.Value? = nil, defaultValue: String? = nil, variable: String? = nil,
    concernsServers: Bool = false,
    implies: (option: OptionName, value: String)? = nil, excludes: [OptionName] = []
  ) -> OptionDeclaration {
    OptionDeclaration(
      name: self, short: short, value: value, group: group, help: help, defaultValue: defaultValue,
      variable: variable, concernsServers: concernsServers, implies: implies,
      excludes: excludes)
  }
}
