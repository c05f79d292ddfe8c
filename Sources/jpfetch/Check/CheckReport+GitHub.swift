import JPCore

// MARK: Annotations

extension CheckReport {
  /// Writes workflow commands of GitHub Actions: a notice that names the server, an error for each
  /// check that failed, a warning for each that could not run, a notice with the counts. GitHub
  /// shows at most ten annotations of each kind for a step.
  ///
  ///     ::error title=jpfetch check ids::users[1].id: expected a unique id, found 1
  ///
  /// Source: docs.github.com, "Workflow commands for GitHub Actions".
  func writeGitHub(to output: inout OutputBuffer) {
    write("notice", "scope", ["checking \(scope)"], to: &output)
    for result in results {
      for row in result.rows {
        switch row.verdict {
        case .passed: continue
        case .failed: write("error", result.name, row.lines, to: &output)
        case .notRun: write("warning", result.name, row.lines, to: &output)
        }
      }
    }
    write("notice", "summary", [summary], to: &output)
  }

  private func write(
    _ kind: String, _ name: String, _ lines: [String], to output: inout OutputBuffer
  ) {
    let title = "jpfetch check \(name.harmlessInLogs)".escaped(inProperty: true)
    let text = lines.map(\.harmlessInLogs).joined(separator: "\n")
    output.append("::\(kind) title=\(title)::\(text.escaped(inProperty: false))\n")
  }
}

extension String {
  /// The text on one line, as a workflow command's message or as the value of its property.
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

// MARK: Markdown

extension CheckReport {
  /// Writes GitHub Flavored Markdown: what was checked, a table of the checks, a table of the lists
  /// with their times, and the counts.
  func writeMarkdown(to output: inout OutputBuffer) {
    output.append("### jpfetch check: \(counts)\n\nchecking \(scope.cell)\n\n")
    output.append("| | check | |\n| --- | --- | --- |\n")
    for result in results {
      for row in result.rows {
        let text = row.lines.map(\.cell).joined(separator: "<br>")
        output.append("| \(row.verdict.rawValue) | \(result.name.cell) | \(text) |\n")
      }
    }
    output.append("\n| list | records | time |\n| --- | ---: | ---: |\n")
    for list in lists {
      var records = "–"
      if let count = list.records { records = "\(count)" }
      var time = "–"
      if let duration = list.time { time = duration.measured() }
      output.append("| \(list.name) | \(records) | \(time) |\n")
    }
    output.append("\n\(summary)\n\n")
  }
}

extension String {
  /// The text as the content of a Markdown cell.
  fileprivate var cell: String { safeForTerminal.harmlessInLogs.escapedForMarkdown }
}
