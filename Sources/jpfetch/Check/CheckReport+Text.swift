import JPCore

extension CheckReport {
  /// Writes what is checked, a line for each passed check or finding, and the counts.
  ///
  ///     checking users and todos of http://localhost:3000
  ///     ok       reach   every list could be fetched and read
  ///     failed   ids     todos[1].id: expected a unique id, found 1
  ///     1 passed, 1 failed · 210 records in 9 ms
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
      if isQuiet, result.verdict == .passed { continue }
      for row in result.rows { write(row, of: result.name, style, to: &output) }
    }
    if !isQuiet {
      for line in lines(summary, style) { output.append("\(verdict.colored(line, style))\n") }
    }
  }

  /// Writes lines of three columns: the verdict, the check's name, and the promise or a finding.
  private func write(
    _ row: CheckResult.Row, of name: String, _ style: TextStyle, to output: inout OutputBuffer
  ) {
    let names = CheckName.allCases.map(\.rawValue)
    let nameWidth = names.map(\.displayWidth).max() ?? 0
    let verdict = row.verdict.column
    let coloredVerdict = row.verdict.colored(verdict, style)
    let margin = "".padded(to: verdict.displayWidth)
    var textWidth: Int?
    var indent = nameWidth + 2
    if let width = style.width {
      let rest = max(1, width - margin.displayWidth)
      textWidth = rest
      indent = min(indent, rest / 4)
    }
    for line in row.lines {
      let text = "\(name.padded(to: nameWidth))  \(line)".safeForTerminal
      var start = coloredVerdict
      for line in text.wrapped(to: textWidth, indent: indent) {
        output.append("\(start)\(line)".harmlessInLogs + "\n")
        start = margin
      }
    }
  }

  /// A text as lines that fit the width.
  private func lines(_ text: String, _ style: TextStyle) -> [String] {
    text.safeForTerminal.wrapped(to: style.width, indent: 2).map(\.harmlessInLogs)
  }
}

extension CheckResult.Verdict {
  /// The verdict as the first column.
  fileprivate var column: String {
    let word: String
    switch self {
    case .passed: word = "ok"
    case .failed, .notRun: word = rawValue
    }
    return word.padded(to: Self.notRun.rawValue.displayWidth + 2)
  }

  fileprivate func colored(_ text: String, _ style: TextStyle) -> String {
    switch self {
    case .passed: style.green(text)
    case .failed: style.red(text)
    case .notRun: style.yellow(text)
    }
  }
}
