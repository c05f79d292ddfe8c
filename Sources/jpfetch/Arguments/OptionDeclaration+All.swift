extension OptionDeclaration {
  /// Every option, in the order of help.
  ///
  /// One literal, because a sum of lists would copy each option several times at every start.
  static let all: [OptionDeclaration] = [
    .init(
      .select, .embed, "Relations to embed: albums.photos, or none", "e", .relations),
    .init(
      .select, .where, "FIELD OP VALUE; repeated: all must hold", "w", .condition),
    .init(
      .select, .search, "Text in any field, ignoring case and accents", "s", .text),
    .init(
      .select, .sort, "Sort by fields; a leading - means descending", "S", .sortKeys),
    .init(
      .select, .limit, "Print at most n records", "n", .count),
    .init(
      .select, .skip, "Skip the first n records", nil, .count, usual: "0"),
    .init(
      .select, .fields, "Columns, or JSON members, in this order", "F", .fields),
    .init(
      .select, .count, "Print the number of records only",
      excludes: [.countBy, .sort, .fields]),
    .init(
      .select, .countBy, "Count the records for each value", nil, .fields,
      excludes: [.sort, .fields]),
    .init(
      .select, .query, "Add to the URL's query; can be repeated", nil, .pair, commands: [.get]),

    .init(
      .check, .expect, "Expected counts; public: the service's", nil, .counts),
    .init(
      .check, .assert, "Check this condition too; can be repeated", nil, .condition),
    .init(
      .check, .maxTime, "Fail if a response takes longer", nil, .duration,
      sources: .network),
    .init(
      .check, .wait, "Retry until all pass, at most this long", nil, .duration,
      sources: [.network, .files]),
    .init(
      .check, .against, "Compare with a server, files or the cache", nil, .baseline),
    .init(
      .check, .ignore, "Fields not to compare with --against", nil, .fields, needs: .against),
    .init(
      .check, .report, "Also write a report to a file; += appends", nil, .report),

    .init(
      .output, .format, "Output format", "f", .format, usual: "table; get: json; check: text",
      // Scripts rely on the JSON of get; reports have formats of their own.
      variable: "JPFETCH_FORMAT", ignoringVariable: [.get, .check]),
    .init(.output, .json, "The same as --format json"),
    .init(
      .output, .output, "Write to a file; its ending sets the format", "o", .file,
      usual: "-, standard output"),
    .init(
      .output, .meta, "Wrap the JSON: data, sources, errors, counts", commands: [.show, .get],
      formats: .document),
    .init(
      .output, .include, "Print status line and header fields first", "i",
      commands: [.get], formats: .document, sources: .exchanges, excludes: [.meta]),
    .init(
      .output, .compact, "JSON without white space", commands: CommandName.fetching,
      formats: .document),
    .init(
      .output, .noHeader, "No header line in table, csv and tsv", commands: [.show, .get],
      formats: .headed),
    .init(
      .output, .wide, "Show all columns, cut nothing, unfold trees", commands: [.show, .get],
      formats: .people),
    .init(
      .output, .color, "When to use colours", nil, .color, usual: "auto",
      commands: CommandName.allCases),

    .init(
      .source, .offline, "Stored responses only, however old", variable: "JPFETCH_OFFLINE",
      actions: [.export], sources: .exchanges),
    .init(
      .source, .refresh, "Revalidate every stored response", commands: CommandName.fetching,
      actions: [.warm], sources: .server),
    .init(
      .source, .noCache, "Neither read nor write stored responses",
      commands: [.show, .get, .check],
      sources: .network),
    .init(
      .source, .maxAge, "Revalidate stored responses older than this", nil, .duration,
      commands: CommandName.fetching, actions: [.warm], sources: .server),
    .init(
      .source, .maxStale, "Staleness allowed if the server fails", nil, .duration,
      usual: "no limit; 0: never; if given, it overrides no-cache and stale-if-error",
      variable: "JPFETCH_MAX_STALE", commands: CommandName.fetching, actions: [.warm],
      sources: .server),
    .init(
      .source, .partial, "Print what arrived; what is missing is null", commands: [.show],
      sources: .incomplete),
    .init(
      .source, .lenient, "Skip records that don't fit the resource", commands: [.show],
      sources: .incomplete),
    .init(
      .source, .strict, "Exit 8 instead of 0 when anything was stale",
      commands: CommandName.fetching, actions: [.warm], sources: .incomplete),
    .init(
      .source, .sample, "Built-in data, no network, always the same",
      commands: [.show, .get, .check]),
    .init(
      .source, .baseURL, "Where the API is: http, https, or file:DIR", nil, .url,
      usual: "https://jsonplaceholder.typicode.com", variable: "JPFETCH_BASE_URL",
      actions: [.info, .list, .warm, .export, .clear], sources: .incomplete),
    .init(
      .source, .cacheDirectory, "Where responses are stored", nil, .directory,
      usual: "~/.cache/jpfetch; macOS: ~/Library/Caches/jpfetch", variable: "JPFETCH_CACHE_DIR",
      sources: .exchanges),

    .init(
      .network, .timeout, "Time limit for one answer, including retries", nil, .duration,
      usual: "10s", variable: "JPFETCH_TIMEOUT", actions: [.warm], sources: .exchanges),
    .init(
      .network, .retry, "Retries after a temporary failure", nil, .count, usual: "2",
      actions: [.warm], sources: .exchanges),
    .init(
      .network, .jobs, "Requests at the same time, 1 to 64", "j", .count, usual: "6",
      actions: [.warm], sources: .exchanges),
    .init(
      .network, .header, "Send a header field; can be repeated", "H", .header,
      actions: [.warm, .export], sources: .exchanges),
    .init(
      .network, .certificateFile, "Trust the certificates in this PEM file", nil, .file,
      usual: "the system's; macOS uses those too", variable: "SSL_CERT_FILE", actions: [.warm],
      sources: .exchanges),

    .init(
      .diagnostics, .quiet, "Print errors only", "q"),
    .init(
      .diagnostics, .verbose, "A line for each source; -vv: more", "v"),
    .init(
      .diagnostics, .dryRun, "Print requests; send nothing", commands: [.show, .get, .check]),
    .init(
      .diagnostics, .man, "Print the manual page, for man -l -"),
    .init(
      .diagnostics, .help, "Show this help", "h"),
    .init(.diagnostics, .version, "Show the version"),
  ]
}
