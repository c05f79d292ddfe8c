import JPCore

extension CheckReport {
  /// Writes TAP 13: a plan, a comment with what was checked, a test point for each check, and a
  /// comment with the counts. tap.py accepts no comment before the plan. A check that failed or could not run has a YAML block with its first
  /// finding. Readers of version 14 accept version 13, but older versions of perl's reader, such as
  /// Debian 12's prove(1), refuse 14.
  ///
  /// A check that could not run is `not ok`, because SKIP would count as passed.
  func writeTAP(to output: inout OutputBuffer) {
    output.append("TAP version 13\n")
    output.append("1..\(results.count)\n")
    output.append("# checking \(scope.tapDescription)\n")
    for (index, result) in results.enumerated() {
      writePoint(index + 1, result, to: &output)
    }
    output.append("# \(summary)\n")
  }

  private func writePoint(_ number: Int, _ result: CheckResult, to output: inout OutputBuffer) {
    let point = "\(number) - \(result.name.tapDescription)"
    switch result.verdict {
    case .passed: output.append("ok \(point)\n")
    case .skipped:
      let reasons = result.reasonsToSkip.joined(separator: "; ")
      output.append("ok \(point) # SKIP \(reasons)\n")
    case .failed:
      output.append("not ok \(point)\n")
      writeYAML(of: result, severity: "fail", to: &output)
    case .notRun:
      output.append("not ok \(point)\n")
      writeYAML(of: result, severity: "error", to: &output)
    }
  }

  private func writeYAML(
    of result: CheckResult, severity: String, to output: inout OutputBuffer
  ) {
    let first = (result.findings + result.notRun).first
    output.append("  ---\n  severity: \(severity)\n")
    writeMember("message", result.lines.joined(separator: "\n"), to: &output)
    writeMember("source", first?.list, to: &output)
    writeMember("at", first?.location, to: &output)
    writeMember("expected", first?.expected, to: &output)
    writeMember("found", first?.found, to: &output)
    output.append("  ...\n")
  }

  /// Writes the value as a JSON string, which is also a YAML string in double quotes. A list of
  /// values isn't written, because perl's TAP::Parser can't read it.
  private func writeMember(_ name: String, _ value: String?, to output: inout OutputBuffer) {
    guard let value else { return }
    output.append("  \(name): ")
    output.append(quoted: value.harmlessInLogs.withoutNoncharacters)
    output.append("\n")
  }
}

extension String {
  /// The text in one line. Escapes backslashes, and `#`, which would begin a directive.
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
