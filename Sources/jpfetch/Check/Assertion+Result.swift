import JPCore

extension Assertion {
  /// Throws for a field that neither the catalogue nor any record has. A list that could not be
  /// fetched may have it.
  func checkFields(in answers: [ListAnswer]) throws(UsageError) {
    let lists = answers.compactMap { try? $0.result.get().content }
    for (list, field) in fields where field.kind == .unknown {
      if lists.records(of: list, with: field)?.knows(field) ?? true { continue }
      throw .unknownField(field.text, of: Resource.named(list))
    }
  }

  /// Checks the lists.
  func findings(in answers: [ListAnswer]) throws(FetchError) -> [Finding] {
    if case .response(let part, let condition) = claim {
      guard let answer = answers.list(list) else { return [] }
      return try findings(part, condition, of: answer)
    }
    var records: [Records] = []
    for answer in answers where lists.contains(answer.resource.name) {
      records.append(try answer.result.get().content)
    }
    if case .count = claim {
    } else if let odd = records.first(where: { !$0.misfits.isEmpty }) {
      // A condition says nothing about records that were left out.
      let words = odd.incomplete(first: 1).first.first?.inWords(source: odd.resource.name)
      return [finding(words ?? "unexpected data")]
    }
    return findings(in: records)
  }

  private func finding(_ sentence: String, found: String? = nil, at place: String? = nil) -> Finding
  {
    Finding(list: list, sentence: sentence, found: found, place: place)
  }

  private func findings(
    _ part: ResponsePart, _ condition: Condition, of answer: ListAnswer
  ) throws(FetchError) -> [Finding] {
    let facts: (head: TransportResponse, bytes: Int, time: Duration?)
    switch answer.result {
    case .success(let answer):
      let provenance = answer.provenance
      facts = (provenance.head, provenance.bytes, provenance.duration)
    case .failure(let error):
      guard let response = error.response else { throw error }
      facts = (response, response.body.count, error.duration)
    }
    let isOfServer = ![.file, .sample].contains(facts.head.origin)
    let found: String?
    var holds: Bool?
    switch part {
    case .status: found = isOfServer ? "\(facts.head.status)" : nil
    case .bytes: found = "\(facts.bytes)"
    case .header(let name): found = facts.head.fields[name]
    case .time(let limit):
      found = facts.time.map { "\($0.roundedMilliseconds) ms" }
      holds = facts.time.map { condition.comparison.holds($0, limit) }
    }
    if holds ?? condition.holds(for: found) { return [] }
    let name = "\(list).\(condition.field.title)"
    return [finding("\(name): found \(found ?? "nothing")", found: found, at: name)]
  }

  /// - Parameter lists: all that it needs.
  private func findings(in lists: [Records]) -> [Finding] {
    func records(_ name: String, with field: FieldPath? = nil) -> Records {
      lists.records(of: name, with: field) ?? lists[0]
    }
    switch claim {
    case .response: return []
    case .count(let condition):
      let count = records(list).recordCount
      return condition.holds(for: .count(count))
        ? [] : [finding("\(list): found \(count)", found: "\(count)")]
    case .every(let condition):
      let all = records(list, with: condition.field)
      let met = Set(condition.rows(of: Array(all.objects.indices), in: all))
      return findings(condition.field, in: all) { row, _ in !met.contains(row) }
    case .unique(let field):
      var seen: Set<RecordKey> = []
      return findings(field, in: records(list, with: field)) { _, value in
        value.key.map { !seen.insert($0).inserted } ?? false
      }
    case .among(let field, let name, let otherField):
      let others = records(name, with: otherField)
      let known = Set(
        others.objects.indices.compactMap { others.value(row: $0, at: otherField).key })
      return findings(field, in: records(list, with: field)) { _, value in
        value.key.map { !known.contains($0) } ?? true
      }
    }
  }

  /// How many records are wrong, and the first of them.
  private func findings(
    _ field: FieldPath, in records: Records, where isWrong: (Int, FieldValue) -> Bool
  ) -> [Finding] {
    let isSeveral = field.isSeveral || records.hasSeveral(at: field)
    let wrong = records.objects.indices.filter { isWrong($0, records.value(row: $0, at: field)) }
    return wrong.prefix(1).map { row in
      let found: String? =
        switch records.value(row: row, at: field) {
        case _ where isSeveral: "other values"
        case .json(let value): value.excerpt
        case .count(let count): "\(count)"
        case .missing: nil
        }
      let place = "\(list)[\(records.place(of: records.objects[row]))]"
      let id = records.id(ofRow: row).map { " (id \($0.text))" } ?? ""
      return finding(
        "fails for \(counted(wrong.count, list)); first: \(place)\(id), found \(found ?? "nothing")",
        found: found, at: "\(place).\(field.text)")
    }
  }
}

extension [Records] {
  /// A list with the relations that a field needs; `nil` if the list is missing.
  fileprivate func records(of name: String, with field: FieldPath?) -> Records? {
    guard let found = first(where: { $0.resource.name == name }) else { return nil }
    let embeddings = FieldPath.embeddings(for: field.map { [$0] } ?? [])
    return embeddings.isEmpty ? found : found.nesting(embeddings, from: self).0
  }
}

extension FieldValue {
  /// The value for comparison, a string of digits like a number; `nil` for a missing value and for
  /// `null`.
  fileprivate var key: RecordKey? {
    switch self {
    case .count(let count): .integer(Int64(count))
    case .json(let value) where value.kind != .null:
      value.key?.byText ?? .other(spelling: Array(value.text))
    case .json, .missing: nil
    }
  }
}
