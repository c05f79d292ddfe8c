/// Rows of short texts for people, in columns two spaces apart. A row's last text, which may have
/// several lines, is wrapped below its own beginning or, without room for it there, begins on a new
/// line. A word that fits in a line is never broken.
///
///     users   200  5.5 KiB  62 ms  miss         http://localhost:3000/users
///     albums  200  9.1 KiB   9 ms  revalidated  http://localhost:3000/albums
package struct TextColumns {
  private let rows: [[String]]
  private let numeric: [Int]
  private let indent: Int
  private let width: Int?
  private let breaksWords: Bool

  /// The widths of all columns but the last.
  private var columnWidths: [Int] = []

  /// The column of the terminal at which the last texts begin.
  private var start: Int

  /// - Parameters:
  ///   - rows: the texts of each row, safe for a terminal. Only the last one may have line breaks.
  ///   - numeric: the columns that are aligned right.
  ///   - indent: how many spaces a row begins with.
  ///   - width: the maximum width of a line; `nil` for no limit.
  ///   - breaksWords: whether a word that is longer than a line is broken.
  package init(
    _ rows: [[String]], numeric: [Int] = [], indent: Int = 0, width: Int?, breaksWords: Bool = false
  ) {
    self.rows = rows
    self.numeric = numeric
    self.indent = indent
    self.width = width
    self.breaksWords = breaksWords
    start = indent
    var maxWidth = Int.max
    if let width { maxWidth = width * 3 / 8 }
    let count = (rows.first?.count ?? 1) - 1
    for column in 0..<count {
      var widest = 0
      var widestThatFits: Int?
      for row in rows {
        let cellWidth = row[column].displayWidth
        widest = max(widest, cellWidth)
        // After a wider text, the last text of its row begins on a new line.
        if cellWidth > 0, cellWidth <= maxWidth {
          widestThatFits = max(widestThatFits ?? 0, cellWidth)
        }
      }
      let columnWidth = widestThatFits ?? widest
      columnWidths.append(columnWidth)
      // A column without texts is left out.
      if widest > 0 { start += columnWidth + Self.gap }
    }
  }

  /// The number of spaces between two columns, and before a last text that begins on a new line.
  package static let gap = 2

  /// The least width in which a text is wrapped next to the other columns.
  private static let leastRoom = 20

  package var lines: [String] {
    var lines: [String] = []
    for row in rows.indices { lines += self.lines(ofRow: row) }
    return lines
  }

  package func lines(ofRow row: Int) -> [String] {
    let text = rows[row].last ?? ""
    var head = String(repeating: " ", count: indent)
    var isAligned = true
    for (column, columnWidth) in columnWidths.enumerated() where columnWidth > 0 {
      let cell = rows[row][column]
      let room = columnWidth - cell.displayWidth
      if room < 0 { isAligned = false }
      let padding = String(repeating: " ", count: max(0, room))
      if numeric.contains(column) {
        head += padding + cell
      } else {
        head += cell + padding
      }
      head += String(repeating: " ", count: Self.gap)
    }
    if isAligned, !text.isEmpty {
      let isOneLine = text.withUTF8Span { bytes in !bytes.contains(anyOf: "\n") }
      // Fast path: no text is wider than its bytes.
      if isOneLine, text.utf8.count <= (width ?? .max) - start { return [head + text] }
      if hasRoom(for: text) { return wrapped(text, after: head, indent: start) }
      if isOneLine, text.displayWidth <= (width ?? .max) - start { return [head + text] }
    }
    let lines = wrapped(head.withoutSpacesAtEnd, indent: indentOfNewLines)
    if text.isEmpty { return lines }
    var textIndent = start
    if !hasRoom(for: text) { textIndent = indentOfNewLines }
    let margin = String(repeating: " ", count: textIndent)
    return lines + wrapped(text, after: margin, indent: textIndent)
  }

  private var indentOfNewLines: Int { Self.indentOfNewLines(to: width, after: indent) }

  /// The indent of lines that don't continue a column; 0 in a terminal that is hardly wider.
  ///
  /// - Parameters:
  ///   - width: the width of the terminal; `nil` for no limit.
  ///   - indent: the indent of the line that is continued.
  package static func indentOfNewLines(to width: Int?, after indent: Int = 0) -> Int {
    let usual = indent + gap
    if let width, width < 2 * usual { return 0 }
    return usual
  }

  private func wrapped(_ text: String, after start: String = "", indent: Int) -> [String] {
    text.wrapped(to: width, after: start, indent: indent, breaksWords: breaksWords)
  }

  /// Whether a last text can be wrapped in its column.
  private func hasRoom(for text: String) -> Bool {
    guard let width else { return true }
    let room = width - start
    if room < Self.leastRoom { return false }
    // Fast path: no word is wider than its bytes.
    if text.longestWordBytes <= room { return true }
    for word in text.split(whereSeparator: \.isWhitespace) where word.displayWidth > room {
      return false
    }
    return true
  }
}

extension String {
  /// The number of bytes of the longest part without a space.
  fileprivate var longestWordBytes: Int {
    var longest = 0
    var current = 0
    for byte in utf8 {
      current += 1
      if byte == .space { current = 0 }
      longest = max(longest, current)
    }
    return longest
  }
}
