import JPCore

extension CheckReport {
  /// The widest that a check's name is padded to; what is longer, an assertion, has a line of its
  /// own.
  private static let maxNameWidth = 10

  /// Writes a line for each check, more lines for its other problems, one with the counts, the
  /// remarks, and the times of the lists. On a terminal they are wrapped at
  /// spaces.
  func writeText(style: TextStyle, to output: inout OutputBuffer) {
    let verdictWidth = points.map(\.verdict.word.count).max() ?? 0
    let names = points.map { $0.name.safeForTerminal }
    let nameWidth = names.map(\.displayWidth).filter { $0 <= Self.maxNameWidth }.max() ?? 0
    let gap = "  "
    for (point, name) in zip(points, names) {
      var start = style.colored(point.verdict.word.padded(to: verdictWidth), point.verdict) + gap
      var margin = "".padded(to: verdictWidth) + gap
      if name.displayWidth > Self.maxNameWidth {
        let lines = name.wrapped(to: style.width.map { max(1, $0 - margin.count) })
        output.append((start + lines.joined(separator: "\n" + margin)).harmlessInLogs + "\n")
        margin += gap
        start = margin
      } else {
        start += name + String(repeating: " ", count: nameWidth - name.displayWidth) + gap
        margin += "".padded(to: nameWidth) + gap
      }
      for sentence in point.sentences + point.accepted.map({ "accepted: \($0.sentence)" }) {
        let room = style.width.map { max(1, $0 - margin.count) }
        for line in sentence.safeForTerminal.wrapped(to: room) {
          output.append((start + line).harmlessInLogs + "\n")
          start = margin
        }
      }
    }
    let times = sources.compactMap { source in
      source.duration.map { "\(source.name) \($0.roundedMilliseconds) ms" }
    }
    let last =
      [counts] + remarks + (times.isEmpty ? [] : ["times: \(times.joined(separator: ", "))"])
    for line in last { write(line, style, to: &output) }
  }

  /// Writes a line; where it has no room, its rest is indented.
  private func write(_ line: String, _ style: TextStyle, to output: inout OutputBuffer) {
    let margin = "  "
    let lines = line.wrapped(to: style.width.map { max(1, $0 - margin.count) })
    output.append(lines.joined(separator: "\n" + margin) + "\n")
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
