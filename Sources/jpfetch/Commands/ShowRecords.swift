import JPCore

/// `jpfetch [RESOURCE [ID...]]`: fetches records, joins what belongs to them, prints them.
struct ShowRecords {
  private let query: RecordQuery
  private let selection: RecordSelection
  private let fetcher: Fetcher
  private let notices: Notices
  private let output: AnswerOutput
  /// Writes records one by one as they arrive; `nil` if they are printed at the end.
  private let lines: RecordsJSON?
  private let dryRun: DryRun?

  init(_ resource: Resource, ids: [String], _ options: OptionValues) throws(UsageError) {
    // The path segments "." and ".." would lead to another resource (RFC 3986 §5.2.4).
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
    // Records that are written as they arrive leave no place for a progress line.
    let progress = lines == nil ? notices.progressLine(of: fetcher) : nil
    var fetched = try blocking(showing: progress) { [fetcher, query, lines, output] in
      try await fetcher.records(query) { records in
        if let lines { try output.write(records, asLinesOf: lines) }
      }
    }
    notices.write(about: fetched)
    let isWritten = lines != nil && fetched.value.extent != .list
    if !isWritten {
      fetched.value.select(selection)
      let hidden = try output.write(fetched)
      notices.writeSummary(fetched, hidden: hidden, below: output)
    }
    return output.exitCode(for: fetched)
  }
}
