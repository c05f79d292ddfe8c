/// Writes a table as aligned columns.
package struct RecordTable {
  private let table: Table
  private let hasHeader: Bool
  private let style: TextStyle
  private let header: [SafeText]
  private var shown: [Shown]

  /// A column that is shown, by its place among the table's columns.
  private struct Shown {
    let place: Int
    let isNumeric: Bool
    let isSign: Bool
    var width = 0
  }

  /// - Returns: `nil` if the style's width has no room for the columns.
  package init?(_ table: Table, hasHeader: Bool = true, style: TextStyle = .plain) {
    self.table = table
    self.hasHeader = hasHeader && table.count > 0
    self.style = style
    header = table.columns.map { SafeText($0.title) }
    var places = Array(table.columns.indices)
    if let width = style.width {
      let least = table.columns.map(\.leastWidth)
      let optional = places.filter { table.columns[$0].isOptional }
      guard let fitting = ColumnWidths.shown(least, optional: optional, to: width) else {
        return nil
      }
      places = fitting
    }
    shown = places.map { place in
      let column = table.columns[place]
      return Shown(place: place, isNumeric: column.isNumeric, isSign: column.isSign)
    }
    setWidths()
  }

  private mutating func setWidths() {
    let natural = naturalWidths
    var widths = natural.map { min($0, Self.maxPaddedWidth) }
    if let width = style.width {
      let room = width - ColumnWidths.gap * max(0, shown.count - 1)
      widths = ColumnWidths.fitted(natural, least: leastWidths(natural, room), to: room)
    }
    for index in shown.indices { shown[index].width = widths[index] }
  }

  /// The most that cells are padded to when nothing is cut: one huge cell would pad thousands of
  /// lines.
  private static let maxPaddedWidth = 200

  /// The width of each shown column's cells.
  private var naturalWidths: [Int] {
    var widths = ContiguousArray(shown.map { hasHeader ? header[$0.place].width : 0 })
    table.forEachRow { cells in
      var widths = widths.mutableSpan
      for index in widths.indices {
        let column = shown[index]
        widths[index] = max(widths[index], width(of: cells[column.place], in: column))
      }
    }
    return Array(widths)
  }

  /// The least widths of the shown columns: text is cut before a number that is longer than its least
  /// width.
  private func leastWidths(_ natural: [Int], _ room: Int) -> [Int] {
    for maxTextWidth in [Int.max, 8] {
      var widths = natural
      for index in shown.indices where !shown[index].isNumeric {
        widths[index] = min(table.columns[shown[index].place].leastWidth, maxTextWidth)
      }
      if widths.reduce(0, +) <= room { return widths }
    }
    return shown.map { table.columns[$0.place].leastWidth }
  }

  /// The titles of the columns that don't fit, the most important first.
  package var hidden: [String] {
    var hidden = Set(table.columns.indices)
    for column in shown { hidden.remove(column.place) }
    return hidden.sorted().map { table.columns[$0].title }
  }

  // MARK: Lines

  /// Writes a header and a line for each record, in columns two spaces apart. Numbers are aligned
  /// right, text left; a line has no spaces at its end.
  package func write(to output: inout OutputBuffer) {
    if hasHeader {
      var line = Line()
      for column in shown {
        write(header[column.place], isBold: true, in: column, on: &line, to: &output)
      }
      output.append(.lineFeed)
    }
    let document = table.bytes[...]
    let bytes = document.span
    let isCut = style.width != nil
    table.forEachRow { cells in
      var line = Line()
      for column in shown {
        let cell = cells[column.place]
        if case .verbatim(let text) = cell, !column.isSign, !isCut || text.count <= column.width {
          line.pad(column, for: text.count, to: &output)
          output.append(bytes.extracting(text))
        } else {
          write(text(of: cell, in: column), isBold: false, in: column, on: &line, to: &output)
        }
      }
      output.append(.lineFeed)
    }
  }

  /// The spaces on a line.
  private struct Line {
    /// How many follow the last cell that isn't empty.
    private var padding = 0

    /// Writes the spaces before a cell.
    ///
    /// - Parameter width: the cell's.
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

  private func write(
    _ text: SafeText, isBold: Bool, in column: Shown, on line: inout Line,
    to output: inout OutputBuffer
  ) {
    var text = text
    if style.width != nil, text.width > column.width { text = text.cut(to: column.width) }
    line.pad(column, for: text.width, to: &output)
    // An invisible text has no spaces before it either.
    if text.width > 0 { output.append(isBold ? style.bold(text.text) : text.text) }
  }

  private func text(of cell: Table.Cell, in column: Shown) -> SafeText {
    let text = table.text(of: cell)
    if column.isSign {
      if text.elementsEqual("true".utf8) { return SafeText("✓") }
      if text.elementsEqual("false".utf8) { return SafeText("") }
    }
    if text.contains(.lineFeed) { return SafeText(String(utf8: text).withMarkedLineBreaks) }
    return SafeText(text)
  }

  private func width(of cell: Table.Cell, in column: Shown) -> Int {
    if case .verbatim(let text) = cell, !column.isSign { return text.count }
    return text(of: cell, in: column).width
  }
}

extension String {
  /// The text in one line.
  fileprivate var withMarkedLineBreaks: String {
    escaping { scalar, _, rest in
      switch scalar {
      case "\r" where rest.first == "\n": ""
      case "\n": "↵"
      default: nil
      }
    }
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
    var end = text.cutAtStart(to: width).dropFirst()
    if let slash = end.firstIndex(of: "/") { end = end[slash...] }
    if end.hasPrefix("//") { end = end.dropFirst() }
    return SafeText("…" + end)
  }
}

/// Which columns of a table are shown, and how wide they are.
enum ColumnWidths {
  /// The spaces between two columns.
  static let gap = 2

  /// The columns that a line has room for; these depend on no row.
  ///
  /// - Parameters:
  ///   - least: the least width of each column.
  ///   - optional: the columns that may be left out, the most important first.
  ///   - width: the longest line, in terminal columns.
  /// - Returns: the columns in their order; `nil` if even those that may not be left out don't fit.
  static func shown(_ least: [Int], optional: [Int], to width: Int) -> [Int]? {
    var shown = Set(least.indices).subtracting(optional)
    var room = width + gap
    for column in shown { room -= least[column] + gap }
    if room < 0 { return nil }
    for column in optional {
      room -= least[column] + gap
      if room < 0 { break }
      shown.insert(column)
    }
    return shown.sorted()
  }

  /// Makes columns narrower until they fit: the widest first, and none narrower than its least
  /// width.
  ///
  /// - Parameters:
  ///   - natural: the width of each column's cells.
  ///   - least: the least width of each column.
  ///   - room: for all columns, without the gaps; at least the sum of the least widths.
  static func fitted(_ natural: [Int], least: [Int], to room: Int) -> [Int] {
    func widths(limit: Int) -> [Int] {
      zip(natural, least).map { natural, least in min(natural, max(least, limit)) }
    }
    var limit = 0
    var tooWide = (natural.max() ?? 0) + 1
    while tooWide - limit > 1 {
      let middle = (limit + tooWide) / 2
      if widths(limit: middle).reduce(0, +) <= room { limit = middle } else { tooWide = middle }
    }
    var widths = widths(limit: limit)
    var rest = room - widths.reduce(0, +)
    for column in widths.indices where rest > 0 && widths[column] < natural[column] {
      widths[column] += 1
      rest -= 1
    }
    return widths
  }
}
