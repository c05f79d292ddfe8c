extension OptionDeclaration {
  static let select = [
    OptionDeclaration(
      name: .embed, short: "e", value: .relations, commands: [.show], group: .select,
      help: "What to embed: albums.photos, posts, ...; or none"),
    OptionDeclaration(
      name: .where, short: "w", value: .expression, isRepeatable: true, commands: [.show],
      group: .select, help: "FIELD OP VALUE: = != ~ !~ < <= > >=; repeat: and"),
    OptionDeclaration(
      name: .search, short: "s", value: .text, commands: [.show], group: .select,
      help: "Text in any field; case and accents don't count"),
    OptionDeclaration(
      name: .sort, short: "S", value: .sortKeys, commands: [.show], group: .select,
      help: "Sort by fields; - before one: descending"),
    OptionDeclaration(
      name: .limit, short: "n", value: .count, commands: [.show], group: .select,
      help: "How many records at most"),
    OptionDeclaration(
      name: .skip, value: .count, usual: "0", commands: [.show], group: .select,
      help: "How many records to pass over"),
    OptionDeclaration(
      name: .fields, short: "F", value: .fields, commands: [.show], group: .select,
      help: "Columns, or members of JSON objects, in this order"),
    OptionDeclaration(
      name: .count, commands: [.show], group: .select, help: "How many records, one number"),
    OptionDeclaration(
      name: .countBy, value: .fields, commands: [.show], group: .select,
      help: "How many records have which values"),
    OptionDeclaration(
      name: .query, value: .pair, isRepeatable: true, commands: [.get], group: .select,
      help: "Add to the URL's query; can be repeated"),
  ]

  static let check = [
    OptionDeclaration(
      name: .expect, value: .counts, isRepeatable: true, commands: [.check], group: .check,
      help: "How many records; public: as the public service"),
    OptionDeclaration(
      name: .assert, value: .expression, isRepeatable: true, commands: [.check], group: .check,
      help: "What should hold as well; can be repeated"),
    OptionDeclaration(
      name: .maxTime, value: .duration, commands: [.check], group: .check,
      help: "The longest that an answer may take"),
    OptionDeclaration(
      name: .wait, value: .duration, commands: [.check], group: .check,
      help: "Try again until all pass, for so long"),
    OptionDeclaration(
      name: .against, value: .baseline, commands: [.check], group: .check,
      help: "Compare with another server, files, or the store"),
    OptionDeclaration(
      name: .againstCache, alias: (.against, "cache"), commands: [.check], group: .check,
      help: "The same as --against cache"),
    OptionDeclaration(
      name: .ignore, value: .anyFields, commands: [.check], group: .check,
      help: "Fields that may differ there"),
    OptionDeclaration(
      name: .accept, commands: [.check], group: .check,
      help: "With --against cache: store what has changed"),
    OptionDeclaration(
      name: .report, value: .report, isRepeatable: true, commands: [.check], group: .check,
      help: "A report beside the text; += appends to a file"),
    OptionDeclaration(
      name: .format, short: "f", value: .choice(ReportFormat.choices), usual: "text",
      commands: [.check], group: .check, help: "How to print the report"),
  ]

  static let output = [
    OptionDeclaration(
      name: .format, short: "f", value: .choice(OutputFormat.choices),
      variable: "JPFETCH_FORMAT", usual: "table; get: json", commands: CommandName.fetching,
      group: .output,
      help: "How to print the answer"),
    OptionDeclaration(
      name: .json, alias: (.format, "json"), commands: CommandName.asking + [.help],
      group: .output, help: "The same as --format json"),
    OptionDeclaration(
      name: .output, short: "o", value: .file, usual: "-, standard output", group: .output,
      help: "Where to, whole or not at all"),
    OptionDeclaration(
      name: .meta, commands: [.show, .get], group: .output,
      help: "Wrap the JSON: data, sources, errors, counts"),
    OptionDeclaration(
      name: .include, short: "i", commands: [.get], group: .output,
      help: "Status line and header fields first, as curl -i"),
    OptionDeclaration(
      name: .compact, commands: CommandName.fetching, group: .output,
      help: "JSON without white space"),
  ]

  static let rows = [
    OptionDeclaration(
      name: .noHeader, commands: [.show], group: .output,
      help: "No header line in table, csv and tsv"),
    OptionDeclaration(
      name: .wide, commands: [.show], group: .output,
      help: "Cut nothing in table and tree"),
    OptionDeclaration(
      name: .color, value: .choice(ColorChoice.choices), usual: "auto", group: .output,
      help: "Colours: on a terminal, or not"),
  ]

  static let source = [
    OptionDeclaration(
      name: .offline, variable: "JPFETCH_OFFLINE", group: .source,
      help: "Stored responses only, however old; no network"),
    OptionDeclaration(
      name: .refresh, commands: CommandName.fetching, group: .source,
      help: "Ask the server about every stored response"),
    OptionDeclaration(
      name: .noCache, group: .source, help: "Neither read nor write stored responses"),
    OptionDeclaration(
      name: .maxAge, value: .duration, commands: CommandName.fetching, group: .source,
      help: "Ask about older stored responses"),
    OptionDeclaration(
      name: .maxStale, value: .duration, variable: "JPFETCH_MAX_STALE",
      usual: "no limit; 0: never",
      commands: CommandName.fetching, group: .source,
      help: "How stale a stand-in may be when the server fails"),
    OptionDeclaration(
      name: .partial, commands: [.show], group: .source,
      help: "Print what arrived; what is missing is null"),
    OptionDeclaration(
      name: .lenient, commands: [.show], group: .source,
      help: "Leave out records that don't fit the resource"),
    OptionDeclaration(
      name: .strict, commands: CommandName.fetching, group: .source,
      help: "Exit 8 instead of 0 when anything was stale"),
    OptionDeclaration(
      name: .sample, group: .source, help: "Built-in data, no network, always the same"),
    OptionDeclaration(
      name: .baseURL, value: .url, variable: "JPFETCH_BASE_URL",
      usual: "https://jsonplaceholder.typicode.com", group: .source,
      help: "Where the API is: http, https, or file:DIR"),
    OptionDeclaration(
      name: .cacheDirectory, value: .directory, variable: "JPFETCH_CACHE_DIR",
      usual: "XDG's, ~/.cache/jpfetch", group: .source, help: "Where responses are stored"),
  ]

  static let network = [
    OptionDeclaration(
      name: .timeout, value: .duration, variable: "JPFETCH_TIMEOUT", usual: "10s",
      group: .network, help: "Longest wait for one answer, retries included"),
    OptionDeclaration(
      name: .retry, value: .count, usual: "2", group: .network,
      help: "How often to retry temporary failures"),
    OptionDeclaration(
      name: .jobs, short: "j", value: .count, usual: "6", group: .network,
      help: "How many requests at a time"),
    OptionDeclaration(
      name: .header, short: "H", value: .header, isRepeatable: true, group: .network,
      help: "Send a header field; can be repeated"),
    OptionDeclaration(
      name: .certificateFile, value: .file, variable: "SSL_CERT_FILE", group: .network,
      help: "Trust the certificates in this PEM file only"),
  ]

  static let diagnostics = [
    OptionDeclaration(
      name: .quiet, short: "q", group: .diagnostics, help: "No notices, errors only"),
    OptionDeclaration(
      name: .verbose, short: "v", group: .diagnostics,
      help: "A line for each source; -vv: header fields too"),
    OptionDeclaration(
      name: .dryRun, commands: [.show, .get, .check], group: .diagnostics,
      help: "Tell what would be asked; send nothing"),
    OptionDeclaration(
      name: .errorFormat, value: .choice(ErrorFormat.choices),
      usual: "as --format", commands: CommandName.allCases, group: .diagnostics,
      help: "How to print an error"),
    OptionDeclaration(
      name: .completionScript, value: .choice(Shell.choices),
      commands: CommandName.allCases, group: .diagnostics,
      help: "The same as jpfetch completions SHELL"),
    OptionDeclaration(
      name: .man, commands: [.help], group: .diagnostics,
      help: "Print the manual page, for man -l -"),
    OptionDeclaration(
      name: .help, short: "h", commands: CommandName.allCases, group: .diagnostics,
      help: "Show this help"),
    OptionDeclaration(
      name: .version, commands: CommandName.allCases, group: .diagnostics,
      help: "Show the version"),
  ]
}
