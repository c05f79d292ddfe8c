import JPCore

/// What a check found in one list.
///
///     list: "users", message: "expected a string, found null (line 2 column 3)",
///     expected: "a string", found: "null", path: "[0].email"
struct Finding: Equatable {
  /// The list's name, `users`.
  let list: String
  /// The record's id, if the finding shows how one record changed.
  var id: String?
  /// What is wrong, without the list, the path and the URL, so that lists with the same problem can
  /// share a line.
  var message: String
  var expected: String?
  var found: String?
  /// The place of the value in the list, `[0].email`; `nil` if the finding isn't about one value.
  var path: String?

  /// Whether the finding is about the list itself, not about one of its records.
  fileprivate var isAboutList: Bool { id == nil && path == nil }

  /// `users[0].email: expected a string, found null (line 2 column 3)`, or for a record that changed
  /// `users 1  email  Sincere@april.biz → nobody`.
  var line: String {
    if let id { return "\(list) \(id)  \(message)" }
    return "\(list)\(path ?? ""): \(message)"
  }
}

extension [Finding] {
  /// A line for each finding. Lists with the same problem share one: `users and posts: status 503`.
  var lines: [String] {
    var listsOfMessage: [String: [String]] = [:]
    for finding in self where finding.isAboutList {
      listsOfMessage[finding.message, default: []].append(finding.list)
    }
    var lines: [String] = []
    for finding in self {
      if !finding.isAboutList {
        lines.append(finding.line)
      } else if let lists = listsOfMessage.removeValue(forKey: finding.message) {
        lines.append("\(lists.inWords): \(finding.message)")
      }
    }
    return lines
  }
}

/// What one check, or one assertion, found in all lists.
struct CheckResult {
  /// The check's name, or the assertion as it was typed.
  let name: String
  /// What holds if the check passes.
  let promise: String
  var findings: [Finding] = []
  /// The lists that were checked.
  var checked: [String] = []
  /// The lists that could not be checked, because they or another list are missing. The check
  /// `reach` says why.
  var notRun: [String] = []

  /// How a check ended.
  enum Verdict: String, CaseIterable {
    case passed, failed
    /// Some lists could not be checked, and nothing is wrong with the others.
    case notRun = "not run"
  }

  /// A check can't pass if a list could not be checked.
  var verdict: Verdict {
    if !findings.isEmpty { return .failed }
    if !notRun.isEmpty { return .notRun }
    return .passed
  }

  /// Lines of a report that have the same verdict; there is at least one.
  struct Row {
    let verdict: Verdict
    let lines: [String]
  }

  /// What reports print about the check: its promise if it passed, or else the findings, and the
  /// lists that could not be checked.
  var rows: [Row] {
    if verdict == .passed { return [Row(verdict: .passed, lines: [promise])] }
    var rows: [Row] = []
    if !findings.isEmpty { rows.append(Row(verdict: .failed, lines: findings.lines)) }
    if !notRun.isEmpty {
      rows.append(Row(verdict: .notRun, lines: ["missing data for \(notRun.inWords)"]))
    }
    return rows
  }

  var lines: [String] { rows.flatMap(\.lines) }
}
