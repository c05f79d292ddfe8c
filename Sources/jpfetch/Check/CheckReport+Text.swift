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
      lines += layout.lines("checking \(scope)", indent: TextLayout.leastIndent)
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
      lines = self.lines(facts, after: beginning, indent: factColumn)
    } else {
      let indent = start.displayWidth + Self.leastIndent
      lines = self.lines(name, after: start, indent: indent)
      if row.verdict != .passed { lines += self.lines(facts, indent: factColumn) }
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

  /// Texts that begin in the same column.
  ///
  /// - Parameter start: the beginning of the first line; `nil` for spaces.
  private func lines(_ texts: [String], after start: String? = nil, indent: Int) -> [String] {
    let margin = "".padded(to: indent)
    var lines: [String] = []
    for text in texts {
      var beginning = margin
      if lines.isEmpty, let start { beginning = start }
      lines += self.lines(text, after: beginning, indent: indent)
    }
    return lines
  }

  /// A text in lines that fit the width.
  ///
  /// A URL or a path that is too long for its column is on a line of its own, which begins further
  /// left. If it is too long even for that, it is cut at its start.
  func lines(_ text: String, after start: String = "", indent: Int) -> [String] {
    var indent = indent
    var shown = text.safeForTerminal
    if let width = style.width {
      var words = shown.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      for (number, word) in words.enumerated() where word.utf8.contains(.slash) {
        // The first word can't move to a line of its own.
        var column = start.displayWidth
        if number > 0 { column = indent }
        if word.displayWidth <= width - column { continue }
        indent = Self.leastIndent
        if number > 0 { column = indent }
        words[number] = word.cutAtStart(to: max(1, width - column))
      }
      shown = words.joined(separator: " ")
    }
    let lines = shown.wrapped(to: style.width, after: start, indent: indent)
    return lines.map(\.harmlessInLogs)
  }

  /// The last line; a line for each part if they don't fit together.
  func lines(ofSummary parts: [String]) -> [String] {
    let whole = parts.joined(separator: CheckReport.summarySeparator)
    if let width = style.width, whole.displayWidth > width {
      return parts.flatMap { lines($0, indent: Self.leastIndent) }
    }
    return lines(whole, indent: Self.leastIndent)
  }

  private func colored(_ word: String, _ verdict: CheckResult.Verdict) -> String {
    switch verdict {
    case .passed: style.green(word)
    case .failed: style.red(word)
    case .notRun, .skipped: style.yellow(word)
    }
  }
}
