import JPCore

extension Assertion {
  /// Throws for a field that neither the catalogue nor any record has. Fields of a list that could
  /// not be fetched aren't checked, because its records may have them.
  func checkFields(in answers: [ListAnswer]) throws(UsageError) {
    guard let field, field.kind == .unknown else { return }
    guard let records = records(with: field, in: answers) else { return }
    if !records.knows(field) { throw .unknownField(field.text, of: records.resource) }
  }

  /// What contradicts the assertion; `nil` if a list that it needs is missing.
  func findings(in answers: [ListAnswer]) -> [Finding]? {
    guard let answer = answers.answer(for: list) else { return nil }
    switch claim {
    case .response(let claim):
      return responseFindings(claim, of: answer)
    case .count(let comparison):
      guard let count = answer.list?.content.recordCount else { return nil }
      if comparison.holds(for: count) { return [] }
      return [finding("found \(count)", found: "\(count)")]
    case .every, .unique:
      for name in lists where answers.answer(for: name)?.list == nil { return nil }
      return recordFindings(in: answers)
    }
  }

  private func finding(
    _ message: String, found: String? = nil, at path: String? = nil
  ) -> Finding {
    Finding(list: list, message: message, found: found, path: path)
  }
}

// MARK: Responses

extension Assertion {
  /// - Returns: `nil` if no response arrived.
  private func responseFindings(_ claim: ResponseClaim, of answer: ListAnswer) -> [Finding]? {
    let sourced: SourcedResponse
    let bytes: Int
    /// How long the fetch took; `nil` if nothing was fetched.
    let time: Duration?
    switch answer.result {
    case .success(let answer):
      sourced = answer.source.response
      bytes = answer.source.bytes
      time = answer.source.duration
    case .failure(let error):
      guard let response = error.sourced else { return nil }
      sourced = response
      bytes = response.response.body.count
      time = error.duration
    }

    let found: String?
    let holds: Bool
    switch claim {
    case .status(let comparison):
      var status: String?
      // Files and built-in data have no status.
      if !sourced.origin.isLocalData { status = "\(sourced.response.status)" }
      found = status
      holds = comparison.holds(for: status)
    case .bytes(let comparison):
      found = "\(bytes)"
      holds = comparison.holds(for: bytes)
    case .time(let order, let limit):
      found = time.map { "\($0.roundedMilliseconds) ms" }
      holds = time.map { order.holds($0, limit) } ?? false
    case .header(let name, let comparison):
      let value = sourced.response.headerFields[HeaderFields.Name(name)]
      found = value?.cut(toCharacters: 40)
      holds = comparison.holds(for: value)
    }
    if holds { return [] }
    return [finding("found \(found ?? "nothing")", found: found)]
  }
}

// MARK: Records

extension Assertion {
  /// The list with the relations that a field needs; `nil` if the list is missing.
  private func records(with field: FieldPath, in answers: [ListAnswer]) -> Records? {
    guard let records = answers.answer(for: list)?.list?.content else { return nil }
    let embeddings = FieldPath.embeddings(for: [field])
    if embeddings.isEmpty { return records }
    let others = answers.compactMap { $0.list?.content }
    return records.embedding(embeddings, from: others).0
  }

  private func recordFindings(in answers: [ListAnswer]) -> [Finding] {
    // Records without an id are left out, so nothing can be said about them.
    for name in lists {
      if let records = answers.answer(for: name)?.list?.content, let misfit = records.firstMisfit {
        return [records.finding(misfit)]
      }
    }
    guard let field, let records = records(with: field, in: answers) else { return [] }
    let wrong = wrongRows(field, in: records)
    guard let first = wrong.first else { return [] }
    let found = records.foundText(first, field)
    let counts = "\(wrong.count) of \(records.recordCount.inWords("record"))"
    let verb = wrong.count.form("fails", "fail")
    let row = records.place(of: records.objects[first])
    return [
      finding(
        "found \(found ?? "nothing") (\(counts) \(verb))", found: found,
        at: "[\(row)].\(field.text)")
    ]
  }

  /// The rows that contradict the assertion.
  private func wrongRows(_ field: FieldPath, in records: Records) -> [Int] {
    let rows = Array(records.objects.indices)
    switch claim {
    case .every(let condition):
      let right = Set(condition.rows(of: rows, in: records))
      return rows.filter { !right.contains($0) }
    case .unique:
      // A missing value or `null` repeats nothing.
      var seen: Set<RecordKey> = []
      var repeating: [Int] = []
      let values = records.values(of: field, rows: rows)
      for row in rows {
        guard let key = values[row].key else { continue }
        if !seen.insert(key).inserted { repeating.append(row) }
      }
      return repeating
    case .count, .response:
      return []  // These aren't about records.
    }
  }
}

extension Records {
  /// A record's value as a report shows it; `nil` if it is missing.
  fileprivate func foundText(_ row: Int, _ field: FieldPath) -> String? {
    let values = values(of: field, rows: Array(objects.indices))
    if field.isSeveral || values.canRepeat { return "other values" }
    switch values[row] {
    case .json(let value): return value.excerpt
    case .count(let count): return "\(count)"
    case .missing: return nil
    }
  }
}

extension FieldValue {
  /// The value's text, for comparison; `nil` for a missing value and for `null`.
  fileprivate var key: RecordKey? {
    switch self {
    case .count(let count): return RecordKey("\(count)")
    case .json(let value):
      if value.kind == .null { return nil }
      if let key = value.key { return key }
      return RecordKey(utf8: Array(value.text))
    case .missing: return nil
    }
  }
}
