import JPCore

extension String {
  /// The lines of a message, safe to print. Where there is a width, they are broken at spaces, and
  /// words that are longer, such as URLs, stay whole: they are there to be copied.
  ///
  /// - Parameters:
  ///   - start: what the first line begins with.
  ///   - indent: how many spaces the others begin with.
  ///   - width: the terminal's columns; `nil` for one line.
  func paragraph(after start: String = "", indent: Int, _ width: Int?) -> [String] {
    let text = showingSystemBytes.safeForTerminal.harmlessInLogs
    guard let width else { return [start + text] }
    var lines: [String] = []
    var line = start
    var isEmpty = true
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !isEmpty, line.displayWidth + 1 + word.displayWidth > width {
        lines.append(line)
        (line, isEmpty) = (String(repeating: " ", count: indent), true)
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }
}
