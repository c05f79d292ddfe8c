import JPCore

extension CheckReport {
  /// Writes a line for each fact, one with the counts and one with the servers' times.
  ///
  ///     ok      reach  Every request got a response
  ///     failed  ids    1 user repeats an earlier id; first: users[1], id 1
  ///     1 passed, 1 failed
  ///
  /// - Parameters:
  ///   - hasSigns: whether verdicts are signs instead of words, for a terminal.
  ///   - isQuiet: whether passed and skipped checks are left out.
  func writeText(
    style: TextStyle = .plain, hasSigns: Bool = false, isQuiet: Bool = false,
    to output: inout OutputBuffer
  ) {
    var rows = rows
    if isQuiet { rows = rows.filter { !$0.verdict.isGood } }
    let layout = TextLayout(rows, style, hasSigns: hasSigns)
    var lines: [String] = []
    for row in rows { lines += layout.lines(of: row) }
    if !isQuiet {
      var last = summary
      if let times { last.append(times) }
      for text in last { lines += layout.lines(text, indent: 2) }
    }
    for line in lines { output.append(line + "\n") }
  }

  /// `times: users 81 ms, albums 80 ms`; `nil` if no server answered.
  private var times: String? {
    var times: [String] = []
    for source in sources {
      guard let duration = source.duration else { continue }
      times.append("\(source.name) \(duration.roundedMilliseconds) ms")
    }
    if times.isEmpty { return nil }
    return "times: \(times.joined(separator: ", "))"
  }

  /// The results; those that were skipped, or could not run, for the same reason share a row.
  private var rows: [TextRow] {
    var rows: [TextRow] = []
    var indices: [[String]: Int] = [:]
    for result in results {
      let lines = result.lines
      let reason = [result.verdict.rawValue] + lines
      if let index = indices[reason] {
        rows[index].names.append(result.name)
        continue
      }
      if result.verdict.isInconclusive { indices[reason] = rows.count }
      rows.append(TextRow(verdict: result.verdict, names: [result.name], lines: lines))
    }
    return rows
  }
}

/// A verdict on some checks, and the facts that explain it.
private struct TextRow {
  let verdict: CheckResult.Verdict
  var names: [String]
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

  /// The widest name that is padded; a longer one is followed by its sentence.
  private static let maxNameWidth = 10

  init(_ rows: [TextRow], _ style: TextStyle, hasSigns: Bool) {
    self.style = style
    self.hasSigns = hasSigns
    for row in rows {
      wordWidth = max(wordWidth, word(row.verdict).displayWidth)
      let width = row.name.displayWidth
      if row.names.count == 1, width <= Self.maxNameWidth { nameWidth = max(nameWidth, width) }
    }
  }

  private func word(_ verdict: CheckResult.Verdict) -> String {
    hasSigns ? verdict.signs.sign : verdict.signs.word
  }

  func lines(of row: TextRow) -> [String] {
    let word = word(row.verdict)
    let name = row.name
    var start = word.padded(to: wordWidth) + "  "
    var indent = start.displayWidth + 2
    var first = row.lines[0]
    // The sign is the same for both.
    if hasSigns, row.verdict.isInconclusive { first = "\(row.verdict.rawValue): \(first)" }
    if name.displayWidth <= nameWidth {
      start += name.padded(to: nameWidth) + "  "
      indent = start.displayWidth
    } else {
      first = "\(name)  \(first)"
    }
    var lines = lines(first, after: start, indent: indent)
    lines[0] = colored(word, row.verdict) + lines[0].dropFirst(word.count)
    let margin = "".padded(to: indent)
    for text in row.lines.dropFirst() { lines += self.lines(text, after: margin, indent: indent) }
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
