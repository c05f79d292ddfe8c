/// Writes records as JSON: each as its server spelled it, with embedded records as its last
/// members.
package struct RecordsJSON: Sendable {
  private let writer: JSONWriter
  private let members: ChosenMembers?
  private let counts: [Int]?

  /// - Parameters:
  ///   - fields: the fields of the outermost records, in this order and in the shape of the records;
  ///     `nil` for all.
  ///   - counts: for each of the shown records, its last member `count`; for these, fields are
  ///     needed.
  package init(
    _ layout: JSONWriter.Layout, fields: [FieldPath]? = nil, counts: [Int]? = nil,
    isColored: Bool = false
  ) {
    writer = JSONWriter(layout, isColored: isColored)
    members = fields.map { ChosenMembers($0, hasGroupCount: counts != nil) }
    self.counts = counts
  }

  /// Writes the shown records and a line feed: a list as an array, a single record as an object.
  package func write(_ records: Records, to output: inout OutputBuffer) {
    write(records, depth: 0, to: &output)
    output.append(.lineFeed)
  }

  /// Writes each shown record on a separate line (NDJSON). The layout must be compact.
  package func writeLines(_ records: Records, to output: inout OutputBuffer) {
    let shown = records.shown
    for line in shown.indices {
      write(line: line, shown, of: records, depth: 0, to: &output)
      output.append(.lineFeed)
    }
  }

  /// The shown records as a part of a larger tree.
  package func tree(_ records: Records) -> JSONTree {
    .written { depth, output in write(records, depth: depth, to: &output) }
  }

  private func write(_ records: Records, depth: Int, to output: inout OutputBuffer) {
    let shown = records.shown
    if records.isSingle, shown.isEmpty { return output.append("null") }
    if records.isSingle { return write(line: 0, shown, of: records, depth: depth, to: &output) }
    writer.writeElements(shown.indices, depth: depth, to: &output) { line, output in
      write(line: line, shown, of: records, depth: depth + 1, to: &output)
    }
  }

  private func write(
    line: Int, _ shown: [Int], of records: Records, depth: Int, to output: inout OutputBuffer
  ) {
    write(
      row: shown[line], of: records, members, count: counts?[line], depth: depth, to: &output)
  }

  /// Writes a record, or some members of it.
  private func write(
    row: Int, of records: Records, _ members: ChosenMembers?, count: Int? = nil, depth: Int,
    to output: inout OutputBuffer
  ) {
    guard let members else { return write(row: row, of: records, depth: depth, to: &output) }
    write(members, depth: depth, to: &output) { member, output in
      if member.isGroupCount {
        output.append(String(count ?? 0))
      } else if let count = member.count {
        switch records.values(of: count, rows: [row])[0] {
        case .count(let number): output.append(String(number))
        case .json(let value):
          writer.writeValue(
            at: value.index, of: value.document, depth: depth + 1, to: &output)
        case .missing: output.append("null")
        }
      } else if let embedded = records.embedded.first(where: { $0.name == member.name }) {
        write(embedded, member.members, ofParent: row, depth: depth + 1, to: &output)
      } else {
        let value = records.document.member(
          named: member.memberName, ofObjectAt: Int(records.objects[row]))
        write(member, of: value, in: records.document, depth: depth + 1, to: &output)
      }
    }
  }

  /// Writes a member's value, or some members of it; an array's elements each.
  private func write(
    _ member: ChosenMembers.Member, of value: Int?, in document: JSONDocument, depth: Int,
    to output: inout OutputBuffer
  ) {
    guard let value else { return output.append("null") }
    guard let inner = member.members else {
      return writer.writeValue(at: value, of: document, depth: depth, to: &output)
    }
    switch document.kind(at: value) {
    case .object:
      write(inner, depth: depth, to: &output) { member, output in
        let value = document.member(named: member.memberName, ofObjectAt: value)
        write(member, of: value, in: document, depth: depth + 1, to: &output)
      }
    case .array:
      writer.writeElements(document.children(at: value), depth: depth, to: &output) {
        value, output in
        write(member, of: value, in: document, depth: depth + 1, to: &output)
      }
    default: output.append("null")
    }
  }

  private func write(
    _ members: ChosenMembers, depth: Int, to output: inout OutputBuffer,
    each write: (ChosenMembers.Member, inout OutputBuffer) -> Void
  ) {
    writer.writeMembers(members.all, depth: depth, to: &output) { member, output in
      writer.writeName(member.name, to: &output)
      write(member, &output)
    }
  }

  private func write(
    _ embedded: Embedded, _ members: ChosenMembers? = nil, ofParent row: Int, depth: Int,
    to output: inout OutputBuffer
  ) {
    let (rows, records) = (embedded.rows(ofParent: row), embedded.children)
    if embedded.isMissing || embedded.isSingle && rows.isEmpty { return output.append("null") }
    if embedded.isSingle {
      return write(row: Int(rows[rows.startIndex]), of: records, members, depth: depth, to: &output)
    }
    writer.writeElements(rows, depth: depth, to: &output) { row, output in
      write(row: Int(row), of: records, members, depth: depth + 1, to: &output)
    }
  }

  private func write(
    row: Int, of records: Records, depth: Int, to output: inout OutputBuffer
  ) {
    let object = Int(records.objects[row])
    guard !records.embedded.isEmpty else {
      return writer.writeValue(at: object, of: records.document, depth: depth, to: &output)
    }
    output.append(.leftBrace)
    let memberCount = writer.copyMembers(
      ofObjectAt: object, in: records.document, except: records.embedded.map(\.name),
      depth: depth, to: &output)
    var isFirst = memberCount == 0
    for embedded in records.embedded {
      writer.separate(isFirst: isFirst, depth: depth + 1, in: &output)
      writer.writeName(embedded.name, to: &output)
      write(embedded, ofParent: row, depth: depth + 1, to: &output)
      isFirst = false
    }
    writer.breakLine(depth: depth, in: &output)
    output.append(.rightBrace)
  }
}
