import JPCore

extension Assertion {
  /// The assertion with the fields that its names mean in the fetched lists. Fields of a list that
  /// could not be fetched aren't checked, because its records may have them.
  ///
  /// - Throws: ``UsageError`` for a field that neither the catalogue nor any record has.
  func resolved(in answers: [ListAnswer]) throws(UsageError) -> Assertion {
    var lists: [Records] = []
    for answer in answers {
      if case .success(let list) = answer.result { lists.append(list.content) }
    }
    var resolved = self
    if needsData { resolved = try Assertion(typed: text, in: lists) }
    for (list, field) in resolved.fields where field.kind == .unknown {
      guard let records = lists.records(of: list, with: field) else { continue }
      guard records.knows(field) else {
        throw .unknownField(field.text, of: records.resource)
      }
    }
    return resolved
  }

  /// Reads an assertion, such as `users.email ~ @` or `albums.userId in users.id`.
  ///
  /// - Parameter lists: the lists; `nil` before they are fetched.
  init(typed text: String, in lists: [Records]? = nil) throws(UsageError) {
    do throws(QueryError) {
      self = try Assertion(text, in: lists) { Duration(argument: $0) }
    } catch {
      let claim = text.drop { $0 == "!" || $0.isWhitespace }
      let list = String(claim.prefix { $0 != "." })
      throw UsageError(error, in: text, of: .assert, .named(list))
    }
  }

  /// The findings that contradict the assertion.
  ///
  /// - Throws: the error of a missing list that the assertion needs.
  func findings(in answers: [ListAnswer]) throws(FetchError) -> [Finding] {
    switch claim {
    case .response(let part, let condition):
      guard let answer = answers.list(list) else { return [] }
      return try responseFindings(part, condition, of: answer)
    case .count(let condition):
      return countFindings(condition, in: try neededLists(answers))
    case .every, .unique, .among:
      let lists = try neededLists(answers)
      // Records without an id are left out, so no condition can be checked for them.
      if let finding = misfit(in: lists) { return [finding] }
      return recordFindings(in: lists)
    }
  }

  private func finding(
    _ sentence: String, found: String? = nil, at location: String? = nil
  ) -> Finding {
    Finding(list: list, sentence: sentence, found: found, location: location)
  }

  private func neededLists(_ answers: [ListAnswer]) throws(FetchError) -> [Records] {
    var needed: [Records] = []
    for answer in answers where lists.contains(answer.resource.name) {
      needed.append(try answer.result.get().content)
    }
    return needed
  }
}

// MARK: Responses

/// The parts of a response that an assertion can ask about.
private struct ExaminedResponse {
  let sourced: SourcedResponse
  let bytes: Int
  /// How long the fetch took; `nil` if nothing was fetched.
  let time: Duration?

  /// - Throws: the list's error if no response arrived.
  init(_ answer: ListAnswer) throws(FetchError) {
    switch answer.result {
    case .success(let answer):
      sourced = answer.source.response
      bytes = answer.source.bytes
      time = answer.source.duration
    case .failure(let error):
      guard let response = error.sourced else { throw error }
      sourced = response
      bytes = response.response.body.count
      time = error.duration
    }
  }

  /// The value of a part as text; `nil` if the response has none.
  func value(of part: Assertion.ResponsePart) -> String? {
    switch part {
    case .status:
      // Files and built-in data have no status.
      if sourced.origin.isLocalData { return nil }
      return "\(sourced.response.status)"
    case .bytes: return "\(bytes)"
    case .header(let name): return sourced.response.headerFields[HeaderFields.Name(name)]
    case .time:
      guard let time else { return nil }
      return "\(time.millisecondsRoundedUp) ms"
    }
  }
}

extension Assertion {
  private func responseFindings(
    _ part: ResponsePart, _ condition: Condition, of answer: ListAnswer
  ) throws(FetchError) -> [Finding] {
    let response = try ExaminedResponse(answer)
    let value = response.value(of: part)
    let holds: Bool
    if case .time(let limit) = part, let time = response.time {
      holds = condition.comparison.holds(time, limit)
    } else {
      holds = condition.holds(for: value)
    }
    if holds { return [] }
    let name = "\(list).\(condition.field.title)"
    let found = value?.excerpt
    return [finding("\(name): found \(found ?? "nothing")", found: found, at: name)]
  }
}

// MARK: Records

extension Assertion {
  private func misfit(in lists: [Records]) -> Finding? {
    for records in lists {
      if let mismatch = records.firstMisfit {
        return finding(mismatch.inWords(source: records.resource.name))
      }
    }
    return nil
  }

  private func countFindings(_ condition: Condition, in lists: [Records]) -> [Finding] {
    guard let records = lists.records(of: list, with: nil) else { return [] }
    let count = records.recordCount
    if condition.holds(for: .count(count)) { return [] }
    return [finding("\(list): found \(count)", found: "\(count)")]
  }

  private func recordFindings(in lists: [Records]) -> [Finding] {
    guard let field = fields.first?.field else { return [] }
    guard let records = lists.records(of: list, with: field) else { return [] }
    let wrong: [Int]
    switch claim {
    case .every(let condition): wrong = records.rows(against: condition)
    case .unique: wrong = records.rowsRepeating(field)
    case .among(_, let name, let otherField):
      guard let others = lists.records(of: name, with: otherField) else { return [] }
      wrong = records.rows(without: others.keys(of: otherField), in: field)
    case .count, .response: return []  // These aren't about single records.
    }
    guard let first = wrong.first else { return [] }
    return [recordFinding(field, in: records, first: first, count: wrong.count)]
  }

  /// A finding with the number of wrong records, and the first of them.
  private func recordFinding(
    _ field: FieldPath, in records: Records, first row: Int, count: Int
  ) -> Finding {
    let found = records.foundText(row, field)
    let location = "\(list)[\(records.place(of: records.objects[row]))]"
    var first = location
    if let id = records.id(ofRow: row) { first = "id \(id.text.excerpt)" }
    let verb = count.form("fails", "fail")
    let wrong = "\(count) of \(records.recordCount.inWords(of: list)) \(verb)"
    return finding(
      "\(wrong); first: \(first), found \(found ?? "nothing")", found: found,
      at: "\(location).\(field.text)")
  }
}

extension Records {
  /// The rows for which a condition doesn't hold.
  fileprivate func rows(against condition: Condition) -> [Int] {
    let rows = Array(objects.indices)
    let rowsThatMeet = Set(condition.rows(of: rows, in: self))
    return rows.filter { !rowsThatMeet.contains($0) }
  }

  /// The rows that repeat the value of an earlier row. A missing value or `null` repeats nothing.
  fileprivate func rowsRepeating(_ field: FieldPath) -> [Int] {
    var seen: Set<RecordKey> = []
    var repeating: [Int] = []
    let values = allValues(of: field)
    for row in objects.indices {
      guard let key = values[row].key else { continue }
      if !seen.insert(key).inserted { repeating.append(row) }
    }
    return repeating
  }

  /// The rows whose value is missing, or isn't one of the known values.
  fileprivate func rows(without known: Set<RecordKey>, in field: FieldPath) -> [Int] {
    var unknown: [Int] = []
    let values = allValues(of: field)
    for row in objects.indices {
      if let key = values[row].key, known.contains(key) { continue }
      unknown.append(row)
    }
    return unknown
  }

  /// The values of a field in all records, without missing ones and `null`.
  fileprivate func keys(of field: FieldPath) -> Set<RecordKey> {
    var keys: Set<RecordKey> = []
    let values = allValues(of: field)
    for row in objects.indices {
      if let key = values[row].key { keys.insert(key) }
    }
    return keys
  }

  private func allValues(of field: FieldPath) -> FieldValues {
    values(of: field, rows: Array(objects.indices))
  }

  /// A record's value as a report shows it; `nil` if it is missing.
  fileprivate func foundText(_ row: Int, _ field: FieldPath) -> String? {
    let values = allValues(of: field)
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
