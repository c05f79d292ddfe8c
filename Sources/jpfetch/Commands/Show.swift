import JPCore

/// `jpfetch [RESOURCE [ID...]]`: fetches records, joins related ones, and prints them.
struct Show {
  static let description = CommandDescription(
    name: .show, usage: "[<resource> [<id>...]]", summary: "Fetch, join and print records",
    examples: [
      ("jpfetch", "Users, with counts of albums and photos"),
      ("jpfetch users 3", "One record, field by field"),
      ("jpfetch todos -w userId=3 -n 5", "Some records: jpfetch help where"),
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

  private static func next(_ typed: [String]) -> CommandDescription.Offer {
    guard let word = typed.first, let resource = Resource.understood(word) else { return .nothing }
    return .ids(resource)
  }

  private let query: RecordQuery
  private let selection: RecordOptions
  private let fetcher: Fetcher
  private let notices: Notices
  private let output: AnswerOutput
  private let dryRun: DryRun?
  private let isStrict: Bool

  init(_ resource: Resource, ids: [String], _ settings: Settings) throws(UsageError) {
    for id in ids { try Self.check(id, of: resource) }
    let selection = try RecordOptions(of: resource, settings)
    var query = RecordQuery(resource, ids: Self.eachOnce(ids), embeddings: selection.embeddings)
    query.isLenient = settings.isLenient
    query.isPartial = settings.isPartial
    self.query = query
    self.selection = selection
    output = AnswerOutput(settings, fields: selection.fields)
    notices = Notices(settings)
    fetcher = try settings.fetcher(notices)
    dryRun = DryRun(settings)
    isStrict = settings.isStrict
  }

  /// The ids without repetitions, compared byte by byte, as servers do.
  private static func eachOnce(_ ids: [String]) -> [String] {
    if ids.count < 2 { return ids }
    var seen: Set<[UInt8]> = []
    return ids.filter { seen.insert(Array($0.utf8)).inserted }
  }

  /// Refuses an operand that is hardly meant as an id; `-w id=…` reaches those that are.
  private static func check(_ id: String, of resource: Resource) throws(UsageError) {
    func refused(_ what: ShownText, _ advice: Advice? = nil) -> UsageError {
      UsageError("\(resource.name) takes ids, not \(what.text)", advice)
    }
    // The path segments "." and ".." would lead to another resource (RFC 3986 §5.2.4).
    if ["", ".", ".."].contains(id) { throw refused("\"\(id)\"") }
    if id == CommandName.help.rawValue { throw refused("\"help\"", .help(resource.name)) }
    if id.utf8.contains(.equals) {
      throw refused("a condition \"\(id)\"", .sentence("write -w \(id.shellQuoted)"))
    }
    if let field = HeaderFields.Field(line: id), field.isSecret {
      throw refused("a header field", .sentence("write header fields as -H 'Name: value'"))
    }
    if id.contains(ascii: "://") {
      throw refused("a URL", .sentence("a URL needs the command get"))
    }
    if let other = Resource.understood(id) {
      let advice = advice(insteadOf: id, meaning: other, besides: resource)
      throw refused("a second resource \"\(id)\"", advice)
    }
    try checkNumbers(id)
  }

  /// What to write instead of a second resource: a relation to embed, if there is one.
  private static func advice(
    insteadOf word: String, meaning other: Resource, besides resource: Resource
  ) -> Advice {
    if other.name == resource.name { return .sentence("leave out \"\(word)\"") }
    for relation in resource.relations where [other.name, other.singular].contains(relation) {
      return .sentence("write -e \(relation)")
    }
    return .sentence("ask for \(resource.name) and \(other.name) one after the other")
  }

  /// Refuses `1,2` and `1-3`.
  private static func checkNumbers(_ id: String) throws(UsageError) {
    func isSeparator(_ byte: UInt8) -> Bool { byte == .comma || byte == .minus }
    func isExpected(_ byte: UInt8) -> Bool { byte.isDigit || isSeparator(byte) }
    guard id.utf8.allSatisfy(isExpected), id.utf8.dropFirst().contains(where: isSeparator) else {
      return
    }
    let message: ShownText = "ids are separated by spaces, not \"\(id)\""
    let parts = id.utf8.split(whereSeparator: isSeparator)
    let numbers = parts.compactMap { Int(String(Substring($0))) }
    guard let first = numbers.first, let last = numbers.last, numbers.count == parts.count else {
      throw UsageError(message)
    }
    if first <= last, id == "\(first)-\(last)" {
      throw UsageError(message, .sentence("write -w 'id >= \(first)' -w 'id <= \(last)'"))
    }
    let words = numbers.map(String.init).joined(separator: " ")
    throw UsageError(message, .sentence("write \(words)"))
  }

  func run() throws -> ExitCode {
    if let dryRun {
      return try dryRun.run(notices, [fetcher]) { [query] fetcher in
        try await fetcher.preview(query)
      }
    }
    var fetched = try notices.fetch(with: fetcher) { [fetcher, query] in
      try await fetcher.records(query)
    }
    notices.write(about: fetched)
    // Applying removes the relations that only conditions need.
    let warnings = warnings(about: selection.records.conditions, in: fetched.value)
    try selection.apply(to: &fetched.value)
    warnings.forEach(notices.write)
    try write(fetched)
    return ExitCode(for: fetched, isStrict: isStrict)
  }

  /// Warnings about values that no record can have.
  private func warnings(about conditions: [Condition], in records: Records) -> [Message] {
    var warnings: [Message] = []
    for condition in conditions {
      for text in condition.textsAmongNumbers(in: records) {
        warnings.append(Message(text: text, amongNumbersOf: condition.field))
      }
    }
    return warnings
  }

  private func write(_ fetched: Fetched<Records>) throws {
    switch selection.counting {
    case .all: try output.write(.count(of: fetched.value), of: fetched)
    case .by(let fields, let skip, let limit):
      let groups = RecordGroups(fetched.value, by: fields, skip: skip, limit: limit)
      try output.write(.groups(groups), of: fetched)
      notices.writeIfEmpty(fetched.value, selection.records)
    case nil:
      let omission = try output.write(.records(fetched.value), of: fetched)
      notices.writeIfEmpty(fetched.value, selection.records)
      notices.write(summary(of: fetched, omission), below: output)
    }
  }

  /// - Returns: `nil` if no record is shown.
  private func summary(
    of fetched: Fetched<Records>, _ omission: AnswerOutput.Omission?
  ) -> Summary? {
    let records = fetched.value
    if records.shown.isEmpty { return nil }
    var counts = records.counts
    if records.isSingle { counts = [] }
    // Several ids may be found in a list that has more records.
    var total = records.recordCount
    if !query.ids.isEmpty { total = query.ids.count }
    return Summary(counts: counts, total: total, sources: fetched.sources, omission: omission)
  }
}
