import JPCore

extension CheckReport {
  /// Writes TAP 14: a plan, a test point for each check, a YAML block below those that didn't pass,
  /// about their first problem.
  ///
  /// A check that could not run is `not ok`, because SKIP would count as passed.
  func writeTAP(to output: inout OutputBuffer) {
    output.append("TAP version 14\n1..\(points.count + skipped.count)\n")
    if !leftOut.isEmpty { output.append("# not fetched: \(leftOut.joined(separator: ", "))\n") }
    if !ignored.isEmpty { output.append("# ignored: \(ignored.joined(separator: ", "))\n") }
    for (index, point) in points.enumerated() {
      let word = point.verdict == .passed ? "ok" : "not ok"
      output.append("\(word) \(index + 1) - \(point.name.tapDescription)\n")
      if point.verdict != .passed { point.writeYAML(to: &output) }
      for finding in point.accepted {
        output.append("# accepted: \(finding.sentence.safeForTerminal.tapLine.harmlessInLogs)\n")
      }
    }
    for (index, check) in skipped.enumerated() {
      output.append("ok \(points.count + index + 1) - \(check.name) # SKIP \(check.reason)\n")
    }
  }
}

extension CheckReport.Point {
  /// A JSON string is also a YAML string in double quotes. A list of them is more than perl's
  /// TAP::Parser can read.
  fileprivate func writeYAML(to output: inout OutputBuffer) {
    let first = problems.first
    let facts: [(name: String, value: String?)] = [
      ("message", sentences.joined(separator: "\n")), ("source", first?.list),
      ("at", first?.place), ("expected", first?.expected), ("found", first?.found),
    ]
    output.append("  ---\n  severity: \(verdict == .failed ? "fail" : "error")\n")
    for (name, value) in facts {
      guard let value else { continue }
      output.append("  \(name): ")
      output.append(quoted: value.harmlessInLogs)
      output.append("\n")
    }
    output.append("  ...\n")
  }
}

extension String {
  /// One line, in which `#`, which begins a directive, and backslashes are escaped.
  fileprivate var tapDescription: String {
    escaping { $0 == "#" || $0 == "\\" ? "\\\($0)" : nil }.tapLine.harmlessInLogs
  }

  /// One line: line breaks and other control characters become spaces.
  fileprivate var tapLine: String {
    escaping { scalar in
      switch scalar {
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": " "
      default: nil
      }
    }
  }
}
