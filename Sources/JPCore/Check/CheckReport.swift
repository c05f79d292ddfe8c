/// What checks found, in words: what every report shows.
package struct CheckReport: Sendable {
  /// A check, in words.
  package struct Point: Sendable {
    package let name: String
    package let verdict: CheckResult.Verdict

    /// What holds where it passed, else what is wrong or missing; one at least.
    package let sentences: [String]

    package init(name: String, verdict: CheckResult.Verdict, sentences: [String]) {
      self.name = name
      self.verdict = verdict
      self.sentences = sentences
    }
  }

  /// A list, and how long it took.
  package struct Source: Sendable {
    package let name: String
    package let duration: Duration

    package init(name: String, duration: Duration) {
      self.name = name
      self.duration = duration
    }
  }

  package let points: [Point]

  /// The lists that were got.
  package let sources: [Source]

  package init(points: [Point], sources: [Source]) {
    self.points = points
    self.sources = sources
  }

  package func count(_ verdict: CheckResult.Verdict) -> Int {
    points.count { $0.verdict == verdict }
  }

  /// The longest that a list took: they are got at the same time.
  var duration: Duration { sources.map(\.duration).max() ?? .zero }

  // MARK: Text

  /// Writes a line for each check, further ones for what else is wrong with it, and one with the
  /// counts and times.
  package func writeText(style: TextStyle, to output: inout OutputBuffer) {
    let words = points.map { $0.verdict == .passed ? "ok" : $0.verdict.rawValue }
    let width = words.map(\.count).max() ?? 0
    let nameWidth = points.map(\.name.count).max() ?? 0
    for (point, word) in zip(points, words) {
      for (index, sentence) in point.sentences.enumerated() {
        let isFirst = index == 0
        let verdict = (isFirst ? word : "").padded(to: width)
        let name = (isFirst ? point.name : "").padded(to: nameWidth)
        output.append(style.colored(verdict, point.verdict) + "  \(name)  ")
        let room = style.width.map { max(1, $0 - width - nameWidth - 4) }
        let safe = sentence.safeForTerminal
        output.append(
          (point.verdict == .passed ? room.map { safe.cut(to: $0) } ?? safe : safe) + "\n")
      }
    }
    output.append(summary + "\n")
  }

  private var summary: String {
    let counts = [CheckResult.Verdict.passed, .failed, .notRun]
      .map { ($0.rawValue, count($0)) }.filter { $0.1 > 0 }.map { "\($1) \($0)" }
    let times = sources.map { "\($0.name) \($0.duration.milliseconds) ms" }
    return (counts + times).joined(separator: ", ")
  }

  // MARK: JSON

  /// The same as facts.
  package var tree: JSONTree {
    .object([
      ("passed", .number(count(.passed))), ("failed", .number(count(.failed))),
      ("notRun", .number(count(.notRun))),
      (
        "checks",
        .array(
          points.map { point in
            .object([
              ("name", .string(point.name)), ("verdict", .string(point.verdict.rawValue)),
              (
                "problems",
                .array(point.verdict == .passed ? [] : point.sentences.map { .string($0) })
              ),
            ])
          })
      ),
      (
        "sources",
        .array(
          sources.map {
            .object([
              ("source", .string($0.name)), ("milliseconds", .number($0.duration.milliseconds)),
            ])
          })
      ),
    ])
  }
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

extension Duration {
  /// Whole milliseconds, rounded.
  var milliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
