/// Writes a table as aligned columns.
package struct RecordTable {
  private let table: Table
  private let hasHeader: Bool
  private let style: TextStyle
  /// The text around which cells are cut, if they have it.
  private let searched: FoldedText?
  private let header: [SafeText]
  private var shown: [Shown]

  /// A column that is shown, by its index among the table's columns.
  private struct Shown {
    let index: Int
    let isNumeric: Bool
    let isSign: Bool
    var width = 0

    init(_ column: Table.Column, at index: Int) {
      self.index = index
      isNumeric = column.isNumeric
      isSign = column.isSign
    }
  }

  /// - Parameter searchedText: a text that was searched for, so that cells are cut around it.
  /// - Returns: `nil` if the style's width has no room for the columns that must be shown.
  package init?(
    _ table: Table, hasHeader: Bool = true, style: TextStyle = .plain, searchedText: String? = nil
  ) {
    self.table = table
    self.hasHeader = hasHeader && table.count > 0
    self.style = style
    searched = searchedText.map(FoldedText.init)
    header = table.columns.map { column in SafeText(column.title) }
    var indices = Array(table.columns.indices)
    if let width = style.width {
      let least = table.columns.map(\.leastWidth)
      let optional = indices.filter { index in table.columns[index].isOptional }
      guard let fitting = ColumnWidths.shown(least, optional: optional, to: width) else {
        return nil
      }
      indices = fitting
    }
    shown = indices.map { index in Shown(table.columns[index], at: index) }
    setWidths()
  }

  private mutating func setWidths() {
    let natural = naturalWidths
    var widths: [Int]
    if let width = style.width {
      let gaps = ColumnWidths.gap * max(0, shown.count - 1)
      let room = width - gaps
      let least = leastWidths(natural, room)
      widths = ColumnWidths.fitted(natural, least: least, to: room)
    } else {
      let limited = natural.map { width in min(width, Self.maxPaddedWidth) }
      let none = limited.map { _ in 0 }
      widths = ColumnWidths.fitted(limited, least: none, to: Self.maxPaddedLine)
    }
    for index in shown.indices {
      shown[index].width = widths[index]
    }
  }

  /// The most terminal columns to which a cell and a whole line are padded if no cell is cut. Without
  /// these limits, one huge cell, or a thousand columns, would pad thousands of lines.
  private static let maxPaddedWidth = 200
  private static let maxPaddedLine = 2000

  /// The width of the widest cell in each shown column, or of its title if that is wider.
  private var naturalWidths: [Int] {
    var widths = shown.map { _ in 0 }
    if hasHeader { widths = shown.map { column in header[column.index].width } }
    for (index, column) in shown.enumerated() {
      for row in 0..<table.count {
        let width = width(of: table.cell(row, column.index), in: column)
        if width > widths[index] { widths[index] = width }
      }
    }
    return widths
  }

  /// The least widths of the shown columns. Texts are made narrower first: numbers keep their whole
  /// width if there is room.
  private func leastWidths(_ natural: [Int], _ room: Int) -> [Int] {
    let least = shown.map { column in table.columns[column.index].leastWidth }
    for maxTextWidth in [Int.max, 8] {
      var widths = natural
      for index in shown.indices where !shown[index].isNumeric {
        widths[index] = min(least[index], maxTextWidth)
      }
      if widths.reduce(0, +) <= room { return widths }
    }
    return least
  }

  /// The titles of the columns that don't fit, the most important first.
  package var hidden: [String] {
    let shownIndices = Set(shown.map(\.index))
    var titles: [String] = []
    for (index, column) in table.columns.enumerated() where !shownIndices.contains(index) {
      titles.append(column.title)
    }
    return titles
  }

  // MARK: Lines

  /// Writes a header and a line for each record, in columns two spaces apart. Numbers are aligned
  /// right, text left; a line has no spaces at its end.
  package func write(to output: inout OutputBuffer) {
    if hasHeader {
      var line = Line()
      for column in shown {
        writeCell(header[column.index], isBold: true, in: column, on: &line, to: &output)
      }
      output.append(.lineFeed)
    }
    let isCut = style.width != nil
    for row in 0..<table.count {
      var line = Line()
      for column in shown {
        let cell = table.cell(row, column.index)
        // Fast path: most cells are written as they are.
        if cell.isPlain, !column.isSign, !isCut || cell.text.count <= column.width {
          line.pad(column, for: cell.text.count, to: &output)
          output.append(cell.text.span)
        } else {
          let text = text(of: cell, in: column)
          writeCell(text, isBold: false, in: column, on: &line, to: &output)
        }
      }
      output.append(.lineFeed)
    }
  }

  /// The spaces between the cells of a line. Each cell writes those before it, so that a line has
  /// none at its end.
  private struct Line {
    /// The number of spaces that are due but not written yet. They are written before the next cell
    /// that isn't empty.
    private var padding = 0

    /// Writes the spaces before a cell.
    ///
    /// - Parameter width: the width of the cell's text.
    mutating func pad(_ column: Shown, for width: Int, to output: inout OutputBuffer) {
      let room = max(0, column.width - width)
      if column.isNumeric { padding += room }
      if width > 0 {
        output.append(repeating: .space, count: padding)
        padding = 0
      }
      if !column.isNumeric { padding += room }
      padding += ColumnWidths.gap
    }
  }

  private func writeCell(
    _ text: SafeText, isBold: Bool, in column: Shown, on line: inout Line,
    to output: inout OutputBuffer
  ) {
    var text = text
    if style.width != nil, text.width > column.width {
      text = text.cut(to: column.width, around: searched)
    }
    line.pad(column, for: text.width, to: &output)
    // Leave out a text without width, because the spaces before it weren't written.
    if text.width == 0 { return }
    if isBold {
      output.append(style.bold(text.text))
    } else {
      output.append(text.text)
    }
  }

  private func text(of cell: Table.Cell, in column: Shown) -> SafeText {
    if column.isSign {
      if cell.text.elementsEqual("true".utf8) { return SafeText("✓") }
      if cell.text.elementsEqual("false".utf8) { return SafeText("") }
    }
    return SafeText(String(inOneLine: cell.text))
  }

  @inline(__always)
  private func width(of cell: Table.Cell, in column: Shown) -> Int {
    if cell.isPlain, !column.isSign { return cell.text.count }
    return text(of: cell, in: column).width
  }
}

/// A text that is safe for a terminal and in logs, and its width in terminal columns.
private struct SafeText {
  let text: String
  let width: Int

  init(_ text: String) {
    self.text = text.safeForTerminal.harmlessInLogs
    width = self.text.displayWidth
  }

  /// The text with `…` for what doesn't fit: what isn't around the searched text, or else the end, or
  /// the beginning of a URL.
  func cut(to width: Int, around searched: FoldedText?) -> SafeText {
    if let part = searched?.firstRange(in: text) {
      return SafeText(text.cut(to: width, around: part))
    }
    let isURL = text.utf8.starts(with: "http://".utf8) || text.utf8.starts(with: "https://".utf8)
    guard isURL, width > 1 else { return SafeText(text.cut(to: width)) }
    if self.width <= width { return self }
    var end = text.cutAtStart(to: width).dropFirst()
    if let slash = end.utf8.firstIndex(of: .slash) {
      end = end[slash...]
    }
    if end.utf8.starts(with: "//".utf8) { end = Substring(end.utf8.dropFirst()) }
    return SafeText("…" + end)
  }
}
