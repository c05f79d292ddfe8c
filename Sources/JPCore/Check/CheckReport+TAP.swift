extension CheckReport {
  /// Writes TAP 14: a plan, a test point for each check, a diagnostic block below those that didn't
  /// pass.
  ///
  /// A check that could not run is `not ok`, because SKIP would count as passed.
  package func writeTAP(to output: inout OutputBuffer) {
    output.append("TAP version 14\n1..\(points.count)\n")
    if !leftOut.isEmpty { output.append("# left out: \(leftOut.joined(separator: ", "))\n") }
    for (index, point) in points.enumerated() {
      let word = point.verdict == .passed ? "ok" : "not ok"
      output.append("\(word) \(index + 1) - \(point.name.tapDescription)\n")
      if point.verdict != .passed {
        // A JSON string is also a YAML string in double quotes. A list of them is more than perl's
        // TAP::Parser can read.
        output.append(
          "  ---\n  severity: \(point.verdict == .failed ? "fail" : "error")\n  message: ")
        output.append(quoted: point.sentences.joined(separator: "\n").harmlessInLogs)
        output.append("\n  ...\n")
      }
      for sentence in point.accepted {
        output.append("# accepted: \(sentence.tapLine.harmlessInLogs)\n")
      }
    }
  }
}

extension String {
  /// One line, in which `#`, which begins a directive, and backslashes are escaped.
  fileprivate var tapDescription: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "#", "\\": text += "\\\(scalar)"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text.tapLine.harmlessInLogs
  }

  /// One line: line breaks and other control characters become spaces.
  fileprivate var tapLine: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
