import JPCore

/// `jpfetch [RESOURCE [ID...]]`: gets records, joins what belongs to them, prints them.
struct ShowRecords {
  private let query: RecordQuery
  private let selection: RecordSelection
  private let fetcher: Fetcher
  private let notices: Notices
  private let output: AnswerOutput
  /// What writes the records one by one as they come, where they are printed as they come.
  private let lines: RecordsJSON?
  private let dryRun: DryRun?

  init(_ resource: Resource, ids: [String], _ options: OptionValues) throws(UsageError) {
    // A path's "." and ".." segments would ask for something else (RFC 3986 §5.2.4).
    for id in ids where id.isEmpty || id == "." || id == ".." {
      throw .badValue(resource.name, id, expected: "ids")
    }
    let selection = try Selection(of: resource, options)
    var query = RecordQuery(resource, ids: ids, embeddings: selection.embeddings)
    query.isLenient = options.has(.lenient)
    query.isPartial = options.has(.partial)
    self.query = query
    self.selection = selection.records
    output = try AnswerOutput(options, usual: .table, fields: selection.fields)
    notices = Notices(options)
    lines = query.isOfSingles && selection.records == RecordSelection() ? output.lines : nil
    fetcher = try options.fetcher(notices, writesMeanwhile: lines != nil)
    dryRun = try options.has(.dryRun) ? DryRun(options) : nil
  }

  func run() throws -> ExitCode {
    if let dryRun { return try dryRun.write(fetcher.lookUps(query)) }
    // Where records are written as they come, a line of progress would stand between them.
    let progress = lines == nil ? notices.progressLine(of: fetcher) : nil
    var fetched = try blocking(showing: progress) { [fetcher, query, lines] in
      try await fetcher.records(query) { records in
        guard let lines else { return }
        try StandardStream.output.write { lines.writeLines(records, to: &$0) }
      }
    }
    notices.write(about: fetched)
    let isWritten = lines != nil && fetched.value.extent != .list
    if !isWritten {
      fetched.value.select(selection)
      try output.write(fetched)
      notices.writeSummary(fetched, below: output)
    }
    return output.exitCode(for: fetched)
  }
}
