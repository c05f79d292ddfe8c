import JPCore

/// The checks to make, with their expectations.
///
///     jpfetch check ids users --assert 'users.email ~ @' --base-url http://localhost:3000
///     names: [.ids], resources: [users], assertions: [users.email ~ @],
///     expectedCounts: [:], dataSource: .server
struct Checks {
  /// The built-in checks to make, each once.
  var names: Set<CheckName>

  /// The lists to fetch.
  var resources: [Resource] = []

  /// The number of records that each list should have. A list without a number should not be empty.
  var expectedCounts: [String: Int] = [:]

  /// The longest time in which a list should arrive; `nil` for no limit.
  var maxTime: Duration?

  /// The names of fields that may differ in a comparison, at any depth.
  var ignored: [String] = []

  /// Assertions to check as well.
  var assertions: [Assertion] = []

  /// The source of the lists that are checked, not of those that `--against` names.
  var dataSource = DataSource.server

  enum DataSource {
    /// A server that is asked now.
    case server
    /// Stored responses.
    case store
    /// Files or built-in data, which have no status.
    case local
  }

  /// The names of the checks in the order in which they run.
  var orderedNames: [CheckName] { CheckName.allCases.filter(names.contains) }

  /// Why a check has nothing to look at in a list; `nil` if the check concerns the list.
  func reasonToSkip(_ name: CheckName, _ list: Resource) -> String? {
    if name == .status, dataSource == .local { return "local data has no HTTP response" }
    if name == .refs, list.reference == nil { return "\(list.name) refer to no other list" }
    return nil
  }

  /// Whether one of the checks reports the error of a missing list.
  func explainsMissingLists(_ answers: [ListAnswer]) -> Bool {
    for answer in answers {
      if let error = answer.error, names.contains(error.check) { return true }
    }
    return false
  }

  /// The results of all checks, then those of the assertions.
  ///
  /// - Parameters:
  ///   - answers: the lists; if references are checked, also the lists that these refer to.
  ///   - baseline: the lists to compare with.
  func results(for answers: [ListAnswer], against baseline: [ListAnswer] = []) -> [CheckResult] {
    let lists = CheckedLists(answers: answers, baseline: baseline)
    var results: [CheckResult] = []
    for name in orderedNames { results.append(result(of: name, for: lists)) }
    for assertion in assertions { results.append(result(of: assertion, for: lists)) }
    return results
  }
}

/// The lists that a run of checks looks at.
private struct CheckedLists {
  let answers: [ListAnswer]
  /// The lists to compare with; empty without `--against`.
  let baseline: [ListAnswer]

  /// Why no list can be checked, `the lists could not be fetched`; `nil` unless several lists are
  /// missing, all for the same reason.
  var reasonForAll: String? {
    guard answers.count > 1 else { return nil }
    var reasons: Set<String> = []
    for answer in answers {
      guard let error = answer.error else { return nil }
      reasons.insert(error.reasonForMissing)
    }
    guard let reason = reasons.first, reasons.count == 1 else { return nil }
    return "the lists \(reason)"
  }

  /// The list that a resource's records refer to; `nil` if they refer to no list, or to a list that
  /// isn't checked.
  ///
  /// - Throws: the list's error if it is missing.
  func parents(of resource: Resource) throws(FetchError) -> Records? {
    guard let reference = resource.reference, let parent = answers.list(reference.resource) else {
      return nil
    }
    return try parent.result.get().content
  }
}

// MARK: One check

extension Checks {
  private func result(of name: CheckName, for lists: CheckedLists) -> CheckResult {
    var result = CheckResult(name: name.rawValue, meaning: meaning(of: name))
    for answer in lists.answers {
      let list = answer.resource.name
      if let reason = reasonToSkip(name, answer.resource) {
        result.skipped.append(Finding(list: list, sentence: reason))
        continue
      }
      do throws(FetchError) {
        result.findings += try findings(of: name, in: answer, of: lists)
        result.checked.append(list)
      } catch {
        result.notRun.append(reasonNotRun(list, error, lists))
      }
    }
    return result
  }

  private func result(of assertion: Assertion, for lists: CheckedLists) -> CheckResult {
    var result = CheckResult(name: assertion.text, meaning: "holds")
    do throws(FetchError) {
      result.findings = try assertion.findings(in: lists.answers)
      result.checked = [assertion.list]
    } catch {
      result.notRun = [reasonNotRun(assertion.list, error, lists)]
    }
    return result
  }

  /// The findings of a check in a list.
  ///
  /// - Throws: the error of the list, or of a list that it must be compared with, if that is
  ///   missing.
  private func findings(
    of name: CheckName, in answer: ListAnswer, of lists: CheckedLists
  ) throws(FetchError) -> [Finding] {
    if let error = answer.error {
      return try findings(of: name, inMissing: answer.resource, because: error)
    }
    let list = try answer.result.get()
    let records = list.content
    switch name {
    case .reach, .status: return []  // Passed: the list arrived.
    case .type: return records.typeFindings(list.source)
    case .schema:
      // If the list of parents is missing, the references' types can't be compared with its ids.
      let parents = try? lists.parents(of: answer.resource)
      return records.schemaFindings(parents: parents)
    case .counts: return records.countFindings(expected: expectedCounts[answer.resource.name])
    case .ids: return records.idFindings
    case .refs:
      guard let parents = try lists.parents(of: answer.resource) else { return [] }
      return records.referenceFindings(parents)
    case .time: return records.timeFindings(list.source.duration, limit: maxTime)
    case .drift:
      guard let baseline = lists.baseline.list(answer.resource.name) else { return [] }
      let before = try baseline.result.get().content.document
      return records.differences(from: before, ignoring: ignored)
    }
  }

  /// The findings of a check in a missing list. The list has passed the stages before the check
  /// that reports its error.
  private func findings(
    of name: CheckName, inMissing list: Resource, because error: FetchError
  ) throws(FetchError) -> [Finding] {
    let failed = error.check
    if name == failed { return [Finding(error, of: list.name)] }
    let passed = CheckName.stages.prefix { $0 != failed }
    if passed.contains(name) { return [] }
    throw error
  }

  private func reasonNotRun(
    _ list: String, _ error: FetchError, _ lists: CheckedLists
  ) -> Finding {
    let isFromBaseline = !lists.answers.contains { $0.error == error }
    if isFromBaseline || !names.contains(error.check) {
      // No other check reports the error.
      return Finding(error, of: list)
    }
    var finding = Finding.missing(because: error, for: list)
    finding.lineForAll = lists.reasonForAll
    return finding
  }

  /// What holds if a check passes.
  private func meaning(of name: CheckName) -> String {
    switch name {
    case .reach where dataSource == .local: "every list can be read"
    case .reach where dataSource == .store: "every list is stored"
    case .type where dataSource == .local: "every list is JSON"
    case .counts where expectedCounts.isEmpty: "every list has records"
    case .counts where expectedCounts.values.contains(0):
      "every list has as many records as expected"
    case .drift where !ignored.isEmpty:
      "\(name.declaration.meaning), except for \(ignored.inWords)"
    default: name.declaration.meaning
    }
  }
}

extension ListAnswer {
  var error: FetchError? { result.failure }

  /// The source of the list; `nil` if it is missing.
  var source: Source? {
    if case .success(let list) = result { list.source } else { nil }
  }
}

extension [ListAnswer] {
  func list(_ name: String) -> ListAnswer? { first { $0.resource.name == name } }
}
