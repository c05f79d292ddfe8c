import JPCore

extension CheckReport {
  /// Writes what is checked, a line for each passed check or finding, and the counts.
  ///
  ///     checking users and todos of http://localhost:3000
  ///     ok       reach   every list could be fetched and read
  ///     failed   ids     todos[0].id: expected a unique id, found 1 (2 records)
  ///     1 passed, 1 failed · 210 records in 9 ms
  ///
  /// Checks that could not run on the same lists share a line, the last one.
  ///
  /// The counts have the colour of the worst verdict.
  ///
  /// - Parameter isQuiet: whether only checks that failed or could not run are written.
  func writeText(
    style: TextStyle = .plain, isQuiet: Bool = false, to output: inout OutputBuffer
  ) {
    if !isQuiet {
      for line in lines("checking \(scope)", style) { output.append("\(line)\n") }
    }
    for result in results {
      if result.verdict == .passed, !isQuiet {
        writeRow(.passed, result.name, [result.promise], style, to: &output)
      }
      for fact in result.facts(.ofEachList) {
        let lines = fact.lines(fitting: Self.textWidth(in: style.width))
        writeRow(.failed, result.name, lines, style, to: &output)
      }
    }
    for row in rowsNotRun {
      writeRow(.notRun, row.names, row.reasons, style, to: &output)
    }
    if !isQuiet {
      for line in lines(summary, style) { output.append("\(verdict.colored(line, style))\n") }
    }
  }

  /// The checks that could not run, grouped by the lists that they lack, and why. No reason is given
  /// if they lack all lists: `reach` says enough.
  private var rowsNotRun: [(names: String, reasons: [String])] {
    var names: [[String]: [String]] = [:]
    for result in results where !result.notRun.isEmpty {
      names[result.notRun, default: []].append(result.name)
    }
    var rows: [(names: String, reasons: [String])] = []
    for result in results {
      guard let checks = names.removeValue(forKey: result.notRun) else { continue }
      var reasons: [String] = []
      if result.notRun.count < lists.count { reasons.append(result.reasonNotRun) }
      rows.append((checks.joined(separator: ", "), reasons))
    }
    return rows
  }

  private static let verdictWidth = CheckResult.Verdict.notRun.rawValue.displayWidth

  private static let nameWidth = CheckName.allCases.map(\.rawValue.displayWidth).max() ?? 0

  /// The columns for a text that follows a check's name.
  ///
  /// - Parameter width: the width of the terminal; `nil` for no limit.
  private static func textWidth(in width: Int?) -> Int? {
    guard let width else { return nil }
    return width - verdictWidth - nameWidth - 2 * TextColumns.gap
  }

  /// Writes a verdict, a check's name and a text in columns, which begin alike in all rows if the
  /// terminal has room. A longer name, such as an assertion, begins the text.
  ///
  /// - Parameter text: the text in lines, empty if there is none.
  private func writeRow(
    _ verdict: CheckResult.Verdict, _ name: String, _ text: [String], _ style: TextStyle,
    to output: inout OutputBuffer
  ) {
    let word = verdict.word.padded(to: Self.verdictWidth)
    let name = name.safeForTerminal.padded(to: Self.nameWidth)
    let text = text.map(\.safeForTerminal).joined(separator: "\n")
    var cells = [word, name, text]
    if name.displayWidth > Self.nameWidth {
      cells = [word, name]
      if !text.isEmpty { cells[1] += "  \(text)" }
    }
    var coloredCount = Self.verdictWidth + TextColumns.gap
    for line in TextColumns([cells], width: style.width, breaksWords: true).lines {
      let start = verdict.colored(String(line.prefix(coloredCount)), style)
      output.append("\(start)\(line.dropFirst(coloredCount))".safeForLogs + "\n")
      coloredCount = 0
    }
  }

  /// A text as lines that fit the width.
  private func lines(_ text: String, _ style: TextStyle) -> [String] {
    let indent = TextColumns.indentOfNewLines(to: style.width)
    return text.safeForTerminal.wrapped(to: style.width, indent: indent).map(\.safeForLogs)
  }
}

extension CheckResult.Verdict {
  /// The verdict in the first column.
  fileprivate var word: String {
    switch self {
    case .passed: "ok"
    case .failed, .notRun: rawValue
    }
  }

  fileprivate func colored(_ text: String, _ style: TextStyle) -> String {
    switch self {
    case .passed: style.green(text)
    case .failed: style.red(text)
    case .notRun: style.yellow(text)
    }
  }
}
