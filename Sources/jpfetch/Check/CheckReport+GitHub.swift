import JPCore

// MARK: Annotations

extension CheckReport {
  /// Writes workflow commands of GitHub Actions: a notice that names the server, an error for each
  /// of the first ten facts of a check and one that counts the others, a warning for each check that
  /// could not run, a notice with the counts. GitHub shows at most ten annotations of each kind for a
  /// step.
  ///
  ///     ::error file=api/users.json,line=9,col=5,title=jpfetch check ids::users[1].id: expected …
  ///
  /// A file has to be in the working directory, which is the repository's in a job.
  ///
  /// Source: docs.github.com, "Workflow commands for GitHub Actions".
  func writeGitHub(to output: inout OutputBuffer) {
    writeAnnotation("notice", [], "scope", "checking \(scope)", to: &output)
    let directory = SystemFile.workingDirectory
    for result in results {
      for fact in result.facts(.ofCheck) {
        let file = fact.finding?.file?.relativePath(in: directory)
        var text = fact.line
        if file != nil { text = fact.lineWithoutPlace }
        let place = placeProperties(file, fact.finding?.position)
        writeAnnotation("error", place, result.name, text, to: &output)
      }
      if !result.notRun.isEmpty {
        writeAnnotation("warning", [], result.name, result.reasonNotRun, to: &output)
      }
    }
    writeAnnotation("notice", [], "summary", summary, to: &output)
  }

  /// The properties of a place, `file=api/users.json`, `line=9` and `col=5`.
  private func placeProperties(_ file: String?, _ position: TextPosition?) -> [String] {
    guard let file else { return [] }
    var properties = ["file=\(file.safeForLogs.safeForWorkflowCommand(inProperty: true))"]
    if let position { properties += ["line=\(position.line)", "col=\(position.column)"] }
    return properties
  }

  private func writeAnnotation(
    _ kind: String, _ place: [String], _ name: String, _ text: String,
    to output: inout OutputBuffer
  ) {
    let title = "jpfetch check \(name.safeForLogs)".safeForWorkflowCommand(inProperty: true)
    let properties = (place + ["title=\(title)"]).joined(separator: ",")
    let message = text.safeForLogs.safeForWorkflowCommand(inProperty: false)
    output.append("::\(kind) \(properties)::\(message)\n")
  }
}

extension String {
  /// The path of a file, which begins at the working directory; `nil` if the file isn't in it.
  fileprivate func relativePath(in directory: String?) -> String? {
    var path = self
    if path.utf8.first == .slash {
      guard let directory, path.hasPrefix(directory + "/") else { return nil }
      path = String(path.dropFirst(directory.count + 1))
    }
    if path.utf8.starts(with: "./".utf8) { path = String(path.dropFirst(2)) }
    let segments = path.utf8.split(separator: .slash).map { String(utf8: $0) }
    if segments.contains("..") { return nil }
    return path
  }
}

extension String {
  /// The text on one line, as a workflow command's message or as the value of its property.
  fileprivate func safeForWorkflowCommand(inProperty isInProperty: Bool) -> String {
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
    output.append("### jpfetch check: \(counts)\n\nchecking \(scope.safeForMarkdownCell)\n\n")
    output.append("| | check | |\n| --- | --- | --- |\n")
    for result in results {
      let name = result.name.safeForMarkdownCell
      if result.verdict == .passed {
        output.append("| passed | \(name) | \(result.promise.safeForMarkdownCell) |\n")
      }
      for fact in result.facts(.ofEachList) {
        output.append("| failed | \(name) | \(fact.line.safeForMarkdownCell) |\n")
      }
      if !result.notRun.isEmpty {
        output.append("| not run | \(name) | \(result.reasonNotRun.safeForMarkdownCell) |\n")
      }
    }
    output.append("\n| list | records | time |\n| --- | ---: | ---: |\n")
    for list in lists {
      var records = "–"
      if let count = list.records { records = "\(count)" }
      var time = "–"
      if let duration = list.time { time = duration.measuredInWords() }
      output.append("| \(list.name) | \(records) | \(time) |\n")
    }
    output.append("\n\(summary)\n\n")
  }
}

extension String {
  /// The text as the content of a Markdown cell.
  fileprivate var safeForMarkdownCell: String { safeForTerminal.safeForLogs.safeForMarkdown }
}
