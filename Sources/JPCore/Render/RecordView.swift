/// Writes a table field by field: each title with its value, and an empty line between rows.
package struct RecordView {
  private let table: Table
  private let style: TextStyle
  private let hasNames: Bool
  private let hasSigns: Bool

  /// - Parameters:
  ///   - hasNames: whether each value is written with its column's title.
  ///   - hasSigns: whether null is shown, and a text that is spelled like null or a boolean is in
  ///     quotes.
  package init(
    _ table: Table, style: TextStyle = .plain, hasNames: Bool = true, hasSigns: Bool = false
  ) {
    self.table = table
    self.style = style
    self.hasNames = hasNames
    self.hasSigns = hasSigns
  }

  /// The spaces between a name and its value.
  private static let gap = 2

  /// The maximum width of a name that has its value next to it. One longer name would indent all
  /// lines of all values.
  private static let maxNameWidth = 40

  /// The least width for values to the right of their names. If there is less room, values are
  /// written below their names.
  private static let leastRoom = 12

  /// A column's title as it is written.
  private struct ColumnName {
    let text: String
    let width: Int

    /// Whether a value can be next to the name.
    var isShort: Bool { width <= maxNameWidth }
  }

  package func write(to output: inout OutputBuffer) {
    let names = table.columns.map { column in columnName(of: column) }
    var longestName = 0
    for (column, name) in names.enumerated() where !table.columns[column].isExtra && name.isShort {
      longestName = max(longestName, name.width)
    }
    var start = 0
    if hasNames { start = longestName + Self.gap }
    for row in 0..<table.count {
      if row > 0 { output.append(.lineFeed) }
      for (column, name) in names.enumerated() where !table.columns[column].isExtra {
        // A member that only some records have is written only for these. Otherwise each record
        // would list the names of all others.
        if table.columns[column].isUncatalogued, table.isMissing(row, column) { continue }
        writeField(name, row, column, at: start, to: &output)
        output.append(.lineFeed)
      }
    }
  }

  private func columnName(of column: Table.Column) -> ColumnName {
    if !hasNames { return ColumnName(text: "", width: 0) }
    var text = column.title.safeForTerminal.safeForLogs
    if let width = style.width { text = text.cut(to: width) }
    return ColumnName(text: text, width: text.displayWidth)
  }

  /// Writes a name and its value, without the last line's end.
  ///
  /// - Parameter start: the column at which a value begins that is next to its name.
  private func writeField(
    _ name: ColumnName, _ row: Int, _ column: Int, at start: Int, to output: inout OutputBuffer
  ) {
    let (value, isNull) = shownValue(row, column)
    output.append(style.bold(name.text))
    let isBeside = !hasNames || name.isShort && hasRoom(for: value, at: start)
    var indentation = Self.gap
    if isBeside { indentation = start }
    var lines = valueLines(of: value, in: column, indentedBy: indentation)
    if isNull { lines = lines.map(style.dim) }
    // An empty value adds nothing to its name, not even spaces.
    if lines.count == 1, lines[0].isEmpty { return }
    for (index, line) in lines.enumerated() {
      var padding = indentation
      if index == 0, isBeside {
        padding -= name.width
      } else {
        output.append(.lineFeed)
      }
      if !line.isEmpty {
        output.append(repeating: .space, count: padding)
      }
      output.append(line)
    }
  }

  /// A value's text and whether it is `null`, which a terminal shows dim; a text that is spelled like
  /// `null`, `true` or `false` is in quotes there.
  private func shownValue(_ row: Int, _ column: Int) -> (text: ArraySlice<UInt8>, isNull: Bool) {
    let value = table.recordViewText(row, column)
    guard hasSigns, let sign = table.sign(row, column) else { return (value, false) }
    switch sign {
    case .yes, .no: return (value, false)
    case .null: return (ArraySlice(CellText.null.text.utf8), true)
    case .text(let text): return (ArraySlice("\"\(text)\"".utf8), false)
    }
  }

  /// Whether a value is written next to its name; a long one is wrapped there. It is written below
  /// the name if there are fewer than ``leastRoom`` columns, or if a word, such as a mail address,
  /// would be broken next to the name but not below it.
  private func hasRoom(for value: ArraySlice<UInt8>, at start: Int) -> Bool {
    guard let width = style.width else { return true }
    let room = width - start
    if room < Self.leastRoom { return false }
    if value.count <= room, value.isPrintableASCII { return true }
    let words = String(utf8: value).split { character in
      character.isSpace || character.isLineBreak
    }
    var longest = 0
    for word in words {
      longest = max(longest, String(word).safeForTerminal.displayWidth)
    }
    let isBrokenBelow = longest > width - Self.gap
    return longest <= room || isBrokenBelow
  }

  /// A value's lines, safe for a terminal and in logs; its own line breaks are kept.
  private func valueLines(
    of value: ArraySlice<UInt8>, in column: Int, indentedBy indentation: Int
  ) -> [String] {
    var room: Int?
    if let width = style.width {
      room = max(1, width - indentation)
    }
    let text = String(utf8: value)
    // Fast path: most values are short, printable ASCII.
    let searched = table.columns[column].searched
    let isHighlighted = style.isColored && !searched.isEmpty
    if value.count <= room ?? .max, !isHighlighted, value.isPrintableASCII {
      return [text.safeForLogs]
    }
    var lines: [String] = []
    let ownLines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineBreak)
    for (index, line) in ownLines.enumerated() {
      let isLast = index == ownLines.count - 1
      let searchedHere = searched.filter { wanted in
        (index == 0 || !wanted.isAtStart) && (isLast || !wanted.isAtEnd)
      }
      lines += CellText.wrappedLines(of: String(line), searched: searchedHere, to: room, style)
    }
    return lines.map(\.safeForLogs)
  }
}

extension ArraySlice<UInt8> {
  /// Whether the text is printable ASCII, in which each byte is one column wide.
  fileprivate var isPrintableASCII: Bool {
    for byte in self where byte < 0x20 || byte >= 0x7F { return false }
    return true
  }
}
