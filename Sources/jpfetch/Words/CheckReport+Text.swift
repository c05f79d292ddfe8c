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
      for sentence in point.sentences + point.accepted.map({ "accepted: \($0)" }) {
        let line = "\(verdict)  \(name)  \(sentence.safeForTerminal)"
        output.append(line.harmlessInLogs + "\n")
        verdict = "".padded(to: width)
        name = "".padded(to: nameWidth)
      }
    }
    output.append(summary + "\n")
    if !leftOut.isEmpty { output.append("left out: \(leftOut.inWords)\n") }
  }

  private var summary: String {
    let counts = [CheckResult.Verdict.passed, .failed, .notRun]
      .map { (count($0), $0.rawValue) }.filter { $0.0 > 0 }.map { "\($0) \($1)" }
    let times = sources.map { "\($0.name) \($0.duration.roundedMilliseconds) ms" }
    return (counts + times).joined(separator: ", ")
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
