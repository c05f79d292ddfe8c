import JPCore

extension String {
  /// The lines of a message, safe to print. Where there is a width, they are broken at spaces, and
  /// words that are longer, such as URLs, stay whole: they are there to be copied.
  ///
  /// - Parameters:
  ///   - start: what the first line begins with.
  ///   - indent: how many spaces the others begin with.
  ///   - command: the end of the message that is not broken.
  ///   - width: the terminal's columns; `nil` for one line.
  func paragraph(
    after start: String = "", indent: Int, keeping command: String = "", _ width: Int?
  ) -> [String] {
    let text = safeToTell
    guard let width else { return [start + text] }
    var lines: [String] = []
    var line = start
    var isEmpty = true
    let end = command.safeToTell
    let words = text.dropLast(end.count).split(separator: " ", omittingEmptySubsequences: false)
    for word in end.isEmpty ? words : words.dropLast() + [end[...]] {
      if !isEmpty, line.displayWidth + 1 + word.displayWidth > width {
        lines.append(line)
        (line, isEmpty) = (String(repeating: " ", count: indent), true)
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }

  private var safeToTell: String { showingSystemBytes.safeForTerminal.harmlessInLogs }
}
