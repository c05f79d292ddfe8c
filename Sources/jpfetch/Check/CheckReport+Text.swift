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
    var rows = rows
    if isQuiet { rows = rows.filter { !$0.verdict.isGood } }
    let layout = TextLayout(rows, style, hasSigns: hasSigns)
    var lines: [String] = []
    if !isQuiet { lines += layout.lines("checking \(scope)", indent: 2) }
    for row in rows { lines += layout.lines(of: row) }
    if !isQuiet { lines += layout.lines(summary, indent: 2) }
    for line in lines { output.append(line + "\n") }
  }

  private var rows: [TextRow] {
    var rows = TextRows()
    for result in results {
      switch result.verdict {
      case .passed: rows.append(result, [result.meaning])
      case .failed: rows.append(result, result.problems)
      case .skipped: rows.addReason(result.meaning, .skipped, for: result)
      case .notRun: break  // There are reasons.
      }
      for reason in result.reasons { rows.addReason(reason, .notRun, for: result) }
    }
    return rows.rows
  }
}

/// Rows in which each fact is once: checks that were skipped, or could not run, for the same reason
/// share a row.
private struct TextRows {
  private(set) var rows: [TextRow] = []

  /// The indices of rows by their verdict and reason.
  private var indices: [[String]: Int] = [:]

  /// Adds a row of its own.
  mutating func append(_ result: CheckResult, _ facts: [String]) {
    rows.append(
      TextRow(
        verdict: result.verdict, names: [result.name], isAssertion: result.isAssertion,
        lines: facts))
  }

  /// Adds the check to the row with the reason.
  mutating func addReason(
    _ reason: String, _ verdict: CheckResult.Verdict, for result: CheckResult
  ) {
    let key = [verdict.rawValue, reason]
    if let index = indices[key] {
      rows[index].names.append(result.name)
      return
    }
    indices[key] = rows.count
    rows.append(
      TextRow(
        verdict: verdict, names: [result.name], isAssertion: result.isAssertion, lines: [reason]))
  }
}

/// A verdict on some checks, and the facts that explain it.
private struct TextRow {
  let verdict: CheckResult.Verdict
  var names: [String]
  /// Whether the first name is an assertion, which says itself what holds.
  let isAssertion: Bool
  /// At least one.
  let lines: [String]

  var name: String { names.joined(separator: ", ").safeForTerminal }
}

/// The columns of the text report: verdicts, names of checks, facts.
private struct TextLayout {
  private let style: TextStyle
  private let hasSigns: Bool
  private var wordWidth = 0
  private var nameWidth = 0

  init(_ rows: [TextRow], _ style: TextStyle, hasSigns: Bool) {
    self.style = style
    self.hasSigns = hasSigns
    for row in rows {
      wordWidth = max(wordWidth, word(row.verdict).displayWidth)
      if row.names.count > 1 || row.isAssertion { continue }
      nameWidth = max(nameWidth, row.name.displayWidth)
    }
  }

  private func word(_ verdict: CheckResult.Verdict) -> String {
    hasSigns ? verdict.signs.sign : verdict.signs.word
  }

  /// Where facts begin, after the columns of verdicts and names.
  private var factColumn: Int { wordWidth + 2 + nameWidth + 2 }

  func lines(of row: TextRow) -> [String] {
    var facts = row.lines
    // The sign is the same for both.
    if hasSigns, row.verdict.isInconclusive { facts[0] = "\(row.verdict.rawValue): \(facts[0])" }
    let word = word(row.verdict)
    let start = word.padded(to: wordWidth) + "  "
    let indent = start.displayWidth + 2
    var lines: [String]
    if row.isAssertion, row.names.count == 1 {
      lines = self.lines(row.name, after: start, indent: indent)
      if row.verdict != .passed { lines += self.lines(facts, indent: factColumn) }
    } else if row.name.displayWidth <= nameWidth {
      let name = row.name.padded(to: nameWidth) + "  "
      lines = self.lines(facts, after: start + name, indent: factColumn)
    } else {
      facts[0] = "\(row.name)  \(facts[0])"
      lines = self.lines(facts, after: start, indent: indent)
    }
    lines[0] = colored(word, row.verdict) + lines[0].dropFirst(word.count)
    return lines
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
  func lines(_ text: String, after start: String = "", indent: Int) -> [String] {
    let lines = text.safeForTerminal.wrapped(to: style.width, after: start, indent: indent)
    return lines.map(\.harmlessInLogs)
  }

  private func colored(_ word: String, _ verdict: CheckResult.Verdict) -> String {
    switch verdict {
    case .passed: style.green(word)
    case .failed: style.red(word)
    case .notRun, .skipped: style.yellow(word)
    }
  }
}
