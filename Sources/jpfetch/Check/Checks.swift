import JPCore

/// The checks to make, and their expectations.
struct Checks {
  /// Each is made once, in the order of their declaration.
  var names: Set<CheckName>

  /// The lists to fetch.
  var resources: [Resource] = []

  /// How many records a list should have; other lists should not be empty.
  var expectedCounts: [String: Int] = [:]

  /// The longest time for a list; `nil` for no limit.
  var maxTime: Duration?

  /// The names of fields that may differ in a comparison, at any depth.
  var ignored: [String] = []

  /// Assertions to check as well.
  var assertions: [Assertion] = []

  /// Where lists come from. Files and built-in data have no status.
  enum Source { case server, store, local }

  /// The source of the lists.
  var source = Source.server

  /// Why a check has nothing to look at in a list; `nil` if the check concerns the list.
  func reasonToSkip(_ name: CheckName, _ list: Resource) -> String? {
    switch name {
    case .status:
      source == .local ? "local data has no HTTP response" : nil
    case .refs: list.reference == nil ? "these lists have no references" : nil
    case .reach, .type, .schema, .counts, .ids, .time, .drift: nil
    }
  }

  /// - Parameters:
  ///   - answers: the lists; with those that they refer to if references are checked.
  ///   - others: the lists to compare with.
  func results(for answers: [ListAnswer], against others: [ListAnswer] = []) -> [CheckResult] {
    names.sorted().map { result(of: $0, answers, others) }
      + assertions.map { assertion in
        var result = CheckResult(name: assertion.text, meaning: "Holds")
        do throws(FetchError) {
          result.findings = try assertion.findings(in: answers)
          result.checked = [assertion.list]
        } catch {
          result.notRun = [notRun(assertion.list, error, answers)]
        }
        return result
      }
  }

  /// Whether a check says why a list is not there.
  func reportFailure(in answers: [ListAnswer]) -> Bool {
    answers.contains { $0.error.map { names.contains($0.check) } ?? false }
  }

  private func notRun(_ list: String, _ error: FetchError, _ answers: [ListAnswer]) -> Finding {
    let isReported = names.contains(error.check) && answers.contains { $0.error == error }
    return isReported ? .missing(because: error, for: list) : Finding(error, of: list)
  }

  /// What holds if a check passes.
  private func meaning(of name: CheckName) -> String {
    switch name {
    case .reach where source == .local: "Every list can be read"
    case .reach where source == .store: "Every list is stored"
    case .type where source == .local: "Every list is JSON"
    case .counts where expectedCounts.values.contains(0):
      "Every list has as many records as expected"
    default: name.meaning
    }
  }

  private func result(
    of name: CheckName, _ answers: [ListAnswer], _ others: [ListAnswer]
  ) -> CheckResult {
    var result = CheckResult(name: name.rawValue, meaning: meaning(of: name))
    for answer in answers where reasonToSkip(name, answer.resource) == nil {
      let list = answer.resource.name
      do throws(FetchError) {
        result.findings += try findings(name, answer, answers, others)
        result.checked.append(list)
      } catch {
        result.notRun.append(notRun(list, error, answers))
      }
    }
    let reasons = answers.compactMap { reasonToSkip(name, $0.resource) }
    result.isSkipped = reasons.count == answers.count
    let concerned = Resource.all.filter { reasonToSkip(name, $0) == nil }
    if result.isSkipped {
      result.meaning = reasons.first ?? ""
    } else if name == .drift, !ignored.isEmpty {
      result.meaning += ", except for \(ignored.inWords)"
    }
    if !result.isSkipped, result.checked.count < concerned.count {
      result.meaning += " (\(result.checked.inWords))"
    }
    return result
  }

  /// - Throws: why the list, or another one that the check needs, is not there.
  private func findings(
    _ name: CheckName, _ answer: ListAnswer, _ answers: [ListAnswer], _ others: [ListAnswer]
  ) throws(FetchError) -> [Finding] {
    if let error = answer.error {
      if name.isPassed(byListThatFails: error.check) { return [] }
      if name == error.check { return [Finding(error, of: answer.resource.name)] }
    }
    let answer = try answer.result.get()
    let (records, provenance) = (answer.content, answer.provenance)
    switch name {
    case .reach, .status: return []  // There is a list.
    case .type: return records.typeFindings(provenance)
    case .schema:
      let parent = answers.list(records.resource.reference?.resource)
      return records.schemaFindings(parents: try? parent?.result.get().content)
    case .counts: return records.countFindings(expected: expectedCounts[records.resource.name])
    case .ids: return records.idFindings
    case .refs:
      guard let parent = answers.list(records.resource.reference?.resource) else { return [] }
      return records.referenceFindings(try parent.result.get().content)
    case .time: return records.timeFindings(provenance.duration, limit: maxTime)
    case .drift:
      guard let other = others.list(records.resource.name) else { return [] }
      let document = try other.result.get().content.document
      return records.differences(from: document, ignoring: Set(ignored))
    }
  }
}

extension CheckName: Comparable {
  static func < (one: CheckName, other: CheckName) -> Bool {
    allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
  }
}

extension ListAnswer {
  var error: FetchError? { result.failure }
}

extension [ListAnswer] {
  func list(_ name: String?) -> ListAnswer? { first { $0.resource.name == name } }
}

extension FetchError {
  /// The check that fails with this error.
  var check: CheckName {
    switch cause {
    case .transport, .notStored: .reach
    case .status: .status
    case .empty, .html, .notJSON: .type
    case .mismatch: .schema
    }
  }
}
