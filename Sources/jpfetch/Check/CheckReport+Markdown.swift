import JPCore

extension CheckReport {
  /// Writes GitHub Flavored Markdown: a table of checks, and one of the lists with their times.
  func writeMarkdown(to output: inout OutputBuffer) {
    output.append("### jpfetch check: \(counts)\n\n| | check | |\n| --- | --- | --- |\n")
    for result in results {
      let text = result.lines.map(\.cell).joined(separator: "<br>")
      output.append("| \(result.verdict.facts.emoji) | \(result.name.cell) | \(text) |\n")
    }
    output.append("\n| list | records | time |\n| --- | ---: | ---: |\n")
    for source in sources {
      let time = source.duration.map { "\($0.roundedMilliseconds) ms" } ?? "–"
      output.append("| \(source.name) | \(source.records.map { "\($0)" } ?? "–") | \(time) |\n")
    }
    for line in summary.dropFirst() { output.append("\n\(line)\n") }
    output.append("\n")
  }
}

extension String {
  fileprivate var cell: String { safeForTerminal.harmlessInLogs.escapedForMarkdown }
}
