import JPCore

/// `jpfetch [RESOURCE [ID...]]`: gets records, joins what belongs to them, prints them.
struct ShowRecords {
  private let query: RecordQuery
  private let fetcher: Fetcher
  private let format: OutputFormat
  private let layout: JSONWriter.Layout

  init(_ resource: Resource, ids: [String], _ options: OptionValues) throws(UsageError) {
    // A path's "." and ".." segments would ask for something else (RFC 3986 §5.2.4).
    for id in ids where id.isEmpty || id == "." || id == ".." {
      throw .badValue(resource.name, id, expected: "ids")
    }
    query = RecordQuery(resource, ids: ids, embeddings: Embedding.chain(resource.usualEmbed))
    fetcher = try options.fetcher
    format = try options.format ?? .table
    layout = options.layout
  }

  func run() throws {
    let (records, irregularities) =
      fetcher.isImmediate
      ? try fetcher.recordsNow(query)
      : try waiting { [fetcher, query] in try await fetcher.records(query) }
    try Notices.write(irregularities)
    try StandardStream.output.write { output in
      switch format {
      case .table: RecordTable(records).write(to: &output)
      case .json: RecordsJSON(layout).write(records, to: &output)
      }
    }
  }
}
