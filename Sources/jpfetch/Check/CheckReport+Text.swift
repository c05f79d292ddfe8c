import JPCore

extension CheckReport {
  /// Writes what is checked, a line for each fact, and the counts.
  ///
  ///     checking users of http://localhost:3000
  ///     ok      reach  every request got a response
  ///     failed  ids    1 user repeats an earlier id; first: users[1], id 1
  ///     1 passed, 1 failed · 10 records in 9 ms
  ///
  /// - Parameters:
  ///   - hasSigns: whether verdicts are signs instead of words, for a terminal.
  ///   - isQuiet: whether only checks that failed or could not run are written.
  func writeText(
    style: TextStyle = .plain, hasSigns: Bool = false, isQuiet: Bool = false,
    to output: inout OutputBuffer
  ) {
    var lines: [String] = []
    if isQuiet {
      let badRows = rows.filter { !$0.verdict.isGood }
      let layout = TextLayout(badRows, style, hasSigns: hasSigns)
      for row in badRows { lines += layout.lines(of: row) }
    } else {
      let layout = TextLayout(rows, style, hasSigns: hasSigns)
      lines += layout.lines(ofFact: "checking \(scope)", column: TextLayout.leastIndent)
      for row in rows { lines += layout.lines(of: row) }
      lines += layout.lines(ofSummary: summaryParts)
    }
    for line in lines { output.append(line + "\n") }
  }
}

/// The columns of the text report: verdicts, names of checks, facts.
private struct TextLayout {
  /// How far lines that continue another one are indented.
  static let leastIndent = 2

  private let style: TextStyle
  private let hasSigns: Bool
  private var wordWidth = 0
  private var nameWidth = 0

  init(_ rows: [CheckReport.Row], _ style: TextStyle, hasSigns: Bool) {
    self.style = style
    self.hasSigns = hasSigns
    for row in rows {
      wordWidth = max(wordWidth, word(row.verdict).displayWidth)
      if row.names.count > 1 || row.isAssertion { continue }
      nameWidth = max(nameWidth, row.name.safeForTerminal.displayWidth)
    }
  }

  private func word(_ verdict: CheckResult.Verdict) -> String {
    if hasSigns { return verdict.signs.sign }
    return verdict.signs.word
  }

  /// Where facts begin, after the columns of verdicts and names.
  private var factColumn: Int { wordWidth + 2 + nameWidth + 2 }

  private var factMargin: String { "".padded(to: factColumn) }

  func lines(of row: CheckReport.Row) -> [String] {
    let name = row.name.safeForTerminal
    var facts = row.lines
    // Both kinds of inconclusive verdict have the same sign.
    if hasSigns { facts = row.linesWithVerdict }
    let word = word(row.verdict)
    let start = word.padded(to: wordWidth) + "  "
    let beginning = start + name.padded(to: nameWidth) + "  "
    var lines: [String]
    if isOnOneLine(row, beginning: beginning, facts) {
      lines = self.lines(ofFacts: facts, after: beginning)
    } else {
      let indent = start.displayWidth + Self.leastIndent
      lines = wrapped(name, after: start, indent: indent)
      if row.verdict != .passed { lines += self.lines(ofFacts: facts, after: factMargin) }
    }
    lines[0] = colored(word, row.verdict) + lines[0].dropFirst(word.count)
    return lines
  }

  /// Whether the facts begin on the line of the names: a single check's do, those of several checks
  /// if there is room.
  ///
  /// - Parameter beginning: what precedes the facts.
  private func isOnOneLine(
    _ row: CheckReport.Row, beginning: String, _ facts: [String]
  ) -> Bool {
    if row.names.count == 1 { return !row.isAssertion }
    guard let width = style.width else { return true }
    return beginning.displayWidth + facts[0].safeForTerminal.displayWidth <= width
  }

  /// Facts that begin in the same column.
  ///
  /// - Parameter start: the beginning of the first line.
  private func lines(ofFacts facts: [String], after start: String) -> [String] {
    var lines: [String] = []
    var beginning = start
    for fact in facts {
      lines += self.lines(ofFact: fact, after: beginning, column: factColumn)
      beginning = factMargin
    }
    return lines
  }

  /// A sentence in lines that fit the width.
  ///
  /// If a URL or a path doesn't fit in the column, all lines after the first begin further left. If
  /// it is too long even for that, it is cut at its start.
  ///
  /// - Parameters:
  ///   - start: the beginning of the first line.
  ///   - column: where the other lines begin.
  func lines(ofFact fact: String, after start: String = "", column: Int) -> [String] {
    let text = fact.safeForTerminal
    guard let width = style.width else { return wrapped(text, after: start, indent: column) }
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isSpace)
    let words = parts.map(String.init)
    let indent = indent(thatFits: words, column: column, width)
    let shownWords = shortened(words, after: start, indent: indent, width)
    return wrapped(shownWords.joined(separator: " "), after: start, indent: indent)
  }

  /// The column, or the least indent if a URL or a path doesn't fit in the column.
  private func indent(thatFits words: [String], column: Int, _ width: Int) -> Int {
    // The first word is always on the first line.
    for word in words.dropFirst() where word.isLocation {
      if column + word.displayWidth > width { return Self.leastIndent }
    }
    return column
  }

  /// The words, but URLs and paths that are longer than a line are cut at their start.
  private func shortened(
    _ words: [String], after start: String, indent: Int, _ width: Int
  ) -> [String] {
    var shownWords: [String] = []
    var column = start.displayWidth
    for word in words {
      if word.isLocation {
        shownWords.append(word.cutAtStart(to: max(1, width - column)))
      } else {
        shownWords.append(word)
      }
      // The first word can't move to the next line, the others can.
      column = indent
    }
    return shownWords
  }

  /// A text that doesn't steer terminals, in lines that fit the width; a word that is longer than
  /// a line is broken.
  private func wrapped(_ text: String, after start: String = "", indent: Int) -> [String] {
    let lines = text.wrapped(to: style.width, after: start, indent: indent)
    return lines.map(\.harmlessInLogs)
  }

  /// The summary as the report's last line. If that is too wide, each part begins a line of its
  /// own.
  func lines(ofSummary parts: [String]) -> [String] {
    let whole = parts.joined(separator: CheckReport.summarySeparator)
    if let width = style.width, whole.displayWidth > width {
      return parts.flatMap { wrapped($0, indent: Self.leastIndent) }
    }
    return wrapped(whole, indent: Self.leastIndent)
  }

  private func colored(_ word: String, _ verdict: CheckResult.Verdict) -> String {
    switch verdict {
    case .passed: style.green(word)
    case .failed: style.red(word)
    case .notRun, .skipped: style.yellow(word)
    }
  }
}

extension String {
  /// Whether this word of a fact is a URL or a path, as long words with a slash are.
  fileprivate var isLocation: Bool { utf8.contains(.slash) }
}
