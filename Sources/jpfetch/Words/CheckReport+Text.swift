import JPCore

extension CheckReport {
  /// Writes a line for each check, more lines for its other problems, and one line with the counts
  /// and times.
  func writeText(style: TextStyle, to output: inout OutputBuffer) {
    let width = points.map(\.verdict.word.count).max() ?? 0
    let nameWidth = points.map(\.name.count).max() ?? 0
    for point in points {
      var verdict = style.colored(point.verdict.word.padded(to: width), point.verdict)
      var name = point.name.padded(to: nameWidth)
      for sentence in point.sentences + point.accepted.map({ "accepted: \($0.sentence)" }) {
        let line = "\(verdict)  \(name)  \(sentence.safeForTerminal)"
        output.append(line.harmlessInLogs + "\n")
        verdict = "".padded(to: width)
        name = "".padded(to: nameWidth)
      }
    }
    let times = sources.compactMap { source in
      source.duration.map { "\(source.name) \($0.roundedMilliseconds) ms" }
    }
    output.append(([counts] + times).joined(separator: ", ") + "\n")
    for check in skipped { output.append("skipped: \(check.name): \(check.reason)\n") }
    if !leftOut.isEmpty { output.append("left out: \(leftOut.inWords)\n") }
  }
}

extension CheckResult.Verdict {
  fileprivate var word: String { self == .passed ? "ok" : rawValue }
}

extension TextStyle {
  fileprivate func colored(_ text: String, _ verdict: CheckResult.Verdict) -> String {
    switch verdict {
    case .passed: green(text)
    case .failed: red(text)
    case .notRun: yellow(text)
    }
  }
}
