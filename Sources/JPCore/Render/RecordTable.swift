/// Writes rows as an aligned table.
package struct RecordTable {
  private let rows: RecordRows
  private let hasHeader: Bool
  private let style: TextStyle
  private let header: [SafeText]
  private var shown: [Shown]

  /// A column that is shown, by its place among the rows' columns.
  private struct Shown {
    let place: Int
    let isNumeric: Bool
    let isSign: Bool
    var width = 0
  }

  /// - Returns: `nil` if the style's width has no room for the columns.
  package init?(_ rows: RecordRows, hasHeader: Bool = true, style: TextStyle = .plain) {
    self.rows = rows
    self.hasHeader = hasHeader && rows.count > 0
    self.style = style
    header = rows.columns.map { SafeText($0.title) }
    let least = rows.columns.map(\.leastWidth)
    let shown =
      style.width.map { ColumnWidths.shown(least, optional: rows.optional, to: $0) }
      ?? Array(least.indices)
    guard let shown else { return nil }
    self.shown = shown.map { place in
      let column = rows.columns[place]
      return Shown(place: place, isNumeric: column.isNumeric, isSign: column.isSign)
    }
    let natural = naturalWidths
    guard let width = style.width else {
      for place in natural.indices {
        self.shown[place].width = min(natural[place], Self.maxPaddedWidth)
      }
      return
    }
    let room = width - ColumnWidths.gap * max(0, shown.count - 1)
    // If long numbers take more than their least widths, text is cut first.
    let leastWidths = [least, least.map { min($0, 8) }].map { least in
      shown.indices.map { rows.columns[shown[$0]].isNumeric ? natural[$0] : least[shown[$0]] }
    }
    let fitting = leastWidths.first { $0.reduce(0, +) <= room } ?? shown.map { least[$0] }
    let widths = ColumnWidths.fitted(natural, least: fitting, to: room)
    for place in widths.indices { self.shown[place].width = widths[place] }
  }

  /// The width of each shown column's cells.
  private var naturalWidths: [Int] {
    var widths = shown.map { hasHeader ? header[$0.place].width : 0 }
    rows.forEachRow { cells in
      var widths = widths.mutableSpan
      for place in widths.indices {
        let column = shown[place]
        widths[place] = max(widths[place], width(of: cells[column.place], in: column))
      }
    }
    return widths
  }

  /// The titles of the columns that don't fit, the most important first.
  package var hidden: [String] {
    rows.optional.filter { !shown.map(\.place).contains($0) }.map { rows.columns[$0].title }
  }

  /// The most that cells are padded to when nothing is cut: one huge cell would pad thousands of
  /// lines.
  private static let maxPaddedWidth = 200

  /// Writes a header and a line for each record, in columns two spaces apart. Numbers are aligned
  /// right, text left; a line has no spaces at its end.
  package func write(to output: inout OutputBuffer) {
    if hasHeader {
      var padding = 0
      for column in shown { write(header[column.place], isBold: true, column, &padding, &output) }
      output.append(.lineFeed)
    }
    let (bytes, isCut) = (rows.bytes, style.width != nil)
    rows.forEachRow { cells in
      var padding = 0
      for column in shown {
        let cell = cells[column.place]
        if case .verbatim(let text) = cell, !column.isSign, !isCut || text.count <= column.width {
          pad(text.count, column, &padding, &output) {
            $0.append(bytes.span.extracting(text))
          }
        } else {
          write(text(of: cell, in: column), isBold: false, column, &padding, &output)
        }
      }
      output.append(.lineFeed)
    }
  }

  private func text(of cell: Cell, in column: Shown) -> SafeText {
    let text = rows.text(of: cell)
    guard column.isSign else { return SafeText(text) }
    return text.elementsEqual("true".utf8)
      ? SafeText("✓") : text.elementsEqual("false".utf8) ? SafeText("") : SafeText(text)
  }

  private func width(of cell: Cell, in column: Shown) -> Int {
    if case .verbatim(let text) = cell, !column.isSign { return text.count }
    return text(of: cell, in: column).width
  }

  private func write(
    _ text: SafeText, isBold: Bool, _ column: Shown, _ padding: inout Int,
    _ output: inout OutputBuffer
  ) {
    let text = style.width != nil && text.width > column.width ? text.cut(to: column.width) : text
    pad(text.width, column, &padding, &output) { output in
      output.append(isBold ? style.bold(text.text) : text.text)
    }
  }

  /// Writes a cell and the spaces before it.
  ///
  /// - Parameters:
  ///   - width: the cell's.
  ///   - padding: the spaces before the next cell that isn't empty.
  private func pad(
    _ width: Int, _ column: Shown, _ padding: inout Int,
    _ output: inout OutputBuffer, _ write: (inout OutputBuffer) -> Void
  ) {
    let room = max(0, column.width - width)
    if column.isNumeric { padding += room }
    if width > 0 {
      output.append(repeating: .space, count: padding)
      write(&output)
      padding = 0
    }
    padding += (column.isNumeric ? 0 : room) + ColumnWidths.gap
  }
}

/// A text that is safe for a terminal, and how many columns it has there.
private struct SafeText {
  let text: String
  let width: Int

  init(_ utf8: ArraySlice<UInt8>) { self.init(String(utf8: utf8)) }

  init(_ text: String) {
    self.text = text.safeForTerminal
    width = self.text.displayWidth
  }

  /// The text with `…` for what doesn't fit: its end, or the beginning of a URL.
  func cut(to width: Int) -> SafeText {
    guard text.hasPrefix("http://") || text.hasPrefix("https://"), width > 1 else {
      return SafeText(text.cut(to: width))
    }
    if self.width <= width { return self }
    let end = text.cutAtStart(to: width).dropFirst()
    let path = end.firstIndex(of: "/").map { end[$0...] } ?? end
    return SafeText("…" + (path.hasPrefix("//") ? path.dropFirst() : path))
  }
}
