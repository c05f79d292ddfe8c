/// Rows of short texts for people, in columns two spaces apart. A row's last text is wrapped below its
/// own beginning or, without room for it there, begins on a new line. Words are never broken, so that
/// commands and URLs can be copied.
///
///     users   200  5.5 KiB  62 ms  miss         http://localhost:3000/users
///     albums  200  9.1 KiB   9 ms  revalidated  http://localhost:3000/albums
package struct TextColumns {
  private let rows: [[String]]
  private let numeric: [Int]
  private let indent: Int
  private let width: Int?

  /// The widths of all columns but the last.
  private var columnWidths: [Int] = []

  /// The column of the terminal at which the last texts begin.
  private var start: Int

  /// - Parameters:
  ///   - rows: the texts of each row, safe for a terminal.
  ///   - numeric: the columns that are aligned right.
  ///   - indent: how many spaces a row begins with.
  ///   - width: the maximum width of a line; `nil` for no limit.
  package init(_ rows: [[String]], numeric: [Int] = [], indent: Int = 0, width: Int?) {
    self.rows = rows
    self.numeric = numeric
    self.indent = indent
    self.width = width
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
        if cellWidth <= maxWidth { widestThatFits = max(widestThatFits ?? 0, cellWidth) }
      }
      let columnWidth = widestThatFits ?? widest
      columnWidths.append(columnWidth)
      // A column without texts is left out.
      if widest > 0 { start += columnWidth + Self.gap }
    }
  }

  /// The number of spaces between two columns, and before a last text that begins on a new line.
  private static let gap = 2

  /// The least width in which a text is wrapped next to the other columns.
  private static let leastRoom = 20

  /// The lines of all rows.
  package var lines: [String] {
    var lines: [String] = []
    for row in rows.indices { lines += self.lines(ofRow: row) }
    return lines
  }

  package func lines(ofRow row: Int) -> [String] {
    let head = head(ofRow: row)
    let text = rows[row].last ?? ""
    if head.displayWidth <= start, !text.isEmpty, isBeside(text) {
      return text.wrapped(to: width, after: head, indent: start, breaksWords: false)
    }
    var lines = head.withoutSpacesAtEnd.wrapped(
      to: width, indent: indent + Self.gap, breaksWords: false)
    if text.isEmpty { return lines }
    var textIndent = start
    if !hasRoom(for: text) { textIndent = indent + Self.gap }
    let margin = String(repeating: " ", count: textIndent)
    lines += text.wrapped(to: width, after: margin, indent: textIndent, breaksWords: false)
    return lines
  }

  /// The texts before the last one, with the spaces up to its column.
  private func head(ofRow row: Int) -> String {
    var head = String(repeating: " ", count: indent)
    for (column, columnWidth) in columnWidths.enumerated() where columnWidth > 0 {
      let cell = rows[row][column]
      let padding = String(repeating: " ", count: max(0, columnWidth - cell.displayWidth))
      if numeric.contains(column) {
        head += padding + cell
      } else {
        head += cell + padding
      }
      head += "  "
    }
    return head
  }

  /// Whether a last text is written next to the other columns: on one line, or wrapped there.
  private func isBeside(_ text: String) -> Bool {
    guard let width else { return true }
    return text.displayWidth <= width - start || hasRoom(for: text)
  }

  /// Whether a last text can be wrapped in its column.
  private func hasRoom(for text: String) -> Bool {
    guard let width else { return true }
    let room = width - start
    if room < Self.leastRoom { return false }
    for word in text.split(whereSeparator: \.isWhitespace) where word.displayWidth > room {
      return false
    }
    return true
  }
}

extension String {
  fileprivate var withoutSpacesAtEnd: String {
    var text = self
    while text.utf8.last == .space { text.removeLast() }
    return text
  }
}
