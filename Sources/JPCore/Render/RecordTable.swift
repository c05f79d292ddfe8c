/// Writes a table as aligned columns.
package struct RecordTable {
  private let table: Table
  private let hasHeader: Bool
  private let style: TextStyle

  /// Whether booleans and other values that could be taken for each other are shown as signs.
  private let hasSigns: Bool

  private let header: [CellText]
  private var shown: [ShownColumn]

  /// The width of the longest bar at the end of a line, in terminal columns; 0 for no bars.
  private var barWidth = 0

  /// A column that is shown, by its index among the table's columns.
  private struct ShownColumn {
    let index: Int
    let isNumeric: Bool
    let isExtra: Bool

    /// Whether a cell's text can be written as it is, if it is plain and fits.
    let isCopied: Bool

    /// Whether the searched texts are looked for in the cells: to highlight them, or to cut a cell
    /// around them.
    let showsMatches: Bool

    var width = 0

    init(_ column: Table.Column, at index: Int, _ style: TextStyle) {
      self.index = index
      isNumeric = column.isNumeric
      isExtra = column.isExtra
      let isHighlighted = style.isColored && !column.searched.isEmpty
      isCopied = !isHighlighted
      showsMatches = isHighlighted || style.width != nil
    }
  }

  /// Chooses the columns to show, and their widths.
  ///
  /// - Parameters:
  ///   - isUncut: whether all columns must be shown, and no cell may be cut.
  ///   - hasSigns: whether values that could be taken for each other are shown as signs.
  /// - Returns: `nil` if the style's width has no room for what must be shown.
  package init?(
    _ table: Table, hasHeader: Bool = true, style: TextStyle = .plain, isUncut: Bool = false,
    hasSigns: Bool = false
  ) {
    self.table = table
    self.hasHeader = hasHeader && table.count > 0
    self.style = style
    self.hasSigns = hasSigns
    header = table.columns.map { column in CellText(column.title) }
    var indices = table.columns.indices.filter { index in !table.columns[index].isExtra }
    if let width = style.width, !isUncut {
      guard let fitting = Self.columnsThatFit(width, of: table) else { return nil }
      indices = fitting
    }
    shown = indices.map { index in
      ShownColumn(table.columns[index], at: index, style)
    }
    let natural = naturalWidths
    if isUncut, let room = roomForCells, natural.reduce(0, +) > room { return nil }
    setWidths(natural)
    if table.hasBars { setBarWidth() }
  }

  /// The indices of the columns for which a line has room; `nil` without room for those that must
  /// be shown.
  private static func columnsThatFit(_ width: Int, of table: Table) -> [Int]? {
    var optional: [Int] = []
    var extra: [Int] = []
    for (index, column) in table.columns.enumerated() where column.isOptional {
      if column.isExtra {
        extra.append(index)
      } else {
        optional.append(index)
      }
    }
    return ColumnWidths.columnsThatFit(
      table.columns.map(\.leastWidth), optional: optional, extra: extra,
      usual: table.columns.map(\.usualWidth), to: width)
  }

  /// The width for all cells of a line, without the gaps, in terminal columns; `nil` for no limit.
  private var roomForCells: Int? {
    guard let width = style.width else { return nil }
    return width - ColumnWidths.gap * max(0, shown.count - 1)
  }

  private mutating func setWidths(_ natural: [Int]) {
    var widths: [Int]
    if let room = roomForCells {
      let least = leastWidths(natural, room)
      widths = ColumnWidths.widthsThatFit(natural, least: least, to: room)
    } else {
      let limited = natural.map { width in min(width, Self.maxPaddedWidth) }
      let none = limited.map { _ in 0 }
      widths = ColumnWidths.widthsThatFit(limited, least: none, to: Self.maxPaddedLine)
    }
    for index in shown.indices {
      shown[index].width = widths[index]
    }
  }

  /// The maximum widths to which a cell and a line are padded with spaces if no cell is cut.
  /// Without these limits, one huge cell, or a thousand columns, would pad thousands of lines.
  private static let maxPaddedWidth = 200
  private static let maxPaddedLine = 2000

  /// The width of the widest cell in each shown column, or of its title if that is wider.
  private var naturalWidths: [Int] {
    var widths = shown.map { _ in 0 }
    if hasHeader { widths = shown.map { column in header[column.index].width } }
    for (index, column) in shown.enumerated() {
      for row in 0..<table.count {
        let width = cellWidth(inRow: row, of: column)
        if width > widths[index] { widths[index] = width }
      }
    }
    return widths
  }

  /// The least widths of the shown columns: next to an extra column, the usual widths of the
  /// others. Numbers get their natural width, if there is room for it when texts are at their least
  /// width or at 8 columns.
  private func leastWidths(_ natural: [Int], _ room: Int) -> [Int] {
    let hasExtra = shown.contains(where: \.isExtra)
    let least = shown.map { column in
      let values = table.columns[column.index]
      if hasExtra, !column.isExtra { return values.usualWidth }
      return values.leastWidth
    }
    for maxTextWidth in [Int.max, 8] {
      var widths = natural
      for index in shown.indices where !shown[index].isNumeric {
        widths[index] = min(least[index], maxTextWidth)
      }
      if widths.reduce(0, +) <= room { return widths }
    }
    return least
  }

  /// The titles of the columns that aren't shown, the most important first.
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
      var line = LinePadding()
      for column in shown {
        writeCell(header[column.index], isBold: true, in: column, on: &line, to: &output)
      }
      output.append(.lineFeed)
    }
    let isCopied = style.width == nil && !hasSigns
    let mostCounted = self.mostCounted
    for row in 0..<table.count {
      var line = LinePadding()
      for column in shown {
        let cell = table.cell(row, column.index)
        // Fast path: most cells are written as they are.
        if cell.isSafeASCII, column.isCopied, isCopied || canBeCopied(cell, in: column) {
          line.writePadding(before: column, width: cell.text.count, to: &output)
          output.append(cell.text.span)
        } else {
          var searched: [FoldedSearchTerm] = []
          if column.showsMatches { searched = table.columns[column.index].searched }
          let text = cellText(of: cell, row, in: column, searched: searched)
          writeCell(text, isBold: false, in: column, on: &line, to: &output)
        }
      }
      if barWidth > 0 { writeBar(ofRow: row, mostCounted, to: &output) }
      output.append(.lineFeed)
    }
  }

  /// The spaces between the cells of a line. Each cell writes those before it, so that a line has
  /// none at its end.
  private struct LinePadding {
    /// The number of spaces that are due but not written yet. They are written before the next cell
    /// that isn't empty.
    private var padding = 0

    /// Writes the spaces before a cell.
    ///
    /// - Parameter width: the width of the cell's text.
    mutating func writePadding(
      before column: ShownColumn, width: Int, to output: inout OutputBuffer
    ) {
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
    _ text: CellText, isBold: Bool, in column: ShownColumn, on line: inout LinePadding,
    to output: inout OutputBuffer
  ) {
    var text = text
    if style.width != nil { text.cut(to: column.width) }
    line.writePadding(before: column, width: text.width, to: &output)
    // Leave out a text without width, because the spaces before it weren't written.
    if text.width == 0 { return }
    let styled = text.styled(style)
    if isBold {
      output.append(style.bold(styled))
    } else {
      output.append(styled)
    }
  }

  /// Whether a cell's text fits its column, and isn't a sign.
  private func canBeCopied(_ cell: Table.Cell, in column: ShownColumn) -> Bool {
    if mayBeSign(cell) { return false }
    return style.width == nil || cell.text.count <= column.width
  }

  private func cellText(
    of cell: Table.Cell, _ row: Int, in column: ShownColumn, searched: [FoldedSearchTerm]
  ) -> CellText {
    if mayBeSign(cell), let sign = table.sign(row, column.index) {
      switch sign {
      case .yes: return CellText("✓")
      case .no: return CellText("○")
      case .null: return .null
      case .text(let text): return CellText("\"\(text)\"", searched: searched)
      }
    }
    return CellText(String(inOneLine: cell.text), searched: searched)
  }

  /// Fast path: longer texts than `false` are no signs.
  @inline(__always)
  private func mayBeSign(_ cell: Table.Cell) -> Bool { hasSigns && cell.text.count <= 5 }

  @inline(__always)
  private func cellWidth(inRow row: Int, of column: ShownColumn) -> Int {
    let cell = table.cell(row, column.index)
    if cell.isSafeASCII, !mayBeSign(cell) { return cell.text.count }
    return cellText(of: cell, row, in: column, searched: []).width
  }
}

// MARK: Bars

extension RecordTable {
  private static let maxBarWidth = 20

  /// Makes the longest bar as wide as the rest of a line, up to ``maxBarWidth`` columns.
  private mutating func setBarWidth() {
    var room = Self.maxBarWidth
    if let width = style.width {
      var rest = width
      for column in shown { rest -= column.width + ColumnWidths.gap }
      room = min(room, rest)
    }
    barWidth = max(0, room)
  }

  /// The largest number in the last column.
  private var mostCounted: Int {
    var most = 1
    if barWidth == 0 { return most }
    for row in 0..<table.count { most = max(most, counted(inRow: row)) }
    return most
  }

  private func counted(inRow row: Int) -> Int {
    table.columns.last?.values.firstIndex(ofRecord: row) ?? 0
  }

  /// Writes a bar whose length is proportional to the row's number: full blocks, then a block of
  /// one to seven eighths. The shortest bar is one eighth.
  private func writeBar(ofRow row: Int, _ mostCounted: Int, to output: inout OutputBuffer) {
    let length = counted(inRow: row) * barWidth * 8
    let eighths = max(1, (length + mostCounted / 2) / mostCounted)
    output.append(repeating: .space, count: ColumnWidths.gap)
    output.append(String(repeating: "█", count: eighths / 8))
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    output.append(parts[eighths % 8])
  }
}
