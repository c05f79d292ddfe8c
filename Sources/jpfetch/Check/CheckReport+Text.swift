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
        write(result.promise, .passed, of: result.name, style, to: &output)
      }
      for fact in result.facts(.ofEachList) {
        write(fact, of: result.name, style, to: &output)
      }
    }
    for line in linesAboutNotRun {
      write(line.text, .notRun, of: line.names, style, to: &output)
    }
    if !isQuiet {
      for line in lines(summary, style) { output.append("\(verdict.colored(line, style))\n") }
    }
  }

  /// The checks that could not run, grouped by the lists that they lack, and why. No reason is given
  /// if they lack all lists: `reach` says enough.
  private var linesAboutNotRun: [(names: String, text: String)] {
    var names: [[String]: [String]] = [:]
    for result in results where !result.notRun.isEmpty {
      names[result.notRun, default: []].append(result.name)
    }
    var lines: [(names: String, text: String)] = []
    for result in results {
      guard let checks = names.removeValue(forKey: result.notRun) else { continue }
      var text = ""
      if result.notRun.count < lists.count { text = result.reasonNotRun }
      lines.append((checks.joined(separator: ", "), text))
    }
    return lines
  }

  /// Writes the lines about a failed check.
  private func write(
    _ fact: Fact, of name: String, _ style: TextStyle, to output: inout OutputBuffer
  ) {
    var width: Int?
    if let columns = style.width { width = columns - Self.verdictWidth - Self.nameWidth - 2 }
    let lines = fact.lines(fitting: width).map(\.safeForTerminal)
    write(lines.joined(separator: "\n"), .failed, of: name, style, to: &output)
  }

  private static let verdictWidth = CheckResult.Verdict.notRun.column.displayWidth

  private static let nameWidth = CheckName.allCases.map(\.rawValue.displayWidth).max() ?? 0

  /// Writes lines of three columns: the verdict, the check's name, and a text.
  private func write(
    _ text: String, _ verdict: CheckResult.Verdict, of name: String, _ style: TextStyle,
    to output: inout OutputBuffer
  ) {
    let margin = "".padded(to: Self.verdictWidth)
    var textWidth: Int?
    var indent = Self.nameWidth + 2
    if let width = style.width {
      let rest = max(1, width - Self.verdictWidth)
      textWidth = rest
      indent = min(indent, rest / 4)
    }
    var line = name.safeForTerminal
    if !text.isEmpty { line = "\(line.padded(to: Self.nameWidth))  \(text)" }
    var start = verdict.colored(verdict.column, style)
    for line in line.wrapped(to: textWidth, indent: indent) {
      output.append("\(start)\(line)".safeForLogs + "\n")
      start = margin
    }
  }

  /// A text as lines that fit the width.
  private func lines(_ text: String, _ style: TextStyle) -> [String] {
    text.safeForTerminal.wrapped(to: style.width, indent: 2).map(\.safeForLogs)
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
