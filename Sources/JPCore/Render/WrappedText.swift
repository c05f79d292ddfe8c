extension String {
  /// The text with spaces after it, up to a number of terminal columns.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }

  /// The text in lines of at most a number of terminal columns, broken at spaces, never inside a
  /// character. Its own line breaks are kept.
  ///
  /// - Parameters:
  ///   - width: the maximum width of a line, at least 1; `nil` for no limit.
  ///   - start: the beginning of the first line.
  ///   - indent: how many spaces the other lines begin with.
  ///   - breaksWords: whether a word that is longer than a line is broken anywhere. Commands and URLs
  ///     aren't, so that they can be copied. A word that only the indented line has no room for is
  ///     indented less. A choice, such as `{csv|tsv}`, is broken after `|`.
  package func wrapped(
    to width: Int?, after start: String = "", indent: Int = 0, breaksWords: Bool = true
  ) -> [String] {
    var wrapper = LineWrapper(width: width, indent: indent, breaksWords: breaksWords)
    var start = start
    for paragraph in split(omittingEmptySubsequences: false, whereSeparator: \.isLineBreak) {
      wrapper.addParagraph(paragraph, after: start)
      start = wrapper.margin
    }
    return wrapper.lines
  }
}

extension String {
  var withoutSpacesAtEnd: String {
    var text = self
    while text.utf8.last == .space { text.removeLast() }
    return text
  }
}

/// Breaks paragraphs into lines.
private struct LineWrapper {
  private(set) var lines: [String] = []

  /// The beginning of all lines but the first.
  let margin: String

  private let width: Int
  private let breaksWords: Bool

  /// The current line, whether it has no word yet, and how many columns are left in it.
  private var line = ""
  private var isEmpty = true
  private var room = 0

  /// Whether the current line continues the paragraph of the line before it.
  private var isContinued = false

  init(width: Int?, indent: Int, breaksWords: Bool) {
    self.width = width ?? .max
    self.breaksWords = breaksWords
    margin = String(repeating: " ", count: indent)
  }

  /// Adds the lines of a paragraph.
  ///
  /// - Parameter start: the beginning of the first line.
  mutating func addParagraph(_ paragraph: Substring, after start: String) {
    if start.displayWidth + paragraph.displayWidth <= width {
      lines.append(start + paragraph)
      return
    }
    beginLine(start)
    isContinued = false
    for word in paragraph.split(omittingEmptySubsequences: false, whereSeparator: \.isSpace) {
      addWord(word)
    }
    lines.append(line)
  }

  private mutating func beginLine(_ start: String) {
    line = start
    isEmpty = true
    room = width - start.displayWidth
  }

  private mutating func endLine() {
    lines.append(line.withoutSpacesAtEnd)
    beginLine(margin)
    isContinued = true
  }

  private mutating func addWord(_ word: Substring) {
    let columns = word.displayWidth
    if !isEmpty, columns + 1 > room { endLine() }
    // Of several spaces in a row, those where the line is broken are left out. The words between
    // them are empty.
    if word.isEmpty, isEmpty, isContinued { return }
    if !isEmpty {
      line += " "
      room -= 1
    }
    if columns > room, columns <= width, line == margin {
      room = columns
      line = String(repeating: " ", count: width - columns)
    }
    if columns <= room {
      add(word, columns)
    } else if word.utf8.first == .leftBrace || word.utf8.first == .leftBracket {
      addChoice(word)
    } else {
      addLongPart(word, columns)
    }
  }

  private mutating func add(_ part: Substring, _ columns: Int) {
    line += part
    isEmpty = false
    room -= columns
  }

  /// Adds the words of a choice, such as `{csv|tsv}`, which is longer than a line.
  private mutating func addChoice(_ choice: Substring) {
    var rest = choice
    while !rest.isEmpty {
      var end = rest.endIndex
      if let bar = rest.firstIndex(of: "|") { end = rest.index(after: bar) }
      let part = rest[..<end]
      rest = rest[end...]
      let columns = part.displayWidth
      if !isEmpty, columns > room { endLine() }
      if columns <= room {
        add(part, columns)
      } else {
        addLongPart(part, columns)
      }
    }
  }

  /// Adds a part that is longer than a line.
  private mutating func addLongPart(_ part: Substring, _ columns: Int) {
    if !breaksWords { return add(part, columns) }
    for character in part { addCharacter(character) }
  }

  private mutating func addCharacter(_ character: Character) {
    let columns = character.displayWidth
    if !isEmpty, columns > room { endLine() }
    line.append(character)
    isEmpty = false
    room -= columns
  }
}
