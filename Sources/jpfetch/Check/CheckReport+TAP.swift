import JPCore

extension CheckReport {
  /// Writes TAP 13: a plan, a test point for each check, and a YAML block with the first finding of
  /// those that didn't pass. Readers of version 14 accept version 13, but perl's older ones, such as
  /// Debian 12's prove(1), refuse 14.
  ///
  /// A check that could not run is `not ok`, because SKIP would count as passed.
  func writeTAP(to output: inout OutputBuffer) {
    output.append("TAP version 13\n1..\(results.count)\n")
    for line in summary.dropFirst() { output.append("# \(line)\n") }
    for (index, result) in results.enumerated() {
      let isOK = [.passed, .skipped].contains(result.verdict)
      let skip = result.isSkipped ? " # SKIP \(result.meaning)" : ""
      let name = result.name.tapDescription
      output.append("\(isOK ? "ok" : "not ok") \(index + 1) - \(name)\(skip)\n")
      if !isOK { writeYAML(of: result, to: &output) }
    }
  }

  /// A JSON string is also a YAML string in double quotes. A list of them is more than perl's
  /// TAP::Parser can read.
  private func writeYAML(of result: CheckResult, to output: inout OutputBuffer) {
    let first = (result.findings + result.notRun).first
    let facts: [(name: String, value: String?)] = [
      ("message", result.lines.joined(separator: "\n")), ("source", first?.list),
      ("at", first?.place), ("expected", first?.expected), ("found", first?.found),
    ]
    output.append("  ---\n  severity: \(result.verdict == .failed ? "fail" : "error")\n")
    for (name, value) in facts {
      guard let value else { continue }
      output.append("  \(name): ")
      output.append(quoted: value.harmlessInLogs.withoutNoncharacters)
      output.append("\n")
    }
    output.append("  ...\n")
  }
}

extension String {
  /// One line, in which `#`, which begins a directive, and backslashes are escaped.
  fileprivate var tapDescription: String {
    escaping { scalar in
      switch scalar {
      case "#", "\\": "\\\(scalar)"
      case _ where scalar.steersTerminal: " "
      default: nil
      }
    }
    .harmlessInLogs
  }

  /// The text without U+FFFE and U+FFFF, which XML and YAML don't allow.
  var withoutNoncharacters: String {
    escaping { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" ? "\u{FFFD}" : nil }
  }
}
