import JPCore

extension CheckReport {
  /// Writes GitHub Flavored Markdown: a table of checks, the failures below it, a table of the
  /// lists with their times.
  func writeMarkdown(to output: inout OutputBuffer) {
    output.append("### jpfetch check: \(counts)\n\n| | check | |\n| --- | --- | --- |\n")
    for point in points {
      let more = point.sentences.count - 1
      let text = point.sentences[0].cell + (more > 0 ? " (and \(more) more)" : "")
      output.append("| \(point.verdict.sign) | \(point.name.cell) | \(text) |\n")
    }
    for point in points where point.sentences.count > 1 || !point.accepted.isEmpty {
      output.append("\n**\(point.name.cell)**\n\n")
      let sentences = point.verdict == .passed ? [] : point.sentences
      for sentence in sentences + point.accepted.map({ "accepted: \($0.sentence)" }) {
        output.append("- \(sentence.cell)\n")
      }
    }
    output.append("\n| list | records | time |\n| --- | ---: | ---: |\n")
    for source in sources {
      let time = source.duration.map { "\($0.roundedMilliseconds) ms" } ?? "–"
      output.append("| \(source.name) | \(source.records.map { "\($0)" } ?? "–") | \(time) |\n")
    }
    for remark in remarks { output.append("\n\(remark.cell)\n") }
    output.append("\n")
  }
}

extension CheckResult.Verdict {
  fileprivate var sign: String {
    switch self {
    case .passed: "✅"
    case .failed: "❌"
    case .notRun: "⚠️"
    }
  }
}

extension String {
  /// As a cell, or a list's item.
  fileprivate var cell: String { safeForTerminal.escapedForMarkdown }
}
