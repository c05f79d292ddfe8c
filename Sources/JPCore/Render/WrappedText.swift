extension String {
  /// Lines of at most a number of terminal columns: broken at spaces, words that are longer
  /// anywhere; never inside a character. Line breaks stay.
  ///
  /// - Parameter width: `nil` for no limit; at least 1.
  package func wrapped(to width: Int?) -> [String] {
    let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard let width else { return lines.map(String.init) }
    return lines.flatMap { $0.displayWidth <= width ? [String($0)] : Self.broken($0, to: width) }
  }

  private static func broken(_ line: Substring, to width: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    var room = width
    var isFirst = true
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let gap = isFirst ? 0 : 1
      isFirst = false
      if word.displayWidth + gap <= room {
        current += (gap == 1 ? " " : "") + word
        room -= word.displayWidth + gap
        continue
      }
      if room < width { lines.append(current) }
      (current, room) = ("", width)
      for character in word {
        let wide = String(character).displayWidth
        if wide > room, room < width {
          lines.append(current)
          (current, room) = ("", width)
        }
        current.append(character)
        room -= wide
      }
    }
    return lines + [current]
  }
}
