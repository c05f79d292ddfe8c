import JPCore

/// The checks to make, with their expectations.
///
///     jpfetch check ids users --assert 'users.email ~ @' --base-url http://localhost:3000
///     names: [.ids], resources: [users], assertions: [users.email ~ @], expectedCounts: [:]
struct Checks {
  /// The built-in checks to make, each once.
  var names: Set<CheckName>

  /// The lists to fetch.
  var resources: [Resource] = []

  /// The number of records that each list should have. A list without a number should not be empty.
  var expectedCounts: [String: Int] = [:]

  /// The longest time that fetching a list may take; `nil` for no limit.
  var maxTime: Duration?

  /// The names of fields that may differ in a comparison, at any depth.
  var ignored: [String] = []

  /// The conditions of `--assert`.
  var assertions: [Assertion] = []

  /// The results of all checks, then those of the assertions.
  ///
  /// - Parameters:
  ///   - answers: the fetched lists. To check references, also the lists that they refer to.
  ///   - baseline: the lists to compare with.
  func results(for answers: [ListOutcome], against baseline: [ListOutcome] = []) -> [CheckResult] {
    var names = names
    // If a list is missing, `reach` is checked even if it isn't named: only `reach` says why.
    let isAnyMissing = (answers + baseline).contains { $0.error != nil }
    if isAnyMissing { names.insert(.reach) }

    var results: [CheckResult] = []
    for name in CheckName.allCases where names.contains(name) {
      var result = CheckResult(name: name.rawValue, promise: promise(of: name, for: answers))
      for answer in answers {
        if answer.error == nil {
          if !name.concerns(answer.resource) { continue }
        } else {
          if !name.needs(answer.resource) { continue }
        }
        let findings = findings(of: name, in: answer, of: answers, against: baseline)
        result.addFindings(findings, in: answer)
      }
      results.append(result)
    }
    for assertion in assertions {
      var result = CheckResult(name: assertion.shownText, promise: "holds")
      guard let answer = answers.answer(for: assertion.list) else { continue }
      result.addFindings(assertion.findings(in: answers), in: answer)
      results.append(result)
    }
    return results
  }

  /// What holds if a check passes; of `counts`, how many records there are.
  private func promise(of name: CheckName, for answers: [ListOutcome]) -> String {
    if name != .counts { return name.promise }
    let amounts = answers.lists.map { list in list.elementCount.inWords(of: list.resource.name) }
    return amounts.joined(separator: ", ")
  }

  /// The findings of a check in a list; `nil` if the list, the list it refers to (for `refs`) or
  /// the baseline (for `drift`) is missing.
  private func findings(
    of name: CheckName, in answer: ListOutcome, of answers: [ListOutcome],
    against baseline: [ListOutcome]
  ) -> [Finding]? {
    let resource = answer.resource
    let records = answer.list?.content
    var parents: List?
    if let parent = resource.parent {
      parents = answers.answer(for: parent.resource.name)?.list?.content
    }
    let other = baseline.answer(for: resource.name)
    switch name {
    case .reach:
      return reachFindings(answer, other)
    case .schema:
      // If the parents are missing, everything but the types of references is checked.
      return records?.schemaFindings(parents: parents)
    case .counts:
      return records?.countFindings(expected: expectedCounts[resource.name])
    case .ids:
      return records?.idFindings
    case .refs:
      guard let parents else { return nil }
      return records?.referenceFindings(parents)
    case .time:
      guard let list = answer.list else { return nil }
      return list.content.timeFindings(list.source.duration, limit: maxTime)
    case .drift:
      guard let before = other?.list?.content else { return nil }
      return records?.differences(from: before, ignoring: ignored)
    }
  }

  /// - Parameter other: the list to compare with; `nil` without `--against`.
  private func reachFindings(_ answer: ListOutcome, _ other: ListOutcome?) -> [Finding] {
    let list = answer.resource.name
    var findings: [Finding] = []
    switch answer.result {
    case .failure(let error): findings.append(error.fetchFinding(in: list))
    case .success(let answer): findings += answer.content.typeFindings(answer.source)
    }
    if let error = other?.error {
      findings.append(error.fetchFinding(in: list, from: "\(OptionName.against.typed): "))
    }
    return findings
  }
}

extension CheckResult {
  /// Adds the findings in a list; `nil` means that the list could not be checked.
  fileprivate mutating func addFindings(_ findings: [Finding]?, in answer: ListOutcome) {
    let list = answer.resource.name
    guard let findings else {
      notRun.append(list)
      return
    }
    checked.append(list)
    guard !findings.isEmpty, let document = answer.list?.content.document else {
      self.findings += findings
      return
    }
    let positions = TextPositions(in: document)
    for var finding in findings {
      if let value = finding.value { finding.position = positions.position(of: value) }
      if finding.isAboutAnswer { finding.file = answer.source?.url.fileOnDisk }
      self.findings.append(finding)
    }
  }
}

extension Finding {
  /// Whether the finding is about a list that arrived, not about a fetch that failed.
  fileprivate var isAboutAnswer: Bool {
    if value != nil { return true }
    return kind != .fetch && position == nil
  }
}

extension [ListOutcome] {
  func answer(for list: String) -> ListOutcome? { first { $0.resource.name == list } }

  /// The lists that arrived.
  var lists: [List] { compactMap { $0.list?.content } }
}

// MARK: Missing lists

extension FetchError {
  /// The finding about a list that is missing.
  ///
  /// - Parameter source: the beginning of the message: `--against: `, or nothing.
  fileprivate func fetchFinding(in list: String, from source: String = "") -> Finding {
    var finding = Finding(list, .fetch, source + reason)
    switch cause {
    case .status(let status, _): finding.found = .number(status)
    case .notJSON(let error) where !error.isExcess: finding.position = error.position
    case .mismatch(let mismatch):
      finding = Finding(list, .type, source + reason)
      finding.expected = .string(mismatch.expected.description)
      finding.position = mismatch.position
    case .notJSON, .transport, .empty, .html, .notStored, .unusableStore: break
    }
    finding.file = url.fileOnDisk
    return finding
  }

  /// What happened, without what differs between lists and between runs: URLs and files, a time
  /// limit, the phrase after a status, and libcurl's message, which can contain a duration. `-vv`
  /// shows them.
  private var reason: String {
    let isFile = url.fileOnDisk != nil
    switch cause {
    case .transport(let error):
      switch error.reason {
      case .timedOut: return "no complete response in time"
      case .unreadableFile(_, let errno): return "the file can't be read: \(systemMessage(errno))"
      default: return problem
      }
    // The place of a file comes before the message.
    case .notJSON(let error) where isFile && !error.isExcess: return "\(problem): \(error.problem)"
    case .notJSON(let error) where !error.isExcess: return "\(problem): \(error)"
    case .mismatch(let mismatch) where isFile: return mismatch.problem
    case .mismatch(let mismatch): return mismatch.description
    case .status(let status, _): return "status \(status)"
    case .empty, .html, .notJSON, .notStored: return problem
    case .unusableStore: return "the stored responses can't be used"
    }
  }
}
