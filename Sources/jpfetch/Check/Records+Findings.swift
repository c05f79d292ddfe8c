import JPCore

/// The findings of the checks in a list that arrived. For `drift`, see Records+Differences.
extension Records {
  private func finding(
    _ sentence: String, expected: String? = nil, found: String? = nil, at location: String? = nil
  ) -> Finding {
    Finding(
      list: resource.name, sentence: sentence, expected: expected, found: found,
      location: location)
  }

  /// A record's path in the list, `users[0]`.
  private func location(_ row: Int) -> String { "\(resource.name)[\(row)]" }

  func typeFindings(_ source: Source) -> [Finding] {
    guard source.isFromServer else { return [] }
    if source.headerFields.hasJSONContentType { return [] }
    let found = source.headerFields[.contentType]?.excerpt
    let expected = "application/json"
    var type = "missing"
    if let found { type = "\"\(found)\"" }
    let cause = "the Content-Type is \(type), not \(expected)"
    return [
      Finding(
        list: resource.name, sentence: "\(resource.name): \(cause)", cause: cause,
        expected: expected, found: found)
    ]
  }

  /// - Parameter parents: the records that these refer to; `nil` if they refer to none, or if their
  ///   list is missing.
  func schemaFindings(parents: Records?) -> [Finding] {
    let list = resource.name
    let (count, first) = incomplete(parents: parents, first: 3)
    var findings: [Finding] = []
    for mismatch in first {
      let expected = mismatch.expected.description
      let location = mismatch.placeInWords(source: list)
      findings.append(
        finding(
          mismatch.inWords(source: list), expected: expected, found: mismatch.found, at: location))
    }
    let rest = count - first.count
    if rest > 0 {
      findings.append(finding("\(rest.inWords(ofMore: list)) with missing or unexpected fields"))
    }
    return findings
  }

  func countFindings(expected: Int?) -> [Finding] {
    let count = recordCount
    let expectation: String
    if let expected {
      if count == expected { return [] }
      expectation = "\(expected)"
    } else {
      if count > 0 { return [] }
      expectation = "at least 1"
    }
    let cause = "expected \(expectation), found \(count)"
    return [
      Finding(
        list: resource.name, sentence: "\(resource.name): \(cause)", cause: cause,
        expected: expectation, found: "\(count)")
    ]
  }

  func timeFindings(_ time: Duration, limit: Duration?) -> [Finding] {
    guard let limit, time > limit else { return [] }
    let found = "\(time.millisecondsRoundedUp) ms"
    let sentence = "\(resource.name) took \(found), longer than \(limit.inWords)"
    return [finding(sentence, expected: "at most \(limit.inWords)", found: found)]
  }
}

// MARK: Ids

extension Records {
  /// The findings about ids that aren't positive whole numbers, and about repeated ids. Whether an
  /// id is a JSON number or a string is a matter of the check `schema`.
  var idFindings: [Finding] {
    let ids = document.root.elements.map { $0["id"] }
    var known: Set<[UInt8]> = []
    var invalid: [Int] = []
    var repeated: [Int] = []
    for (row, id) in ids.enumerated() {
      guard let digits = id?.positiveNumber else {
        invalid.append(row)
        continue
      }
      let isNew = known.insert(digits).inserted
      if !isNew { repeated.append(row) }
    }
    var findings: [Finding] = []
    if let row = invalid.first {
      let records = invalid.count.inWords(of: resource.name)
      let problem = "\(records) \(invalid.count.form("has", "have")) no valid id"
      findings.append(idFinding(problem, row, ids[row], expected: "a positive whole number"))
    }
    if let row = repeated.first {
      let records = repeated.count.inWords(of: resource.name)
      let problem = "\(records) \(repeated.count.form("repeats", "repeat")) an earlier id"
      findings.append(idFinding(problem, row, ids[row], expected: "a unique id"))
    }
    return findings
  }

  /// - Parameter row: the first row that has the problem.
  private func idFinding(
    _ problem: String, _ row: Int, _ id: JSONValue?, expected: String
  ) -> Finding {
    let found = id?.excerpt
    let sentence = "\(problem); first: \(location(row)), id \(found ?? "missing")"
    return finding(sentence, expected: expected, found: found, at: "\(location(row)).id")
  }
}

extension JSONValue {
  /// The digits of a positive whole number, written as a JSON number or in a string, without a sign
  /// or leading zeros; `nil` for any other value.
  fileprivate var positiveNumber: [UInt8]? {
    guard let key else { return nil }
    let digits = key.utf8
    if digits.isEmpty || digits[0] == UInt8(ascii: "0") { return nil }
    guard digits.allSatisfy(\.isDigit) else { return nil }
    return digits
  }
}

// MARK: References

/// The rows that have the same reference, which leads to no record.
private struct DanglingReference {
  /// The first row's reference; `nil` if it is missing, and for different references.
  let value: JSONValue?
  var rows: [Int]
}

extension Records {
  /// The maximum number of missing records that get a finding each. One more finding counts the
  /// rest.
  private static let maxReferences = 3

  func referenceFindings(_ parents: Records) -> [Finding] {
    guard let field = resource.reference?.field else { return [] }
    let references = danglingReferences(field, to: parents)
    let parent = parents.resource.singular
    var findings: [Finding] = []
    for reference in references.prefix(Self.maxReferences) {
      var cause = "\(field) is missing"
      if let value = reference.value {
        cause = "\(field) is \(value.keyText)"
        if value.key != nil { cause = "\(parent) \(value.keyText) doesn't exist" }
      }
      findings.append(referenceFinding(cause, field, reference, to: parents))
    }
    let rest = references.dropFirst(Self.maxReferences)
    if !rest.isEmpty {
      let others = "\(rest.count) more \(rest.count.form("value", "values")) of \(field)"
      let cause = "\(others) \(rest.count.form("leads", "lead")) to no \(parent)"
      var together = DanglingReference(value: nil, rows: [])
      for reference in rest { together.rows += reference.rows }
      findings.append(referenceFinding(cause, field, together, to: parents))
    }
    return findings
  }

  /// The references to missing records, in the order of their first rows.
  private func danglingReferences(_ field: String, to parents: Records) -> [DanglingReference] {
    var ids: Set<RecordKey> = []
    for parent in parents.document.root.elements {
      if let id = parent["id"]?.key { ids.insert(id) }
    }
    var references: [DanglingReference] = []
    // By the spelling of each value that is no key, so that 3.5 and true are two findings.
    var indices: [RecordKey?: Int] = [:]
    for (row, record) in document.root.elements.enumerated() {
      let value = record[field]
      var key = value?.key
      if let key, ids.contains(key) { continue }
      if key == nil, let value { key = RecordKey(utf8: Array(value.text)) }
      if let index = indices[key] {
        references[index].rows.append(row)
      } else {
        indices[key] = references.count
        references.append(DanglingReference(value: value, rows: [row]))
      }
    }
    return references
  }

  private func referenceFinding(
    _ cause: String, _ field: String, _ reference: DanglingReference, to parents: Records
  ) -> Finding {
    let affected = reference.rows.count.inWords(of: resource.name)
    let first = location(reference.rows[0])
    return Finding(
      list: resource.name, sentence: "\(cause): \(affected); first: \(first)", cause: cause,
      affected: affected, expected: "the id of an existing \(parents.resource.singular)",
      found: reference.value?.keyText, location: "\(first).\(field)")
  }
}
