extension String {
  /// The text and enough blanks for a number of terminal columns.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }

  /// Lines of at most a number of terminal columns, broken at spaces, never inside a character.
  /// Line breaks stay.
  ///
  /// - Parameters:
  ///   - width: `nil` for no limit; at least 1.
  ///   - start: the beginning of the first line.
  ///   - indent: how many spaces the other lines begin with.
  ///   - breaksWords: whether a word that is longer than a line is broken. Commands and URLs stay
  ///     whole, because they are there to be copied.
  package func wrapped(
    to width: Int?, after start: String = "", indent: Int = 0, breaksWords: Bool = true
  ) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    for paragraph in split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let start = lines.isEmpty ? start : margin
      if width.map({ start.displayWidth + paragraph.displayWidth <= $0 }) ?? true {
        lines.append(start + paragraph)
        continue
      }
      var line = start
      var isEmpty = true
      var room = (width ?? .max) - start.displayWidth
      func endLine() {
        lines.append(line)
        (line, isEmpty, room) = (margin, true, (width ?? .max) - indent)
      }
      for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
        let columns = word.displayWidth
        if !isEmpty, columns + 1 > room { endLine() }
        if !isEmpty {
          line += " "
          room -= 1
        }
        if columns <= room || !breaksWords {
          line += word
          isEmpty = false
          room -= columns
          continue
        }
        for character in word {
          let columns = character.displayWidth
          if !isEmpty, columns > room { endLine() }
          line.append(character)
          (isEmpty, room) = (false, room - columns)
        }
      }
      lines.append(line)
    }
    return lines
  }
}
