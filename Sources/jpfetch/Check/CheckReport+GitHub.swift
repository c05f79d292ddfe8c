import JPCore

extension CheckReport {
  /// Writes workflow commands of GitHub Actions: an error for each check that failed, a warning for
  /// each that could not run, a notice with the counts. GitHub shows ten of a kind for each step.
  ///
  /// Source: docs.github.com, "Workflow commands for GitHub Actions".
  func writeGitHub(to output: inout OutputBuffer) {
    let annotations = results.compactMap { result in
      result.verdict.facts.annotation.map { ($0, result.name, result.lines) }
    }
    for (kind, name, lines) in annotations + [("notice", "summary", summary)] {
      let title = "jpfetch check \(name.harmlessInLogs)".escaped(inProperty: true)
      let text = lines.map(\.harmlessInLogs).joined(separator: "\n").escaped(inProperty: false)
      output.append("::\(kind) title=\(title)::\(text)\n")
    }
  }
}

extension String {
  /// The text as a workflow command's message, or as the value of its property: one line.
  fileprivate func escaped(inProperty isInProperty: Bool) -> String {
    escaping { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ":" where isInProperty: "%3A"
      case "," where isInProperty: "%2C"
      case _ where scalar.steersTerminal: scalar.jsonEscape
      default: nil
      }
    }
  }
}
