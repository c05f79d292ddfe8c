import JPCore

/// `jpfetch [RESOURCE [ID...]]` and `jpfetch RESOURCE ID... CHILDREN`: fetches records, joins related
/// ones, and prints them.
struct Show {
  static let description = CommandDescription(
    name: .show,
    usage: "[<resource> [<id>...]]",
    otherUsage: "<resource> <id>... <children>",
    summary: "Fetch, join and print records",
    examples: firstExamples + [
      ("jpfetch users 3", "One record, field by field"),
      ("jpfetch users -f tree", "A tree of users, albums and photos"),
      ("jpfetch users 3 --json -e none", "JSON, without albums and photos"),
    ],
    rules: CommandRules(
      options: [.embed, .where, .search, .sort, .limit, .skip, .fields, .count, .countBy]
        + OptionName.printing + [.meta, .compact, .noHeader, .wide]
        + OptionName.fetching + [.noCache, .partial, .lenient, .sample]
        + OptionName.connecting + [.dryRun] + OptionName.everywhere,
      formats: .answer(OutputFormat.allCases, default: .table)),
    next: next)

  /// The examples for which the first screen of help has room.
  static let firstExamples: [HelpPage.Row] = [
    ("jpfetch", "Users, with counts of albums and photos"),
    ("jpfetch users 3 todos", "The todos of user 3"),
    ("jpfetch todos -w userId=3 -n 5", "Some records: jpfetch help where"),
  ]

  private static func next(_ typed: [String]) -> CommandDescription.Offer {
    guard let word = typed.first, let resource = Resource.understood(word) else {
      return .nothing
    }
    if SecondResource(in: Array(typed.dropFirst())) != nil { return .nothing }
    var children: [Choice] = []
    // The names of children follow the ids.
    if typed.count > 1 {
      for child in resource.children {
        children.append(Choice(word: child.name, meaning: "The \(child.name) that belong to it"))
      }
    }
    return .ids(resource, or: children)
  }

  private let query: RecordQuery
  private var selection: RecordOptions
  private let fetcher: Fetcher
  private let notices: Notices
  private var output: AnswerOutput
  private let dryRun: DryRun?
  private let isStrict: Bool
  private let settings: Settings

  init(_ operands: RecordOperands, _ settings: Settings) throws(UsageError) {
    let resource = operands.resource
    let selection = try RecordOptions(of: resource, settings)
    var query: RecordQuery
    if operands.parents.isEmpty {
      query = RecordQuery(resource, ids: operands.ids, embeddings: selection.embeddings)
    } else {
      query = RecordQuery(
        resource, ofParents: operands.parents, embeddings: selection.embeddings)
    }
    query.isLenient = settings.isLenient
    query.isPartial = settings.isPartial
    self.query = query
    self.selection = selection
    output = AnswerOutput(settings, fields: selection.fields)
    notices = Notices(settings)
    fetcher = try settings.fetcher(notices)
    dryRun = DryRun(settings)
    isStrict = settings.isStrict
    self.settings = settings
  }

  func run() throws -> ExitCode {
    if let dryRun {
      return try dryRun.run(notices, [fetcher]) { [query] fetcher in
        try await fetcher.preview(query)
      }
    }
    let answer = try notices.fetch(with: fetcher) { [fetcher, query] in
      try await fetcher.records(query)
    }
    notices.warn(about: answer)
    var show = self
    show.selection = try selection.resolved(in: answer.value)
    show.output.fields = show.selection.fields
    return try show.select(from: answer)
  }

  /// Selects from the fetched records, and writes what is left.
  private func select(from fetched: Answer<Records>) throws -> ExitCode {
    var answer = fetched
    // The warnings come first, because applying removes the relations that only conditions need.
    let warnings = warnings(about: selection.records.conditions, in: answer.value)
    try selection.apply(to: &answer.value)
    warnings.forEach(notices.write)
    try write(answer)
    return ExitCode(for: answer, isStrict: isStrict)
  }

  /// Warnings about conditions that compare a number field with a text although no record has a
  /// text in that field.
  private func warnings(about conditions: [Condition], in records: Records) -> [Message] {
    var warnings: [Message] = []
    for condition in conditions {
      for text in condition.textsAmongNumbers(in: records) {
        warnings.append(Message(text: text, amongNumbersOf: condition.field))
      }
    }
    return warnings
  }

  private func write(_ answer: Answer<Records>) throws {
    switch selection.counting {
    case .all: try output.write(.count(of: answer.value), of: answer)
    case .by(let fields, let skip, let limit):
      let groups = RecordGroups(answer.value, by: fields, skip: skip, limit: limit)
      try output.write(.groups(groups), of: answer)
      notices.writeIfEmpty(answer.value, selection.records)
    case nil:
      let commands = commandsForChildren(of: answer.value)
      let omission = try output.write(
        .records(answer.value, commandsForChildren: commands), of: answer)
      notices.writeIfEmpty(answer.value, selection.records)
      notices.writeSummary(summary(of: answer, omission, commands), below: output)
    }
  }

  /// For a single record on a terminal: the commands that print its children, such as a user's
  /// todos. Empty otherwise, or if the commands can't be written as command lines.
  private func commandsForChildren(of records: Records) -> [ChildrenCommand] {
    guard records.isSingle, output.isForTerminal, let row = records.shown.first,
      let id = records.id(ofRow: row)?.text, id.isPlain
    else { return [] }
    let resource = records.resource
    let circumstances = Circumstances(settings)
    var commands: [ChildrenCommand] = []
    for child in resource.children {
      if let line = circumstances.commandLine(resource.name, id, child.name) {
        commands.append(ChildrenCommand(name: child.name, line: line))
      }
    }
    return commands
  }

  /// - Returns: `nil` if no record is shown.
  private func summary(
    of answer: Answer<Records>, _ omission: AnswerOutput.Omission?,
    _ commands: [ChildrenCommand]
  ) -> Summary? {
    let records = answer.value
    if records.shown.isEmpty { return nil }
    var counts = records.counts
    var omission = omission
    if records.isSingle {
      counts = []
      // The commands for embedded children are shown next to their numbers.
      let unshown = commands.filter { !records.hasEmbedded($0.name) }
      if omission == nil, selection.fields == nil, !unshown.isEmpty {
        omission = .children(unshown)
      }
    }
    // If several ids were asked for, the list in which they were found may have more records.
    var total = records.recordCount
    if !query.ids.isEmpty { total = query.ids.count }
    return Summary(counts: counts, total: total, sources: answer.sources, omission: omission)
  }
}
