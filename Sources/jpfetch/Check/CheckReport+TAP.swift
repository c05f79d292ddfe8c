import JPCore

extension CheckReport {
  /// Writes TAP 13: a comment with what was checked, a plan, a test point for each check with a YAML
  /// block of the first finding if it didn't pass, and a comment with the counts. Readers of version
  /// 14 accept version 13, but perl's older ones, such as Debian 12's prove(1), refuse 14.
  ///
  /// A check that could not run is `not ok`, because SKIP would count as passed.
  func writeTAP(to output: inout OutputBuffer) {
    output.append("TAP version 13\n")
    output.append("# checking \(scope.tapDescription)\n")
    output.append("1..\(results.count)\n")
    for (index, result) in results.enumerated() {
      let word = result.verdict.isGood ? "ok" : "not ok"
      output.append("\(word) \(index + 1) - \(result.name.tapDescription)")
      if result.isSkipped { output.append(" # SKIP \(result.meaning)") }
      output.append("\n")
      if !result.verdict.isGood { writeYAML(of: result, to: &output) }
    }
    output.append("# \(summary)\n")
  }

  private func writeYAML(of result: CheckResult, to output: inout OutputBuffer) {
    let first = (result.findings + result.notRun).first
    let severity = result.verdict == .failed ? "fail" : "error"
    output.append("  ---\n  severity: \(severity)\n")
    writeMember("message", result.lines.joined(separator: "\n"), to: &output)
    writeMember("source", first?.list, to: &output)
    writeMember("at", first?.location, to: &output)
    writeMember("expected", first?.expected, to: &output)
    writeMember("found", first?.found, to: &output)
    output.append("  ...\n")
  }

  /// A JSON string is also a YAML string in double quotes. A list of them is more than perl's
  /// TAP::Parser can read.
  private func writeMember(_ name: String, _ value: String?, to output: inout OutputBuffer) {
    guard let value else { return }
    output.append("  \(name): ")
    output.append(quoted: value.harmlessInLogs.withoutNoncharacters)
    output.append("\n")
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
    escaping { scalar in
      switch scalar {
      case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }
}
