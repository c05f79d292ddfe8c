import JPCore

/// What checks found, in words and as facts; every report format shows it.
struct CheckReport: Sendable {
  /// One thing that a check found.
  struct Finding: Sendable {
    /// The name of the list that it is about.
    let list: String

    /// What was found, in a sentence.
    let sentence: String

    /// What should be there; `nil` where the sentence says it.
    let expected: String?

    /// What is there; `nil` where nothing is.
    let found: String?

    /// Where: `users[0].email, line 2 column 3`, the URL of a list that could not be fetched, a
    /// part of a response; `nil` for the whole list.
    let place: String?

    init(
      of list: String, _ sentence: String, expected: String? = nil, found: String? = nil,
      at place: String? = nil
    ) {
      self.list = list
      self.sentence = sentence
      self.expected = expected
      self.found = found
      self.place = place
    }
  }

  /// A check, in words.
  struct Point: Sendable {
    let name: String
    let verdict: CheckResult.Verdict

    /// What holds, if the check passed.
    let meaning: String

    /// What is wrong.
    let problems: [Finding]

    /// Problems that were accepted.
    let accepted: [Finding]

    /// The names of the lists that were checked.
    let tested: [String]

    /// The names of the lists that could not be checked, wholly or in part.
    let untested: [String]

    /// Why they couldn't, by their names, where no other check tells.
    let obstacles: [String: String]

    /// How long the check of each list took, by its name.
    let times: [String: Duration]

    init(
      name: String, verdict: CheckResult.Verdict, meaning: String = "", problems: [Finding] = [],
      accepted: [Finding] = [], tested: [String] = [], untested: [String] = [],
      obstacles: [String: String] = [:], times: [String: Duration] = [:]
    ) {
      self.name = name
      self.verdict = verdict
      self.meaning = meaning
      self.problems = problems
      self.accepted = accepted
      self.tested = tested
      self.untested = untested
      self.obstacles = obstacles
      self.times = times
    }

    /// What holds, if the check passed; else what is wrong or could not be checked. Never empty.
    var sentences: [String] {
      if verdict == .passed { return [meaning] }
      return problems.map(\.sentence) + omissions
    }

    /// What could not be checked, and why: lists without a reason of their own together.
    var omissions: [String] {
      let others = untested.filter { obstacles[$0] == nil }
      return untested.compactMap { list in obstacles[list].map { "not checked: \(list): \($0)" } }
        + (others.isEmpty ? [] : ["not checked: \(others.inWords)"])
    }
  }

  /// A check that wasn't made.
  struct Skipped: Sendable {
    let name: String
    let reason: String

    init(name: String, reason: String) {
      self.name = name
      self.reason = reason
    }
  }

  /// A list that was asked for.
  struct Source: Sendable {
    let name: String

    /// Without user name and password.
    let url: String

    /// How many records it has; `nil` where it could not be fetched.
    let records: Int?

    /// How long its fetch took; `nil` where it could not be fetched.
    let duration: Duration?

    init(name: String, url: String, records: Int?, duration: Duration?) {
      self.name = name
      self.url = url
      self.records = records
      self.duration = duration
    }
  }

  let points: [Point]

  /// The lists that were asked for.
  let sources: [Source]

  /// The checks that were not made.
  let skipped: [Skipped]

  /// The names of the resources that were not asked for.
  let leftOut: [String]

  /// The fields that may differ from what the lists are compared with, as they were typed.
  let ignored: [String]

  init(
    points: [Point], sources: [Source], skipped: [Skipped] = [], leftOut: [String] = [],
    ignored: [String] = []
  ) {
    self.points = points
    self.sources = sources
    self.skipped = skipped
    self.leftOut = leftOut
    self.ignored = ignored
  }

  func count(_ verdict: CheckResult.Verdict) -> Int {
    points.count { $0.verdict == verdict }
  }

  /// The names of the lists that have no records, so that nothing was wrong in them.
  var empty: [String] { sources.filter { $0.records == 0 }.map(\.name) }

  /// What else there is to say below the checks, a line each.
  var remarks: [String] {
    skipped.map { "skipped: \($0.name): \($0.reason)" }
      + (empty.isEmpty ? [] : ["no records: \(empty.inWords)"])
      + (ignored.isEmpty ? [] : ["ignored: \(ignored.inWords)"])
      + (leftOut.isEmpty ? [] : ["not fetched: \(leftOut.inWords)"])
  }

  /// `6 passed, 1 failed`, and how many could not run or were skipped, if any.
  var counts: String {
    let verdicts = [CheckResult.Verdict.passed, .failed, .notRun]
      .map { (count($0), $0.rawValue) }
    return (verdicts + [(skipped.count, "skipped")]).filter { $0.0 > 0 }
      .map { "\($0) \($1)" }.joined(separator: ", ")
  }

  /// The whole report, as JSON.
  var tree: JSONTree {
    .object([
      ("passed", .number(count(.passed))), ("failed", .number(count(.failed))),
      ("notRun", .number(count(.notRun))),
      ("checks", .array(points.map(\.tree))),
      (
        "skipped",
        .array(
          skipped.map {
            .object([("name", .string($0.name)), ("reason", .string($0.reason))])
          })
      ),
      ("ignored", .array(ignored.map { .string($0) })),
      ("empty", .array(empty.map { .string($0) })),
      ("leftOut", .array(leftOut.map { .string($0) })),
      (
        "sources",
        .array(
          sources.map {
            .object([
              ("source", .string($0.name)), ("url", .string($0.url)),
              ("records", .number(orNull: $0.records)),
              ("milliseconds", .number(orNull: $0.duration?.roundedMilliseconds)),
            ])
          })
      ),
    ])
  }
}

extension CheckReport.Point {
  fileprivate var tree: JSONTree {
    .object([
      ("name", .string(name)), ("verdict", .string(verdict.rawValue)),
      ("checked", .array(tested.map { .string($0) })),
      ("problems", .array(problems.map(\.tree))),
      ("accepted", .array(accepted.map(\.tree))),
      (
        "notLookedAt",
        .array(
          untested.map {
            .object([("source", .string($0)), ("reason", .string(orNull: obstacles[$0]))])
          })
      ),
    ])
  }
}

extension CheckReport.Finding {
  fileprivate var tree: JSONTree {
    .object([
      ("source", .string(list)), ("message", .string(sentence)),
      ("expected", .string(orNull: expected)), ("found", .string(orNull: found)),
      ("place", .string(orNull: place)),
    ])
  }
}

extension [String] {
  /// `a`, `a and b`, `a, b and c`.
  var inWords: String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
