import JPCore

extension Assertion {
  /// Reads an assertion, such as `users.email ~ @` or `users.count = 10`.
  init(typed text: String) throws(Message) {
    do throws(QueryError) {
      self = try Assertion(text) { Duration(argumentWithUnit: $0) }
    } catch {
      throw .badCondition(error, in: text, of: OptionName.assert.typed)
    }
  }

  /// Throws a usage error if the field isn't in the catalogue, or its name is short, and no record
  /// has it. If the list of the field could not be fetched, a record may have it.
  func checkField(in answers: [ListOutcome]) throws(Message) {
    guard let field = requiredField,
      let records = answers.lists.linkedRecords(of: list, with: field)
    else { return }
    if records.valuesInAllRecords(of: [field])[0].isAbsent {
      throw .missingField(field, of: records.resource)
    }
  }

  /// What contradicts the assertion; `nil` if a list that it needs is missing.
  func findings(in answers: [ListOutcome]) -> [Finding]? {
    guard let answer = answers.answer(for: list) else { return nil }
    switch claim {
    case .response(let claim):
      return responseFindings(claim, of: answer)
    case .count(let comparison):
      guard let count = answer.list?.content.elementCount else { return nil }
      if comparison.holds(for: count) { return [] }
      return [assertionFinding("found \(count)", found: .number(count))]
    case .every(let condition):
      return recordFindings(condition.field, in: answers) { $0.rowsContradicting(condition) }
    case .unique(let field):
      return recordFindings(field, in: answers) { $0.rowsRepeating(field) }
    }
  }

  private func assertionFinding(_ sentence: String, found: JSONTree?) -> Finding {
    var finding = Finding(list, .assertion, sentence)
    finding.found = found
    return finding
  }
}

// MARK: Responses

extension Assertion {
  /// The assertion as reports show it: as it was typed, but for the values that a secret header
  /// field is compared with.
  var shownText: String {
    guard case .response(.header(let name, let comparison)) = claim else { return text }
    let field = HeaderFields.Field(name: HeaderFields.Name(name), value: "")
    if comparison.comparesWithNull || !field.isSecretInResponse { return text.urlsWithoutSecrets }
    func isOperator(_ character: Character) -> Bool { "=!~<>".contains(character) }
    guard let start = text.firstIndex(where: isOperator) else { return text }
    let rest = text[start...]
    return "\(text[..<start])\(rest.prefix(while: isOperator)) ***"
  }

  /// What contradicts an assertion about a response, such as `users.response.status = 200`; `nil`
  /// if no response arrived.
  private func responseFindings(_ claim: ResponseClaim, of answer: ListOutcome) -> [Finding]? {
    guard let response = AssertedResponse(answer) else { return nil }
    let found = response.result(of: claim)
    if found.holds { return [] }
    return [assertionFinding("found \(found.words)", found: found.tree)]
  }
}

/// The response of a list, whether or not it could be used.
private struct AssertedResponse {
  private let source: Source

  /// How long the server took; `nil` if the response is stored, built in or a file.
  private var time: Duration?

  /// What is true of the response.
  struct Found {
    let holds: Bool
    /// What was found in words: a time is `1.2 s`.
    var words = "nothing"
    var tree: JSONTree?
  }

  /// `nil` if no response arrived.
  init?(_ answer: ListOutcome) {
    let duration: Duration?
    switch answer.result {
    case .success(let list):
      source = list.source
      duration = list.source.duration
    case .failure(let error):
      guard let failed = error.source else { return nil }
      source = failed
      duration = error.duration
    }
    if source.origin.isConfirmedByServer { time = duration }
  }

  func result(of claim: Assertion.ResponseClaim) -> Found {
    switch claim {
    case .status(let comparison):
      // Files and built-in data have no status.
      guard source.isFromServer else { return Found(holds: comparison.holds(for: nil)) }
      let words = "\(source.status)"
      return Found(
        holds: comparison.holds(for: words), words: words, tree: .number(source.status))
    case .bytes(let comparison):
      return Found(
        holds: comparison.holds(for: source.bytes), words: "\(source.bytes)",
        tree: .number(source.bytes))
    case .time(let order, let limit):
      guard let time else { return Found(holds: false) }
      return Found(
        holds: order.holds(time, limit), words: time.measuredInWords(.up),
        tree: .number(time.millisecondsRoundedUp))
    case .header(let name, let comparison):
      let name = HeaderFields.Name(name)
      let value = source.headerFields[name]
      let holds = comparison.holds(for: value)
      guard let value else { return Found(holds: holds) }
      // Masked before it is cut, because a cut URL may hide that it has a secret.
      let words = HeaderFields.Field(name: name, value: value).responseValueWithoutSecrets.excerpt
      return Found(holds: holds, words: words, tree: .string(words))
    }
  }
}

// MARK: Records

extension Assertion {
  /// A finding for each record that contradicts an assertion.
  ///
  /// - Parameter wrongRows: returns the rows of these records.
  /// - Returns: `nil` if a list that the assertion needs is missing.
  private func recordFindings(
    _ field: FieldPath, in answers: [ListOutcome], wrongRows: (Records) -> [Int]
  ) -> [Finding]? {
    for name in lists {
      guard let answer = answers.answer(for: name), let list = answer.list?.content else {
        return nil
      }
      // An element without an id isn't among the records, so the assertion can't hold for all
      // elements.
      if let misfit = list.firstMisfit { return [misfit.typeFinding(in: name, answer.source)] }
    }
    guard let records = answers.lists.linkedRecords(of: list, with: field) else { return nil }
    let values = records.values(of: field)
    let elements = records.list.document.root.elements
    var findings: [Finding] = []
    for row in wrongRows(records) {
      let found = values.found(field, inRow: row)
      // Without misfits, a row is the index of its element.
      var finding = assertionFinding("found \(found.words)", found: found.tree)
      finding.id = elements[row]["id"]
      finding.path = "[\(row)].\(field.text)"
      finding.value = elements[row]
      if field.relations.isEmpty, case .value(let value)? = found.tree { finding.value = value }
      findings.append(finding)
    }
    return findings
  }
}

extension TypeMismatch {
  /// The finding about an element that isn't a record.
  fileprivate func typeFinding(in list: String, _ source: Source?) -> Finding {
    var finding = Finding(list, .type, problem)
    finding.file = source?.url.fileOnDisk
    if !path.isEmpty { finding.path = path }
    finding.expected = .string(expected.description)
    finding.position = position
    return finding
  }
}

extension FieldValues {
  /// A record's value in words and in JSON, which has none for several values.
  fileprivate func found(_ field: FieldPath, inRow row: Int) -> (words: String, tree: JSONTree?) {
    if field.canHaveSeveralValues || canRepeat { return ("other values", nil) }
    switch self[row] {
    case .json(let value): return (value.excerpt, value.tree)
    case .count(let count): return ("\(count)", .number(count))
    case .missing: return ("nothing", nil)
    }
  }
}

extension Records {
  /// The rows for which a condition doesn't hold.
  fileprivate func rowsContradicting(_ condition: Condition) -> [Int] {
    let right = Set(condition.matchingRows(of: self))
    return rows.filter { !right.contains($0) }
  }

  /// The rows that repeat the value of an earlier row. A missing value or `null` repeats nothing.
  fileprivate func rowsRepeating(_ field: FieldPath) -> [Int] {
    let values = values(of: field)
    var seen: Set<RecordKey> = []
    var repeating: [Int] = []
    for row in rows {
      guard let key = values[row].key else { continue }
      if !seen.insert(key).inserted { repeating.append(row) }
    }
    return repeating
  }
}

extension FieldValue {
  /// The value's text, for comparison; `nil` for a missing value and for `null`.
  fileprivate var key: RecordKey? {
    switch self {
    case .count(let count): return RecordKey("\(count)")
    case .json(let value):
      if value.kind == .null { return nil }
      if let key = value.recordKey { return key }
      return RecordKey(utf8: Array(value.text))
    case .missing: return nil
    }
  }
}
