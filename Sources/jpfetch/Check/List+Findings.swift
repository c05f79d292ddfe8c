import JPCore

extension List {
  /// The most findings of one kind in a list. Further ones are only counted.
  static let maxFindings = 10

  private func finding(
    _ message: String, expected: String? = nil, found: String? = nil, at path: String? = nil
  ) -> Finding {
    Finding(list: resource.name, message: message, expected: expected, found: found, path: path)
  }

  /// A finding about a field, `expected a unique id, found 1 (2 records)`.
  ///
  /// - Parameters:
  ///   - rows: the elements that have the problem. The finding shows the first.
  ///   - found: the field's value in the first of these rows; `nil` if it is missing.
  private func finding(
    in rows: [Int], _ field: String, expected: String, found: String?
  ) -> Finding {
    var message = "expected \(expected), found \(found ?? "nothing")"
    if rows.count > 1 { message += " (\(rows.count) records)" }
    return finding(message, expected: expected, found: found, at: "[\(rows[0])].\(field)")
  }

  /// - Parameter file: the list's file; `nil` if it doesn't come from one.
  func finding(_ mismatch: TypeMismatch, in file: String? = nil) -> Finding {
    let position = mismatch.position
    var place = "line \(position.line) column \(position.column)"
    if let file { place = position.place(in: file) }
    return finding(
      "\(mismatch.problem) (\(place))", expected: mismatch.expected.description,
      found: mismatch.found, at: mismatch.path)
  }

  func typeFindings(_ source: Source) -> [Finding] {
    guard source.isFromServer else { return [] }
    if source.headerFields.hasJSONContentType { return [] }
    let found = source.headerFields[.contentType]?.excerpt
    let expected = "application/json"
    var type = "missing"
    if let found { type = "\"\(found)\"" }
    return [
      finding(
        "the Content-Type is \(type), not \(expected)", expected: expected, found: found)
    ]
  }

  /// - Parameters:
  ///   - parents: the list that the records refer to, such as the users of albums; `nil` if they
  ///     refer to none, or if it is missing.
  ///   - file: the list's file; `nil` if it doesn't come from one.
  func schemaFindings(parents: List?, in file: String? = nil) -> [Finding] {
    let (count, first) = incomplete(parents: parents, first: Self.maxFindings)
    var findings: [Finding] = []
    for mismatch in first { findings.append(finding(mismatch, in: file)) }
    let rest = count - first.count
    if rest > 0 {
      let records = rest.inWords("more record")
      findings.append(finding("\(records) with missing or unexpected fields"))
    }
    return findings
  }

  func countFindings(expected: Int?) -> [Finding] {
    let count = elementCount
    if count == expected || (expected == nil && count > 0) { return [] }
    var expectation = "at least 1"
    if let expected { expectation = "\(expected)" }
    return [
      finding(
        "expected \(expectation), found \(count)", expected: expectation, found: "\(count)")
    ]
  }

  func timeFindings(_ time: Duration, limit: Duration?) -> [Finding] {
    guard let limit, time > limit else { return [] }
    return [
      finding(
        "took \(time.measured(.up)), longer than \(limit.inWords)",
        expected: "at most \(limit.inWords)", found: "\(time.millisecondsRoundedUp) ms")
    ]
  }
}

// MARK: Ids

extension List {
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
      let found = ids[row]?.excerpt
      findings.append(finding(in: invalid, "id", expected: "a positive whole number", found: found))
    }
    if let row = repeated.first {
      findings.append(
        finding(in: repeated, "id", expected: "a unique id", found: ids[row]?.excerpt))
    }
    return findings
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

/// A reference that leads to no record, such as `userId` 99, and the elements that have it.
private struct DanglingReference {
  /// `nil` if the elements lack the reference.
  let value: JSONValue?
  var rows: [Int]
}

extension List {
  func referenceFindings(_ parents: List) -> [Finding] {
    guard let field = resource.parent?.field else { return [] }
    let references = danglingReferences(field, to: parents)
    let expected = "the id of an existing \(parents.resource.singular)"
    var findings: [Finding] = []
    for reference in references.prefix(Self.maxFindings) {
      let found = reference.value?.keyText
      findings.append(finding(in: reference.rows, field, expected: expected, found: found))
    }
    let rest = references.count - findings.count
    if rest > 0 {
      findings.append(finding("\(rest) more values of \(field) lead to no record"))
    }
    return findings
  }

  /// The references to missing records, in the order of their first rows.
  private func danglingReferences(_ field: String, to parents: List) -> [DanglingReference] {
    var ids: Set<RecordKey> = []
    for parent in parents.document.root.elements {
      if let id = parent["id"]?.key { ids.insert(id) }
    }
    var references: [DanglingReference] = []
    var indices: [RecordKey?: Int] = [:]
    for (row, record) in document.root.elements.enumerated() {
      let value = record[field]
      var key = value?.key
      if let key, ids.contains(key) { continue }
      // A value that can't be a key, such as 3.5, is grouped by its spelling.
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
}
