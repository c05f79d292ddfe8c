extension OptionDeclaration {
  /// Every option, in the order of help.
  ///
  /// One literal, because a sum of lists would copy each option several times at every start.
  static let all: [OptionDeclaration] = [
    OptionDeclaration(
      name: .embed, short: "e", value: .relations, commands: [.show], group: .select,
      help: "Relations to embed: albums.photos, ...; or none"),
    OptionDeclaration(
      name: .where, short: "w", value: .condition, isRepeatable: true, commands: [.show],
      group: .select, help: "FIELD OP VALUE: = != ~ !~ < <= > >=; repeat: and"),
    OptionDeclaration(
      name: .search, short: "s", value: .text, commands: [.show], group: .select,
      help: "Find text in any field, ignoring case and accents"),
    OptionDeclaration(
      name: .sort, short: "S", value: .sortKeys, commands: [.show], group: .select,
      help: "Sort by fields; a leading - means descending"),
    OptionDeclaration(
      name: .limit, short: "n", value: .count, commands: [.show], group: .select,
      help: "Print at most n records"),
    OptionDeclaration(
      name: .skip, value: .count, usual: "0", commands: [.show], group: .select,
      help: "Skip the first n records"),
    OptionDeclaration(
      name: .fields, short: "F", value: .fields, commands: [.show], group: .select,
      help: "Columns, or members of JSON objects, in this order"),
    OptionDeclaration(
      name: .count, commands: [.show], excludes: [.countBy, .sort, .fields], group: .select,
      help: "Print the number of records only"),
    OptionDeclaration(
      name: .countBy, value: .countableFields, commands: [.show], excludes: [.sort, .fields],
      group: .select,
      help: "Count the records for each value"),
    OptionDeclaration(
      name: .query, value: .pair, isRepeatable: true, commands: [.get], group: .select,
      help: "Add to the URL's query; can be repeated"),

    OptionDeclaration(
      name: .format, short: "f", value: .format, variable: "JPFETCH_FORMAT",
      // Scripts rely on the JSON of get; reports have formats of their own.
      ignoringVariable: [.get, .check], usual: "table; get: json; check: text", group: .output,
      help: "Output format"),
    OptionDeclaration(
      name: .json, alias: (.format, "json"), commands: CommandName.asking,
      group: .output, help: "The same as --format json"),
    OptionDeclaration(
      name: .output, short: "o", value: .file, usual: "-, standard output", group: .output,
      help: "Write to a file; its ending sets the format"),
    OptionDeclaration(
      name: .meta, commands: [.show, .get], formats: .document, group: .output,
      help: "Wrap the JSON: data, sources, errors, counts"),
    OptionDeclaration(
      name: .include, short: "i", commands: [.get], formats: .document, sources: .exchanges,
      excludes: [.meta], group: .output,
      help: "Print the status line and header fields first"),
    OptionDeclaration(
      name: .compact, commands: CommandName.fetching, formats: .document, group: .output,
      help: "JSON without white space"),

    OptionDeclaration(
      name: .noHeader, commands: [.show, .get], formats: .headed, group: .output,
      help: "No header line in table, csv and tsv"),
    OptionDeclaration(
      name: .wide, commands: [.show, .get], formats: .people, group: .output,
      help: "Show all columns, cut nothing, unfold trees"),
    OptionDeclaration(
      name: .color, value: .choices(ColorChoice.choices), usual: "auto", group: .output,
      help: "When to use colours"),

    OptionDeclaration(
      name: .expect, value: .counts, isRepeatable: true, commands: [.check], group: .check,
      help: "Expected counts; public: those of the service"),
    OptionDeclaration(
      name: .assert, value: .claim, isRepeatable: true, commands: [.check], group: .check,
      help: "Check this condition too; can be repeated"),
    OptionDeclaration(
      name: .maxTime, value: .duration, commands: [.check], sources: .server, group: .check,
      help: "Fail if a response takes longer"),
    OptionDeclaration(
      name: .wait, value: .duration, commands: [.check], sources: [.server, .files],
      group: .check,
      help: "Retry until all checks pass, at most this long"),
    OptionDeclaration(
      name: .against, value: .baseline, commands: [.check], group: .check,
      help: "Compare with a server, files or the cache"),
    OptionDeclaration(
      name: .ignore, value: .anyFields, commands: [.check], needs: .against, group: .check,
      help: "Fields not to compare with --against"),
    OptionDeclaration(
      name: .report, value: .report, isRepeatable: true, commands: [.check], group: .check,
      help: "Also write a report to a file; += appends"),

    OptionDeclaration(
      name: .offline, variable: "JPFETCH_OFFLINE", actions: [.export], sources: .exchanges,
      group: .source,
      help: "Stored responses only, however old; no network"),
    OptionDeclaration(
      name: .refresh, commands: CommandName.fetching, actions: [.warm], sources: .server,
      excludes: [.noCache], group: .source,
      help: "Revalidate every stored response"),
    OptionDeclaration(
      name: .noCache, commands: [.show, .get, .check], sources: .server, group: .source,
      help: "Neither read nor write stored responses"),
    OptionDeclaration(
      name: .maxAge, value: .duration, commands: CommandName.fetching, actions: [.warm],
      sources: .server, group: .source,
      help: "Revalidate stored responses older than this"),
    OptionDeclaration(
      name: .maxStale, value: .duration, variable: "JPFETCH_MAX_STALE",
      usual: "no limit; 0: never", commands: CommandName.fetching, actions: [.warm],
      sources: .server, group: .source,
      help: "Oldest stored copy to fall back on"),
    OptionDeclaration(
      name: .partial, commands: [.show], sources: .incomplete, group: .source,
      help: "Print what arrived; what is missing is null"),
    OptionDeclaration(
      name: .lenient, commands: [.show], sources: .incomplete, group: .source,
      help: "Leave out records that don't fit the resource"),
    OptionDeclaration(
      name: .strict, commands: CommandName.fetching, actions: [.warm], sources: .incomplete,
      group: .source,
      help: "Exit 8 instead of 0 when anything was stale"),
    OptionDeclaration(
      name: .sample, commands: [.show, .get, .check], group: .source,
      help: "Built-in data, no network, always the same"),
    OptionDeclaration(
      name: .baseURL, value: .url, variable: "JPFETCH_BASE_URL",
      usual: "https://jsonplaceholder.typicode.com",
      actions: [.info, .list, .warm, .export, .clear], sources: .incomplete, group: .source,
      help: "Where the API is: http, https, or file:DIR"),
    OptionDeclaration(
      name: .cacheDirectory, value: .directory, variable: "JPFETCH_CACHE_DIR",
      usual: "~/.cache/jpfetch", group: .source,
      help: "Where responses are stored"),

    OptionDeclaration(
      name: .timeout, value: .duration, variable: "JPFETCH_TIMEOUT", usual: "10s",
      actions: [.warm], group: .network,
      help: "Time limit for one answer, including retries"),
    OptionDeclaration(
      name: .retry, value: .count, usual: "2", actions: [.warm],
      group: .network,
      help: "Retries after a temporary failure"),
    OptionDeclaration(
      name: .jobs, short: "j", value: .count, usual: "6", actions: [.warm],
      group: .network,
      help: "Requests at the same time, 1 to 64"),
    OptionDeclaration(
      name: .header, short: "H", value: .header, isRepeatable: true, actions: [.warm, .export],
      group: .network,
      help: "Send a header field; can be repeated"),
    OptionDeclaration(
      name: .certificateFile, value: .file, variable: "SSL_CERT_FILE", actions: [.warm],
      group: .network,
      help: "Trust the certificates in this PEM file only"),

    OptionDeclaration(
      name: .quiet, short: "q", group: .diagnostics, help: "Print errors only"),
    OptionDeclaration(
      name: .verbose, short: "v", group: .diagnostics,
      help: "A line per source; -vv: header fields, bodies"),
    OptionDeclaration(
      name: .dryRun, commands: [.show, .get, .check], group: .diagnostics,
      help: "Print requests; send nothing"),
    OptionDeclaration(
      name: .man, commands: CommandName.allCases, group: .diagnostics,
      help: "Print the manual page, for man -l -"),
    OptionDeclaration(
      name: .help, short: "h", commands: CommandName.allCases, group: .diagnostics,
      help: "Show this help"),
    OptionDeclaration(
      name: .version, commands: CommandName.allCases, group: .diagnostics,
      help: "Show the version"),
  ]
}
