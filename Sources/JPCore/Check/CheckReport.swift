/// What checks found, in words; every report format shows it.
package struct CheckReport: Sendable {
  /// A check, in words.
  package struct Point: Sendable {
    package let name: String
    package let verdict: CheckResult.Verdict

    /// What holds, if the check passed; else what is wrong or could not be checked. Never empty.
    package let sentences: [String]

    /// Problems that were accepted.
    package let accepted: [String]

    package init(
      name: String, verdict: CheckResult.Verdict, sentences: [String], accepted: [String] = []
    ) {
      self.name = name
      self.verdict = verdict
      self.sentences = sentences
      self.accepted = accepted
    }
  }

  /// A list, and how long its fetch took.
  package struct Source: Sendable {
    package let name: String
    package let duration: Duration

    package init(name: String, duration: Duration) {
      self.name = name
      self.duration = duration
    }
  }

  package let points: [Point]

  /// The lists that were fetched.
  package let sources: [Source]

  /// The names of the resources that were not asked for.
  package let leftOut: [String]

  package init(points: [Point], sources: [Source], leftOut: [String] = []) {
    self.points = points
    self.sources = sources
    self.leftOut = leftOut
  }

  package func count(_ verdict: CheckResult.Verdict) -> Int {
    points.count { $0.verdict == verdict }
  }

  /// The longest time of a list, since all are fetched at the same time.
  var duration: Duration { sources.map(\.duration).max() ?? .zero }

  /// The whole report.
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
              ("accepted", .array(point.accepted.map { .string($0) })),
            ])
          })
      ),
      ("leftOut", .array(leftOut.map { .string($0) })),
      (
        "sources",
        .array(
          sources.map {
            .object([
              ("source", .string($0.name)),
              ("milliseconds", .number($0.duration.roundedMilliseconds)),
            ])
          })
      ),
    ])
  }
}

extension Duration {
  /// Whole milliseconds, rounded.
  package var roundedMilliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
}
