import JPCore

extension List {
  private func listFinding(_ kind: Finding.Kind, _ sentence: String) -> Finding {
    Finding(resource.name, kind, sentence)
  }

  /// A finding about a field of a record.
  ///
  /// - Parameters:
  ///   - record: the record, or an element that isn't an object.
  ///   - row: its index in the list.
  ///   - value: the field's value; `nil` if it is missing.
  private func fieldFinding(
    _ kind: Finding.Kind, _ sentence: String, in record: JSONValue, _ row: Int, _ field: String,
    found value: JSONValue?
  ) -> Finding {
    var finding = listFinding(kind, sentence)
    finding.id = record["id"]
    finding.path = "[\(row)].\(field)"
    finding.found = value?.tree
    finding.value = value ?? record
    return finding
  }

  func typeFindings(_ source: Source) -> [Finding] {
    guard source.isFromServer else { return [] }
    if source.headerFields.hasJSONContentType { return [] }
    let found = source.headerFields[.contentType]?.excerpt
    let expected = "application/json"
    var type = "missing"
    if let found { type = "\"\(found)\"" }
    var finding = listFinding(.value, "the Content-Type is \(type), not \(expected)")
    finding.expected = .string(expected)
    finding.found = found?.tree
    return [finding]
  }

  /// - Parameter parents: the list that the records refer to, such as the users of albums; `nil` if
  ///   they refer to none, or if it is missing.
  func schemaFindings(parents: List?) -> [Finding] {
    let misfits = fieldMisfits(parents: parents)
    if misfits.isEmpty { return [] }
    let elements = document.root.elements
    return misfits.map { misfit in misfitFinding(misfit, in: elements[misfit.row]) }
  }

  private func misfitFinding(_ misfit: FieldMisfit, in element: JSONValue) -> Finding {
    var kind = Finding.Kind.type
    var found = "nothing"
    if misfit.isMissing {
      kind = .missing
    } else {
      found = misfit.value.textInErrors
    }
    var finding = listFinding(kind, "expected \(misfit.expected), found \(found)")
    finding.id = element["id"]
    finding.path = "[\(misfit.row)]"
    if let field = misfit.field { finding.path = "[\(misfit.row)].\(field)" }
    finding.expected = .string(misfit.expected.description)
    if !misfit.isMissing, !misfit.value.isHiddenInErrors { finding.found = misfit.value.tree }
    finding.value = misfit.value
    return finding
  }

  func countFindings(expected: Int?) -> [Finding] {
    let count = elementCount
    if count == expected || (expected == nil && count > 0) { return [] }
    var expectation = "at least 1"
    if let expected { expectation = "\(expected)" }
    var finding = listFinding(.count, "expected \(expectation), found \(count)")
    finding.expected = expected?.tree
    finding.found = count.tree
    return [finding]
  }

  func timeFindings(_ time: Duration, limit: Duration?) -> [Finding] {
    guard let limit, time > limit else { return [] }
    var finding = listFinding(
      .slow, "took \(time.measuredInWords(.up)), longer than \(limit.inWords)")
    finding.expected = limit.roundedMilliseconds.tree
    finding.found = time.millisecondsRoundedUp.tree
    return [finding]
  }
}

// MARK: Ids and references

extension List {
  /// The findings about ids that aren't positive whole numbers, and about repeated ids. Whether an
  /// id is a JSON number or a string is a matter of the check `schema`.
  var idFindings: [Finding] {
    let records = document.root.elements
    var findings: [Finding] = []
    var known: Set<RecordKey> = []
    var hasRepeats = false
    for (row, record) in records.enumerated() {
      let id = record["id"]
      let key = id?.recordKey
      if key?.isPositiveNumber != true {
        let sentence = "expected a positive whole number, found \(id?.excerpt ?? "nothing")"
        findings.append(fieldFinding(.value, sentence, in: record, row, "id", found: id))
      }
      if let key, !known.insert(key).inserted { hasRepeats = true }
    }
    if hasRepeats { findings += repeatedIDs(in: records) }
    return findings
  }

  private func repeatedIDs(in records: [JSONValue]) -> [Finding] {
    var groups = RowGroups()
    for (row, record) in records.enumerated() {
      if let key = record["id"]?.recordKey { groups.addRow(row, key) }
    }
    var findings: [Finding] = []
    for group in groups.all where group.count > 1 {
      let id = records[group.firstRow]["id"]
      let sentence = "expected a unique id, found \(id?.excerpt ?? "nothing")"
      findings.append(sharedFinding(.repeated, sentence, in: records, group, "id"))
    }
    return findings
  }

  func referenceFindings(_ parents: List) -> [Finding] {
    guard let field = resource.parent?.field else { return [] }
    let records = document.root.elements
    let expected = "the id of an existing \(parents.resource.singular)"
    var findings: [Finding] = []
    for group in danglingReferences(field, in: records, to: parents).all {
      let reference = records[group.firstRow][field]
      let sentence = "expected \(expected), found \(reference?.keyText ?? "nothing")"
      findings.append(sharedFinding(.reference, sentence, in: records, group, field))
    }
    return findings
  }

  /// The references to missing records.
  private func danglingReferences(
    _ field: String, in records: [JSONValue], to parents: List
  ) -> RowGroups {
    var ids: Set<RecordKey> = []
    for parent in parents.document.root.elements {
      if let id = parent["id"]?.recordKey { ids.insert(id) }
    }
    var groups = RowGroups()
    for (row, record) in records.enumerated() {
      let value = record[field]
      var key = value?.recordKey
      if let key, ids.contains(key) { continue }
      // A value that can't be a key, such as 3.5, is grouped by its spelling.
      if key == nil, let value { key = RecordKey(utf8: Array(value.text)) }
      groups.addRow(row, key)
    }
    return groups
  }

  /// A finding about a value that several records may share: `found 1 (2 records)`.
  private func sharedFinding(
    _ kind: Finding.Kind, _ sentence: String, in records: [JSONValue], _ group: RowGroups.Group,
    _ field: String
  ) -> Finding {
    var words = sentence
    if group.count > 1 { words += " (\(group.count) records)" }
    let record = records[group.firstRow]
    var finding = fieldFinding(kind, words, in: record, group.firstRow, field, found: record[field])
    finding.count = group.count
    return finding
  }
}

/// Rows that share a key, in the order of their first rows.
private struct RowGroups {
  struct Group {
    let firstRow: Int
    var count = 1
  }

  private(set) var all: [Group] = []
  private var indices: [RecordKey?: Int] = [:]

  /// - Parameter key: the row's key; `nil` if it has none.
  mutating func addRow(_ row: Int, _ key: RecordKey?) {
    if let index = indices[key] {
      all[index].count += 1
    } else {
      indices[key] = all.count
      all.append(Group(firstRow: row))
    }
  }
}

extension RecordKey {
  /// Whether the key is a positive whole number without a sign or leading zeros.
  fileprivate var isPositiveNumber: Bool {
    guard let first = utf8.first else { return false }
    return first != UInt8(ascii: "0") && utf8.allSatisfy(\.isDigit)
  }
}
