/// What one check, or one assertion, found in all lists.
///
///     name: "schema", meaning: "every record has all fields with their types",
///     findings: [users[0].email, line 2 column 3: expected a string, found null],
///     notRun: [photos could not be fetched], checked: ["users", "albums"]
struct CheckResult {
  /// The check's name, or the assertion as it was typed.
  let name: String
  /// What holds if the check passes.
  let meaning: String
  var findings: [Finding] = []
  /// The lists that could not be checked, and why.
  var notRun: [Finding] = []
  /// The lists that the check doesn't concern, and why.
  var skipped: [Finding] = []
  /// The lists that were checked.
  var checked: [String] = []

  /// Whether this is the result of an assertion.
  var isAssertion: Bool { CheckName(rawValue: name) == nil }

  /// How the check ended. It can't pass if a list could not be checked.
  var verdict: Verdict {
    if !findings.isEmpty { return .failed }
    if !notRun.isEmpty { return .notRun }
    if checked.isEmpty, !skipped.isEmpty { return .skipped }
    return .passed
  }

  /// The problems that the check found, a line for each fact.
  var problems: [String] { findings.lines(ofLists: concernedLists) }

  /// Why lists could not be checked, a line for each reason.
  var reasons: [String] { notRun.lines(ofLists: concernedLists) }

  /// Why the check doesn't concern some lists, a line for each reason.
  var reasonsToSkip: [String] { skipped.lines(ofLists: concernedLists) }

  /// All lines about the check in a report; at least one line.
  var lines: [String] {
    switch verdict {
    case .passed: return [meaning]
    case .skipped: return reasonsToSkip
    case .notRun: return reasons
    case .failed:
      var lines = problems
      for reason in reasons { lines.append("not run: \(reason)") }
      return lines
    }
  }

  private var concernedLists: Int {
    var lists = Set(checked)
    for finding in findings + notRun { lists.insert(finding.list) }
    return lists.count
  }
}

extension CheckResult {
  /// How a check ended.
  enum Verdict: String, CaseIterable {
    case passed, failed
    /// Some lists could not be checked, and nothing is wrong with the others.
    case notRun = "not run"
    /// The check concerns none of the lists.
    case skipped

    /// Whether the check lets a run succeed.
    var isGood: Bool { self == .passed || self == .skipped }

    /// Whether the check neither passed nor failed.
    var isInconclusive: Bool { self == .notRun || self == .skipped }

    /// How a verdict is written in the formats of reports.
    struct Signs {
      /// The word in text.
      let word: String
      /// The sign in text on a terminal.
      let sign: String
      /// The emoji in Markdown.
      let emoji: String
      /// The kind of GitHub's annotation; `nil` for none.
      var annotation: String?
      /// The element in a test case of JUnit; `nil` for none.
      var element: String?
    }

    var signs: Signs {
      switch self {
      case .passed: Signs(word: "ok", sign: "✓", emoji: "✅")
      case .failed:
        Signs(word: "failed", sign: "✗", emoji: "❌", annotation: "error", element: "failure")
      case .notRun:
        Signs(word: "not run", sign: "-", emoji: "⚠️", annotation: "warning", element: "error")
      case .skipped: Signs(word: "skipped", sign: "-", emoji: "–", element: "skipped")
      }
    }
  }
}
