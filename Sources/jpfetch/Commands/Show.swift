import JPCore

/// `jpfetch [RESOURCE [ID...] [RESOURCE...]]`: fetches records, joins related ones, and prints
/// them. Also runs `jpfetch search TEXT`, which prints what it finds in the same way.
struct Show {
  static let command = Command(
    name: .show,
    usage: "[<resource> [<id>...] [<resource>...]]",
    summary: "Fetch, join and print records",
    examples: firstExamples + [
      ("jpfetch users 3", "One record, field by field"),
      ("jpfetch albums -e user -n 5", "Records with related ones"),
      ("jpfetch -f tree", "A tree of users, albums and photos"),
      ("jpfetch users 3 --json", "JSON, as the server sends it"),
    ],
    options: [.embed, .where, .search] + OptionName.selecting
      + OptionName.printing + [.meta, .compact, .noHeader, .wide]
      + OptionName.fetching + [.noCache, .partial, .sample]
      + OptionName.connecting + [.dryRun] + OptionName.everywhere,
    formats: OutputFormat.choices,
    plan: { arguments, settings throws(Message) in
      try Show(RecordOperands(arguments), settings).run
    })

  /// The examples that `-h` shows on its one screen.
  static let firstExamples: [HelpSection.Row] = [
    ("jpfetch", "Users, with counts of albums and photos"),
    ("jpfetch users 3 todos", "The todos of user 3"),
    ("jpfetch todos -w userId=3 -n 5", "Some records: jpfetch help where"),
  ]

  private let query: RecordQuery
  private let searchedText: String?
  private let recordOptions: RecordOptions
  private let fetcher: Fetcher
  private let notices: Notices
  private let warnings: [Message]
  private let output: AnswerOutput
  private let dryRun: DryRun?
  private let isStrict: Bool

  init(_ operands: RecordOperands, _ settings: Settings) throws(Message) {
    let recordOptions = try RecordOptions(of: operands, settings.options)
    var query = RecordQuery(
      operands.first, ids: operands.ids, walk: operands.walk, embeddings: recordOptions.embeddings)
    var shownSelection = recordOptions.selection
    searchedText = operands.searchedText
    if let searchedText {
      query = .everything
      let found = Condition(Resource.matches.labelField, contains: searchedText)
      shownSelection.conditions.append(found)
    }
    query.isPartial = settings.options.has(.partial)
    self.query = query
    self.recordOptions = recordOptions
    output = AnswerOutput(settings, fields: recordOptions.fields, selection: shownSelection)
    notices = Notices(settings)
    fetcher = try settings.fetcher(notices)
    warnings = settings.warnings(about: fetcher)
    dryRun = DryRun(settings)
    isStrict = settings.options.has(.strict)
  }

  func run() throws -> ExitCode {
    notices.writeMessages(warnings)
    if let dryRun {
      return try dryRun.printRequests(notices, [fetcher]) { [query] fetcher in
        try await fetcher.preview(query)
      }
    }
    var answer = try fetch()
    notices.warn(about: answer)
    let matchCount = try recordOptions.apply(to: &answer.value)
    try writeAnswer(answer, matchCount: matchCount)
    return ExitCode(for: answer, isStrict: isStrict)
  }

  private func fetch() throws -> Answer<Records> {
    try notices.fetch(with: fetcher) { [fetcher, query, searchedText] in
      guard let searchedText else { return try await fetcher.records(query) }
      return try await fetcher.lists(for: query).matches(of: searchedText, from: fetcher.base.text)
    }
  }

  /// - Parameter matchCount: how many records match, including those that are skipped or over the
  ///   limit.
  private func writeAnswer(_ answer: Answer<Records>, matchCount: Int) throws {
    let records = answer.value
    let amount = RecordAmount(
      list: records.resource.name, shown: records.rows.count, matching: matchCount,
      total: records.recordCount, isFiltered: recordOptions.selection.isFilter,
      skip: recordOptions.skip)
    switch recordOptions.counting {
    case .all: try output.write(.count(of: records, matching: matchCount), of: answer)
    case .by(let fields, let skip, let limit):
      let groups = RecordGroups(records, by: fields, skip: skip, limit: limit)
      try output.write(.groups(groups, matching: matchCount), of: answer)
      notices.writeSummary(
        Summary.parts([amount.inWords(in: groups)], sources: answer.sources), below: output)
    case nil:
      let omissions = try output.write(.records(records, matching: matchCount), of: answer)
      notices.writeSummary(summaryParts(of: answer, amount, omissions), below: output)
    }
  }

  /// The line below the answer; see ``Summary``.
  ///
  /// - Parameter omissions: what a table or tree leaves out, `more: body (--wide)`.
  private func summaryParts(
    of answer: Answer<Records>, _ amount: RecordAmount, _ omissions: [String]
  ) -> [String] {
    let records = answer.value
    if amount.shown == 0 {
      return Summary.parts([amount.inWords], sources: answer.sources)
    }
    var amounts: [String] = []
    if !records.isSingle {
      amounts.append(amount.inWords)
      for list in records.embeddedCounts() {
        if let count = list.count { amounts.append(count.inWords(of: list.name)) }
      }
    }
    return Summary.parts(amounts, sources: answer.sources, rest: omissions)
  }
}
