import JPCore

extension CheckReport {
  /// How many annotations of a kind GitHub shows of one step.
  private static let maxAnnotations = 10

  /// Writes workflow commands of GitHub Actions: an error for each problem, a warning for each
  /// check that could not run, a notice with the counts. The first problem of each check comes
  /// first; what is more than GitHub shows is written as plain lines of the log.
  ///
  /// Source: docs.github.com, "Workflow commands for GitHub Actions".
  func writeGitHub(to output: inout OutputBuffer) {
    let depth = points.map(\.problems.count).max() ?? 0
    let problems = (0..<depth).flatMap { place in
      points.filter { place < $0.problems.count }.map {
        (title: $0.name, text: $0.problems[place].sentence)
      }
    }
    let notRun = points.flatMap { point in
      point.omissions.map { (title: point.name, text: $0) }
    }
    let accepted = points.flatMap { point in
      point.accepted.map { (title: point.name, text: "accepted: \($0.sentence)") }
    }
    write(problems, as: "error", to: &output)
    write(notRun, as: "warning", to: &output)
    let summary = (title: "summary", text: ([counts] + remarks).joined(separator: "; "))
    write([summary] + accepted, as: "notice", to: &output)
  }

  private func write(
    _ annotations: [(title: String, text: String)], as kind: String, to output: inout OutputBuffer
  ) {
    for (title, text) in annotations.prefix(Self.maxAnnotations) {
      let title = "jpfetch check \(title)".escapedForProperty
      output.append("::\(kind) title=\(title)::\(text.escapedForCommand)\n")
    }
    for (title, text) in annotations.dropFirst(Self.maxAnnotations) {
      output.append("\(kind): \(title): \(text)".safeForTerminal.harmlessInLogs + "\n")
    }
  }
}

extension String {
  /// As a workflow command's message: one line.
  fileprivate var escapedForCommand: String { escaped(inProperty: false) }

  /// As the value of a workflow command's property.
  fileprivate var escapedForProperty: String { escaped(inProperty: true) }

  private func escaped(inProperty isInProperty: Bool) -> String {
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
