/// Writes rows as an aligned table.
package struct RecordTable {
  private let rows: RecordRows
  private let hasHeader: Bool
  private let style: TextStyle

  package init(_ rows: RecordRows, hasHeader: Bool = true, style: TextStyle = .plain) {
    self.rows = rows
    self.hasHeader = hasHeader
    self.style = style
  }

  private struct Cell {
    var text: String
    /// A coloured square before the text, with the space behind it.
    var swatch: String?

    var width: Int { text.displayWidth + (swatch == nil ? 0 : TextStyle.swatchWidth) }
  }

  /// The widest column that others are aligned to where nothing is cut; one huge cell would pad
  /// thousands of lines.
  private static let maxPaddedWidth = 200

  /// Writes a header and a line for each record, in columns two spaces apart.
  package func write(to output: inout OutputBuffer) {
    let header = rows.columns.map { Cell(text: $0.title.uppercased()) }
    let cells = rows.rows.map { row in
      rows.columns.map { column in
        let text = column.text(row)
        let swatch = column.isNumeric ? nil : style.swatch(for: text)
        return Cell(text: text.safeForTerminal, swatch: swatch)
      }
    }
    let natural = header.indices.map { column in
      ((hasHeader ? [header] : []) + cells).reduce(0) { max($0, $1[column].width) }
    }
    let widths =
      style.width.map { width in
        ColumnWidths.fitted(
          natural, canShrink: rows.columns.map { !$0.isNumeric }, to: width)
      } ?? natural.map { min($0, Self.maxPaddedWidth) }
    if hasHeader { write(line: header, widths: widths, isHeader: true, to: &output) }
    for line in cells { write(line: line, widths: widths, isHeader: false, to: &output) }
  }

  /// Numbers stand right, text left; nothing is padded at the end of a line.
  private func write(
    line cells: [Cell], widths: [Int], isHeader: Bool, to output: inout OutputBuffer
  ) {
    var owed = 0
    for (column, cell) in cells.enumerated() {
      let cell = style.width == nil ? cell : fitted(cell, to: widths[column])
      let padding = max(0, widths[column] - cell.width)
      let isNumeric = rows.columns[column].isNumeric
      if isNumeric { owed += padding }
      if cell.width > 0 {
        output.append(repeating: .space, count: owed)
        if let swatch = cell.swatch { output.append(swatch) }
        output.append(isHeader ? style.bold(cell.text) : cell.text)
        owed = 0
      }
      owed += (isNumeric ? 0 : padding) + ColumnWidths.gap
    }
    output.append(.lineFeed)
  }

  private func fitted(_ cell: Cell, to width: Int) -> Cell {
    guard cell.width > width else { return cell }
    var cell = cell
    if width <= TextStyle.swatchWidth { cell.swatch = nil }
    cell.text = cell.text.cut(to: width - (cell.swatch == nil ? 0 : TextStyle.swatchWidth))
    return cell
  }
}
