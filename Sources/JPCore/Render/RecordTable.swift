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
    /// As UTF-8, safe for a terminal.
    private(set) var text: ArraySlice<UInt8>
    /// A coloured square before the text, with the space behind it.
    var swatch: String?
    /// In columns.
    private(set) var width: Int

    init(_ text: ArraySlice<UInt8>, swatch: String? = nil) {
      // Most text: it can do no harm, and has as many columns as bytes.
      if text.allSatisfy({ (0x20..<0x7F).contains($0) }) {
        self.text = text
        width = text.count
      } else {
        let safe = String(decoding: text, as: UTF8.self).safeForTerminal
        self.text = Array(safe.utf8)[...]
        width = safe.displayWidth
      }
      self.swatch = swatch
      if swatch != nil { width += TextStyle.swatchWidth }
    }

    /// The same in fewer columns.
    func cut(to width: Int) -> Cell {
      let swatch = width <= TextStyle.swatchWidth ? nil : swatch
      let room = width - (swatch == nil ? 0 : TextStyle.swatchWidth)
      let text = String(decoding: text, as: UTF8.self).cut(to: room)
      return Cell(Array(text.utf8)[...], swatch: swatch)
    }
  }

  /// The widest column that others are aligned to where nothing is cut; one huge cell would pad
  /// thousands of lines.
  private static let maxPaddedWidth = 200

  /// Writes a header and a line for each record, in columns two spaces apart.
  package func write(to output: inout OutputBuffer) {
    let header = rows.columns.map { Cell(Array($0.title.uppercased().utf8)[...]) }
    let cells = rows.rows.map { row in
      rows.columns.map { column in
        let text = column.cell(row)
        return Cell(text, swatch: column.isNumeric ? nil : style.swatch(for: text))
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
      let isCut = style.width != nil && cell.width > widths[column]
      let cell = isCut ? cell.cut(to: widths[column]) : cell
      let padding = max(0, widths[column] - cell.width)
      let isNumeric = rows.columns[column].isNumeric
      if isNumeric { owed += padding }
      if cell.width > 0 {
        output.append(repeating: .space, count: owed)
        if let swatch = cell.swatch { output.append(swatch) }
        if isHeader {
          output.append(style.bold(String(decoding: cell.text, as: UTF8.self)))
        } else {
          cell.text.withUnsafeBytes { output.append($0) }
        }
        owed = 0
      }
      owed += (isNumeric ? 0 : padding) + ColumnWidths.gap
    }
    output.append(.lineFeed)
  }
}
