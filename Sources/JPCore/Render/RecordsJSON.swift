/// Writes records as JSON: each as its server spelled it, with embedded records as its last
/// members.
package struct RecordsJSON: Sendable {
  private let writer: JSONWriter
  private let members: ChosenMembers?
  /// The number of records in each group; `nil` if the records aren't groups.
  private let groupCounts: [Int]?

  /// - Parameter fields: the fields of the outermost records, in this order and in the shape of the
  ///   records; `nil` for all.
  package init(
    _ layout: JSONWriter.Layout, fields: [FieldPath]? = nil, isColored: Bool = false
  ) {
    writer = JSONWriter(layout, isColored: isColored)
    if let fields {
      members = ChosenMembers(fields)
    } else {
      members = nil
    }
    groupCounts = nil
  }

  /// Makes a writer for groups: each is an object of the grouped fields and the number of records.
  package init(_ layout: JSONWriter.Layout, _ groups: RecordGroups, isColored: Bool = false) {
    writer = JSONWriter(layout, isColored: isColored)
    members = ChosenMembers(groups.fieldsInJSON, countName: groups.countName)
    groupCounts = groups.counts
  }

  /// Writes the shown records and a line feed: a list as an array, a single record as an object.
  package func write(_ records: Records, to output: inout OutputBuffer) {
    writeRecords(records, depth: 0, to: &output)
    output.append(.lineFeed)
  }

  /// Writes each shown record on a separate line (NDJSON). The layout must be compact.
  package func writeLines(_ records: Records, to output: inout OutputBuffer) {
    let numbers = numberColumns(of: records)
    for line in records.rows.indices {
      writeOutermostRecord(line, of: records, numbers, depth: 0, to: &output)
      output.append(.lineFeed)
    }
  }

  /// The shown records as a value in a larger ``JSONTree``.
  package func jsonTree(_ records: Records) -> JSONTree {
    .written { depth, output in writeRecords(records, depth: depth, to: &output) }
  }

  private func writeRecords(_ records: Records, depth: Int, to output: inout OutputBuffer) {
    let numbers = numberColumns(of: records)
    if records.isSingle {
      if records.rows.isEmpty { return writer.writeScalar("null", to: &output) }
      return writeOutermostRecord(0, of: records, numbers, depth: depth, to: &output)
    }
    writer.writeElements(records.rows.indices, depth: depth, to: &output) { line, output in
      writeOutermostRecord(line, of: records, numbers, depth: depth + 1, to: &output)
    }
  }

  /// The numbers to write, a column for each: those of children, then those of groups.
  private func numberColumns(of records: Records) -> [FieldValues] {
    guard let members else { return [] }
    var numbers = records.values(of: members.counts)
    if let groupCounts { numbers.append(FieldValues(counts: groupCounts)) }
    return numbers
  }

  /// - Parameter line: the index of the record's row.
  private func writeOutermostRecord(
    _ line: Int, of records: Records, _ numbers: [FieldValues], depth: Int,
    to output: inout OutputBuffer
  ) {
    let row = records.rows[line]
    guard let members else {
      return writeWholeRecord(row, of: records, depth: depth, to: &output)
    }
    let object = Int(records.list.objects[row])
    writeMembers(members, ofObjectAt: object, in: records.list.document, depth: depth, to: &output)
    {
      member, value, output in
      switch member.output {
      case .number(let column):
        var text = "null"
        if let number = numbers[column].firstIndex(ofRecord: line) { text = String(number) }
        writer.writeScalar(text, to: &output)
      case .whole, .members:
        writeMember(member, value, ofRow: row, of: records, depth: depth + 1, to: &output)
      }
    }
  }

  // MARK: Records

  /// Writes a record with all of its members, and the records embedded in it.
  ///
  /// - Parameter chosen: the members of the embedded records to write; `nil` for all.
  private func writeWholeRecord(
    _ row: Int, of records: Records, _ chosen: ChosenMembers? = nil, depth: Int,
    to output: inout OutputBuffer
  ) {
    let object = Int(records.list.objects[row])
    guard !records.embedded.isEmpty else {
      return writer.writeValue(at: object, of: records.list.document, depth: depth, to: &output)
    }
    output.append(.leftBrace)
    let embeddedNames = records.embedded.map(\.relation.name)
    let copiedCount = writer.copyMembers(
      ofObjectAt: object, in: records.list.document, except: embeddedNames, depth: depth,
      to: &output)
    var isFirst = copiedCount == 0
    for embedding in records.embedded {
      writer.writeSeparator(isFirst: isFirst, depth: depth + 1, to: &output)
      writer.writeName(embedding.relation.name, to: &output)
      isFirst = false
      guard let chosen else {
        // Fast path: a choice in a variable would be copied for each record, 80,000 instructions.
        writeEmbeddedRecords(embedding, nil, inRow: row, of: records, depth: depth + 1, to: &output)
        continue
      }
      let inner = chosen.inner(of: embedding.relation)
      writeEmbeddedRecords(embedding, inner, inRow: row, of: records, depth: depth + 1, to: &output)
    }
    writer.writeLineBreak(depth: depth, to: &output)
    output.append(.rightBrace)
  }

  /// Writes a record with all of its members, or only with the chosen ones.
  private func writeRecord(
    _ row: Int, of records: Records, _ members: ChosenMembers?, depth: Int,
    to output: inout OutputBuffer
  ) {
    guard let members, !members.includesOthers else {
      return writeWholeRecord(row, of: records, members, depth: depth, to: &output)
    }
    let object = Int(records.list.objects[row])
    writeMembers(members, ofObjectAt: object, in: records.list.document, depth: depth, to: &output)
    {
      member, value, output in
      writeMember(member, value, ofRow: row, of: records, depth: depth + 1, to: &output)
    }
  }

  /// Writes the records to which a relation leads from a record; `null` if their list is missing.
  private func writeEmbeddedRecords(
    _ embedding: Embedding, _ members: ChosenMembers?, inRow row: Int, of records: Records,
    depth: Int, to output: inout OutputBuffer
  ) {
    guard let step = records.join.step(embedding.relation, of: records.resource) else {
      return writer.writeScalar("null", to: &output)
    }
    // Without rows: those of the step are used, so that no array is made for each record.
    let embedded = Records(step.list, of: records.join, rows: [], embedded: embedding.nested)
    let rows = step.rows(from: row)
    if !embedding.relation.isList {
      guard let row = rows.first else {
        return writeMissingValue(members, depth: depth, to: &output)
      }
      return writeRecord(Int(row), of: embedded, members, depth: depth, to: &output)
    }
    writer.writeElements(rows, depth: depth, to: &output) { row, output in
      writeRecord(Int(row), of: embedded, members, depth: depth + 1, to: &output)
    }
  }

  // MARK: Chosen members

  /// Writes an object with the chosen members of another object.
  ///
  /// - Parameter writeValue: writes a member's value, whose index is `nil` if it is missing.
  private func writeMembers(
    _ members: ChosenMembers, ofObjectAt object: Int, in document: JSONDocument, depth: Int,
    to output: inout OutputBuffer,
    each writeValue: (ChosenMembers.Member, Int?, inout OutputBuffer) -> Void
  ) {
    let values = members.values(ofObjectAt: object, in: document)
    writer.writeMembers(members.all.indices, depth: depth, to: &output) { index, output in
      let member = members.all[index]
      writer.writeName(member.text, to: &output)
      guard let values else {
        let value = document.member(named: member.name, ofObjectAt: object)
        return writeValue(member, value, &output)
      }
      var value: Int?
      if values[index] != JSONDocument.none { value = Int(values[index]) }
      writeValue(member, value, &output)
    }
  }

  /// Writes the value of a record's member: embedded records, or what the server sent.
  private func writeMember(
    _ member: ChosenMembers.Member, _ value: Int?, ofRow row: Int, of records: Records, depth: Int,
    to output: inout OutputBuffer
  ) {
    for embedding in records.embedded {
      let isNamed = member.name.content.elementsEqual(embedding.relation.name.utf8)
      guard isNamed else { continue }
      return writeEmbeddedRecords(
        embedding, member.inner, inRow: row, of: records, depth: depth, to: &output)
    }
    writeValue(value, member, in: records.list.document, depth: depth, to: &output)
  }

  /// Writes a member's value, or only its chosen members. If the value is an array, writes the
  /// chosen members of each element.
  private func writeValue(
    _ value: Int?, _ member: ChosenMembers.Member, in document: JSONDocument, depth: Int,
    to output: inout OutputBuffer
  ) {
    guard let value else { return writeMissingValue(member.inner, depth: depth, to: &output) }
    guard let inner = member.inner, !inner.includesOthers else {
      return writer.writeValue(at: value, of: document, depth: depth, to: &output)
    }
    switch document.kind(at: value) {
    case .object:
      writeMembers(inner, ofObjectAt: value, in: document, depth: depth, to: &output) {
        member, value, output in
        writeValue(value, member, in: document, depth: depth + 1, to: &output)
      }
    case .array:
      writer.writeElements(document.children(at: value), depth: depth, to: &output) {
        value, output in
        writeValue(value, member, in: document, depth: depth + 1, to: &output)
      }
    default:
      writeMissingValue(inner, depth: depth, to: &output)
    }
  }

  /// Writes `null` in place of a missing object. A group's object has its members, unless records
  /// are grouped by its id: missing values of one group have the same shape, whether the value
  /// itself is missing or the object that should have it.
  private func writeMissingValue(
    _ members: ChosenMembers?, depth: Int, to output: inout OutputBuffer
  ) {
    guard groupCounts != nil, let members, !members.all.contains(where: { $0.text == "id" }) else {
      return writer.writeScalar("null", to: &output)
    }
    writer.writeMembers(members.all.indices, depth: depth, to: &output) { index, output in
      let member = members.all[index]
      writer.writeName(member.text, to: &output)
      writeMissingValue(member.inner, depth: depth + 1, to: &output)
    }
  }
}
