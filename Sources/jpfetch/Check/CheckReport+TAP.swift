import JPCore

extension CheckReport {
  /// Writes TAP 13: a plan, a comment with what was checked, a test point for each check, and a
  /// comment with the counts. A check that failed or could not run has a YAML block with its first
  /// finding.
  ///
  /// Readers of version 14 accept version 13, but older versions of perl's reader, such as Debian
  /// 12's prove(1), refuse 14. tap.py wants the plan before any comment. A check that could not run
  /// is `not ok`, because SKIP would count as passed.
  func writeTAP(to output: inout OutputBuffer) {
    output.append("TAP version 13\n1..\(results.count)\n# checking \(scope.safeForTAP)\n")
    for (index, result) in results.enumerated() {
      let point = "ok \(index + 1) - \(result.name.safeForTAP)\n"
      if result.verdict == .passed {
        output.append(point)
      } else {
        output.append("not \(point)")
        writeYAML(of: result, to: &output)
      }
    }
    output.append("# \(summary)\n")
  }

  private func writeYAML(of result: CheckResult, to output: inout OutputBuffer) {
    let severity = result.verdict == .failed ? "fail" : "error"
    output.append("  ---\n  severity: \(severity)\n")
    let first = result.findings.first
    writeMember("message", result.lines().joined(separator: "\n"), to: &output)
    writeMember("list", first?.list, to: &output)
    writeMember("at", first?.path, to: &output)
    writeMember("expected", first?.expected?.excerpt, to: &output)
    writeMember("found", first?.found?.excerpt, to: &output)
    output.append("  ...\n")
  }

  /// Writes the value as a JSON string, which is also a YAML string in double quotes. A list of
  /// values isn't written, because perl's TAP::Parser can't read it.
  private func writeMember(_ name: String, _ value: String?, to output: inout OutputBuffer) {
    guard let value else { return }
    output.append("  \(name): ")
    output.append(quoted: value.safeForLogs.withoutNoncharacters)
    output.append("\n")
  }
}

extension JSONTree {
  /// A value in a report for people, cut to 40 characters.
  fileprivate var excerpt: String {
    switch self {
    case .string(let text): text.excerpt
    case .value(let value): value.excerpt
    default: String(utf8: jsonText(.compact).dropLast()).excerpt
    }
  }
}

extension String {
  /// The text in one line. Escapes backslashes, and `#`, which would begin a directive.
  fileprivate var safeForTAP: String {
    escaping { scalar in
      switch scalar {
      case "#", "\\": "\\\(scalar)"
      case _ where scalar.steersTerminal: " "
      default: nil
      }
    }
    .safeForLogs
  }
}
