extension OptionName {
  /// Makes the option's declaration; ``declaration`` looks it up instead.
  var row: OptionDeclaration {
    switch self {
    case .embed:
      .init(self, .select, "Related records to add, or none", short: "e", value: .relations)
    case .where:
      .init(
        self, .select, "Keep records that match; repeat to narrow", short: "w", value: .condition)
    case .search:
      .init(self, .select, "Text in any field, ignoring case and accents", short: "s", value: .text)
    case .sort:
      .init(
        self, .select, "Sort by fields; a leading - means descending", short: "S", value: .sortKeys,
        excludes: [.count, .countBy])
    case .limit: .init(self, .select, "Print at most n records", short: "n", value: .count)
    case .skip: .init(self, .select, "Skip the first n records", value: .count, defaultValue: "0")
    case .fields:
      .init(
        self, .select, "Columns, or JSON members, in this order", short: "F", value: .fields,
        excludes: [.count, .countBy])
    case .count: .init(self, .select, "Print the number of records only")
    case .countBy:
      .init(self, .select, "Count the records for each value", value: .fields, excludes: [.count])
    case .query: .init(self, .get, "Add to the URL's query; can be repeated", value: .pair)
    case .expect: .init(self, .check, "Expected counts; public: the service's", value: .counts)
    case .assert:
      .init(self, .check, "Check this condition too; can be repeated", value: .condition)
    case .maxTime: .init(self, .check, "Fail if a response takes longer", value: .duration)
    case .wait: .init(self, .check, "Retry until all pass, at most this long", value: .duration)
    case .against:
      .init(self, .check, "Compare with a server, files or the cache", value: .baseline)
    case .ignore: .init(self, .check, "Fields not to compare with --against", value: .fields)
    case .report:
      .init(self, .check, "Also write a report to a file", value: .report, excludes: [.dryRun])
    case .format:
      .init(self, .output, "Output format", short: "f", value: .format, variable: "JPFETCH_FORMAT")
    case .json:
      .init(
        self, .output, "The same as --format json", implies: (.format, OutputFormat.json.rawValue))
    case .output:
      .init(
        self, .output, "Write to a file; its ending sets the format", short: "o", value: .file,
        defaultValue: "-, standard output", excludes: [.dryRun])
    case .meta:
      .init(
        self, .output, "JSON with data, sources, errors, counts", formats: .json,
        excludes: [.include])
    case .include:
      .init(self, .get, "Print status line and header fields first", short: "i", formats: .json)
    case .compact: .init(self, .output, "JSON without white space", formats: .json)
    case .noHeader:
      .init(
        self, .output, "Leave out the header; in record view, the names", formats: .withHeader)
    case .wide:
      .init(self, .output, "Show every field uncut, and whole trees", formats: .forPeople)
    case .color: .init(self, .output, "When to use colours", value: .color, defaultValue: "auto")
    case .offline:
      .init(
        self, .source, "Stored responses only, however old", variable: "JPFETCH_OFFLINE",
        concernsServers: true)
    case .refresh:
      .init(
        self, .source, "Revalidate every stored response: --max-age 0", implies: (.maxAge, "0"),
        excludes: [.offline])
    case .noCache:
      .init(self, .source, "Neither read nor write stored responses", excludes: [.offline])
    case .maxAge:
      .init(self, .source, "Revalidate stored responses older than this", value: .duration)
    case .maxStale:
      .init(
        self, .source, "If the server fails, how old an expired answer may be", value: .duration,
        defaultValue: "any age; 0: never", variable: "JPFETCH_MAX_STALE", concernsServers: true)
    case .partial: .init(self, .source, "Print what is usable, warn of the rest, exit 8")
    case .strict: .init(self, .source, "Exit 8 instead of 0 when anything was stale")
    case .sample: .init(self, .source, "Built-in data, no network, always the same")
    case .baseURL:
      .init(
        self, .source, "The API's server or folder: localhost:3000, ./data", value: .url,
        defaultValue: "https://jsonplaceholder.typicode.com", variable: "JPFETCH_BASE_URL",
        excludes: [.sample])
    case .cacheDirectory:
      .init(
        self, .source, "Where responses are stored", value: .directory,
        defaultValue: "~/.cache/jpfetch; macOS: ~/Library/Caches/jpfetch",
        variable: "JPFETCH_CACHE_DIR", concernsServers: true)
    case .timeout:
      .init(
        self, .network, "Time limit for one answer, including retries", value: .duration,
        defaultValue: "10s", variable: "JPFETCH_TIMEOUT")
    case .retry:
      .init(self, .network, "Retries after a temporary failure", value: .count, defaultValue: "2")
    case .header:
      .init(self, .network, "Send a header field; can be repeated", short: "H", value: .header)
    case .certificateFile:
      .init(
        self, .network, "Trust the certificates in this PEM file", value: .file,
        defaultValue: "the system's; macOS trusts those in addition", variable: "SSL_CERT_FILE",
        concernsServers: true)
    case .quiet: .init(self, .diagnostics, "Print errors only", short: "q")
    case .verbose: .init(self, .diagnostics, "A line for each source; -vv: more", short: "v")
    case .dryRun: .init(self, .diagnostics, "Print requests; send nothing")
    case .man: .init(self, .diagnostics, "Print the manual page, for man -l -")
    case .help: .init(self, .diagnostics, "Show this help", short: "h")
    case .version: .init(self, .diagnostics, "Show the version")
    }
  }
}
