import JPCore

/// One thing that a check found in a list.
struct Finding: Equatable {
  /// The list's name.
  let list: String
  let sentence: String
  /// The cause that findings in several lists share. They are then one line.
  var cause: String?
  /// The part of this list that the cause affects; `nil` for the whole list.
  var affected: String?
  var expected: String?
  var found: String?
  /// `users[0].email, line 2 column 3`, or a URL.
  var place: String?
}

extension Finding {
  private static let notFetched = "could not be fetched"
  private static let notRead = "could not be read"

  /// A list that could not be fetched.
  init(_ error: FetchError, of list: String) {
    let report = Message(error)
    self.init(
      list: list, sentence: report.sentence,
      cause: Message(error.ofAnyList(list)).sentence, found: report.status.map { "\($0)" },
      place: report.url)
  }

  /// A list that can't be checked because of an error that another check has reported: its own, or
  /// that of a list that it refers to.
  static func missing(because error: FetchError, for list: String) -> Finding {
    if let other = error.resource, other != list {
      let cause = "needs \(other)"
      return Finding(list: list, sentence: "\(cause) (\(list))", cause: cause)
    }
    let cause = error.check <= .status ? notFetched : notRead
    return Finding(list: list, sentence: "\(list) \(cause)", cause: cause)
  }

  /// - Parameters:
  ///   - same: findings with a cause.
  ///   - count: how many lists the check concerns.
  fileprivate static func line(_ cause: String, _ same: [Finding], ofLists count: Int) -> String {
    let affected = same.compactMap(\.affected)
    if !affected.isEmpty { return "\(cause): \(affected.joined(separator: ", "))" }
    let lists = same.map(\.list).inWords
    if [notFetched, notRead].contains(cause) {
      return same.count < count ? "\(lists) \(cause)" : "the lists \(cause)"
    }
    return same.count < count ? "\(cause) (\(lists))" : "\(cause) (all \(count) lists)"
  }
}

extension FetchError {
  /// The same about the URL that all lists have in common.
  fileprivate func ofAnyList(_ list: String) -> FetchError {
    let base = url.hasSuffix("/\(list)") ? String(url.dropLast(list.count + 1)) : url
    var cause = cause
    if case .transport(let error) = cause {
      cause = .transport(TransportError(url: base, reason: error.reason, detail: error.detail))
    }
    return FetchError(url: base, cause: cause, response: response)
  }
}

/// A check's verdict and findings.
struct CheckResult {
  enum Verdict: String, CaseIterable {
    case passed, failed
    /// Some lists could not be checked, and nothing is wrong with the others.
    case notRun = "not run"
    /// The check concerns none of the lists.
    case skipped

    /// How the text report, Markdown, GitHub's annotations and JUnit's test cases show it.
    var facts:
      (
        word: String, sign: String, color: (TextStyle) -> (String) -> String, emoji: String,
        annotation: String?, element: String?
      )
    {
      switch self {
      case .passed: ("ok", "✓", TextStyle.green, "✅", nil, nil)
      case .failed: (rawValue, "✗", TextStyle.red, "❌", "error", "failure")
      case .notRun: (rawValue, "-", TextStyle.yellow, "⚠️", "warning", "error")
      case .skipped: (rawValue, "-", TextStyle.yellow, "–", nil, "skipped")
      }
    }
  }

  /// The check's name, or the assertion as it was typed.
  let name: String
  /// What holds if it passes, or why it is skipped.
  var meaning: String
  var isSkipped = false
  var findings: [Finding] = []
  /// The lists that could not be checked, and why.
  var notRun: [Finding] = []
  /// The lists that were checked.
  var checked: [String] = []

  /// It can't pass if a list could not be checked.
  var verdict: Verdict {
    if !findings.isEmpty { return .failed }
    return !notRun.isEmpty ? .notRun : isSkipped ? .skipped : .passed
  }

  /// One line for each fact; at least one.
  var lines: [String] {
    let count = Set(checked + (findings + notRun).map(\.list)).count
    return switch verdict {
    case .passed, .skipped: [meaning]
    case .notRun: notRun.lines(ofLists: count)
    case .failed:
      findings.lines(ofLists: count) + notRun.lines(ofLists: count).map { "not run: \($0)" }
    }
  }
}

extension [Finding] {
  fileprivate func lines(ofLists count: Int) -> [String] {
    var lines: [String] = []
    for finding in self {
      let same = filter { $0.cause == finding.cause }
      var line = finding.sentence
      if let cause = finding.cause, same.count > 1 {
        line = Finding.line(cause, same, ofLists: count)
      }
      // Several lists may need one that is missing.
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }
}

extension [String] {
  /// `a`, `a and b`, `a, b and c`.
  var inWords: String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }

  /// The first three, and how many more there are.
  var firstInWords: String {
    count > 3 ? (prefix(3) + ["\(count - 3) more"]).inWords : inWords
  }
}
