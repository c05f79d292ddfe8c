/// Records as rows of text: the catalogue's columns and a count for each embedded relation, or the
/// fields that were asked for.
package struct RecordTable {
  struct Column {
    let title: String
    let isNumeric: Bool
  }

  let columns: [Column]
  let rows: [[String]]

  /// - Parameter fields: what to show; `nil` for the usual columns.
  package init(_ records: Records, fields: [FieldPath]? = nil) {
    let resource = records.resource
    if let fields {
      columns = fields.map { field in
        let isNumeric = resource.type(ofField: field.text) == .integer
        return Column(
          title: field.text, isNumeric: isNumeric || records.embedded(at: field) != nil)
      }
      rows = records.shown.map { row in fields.map { records.cell(row: row, at: $0) } }
      return
    }
    columns =
      resource.columns.map { column in
        Column(title: column.title, isNumeric: resource.type(ofField: column.path) == .integer)
      } + records.embeddedNames.map { Column(title: $0, isNumeric: true) }
    let paths = resource.columns.map { FieldPath($0.path) }
    rows = records.shown.map { row in
      paths.map { records.cell(row: row, at: $0) }
        + records.embeddedCounts(rows: [row]).map { String($0) }
    }
  }

  /// The widest column that others are aligned to; one huge cell would pad thousands of lines.
  private static let maxPaddedWidth = 200

  /// Writes a header and a line for each record, in columns two spaces apart.
  package func write(to output: inout OutputBuffer) {
    let widths = columns.indices.map { column in
      rows.reduce(columns[column].title.displayWidth) {
        max($0, min($1[column].displayWidth, Self.maxPaddedWidth))
      }
    }
    write(line: columns.map { $0.title.uppercased() }, widths: widths, to: &output)
    for row in rows { write(line: row, widths: widths, to: &output) }
  }

  /// Numbers stand right, text left; nothing is padded at the end of a line.
  private func write(line cells: [String], widths: [Int], to output: inout OutputBuffer) {
    var owed = 0
    for (column, cell) in cells.enumerated() {
      let padding = max(0, widths[column] - cell.displayWidth)
      let isNumeric = columns[column].isNumeric
      if isNumeric { owed += padding }
      if !cell.isEmpty {
        output.append(repeating: .space, count: owed)
        output.append(cell)
        owed = 0
      }
      owed += isNumeric ? 2 : padding + 2
    }
    output.append(.lineFeed)
  }
}

extension Records {
  /// The value at a path as one line of text; empty where it is missing or null, a count where it is
  /// an embedded relation.
  fileprivate func cell(row: Int, at path: FieldPath) -> String {
    if let embedded = embedded(at: path) { return String(embedded.rows(ofParent: row).count) }
    guard let value = value(row: row, at: path), value.kind != .null else { return "" }
    if let text = value.string { return text.safeForTerminal }
    let bytes = OutputBuffer.bytes { JSONWriter(.compact).write(value, to: &$0) }
    return String(decoding: bytes, as: UTF8.self).safeForTerminal
  }
}
