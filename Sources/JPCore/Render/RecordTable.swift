/// Writes rows as an aligned table.
package struct RecordTable {
  private let rows: RecordRows
  private let hasHeader: Bool
  private let style: TextStyle
  private let header: [Cell]
  private let columns: [Cells]
  /// Which of the rows' columns are shown, and how wide each of them is.
  private let shown: (columns: [Int], widths: [Int])

  package init(_ rows: RecordRows, hasHeader: Bool = true, style: TextStyle = .plain) {
    self.hasHeader = hasHeader
    self.style = style
    var rows = rows
    if let width = style.width, width < Self.leastWidthForURLs { rows.shortenColors() }
    self.rows = rows
    header = rows.columns.map { Cell(Array($0.title.uppercased().utf8)[...]) }
    columns = rows.columns.map { Cells($0, of: rows, style: style) }
    let natural = zip(header, columns).map { max(hasHeader ? $0.width : 0, $1.width) }
    if let width = style.width, rows.mayDropColumns {
      shown = ColumnWidths.chosen(natural, ranks: rows.columns.map(\.rank), to: width)
    } else if let width = style.width {
      let widths = ColumnWidths.fitted(
        natural, canShrink: rows.columns.map { !$0.isNumeric }, to: width)
      shown = (Array(natural.indices), widths)
    } else {
      shown = (Array(natural.indices), natural.map { min($0, Self.maxPaddedWidth) })
    }
  }

  /// With fewer columns, of a photo's URL only the colour is shown.
  private static let leastWidthForURLs = 100

  /// Whether each line has room in the style's width.
  package var fits: Bool {
    guard let width = style.width else { return true }
    let gaps = ColumnWidths.gap * max(0, shown.widths.count - 1)
    return shown.widths.reduce(0, +) + gaps <= width
  }

  /// The titles of the columns that don't fit, the most important first.
  package var hidden: [String] {
    rows.columns.indices.filter { !shown.columns.contains($0) }
      .sorted { rows.columns[$0].rank < rows.columns[$1].rank }.map { rows.columns[$0].title }
  }

  private struct Cell {
    /// As UTF-8, safe for a terminal.
    private(set) var text: ArraySlice<UInt8>
    /// A coloured square before the text, and a space after it.
    var swatch: String?
    /// In terminal columns.
    private(set) var width: Int

    /// - Parameter text: printable ASCII, which can't steer a terminal and has as many columns as
    ///   bytes.
    init(plain text: ArraySlice<UInt8>) {
      self.text = text
      width = text.count
    }

    init(_ text: ArraySlice<UInt8>, swatch: String? = nil) {
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

    /// The same cell, cut to fewer columns.
    func cut(to width: Int) -> Cell {
      let swatch = width <= TextStyle.swatchWidth ? nil : swatch
      let room = width - (swatch == nil ? 0 : TextStyle.swatchWidth)
      let text = String(decoding: text, as: UTF8.self).cut(to: room)
      return Cell(Array(text.utf8)[...], swatch: swatch)
    }
  }

  /// The cells of a column. Most are plain text, of which only the place is kept: allocating cells
  /// and counting references to them would take longer than everything else here.
  private struct Cells {
    /// The width of the widest cell.
    private(set) var width = 0

    private let bytes: [UInt8]
    private var plain: [PlainText?]
    /// The cells that are not plain text, by line.
    private var others: [Int: Cell] = [:]

    init(_ column: RecordRows.Column, of rows: RecordRows, style: TextStyle) {
      bytes = rows.document.bytes
      plain = column.plain(rows.rows)
      for (line, row) in rows.rows.enumerated() {
        if style.hasSwatches, !column.isNumeric,
          let swatch = style.swatch(for: column.cell(row), isShort: column.isShort)
        {
          plain[line] = nil
          others[line] = Cell(column.cell(row), swatch: swatch)
        } else if plain[line] == nil {
          others[line] = Cell(column.cell(row))
        }
        width = max(width, plain[line]?.count ?? others[line]?.width ?? 0)
      }
    }

    subscript(line: Int) -> Cell {
      others[line] ?? Cell(plain: bytes[plain[line]?.range ?? 0..<0])
    }
  }

  /// The most that cells are padded to when nothing is cut: one huge cell would pad thousands of
  /// lines.
  private static let maxPaddedWidth = 200

  /// Writes a header and a line for each record, in columns two spaces apart.
  package func write(to output: inout OutputBuffer) {
    if hasHeader { write({ header[$0] }, isHeader: true, to: &output) }
    // Else each line's closure would copy the table, a fifth of a long list's time.
    let columns = columns
    for line in rows.rows.indices {
      write({ columns[$0][line] }, isHeader: false, to: &output)
    }
  }

  /// Writes the cells of a line. Numbers are aligned right, text left; a line has no spaces at its
  /// end.
  private func write(
    _ cells: (Int) -> Cell, isHeader: Bool, to output: inout OutputBuffer
  ) {
    var owed = 0
    for (column, width) in zip(shown.columns, shown.widths) {
      let whole = cells(column)
      let cell = style.width != nil && whole.width > width ? whole.cut(to: width) : whole
      let padding = max(0, width - cell.width)
      let isNumeric = rows.columns[column].isNumeric
      if isNumeric { owed += padding }
      if cell.width > 0 {
        output.append(repeating: .space, count: owed)
        if let swatch = cell.swatch { output.append(swatch) }
        if isHeader {
          output.append(style.bold(String(decoding: cell.text, as: UTF8.self)))
        } else {
          output.append(cell.text.span)
        }
        owed = 0
      }
      owed += (isNumeric ? 0 : padding) + ColumnWidths.gap
    }
    output.append(.lineFeed)
  }
}
