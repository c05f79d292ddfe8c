/// Writes rows as an aligned table.
package struct RecordTable {
  private let rows: RecordRows
  private let hasHeader: Bool
  private let style: TextStyle
  private let header: [Cell]
  private let plain: PlainCells
  private let others: [OtherCells]
  /// Which of the rows' columns are shown, and how wide each of them is.
  private let shown: (columns: [Int], widths: [Int])

  package init(_ rows: RecordRows, hasHeader: Bool = true, style: TextStyle = .plain) {
    self.hasHeader = hasHeader
    self.style = style
    var rows = rows
    if let width = style.width, width < Self.leastWidthForURLs { rows.shortenColors() }
    self.rows = rows
    header = rows.columns.map { Cell(Array($0.title.uppercased().utf8)[...]) }
    let plain = rows.plainCells()
    self.plain = plain
    others = rows.columns.indices.map { [rows] in
      OtherCells($0, of: rows, besides: plain, style: style)
    }
    let natural = zip(header, others).map { max(hasHeader ? $0.width : 0, $1.width) }
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

  /// The cells of a column that are not plain text. Plain ones, which most are, are not made:
  /// allocating them and counting references to them would take longer than all else here.
  private struct OtherCells {
    /// By line.
    private(set) var cells: [Int: Cell] = [:]

    /// The width of the column's widest cell, be it plain.
    private(set) var width = 0

    init(_ place: Int, of rows: RecordRows, besides plain: PlainCells, style: TextStyle) {
      let column = rows.columns[place]
      for (line, row) in rows.rows.enumerated() {
        if style.hasSwatches, !column.isNumeric,
          let swatch = style.swatch(for: column.cell(row), isShort: column.isShort)
        {
          cells[line] = Cell(column.cell(row), swatch: swatch)
        } else if let text = plain[line, place] {
          width = max(width, text.count)
          continue
        } else {
          cells[line] = Cell(column.cell(row))
        }
        width = max(width, cells[line]?.width ?? 0)
      }
    }
  }

  /// The most that cells are padded to when nothing is cut: one huge cell would pad thousands of
  /// lines.
  private static let maxPaddedWidth = 200

  /// Writes a header and a line for each record, in columns two spaces apart. Numbers are aligned
  /// right, text left; a line has no spaces at its end.
  package func write(to output: inout OutputBuffer) {
    if hasHeader {
      var owed = 0
      for (column, width) in zip(shown.columns, shown.widths) {
        write(header[column], isHeader: true, column, to: width, &owed, &output)
      }
      output.append(.lineFeed)
    }
    let bytes = rows.document.bytes
    for line in rows.rows.indices {
      var owed = 0
      for (column, width) in zip(shown.columns, shown.widths) {
        if let cell = others[column].cells[line] {
          write(cell, isHeader: false, column, to: width, &owed, &output)
        } else if let text = plain[line, column] {
          if style.width != nil && text.count > width {
            write(Cell(bytes[text.range]), isHeader: false, column, to: width, &owed, &output)
          } else {
            pad(text.count, column, to: width, &owed, &output) {
              $0.append(bytes.span.extracting(text.range))
            }
          }
        }
      }
      output.append(.lineFeed)
    }
  }

  private func write(
    _ cell: Cell, isHeader: Bool, _ column: Int, to width: Int, _ owed: inout Int,
    _ output: inout OutputBuffer
  ) {
    let cell = style.width != nil && cell.width > width ? cell.cut(to: width) : cell
    pad(cell.width, column, to: width, &owed, &output) { output in
      if let swatch = cell.swatch { output.append(swatch) }
      if isHeader {
        output.append(style.bold(String(decoding: cell.text, as: UTF8.self)))
      } else {
        output.append(cell.text.span)
      }
    }
  }

  /// Writes a cell and what pads it.
  ///
  /// - Parameters:
  ///   - width: the cell's.
  ///   - owed: how many spaces precede the next cell that isn't empty.
  @inline(__always)
  private func pad(
    _ width: Int, _ column: Int, to columnWidth: Int, _ owed: inout Int,
    _ output: inout OutputBuffer, _ write: (inout OutputBuffer) -> Void
  ) {
    let padding = max(0, columnWidth - width)
    let isNumeric = rows.columns[column].isNumeric
    if isNumeric { owed += padding }
    if width > 0 {
      output.append(repeating: .space, count: owed)
      write(&output)
      owed = 0
    }
    owed += (isNumeric ? 0 : padding) + ColumnWidths.gap
  }
}
