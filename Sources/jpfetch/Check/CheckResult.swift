import JPCore

/// One thing that a check found in a list, or the reason why the list could not be checked.
///
/// The check `refs` finds an album whose user is missing:
///
///     list: "albums", sentence: "user 9 doesn't exist: 1 album; first: albums[1]",
///     cause: "user 9 doesn't exist", affected: "1 album",
///     expected: "the id of an existing user", found: "9", location: "albums[1].userId"
///
/// If posts refer to user 9 as well, their finding has the same cause, and both are one line of the
/// report: `user 9 doesn't exist: 1 album, 3 posts`.
struct Finding: Equatable {
  /// The list's name.
  let list: String
  let sentence: String
  /// The cause that findings in several lists share. They are then one line.
  var cause: String?
  /// The part of this list that the cause affects; `nil` for the whole list.
  var affected: String?
  /// The line that findings about all lists of the run share; `nil` if others are fine.
  var lineForAll: String?
  var expected: String?
  var found: String?
  /// `users[0].email, line 2 column 3`, or a URL.
  var location: String?
}

extension Finding {
  /// A list that is missing because of an error.
  init(_ error: FetchError, of list: String, _ run: Circumstances) {
    let message = Message(error, run)
    let cause = Message(error.ofAnyList(list), run).sentence
    self.init(
      list: list, sentence: message.sentence, cause: cause,
      found: message.status.map(String.init), location: message.url)
  }

  /// A list that was not checked because of an error that another check reports: the list's own
  /// error, or that of a list that it refers to.
  static func missing(because error: FetchError, for list: String) -> Finding {
    if let missing = error.resource, missing != list {
      let cause = "needs \(missing)"
      return Finding(list: list, sentence: "\(cause) (\(list))", cause: cause)
    }
    let cause = error.reasonForMissing
    return Finding(list: list, sentence: "\(list) \(cause)", cause: cause)
  }

  /// The line of several findings with the same cause.
  ///
  /// - Parameter count: how many lists the check concerns.
  fileprivate static func line(
    _ cause: String, of findings: [Finding], inLists count: Int
  ) -> String {
    let affected = findings.compactMap(\.affected)
    if !affected.isEmpty { return "\(cause): \(affected.joined(separator: ", "))" }
    let lists = findings.map(\.list).inWords
    if FetchError.reasonsForMissing.contains(cause) { return "\(lists) \(cause)" }
    if findings.count < count { return "\(cause) (\(lists))" }
    if count == 2 { return "\(cause) (both lists)" }
    return "\(cause) (all \(count) lists)"
  }
}

extension FetchError {
  private static let notFetched = "could not be fetched"
  private static let notRead = "could not be read"

  /// What ``reasonForMissing`` can be.
  fileprivate static let reasonsForMissing = [notFetched, notRead]

  /// Why a list is missing, in a few words: another check says more.
  var reasonForMissing: String {
    let hasNoContent = [.reach, .status].contains(check)
    return hasNoContent ? Self.notFetched : Self.notRead
  }

  /// The same about the URL, or the files, that all lists have in common.
  fileprivate func ofAnyList(_ list: String) -> FetchError {
    func withoutList(_ url: String) -> String {
      guard url.hasSuffix("/\(list)") else { return url }
      return String(url.dropLast(list.count + 1))
    }
    let base = withoutList(url)
    var cause = cause
    switch cause {
    case .transport(let error):
      var reason = error.reason
      if case .unreadableFile(let path, let errno) = reason, path.hasSuffix("/\(list).json") {
        let directory = path.dropLast("\(list).json".count)
        reason = .unreadableFile(path: "\(directory)*.json", errno: errno)
      }
      cause = .transport(TransportError(url: base, reason: reason, detail: error.detail))
    case .notStored(let urls): cause = .notStored(urls: urls.map(withoutList))
    default: break
    }
    return FetchError(url: base, cause: cause, response: response)
  }
}

/// What one check, or one assertion, found in all lists.
///
///     name: "schema", meaning: "Every record has all fields with their types",
///     findings: [users[0].email, line 2 column 3: expected a string, found null],
///     notRun: [photos could not be fetched], checked: ["users", "albums"]
struct CheckResult {
  /// The check's name, or the assertion as it was typed.
  let name: String
  /// What holds if it passes, or why it is skipped.
  var meaning: String
  /// Whether the check concerns none of the lists.
  var isSkipped = false
  var findings: [Finding] = []
  /// The lists that could not be checked, and why.
  var notRun: [Finding] = []
  /// The lists that were checked.
  var checked: [String] = []

  /// Whether it is the result of an assertion.
  var isAssertion: Bool { CheckName(rawValue: name) == nil }

  /// The check can't pass if a list could not be checked.
  var verdict: Verdict {
    if !findings.isEmpty { return .failed }
    if !notRun.isEmpty { return .notRun }
    if isSkipped { return .skipped }
    return .passed
  }

  /// What is wrong, a line for each fact.
  var problems: [String] { findings.lines(ofLists: concernedLists) }

  /// Why lists could not be checked, a line for each reason.
  var reasons: [String] { notRun.lines(ofLists: concernedLists) }

  /// Everything there is to say; at least one line.
  var lines: [String] {
    switch verdict {
    case .passed, .skipped: return [meaning]
    case .notRun: return reasons
    case .failed:
      var lines = problems
      for reason in reasons { lines.append("not run: \(reason)") }
      return lines
    }
  }

  private var concernedLists: Int {
    Set(checked + (findings + notRun).map(\.list)).count
  }
}

extension [Finding] {
  /// The findings as lines, those with the same cause in one.
  fileprivate func lines(ofLists count: Int) -> [String] {
    var lines: [String] = []
    for finding in self {
      var line = finding.sentence
      if let lineForAll = finding.lineForAll {
        line = lineForAll
      } else if let cause = finding.cause {
        let alike = filter { $0.cause == cause }
        if alike.count > 1 { line = Finding.line(cause, of: alike, inLists: count) }
      }
      // Several lists may need one that is missing.
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
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

    /// Whether the check says nothing about the data.
    var isInconclusive: Bool { self == .notRun || self == .skipped }

    /// A verdict in the formats of reports.
    struct Signs {
      /// In text.
      let word: String
      /// In text on a terminal.
      let sign: String
      /// In Markdown.
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
