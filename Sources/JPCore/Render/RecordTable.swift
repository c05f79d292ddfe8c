/// Writes rows as an aligned table.
package struct RecordTable {
  private let rows: RecordRows
  private let hasHeader: Bool

  package init(_ rows: RecordRows, hasHeader: Bool = true) {
    self.rows = rows
    self.hasHeader = hasHeader
  }

  /// The widest column that others are aligned to; one huge cell would pad thousands of lines.
  private static let maxPaddedWidth = 200

  /// Writes a header and a line for each record, in columns two spaces apart.
  package func write(to output: inout OutputBuffer) {
    let header = rows.columns.map { $0.title.uppercased() }
    let cells = rows.rows.map { row in rows.columns.map { $0.text(row).safeForTerminal } }
    let lines = (hasHeader ? [header] : []) + cells
    let widths = header.indices.map { column in
      lines.reduce(0) { max($0, min($1[column].displayWidth, Self.maxPaddedWidth)) }
    }
    for line in lines { write(line: line, widths: widths, to: &output) }
  }

  /// Numbers stand right, text left; nothing is padded at the end of a line.
  private func write(line cells: [String], widths: [Int], to output: inout OutputBuffer) {
    var owed = 0
    for (column, cell) in cells.enumerated() {
      let padding = max(0, widths[column] - cell.displayWidth)
      let isNumeric = rows.columns[column].isNumeric
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
