/// Writes rows as an aligned table.
package struct RecordTable {
  private let rows: RecordRows
  private let hasHeader: Bool
  private let style: TextStyle
  private let header: [SafeText]
  /// Which of the rows' columns are shown, and how wide each of them is.
  private let shown: (columns: [Int], widths: [Int])

  package init(_ rows: RecordRows, hasHeader: Bool = true, style: TextStyle = .plain) {
    self.rows = rows
    self.hasHeader = hasHeader
    self.style = style
    let header = rows.columns.map { SafeText(Array($0.title.uppercased().utf8)[...]) }
    self.header = header
    var natural = header.map { hasHeader ? $0.width : 0 }
    rows.forEachRow { cells in
      for column in natural.indices {
        natural[column] = max(natural[column], cells[column].width)
      }
    }
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

  /// The most that cells are padded to when nothing is cut: one huge cell would pad thousands of
  /// lines.
  private static let maxPaddedWidth = 200

  /// Writes a header and a line for each record, in columns two spaces apart. Numbers are aligned
  /// right, text left; a line has no spaces at its end.
  package func write(to output: inout OutputBuffer) {
    if hasHeader {
      var padding = 0
      for (column, width) in zip(shown.columns, shown.widths) {
        write(header[column], isBold: true, column, to: width, &padding, &output)
      }
      output.append(.lineFeed)
    }
    let bytes = rows.bytes
    rows.forEachRow { cells in
      var padding = 0
      for (column, width) in zip(shown.columns, shown.widths) {
        switch cells[column] {
        case .verbatim(let text) where text.count <= width || style.width == nil:
          pad(text.count, column, to: width, &padding, &output) {
            $0.append(bytes.span.extracting(text))
          }
        case let cell:
          write(SafeText(rows.text(of: cell)), isBold: false, column, to: width, &padding, &output)
        }
      }
      output.append(.lineFeed)
    }
  }

  private func write(
    _ text: SafeText, isBold: Bool, _ column: Int, to width: Int, _ padding: inout Int,
    _ output: inout OutputBuffer
  ) {
    let text = style.width != nil && text.width > width ? text.cut(to: width) : text
    pad(text.width, column, to: width, &padding, &output) { output in
      output.append(isBold ? style.bold(text.text) : text.text)
    }
  }

  /// Writes a cell and the spaces before it.
  ///
  /// - Parameters:
  ///   - width: the cell's.
  ///   - padding: the spaces before the next cell that isn't empty.
  @inline(__always)
  private func pad(
    _ width: Int, _ column: Int, to columnWidth: Int, _ padding: inout Int,
    _ output: inout OutputBuffer, _ write: (inout OutputBuffer) -> Void
  ) {
    let room = max(0, columnWidth - width)
    let isNumeric = rows.columns[column].isNumeric
    if isNumeric { padding += room }
    if width > 0 {
      output.append(repeating: .space, count: padding)
      write(&output)
      padding = 0
    }
    padding += (isNumeric ? 0 : room) + ColumnWidths.gap
  }
}

/// A text that is safe for a terminal, and how many columns it has there.
private struct SafeText {
  let text: String
  let width: Int

  init(_ utf8: ArraySlice<UInt8>) { self.init(String(decoding: utf8, as: UTF8.self)) }

  private init(_ text: String) {
    self.text = text.safeForTerminal
    width = self.text.displayWidth
  }

  func cut(to width: Int) -> SafeText { SafeText(text.cut(to: width)) }
}

extension Cell {
  fileprivate var width: Int {
    switch self {
    case .verbatim(let text): text.count
    case .other(let text): text.isEmpty ? 0 : SafeText(text).width
    }
  }
}
