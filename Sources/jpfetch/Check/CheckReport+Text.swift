import JPCore

extension CheckReport {
  /// The widest name that is padded; a longer one is followed by its sentence.
  private static let maxNameWidth = 10

  /// Writes a line for each fact, one with the counts and one with the servers' times.
  ///
  /// - Parameters:
  ///   - hasSigns: whether verdicts are signs instead of words, for a terminal.
  ///   - isQuiet: whether passed and skipped checks are left out.
  func writeText(
    style: TextStyle = .plain, hasSigns: Bool = false, isQuiet: Bool = false,
    to output: inout OutputBuffer
  ) {
    let rows = rows.filter { !isQuiet || [.failed, .notRun].contains($0.verdict) }
    let words = rows.map { hasSigns ? $0.verdict.facts.sign : $0.verdict.facts.word }
    let wordWidth = words.map(\.displayWidth).max() ?? 0
    let nameWidth =
      rows.filter { $0.count == 1 }.map(\.name.displayWidth).filter { $0 <= Self.maxNameWidth }
      .max() ?? 0
    func lines(_ text: String, after start: String = "", indent: Int = 2) -> [String] {
      text.safeForTerminal.wrapped(to: style.width, after: start, indent: indent)
        .map(\.harmlessInLogs)
    }
    for (row, word) in zip(rows, words) {
      var start = word.padded(to: wordWidth) + "  "
      var indent = start.displayWidth + 2
      var texts = row.lines
      if hasSigns, row.verdict.facts.sign == "-" {
        texts[0] = "\(row.verdict.rawValue): \(texts[0])"
      }
      if row.name.displayWidth <= nameWidth {
        start += row.name.padded(to: nameWidth) + "  "
        indent = start.displayWidth
      } else {
        texts[0] = "\(row.name)  \(texts[0])"
      }
      var written = lines(texts[0], after: start, indent: indent)
      let rest = written[0].dropFirst(word.count)
      written[0] = row.verdict.facts.color(style)(word) + rest
      for text in texts.dropFirst() {
        written += lines(text, after: "".padded(to: indent), indent: indent)
      }
      for line in written { output.append(line + "\n") }
    }
    if isQuiet { return }
    let times = sources.compactMap { source in
      source.duration.map { "\(source.name) \($0.roundedMilliseconds) ms" }
    }
    let last = summary + (times.isEmpty ? [] : ["times: \(times.joined(separator: ", "))"])
    for line in last.flatMap({ lines($0) }) { output.append(line + "\n") }
  }

  private typealias Row = (verdict: CheckResult.Verdict, name: String, count: Int, lines: [String])

  /// The results, with those together that could not run for the same reason.
  private var rows: [Row] {
    var rows: [Row] = []
    var names: [[String]] = []
    // By the verdicts and reasons.
    var places: [[String]: Int] = [:]
    for result in results {
      let lines = result.lines
      let reason = [result.verdict.rawValue] + lines
      if let place = places[reason] {
        names[place].append(result.name)
        continue
      }
      if result.verdict.facts.sign == "-" { places[reason] = rows.count }
      names.append([result.name])
      rows.append((result.verdict, "", 0, lines))
    }
    for place in rows.indices {
      rows[place].name = names[place].joined(separator: ", ").safeForTerminal
      rows[place].count = names[place].count
    }
    return rows
  }
}
