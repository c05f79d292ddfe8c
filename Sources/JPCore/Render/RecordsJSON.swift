/// Writes records as JSON: each as its server spelled it, embedded records as its last members.
package struct RecordsJSON {
  private let writer: JSONWriter

  package init(_ layout: JSONWriter.Layout) {
    writer = JSONWriter(layout)
  }

  /// Writes the shown records and a line feed: a list as an array, a single record as an object.
  package func write(_ records: Records, to output: inout OutputBuffer) {
    write(records, depth: 0, to: &output)
    output.append(.lineFeed)
  }

  /// The shown records as a part of something larger.
  package func tree(_ records: Records) -> JSONTree {
    .written { depth, output in write(records, depth: depth, to: &output) }
  }

  private func write(_ records: Records, depth: Int, to output: inout OutputBuffer) {
    if records.isSingle, let row = records.shown.first {
      write(row: row, of: records, depth: depth, to: &output)
    } else {
      write(rows: records.shown, of: records, depth: depth, to: &output)
    }
  }

  private func write(
    rows: some Collection<some BinaryInteger>, of records: Records, depth: Int,
    to output: inout OutputBuffer
  ) {
    output.append(.leftBracket)
    var isFirst = true
    for row in rows {
      writer.separate(isFirst: isFirst, depth: depth + 1, in: &output)
      write(row: Int(row), of: records, depth: depth + 1, to: &output)
      isFirst = false
    }
    if !isFirst { writer.breakLine(depth: depth, in: &output) }
    output.append(.rightBracket)
  }

  private func write(
    row: Int, of records: Records, depth: Int, to output: inout OutputBuffer
  ) {
    let object = Int(records.objects[row])
    guard !records.embedded.isEmpty else {
      return writer.write(object, of: records.document, depth: depth, to: &output)
    }
    output.append(.leftBrace)
    var isFirst = !writer.writeMembers(
      ofObjectAt: object, in: records.document, except: records.embedded.map(\.name),
      depth: depth, to: &output)
    for embedded in records.embedded {
      writer.separate(isFirst: isFirst, depth: depth + 1, in: &output)
      writer.writeName(embedded.name, to: &output)
      write(
        rows: embedded.rows(ofParent: row), of: embedded.children, depth: depth + 1, to: &output)
      isFirst = false
    }
    writer.breakLine(depth: depth, in: &output)
    output.append(.rightBrace)
  }
}
