import JPCore

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

  /// Why the check could not run: `missing data for users and posts`.
  var reasonNotRun: String { "missing data for \(notRun.inWords)" }

  /// What reports print about the check: its promise if it passed, or else the facts, and the lists
  /// that could not be checked.
  ///
  /// - Parameter limit: how many facts to print.
  func lines(_ limit: Fact.Limit = .ofEachList) -> [String] {
    if verdict == .passed { return [promise] }
    var lines = facts(limit).map(\.line)
    if !notRun.isEmpty { lines.append(reasonNotRun) }
    return lines
  }
}

/// A line of a report about a check that failed.
struct Fact {
  /// The finding, or the first of several lists' that share the line; `nil` if the line counts those
  /// that are left out.
  let finding: Finding?

  /// The line for several lists or for a count; `nil` if it is the finding's.
  private let text: String?

  /// How many facts a report has at most.
  enum Limit {
    case none, ofEachList, ofCheck
  }

  /// The most facts of a list or of a check in a report for people.
  private static let maxCount = 10

  fileprivate init(_ finding: Finding?, _ text: String? = nil) {
    self.finding = finding
    self.text = text
  }

  /// The first facts, and a line that counts the others.
  ///
  /// - Parameter list: the list that the line names; `nil` if the facts are about several.
  fileprivate static func cut(_ facts: ArraySlice<Fact>, of list: String? = nil) -> [Fact] {
    if facts.count <= maxCount { return Array(facts) }
    var text = "… \(facts.count - maxCount) more"
    if let list { text = "\(list): \(text)" }
    return facts.prefix(maxCount) + [Fact(nil, text)]
  }

  /// The line after the place, if the finding has one.
  var line: String {
    if text == nil, let place = finding?.place { return "\(place): \(lineWithoutPlace)" }
    return lineWithoutPlace
  }

  var lineWithoutPlace: String { text ?? finding?.line ?? "" }

  /// The line, or several that fit the width. The place, to which editors and terminals lead, comes
  /// first if it fits the line, else last, on a line of its own.
  func lines(fitting width: Int?) -> [String] {
    guard let finding, text == nil else { return [line] }
    var lines = finding.lines(fitting: width)
    guard let place = finding.place else { return lines }
    let first = "\(place): \(lines[0])"
    if let width, first.displayWidth > width {
      lines.append(place)
    } else {
      lines[0] = first
    }
    return lines
  }
}

extension CheckResult {
  /// The facts in the order of their lists. Lists with the same problem share one.
  func facts(_ limit: Fact.Limit) -> [Fact] {
    let facts = allFacts
    switch limit {
    case .none: return facts
    case .ofCheck: return Fact.cut(facts[...])
    case .ofEachList:
      var shown: [Fact] = []
      var rest = facts[...]
      while let list = rest.first?.finding?.list {
        let ofList = rest.prefix { fact in fact.finding?.list == list }
        shown += Fact.cut(ofList, of: list)
        rest = rest.dropFirst(ofList.count)
      }
      return shown
    }
  }

  private var allFacts: [Fact] {
    let shared = listsOfMessages
    var facts: [Fact] = []
    for finding in findings {
      var text: String?
      if finding.canShareLine {
        let lists = shared[finding.message, default: []]
        // The others share the line of the first.
        if lists.first != finding.list { continue }
        text = self.text(finding, lists)
      }
      facts.append(Fact(finding, text))
    }
    return facts
  }

  /// The lists whose findings have each message.
  private var listsOfMessages: [String: [String]] {
    var lists: [String: [String]] = [:]
    for finding in findings where finding.canShareLine {
      if lists[finding.message]?.last == finding.list { continue }
      lists[finding.message, default: []].append(finding.list)
    }
    return lists
  }

  /// The line about lists with the same problem; `nil` for a single one.
  private func text(_ finding: Finding, _ lists: [String]) -> String? {
    if lists.count == 1 { return nil }
    if finding.kind == .fetch, lists.count == checked.count {
      return "no list could be fetched: \(finding.message)"
    }
    return "\(lists.inWords): \(finding.message)"
  }
}

// MARK: JSON

extension CheckResult: JSONTreeConvertible {
  static let members: [JSONMember<CheckResult>] = [
    .init("name", "text", "the check, or the assertion as it was typed") { $0.name },
    .init("verdict", "text", "passed, failed or not run") { $0.verdict.rawValue },
    .init("message", "text", "the lines of the report in text, without verdict and name") {
      $0.lines().joined(separator: "\n")
    },
    .init("checked", "array", "the names of the lists that were checked") { $0.checked },
    .init("problems", "array", "an object for each problem") { $0.findings },
    .init("notRun", "array", "the names of the lists that weren't checked: see reach") {
      $0.notRun
    },
  ]

  var tree: JSONTree { JSONTree(self, Self.members) }
}
