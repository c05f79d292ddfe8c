import JPCore

/// Which checks to make, and what is expected.
struct Checks: Sendable {
  /// The checks, in any order; each is made once.
  var names: Set<CheckName>

  /// How many records a list should have, by its resource's name; others aren't counted.
  var expectedCounts: [String: Int] = [:]

  /// The longest time for a list; `nil` for no limit.
  var maxTime: Duration?

  /// The lists to compare with, for ``CheckName/drift``.
  var before: [ListAnswer] = []

  /// The fields that may differ there, each of one list, or of all.
  var ignored: [(list: String?, field: FieldPath)] = []

  /// The stored lists after changed ones were stored; `nil` if changes are not accepted.
  var accepted: [ListAnswer]?

  /// Assertions to check as well.
  var assertions: [Assertion] = []

  init(_ names: Set<CheckName>) { self.names = names }

  /// How many mismatches of a resource are reported one by one.
  private static let toldMismatches = 3

  /// Runs the checks in the order of their declaration, then the assertions.
  ///
  /// - Parameter answers: the lists. A reference to a resource that is not among them is untested.
  func results(for answers: [ListAnswer]) -> [CheckResult] {
    CheckName.allCases.filter(names.contains).map { name in
      var result = CheckResult(name: name.rawValue)
      for answer in answers where concerns(name, answer.resource) {
        switch answer.result {
        case .failure(let error) where error.check == name:
          result.problems.append(.failure(of: answer.resource.name, error))
        case .failure(let error) where error.check < name:
          let isTold = names.contains(error.check) && concerns(error.check, answer.resource)
          result.leave(answer.resource, because: isTold ? nil : .failure(error))
        case .failure: result.tested.append(answer.resource)
        case .success(let (records, provenance)):
          let start = ContinuousClock.now
          check(name, records, provenance, beside: answers, into: &result)
          result.times[records.resource.name] = .now - start
          if !result.untested.contains(where: { $0.name == records.resource.name }) {
            result.tested.append(records.resource)
          }
        }
      }
      return result
    } + assertions.map { $0.result(for: answers) }
  }

  /// Whether servers answer; files and built-in data have neither a status nor a Content-Type.
  var isOfServer = true

  /// Whether a check has anything to look at in a resource's list.
  func concerns(_ name: CheckName, _ resource: Resource) -> Bool {
    switch name {
    case .status, .type: isOfServer
    case .counts: expectedCounts[resource.name] != nil
    case .refs: resource.reference != nil
    default: true
    }
  }

  /// Takes out the checks that have nothing to look at in these resources.
  ///
  /// - Returns: them.
  mutating func removePointless(for resources: [Resource]) -> [CheckName] {
    let pointless = CheckName.allCases.filter { name in
      names.contains(name) && !resources.contains { concerns(name, $0) }
    }
    names.subtract(pointless)
    return pointless
  }

  private func check(
    _ name: CheckName, _ records: Records, _ provenance: Provenance, beside answers: [ListAnswer],
    into result: inout CheckResult
  ) {
    switch name {
    case .reach, .status: break  // There is a list, so they pass.
    case .type: result.problems += provenance.contentTypeProblem(of: records.resource)
    case .schema:
      result.problems += records.schemaProblems(told: Self.toldMismatches)
      result.problems += answers.compactMap { answer in
        guard answer.resource.name == records.resource.reference?.resource,
          case .success(let (parents, _)) = answer.result
        else { return nil }
        return records.mixedKeys(with: parents)
          .map { .irregular(of: records.resource.name, $0) }
      }
    case .counts: result.problems += countProblem(records)
    case .ids: result.problems += records.idProblems
    case .refs:
      guard let parent = records.resource.parent else { return }
      guard let answer = answers.first(where: { $0.resource.name == parent.name }) else {
        return result.leave(records.resource)
      }
      switch answer.result {
      case .success(let (parents, _)): result.problems += records.danglingProblem(parents)
      case .failure: result.leave(records.resource)
      }
    case .time:
      if let maxTime, provenance.duration > maxTime {
        result.problems.append(
          .slow(of: records.resource.name, took: provenance.duration, limit: maxTime))
      }
    case .drift: checkDrift(records, into: &result)
    }
  }

  private func checkDrift(_ records: Records, into result: inout CheckResult) {
    let list = records.resource.name
    let problems: [CheckProblem]
    switch before.first(where: { $0.resource.name == list })?.result {
    case .success(let (before, _)):
      let ignored = ignored.filter { $0.list ?? list == list }.map(\.field)
      problems = Drift.all(from: before.document, to: records.document, ignoring: ignored)
        .map { .drift(of: list, $0) }
    case .failure where accepted != nil: problems = [.new(of: list)]
    case .failure(let error):
      return result.leave(records.resource, because: .failure(error))
    case nil: return result.leave(records.resource)
    }
    if accepted?.hold(records) ?? false {
      result.accepted += problems
    } else {
      result.problems += problems
      if accepted != nil && !problems.isEmpty { result.problems.append(.notAccepted(of: list)) }
    }
  }

  private func countProblem(_ records: Records) -> [CheckProblem] {
    let resource = records.resource
    guard let expected = expectedCounts[resource.name] else { return [] }
    let found = records.recordCount
    return found == expected
      ? [] : [.count(of: resource.name, found: found, expected: expected)]
  }
}

extension CheckName: Comparable {
  /// The order in which the checks run.
  static func < (one: CheckName, other: CheckName) -> Bool {
    allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
  }
}

extension [ListAnswer] {
  /// Whether these records are among them, byte for byte.
  fileprivate func hold(_ records: Records) -> Bool {
    contains { answer in
      guard case .success(let (own, _)) = answer.result else { return false }
      return own.resource.name == records.resource.name
        && own.document.bytes == records.document.bytes
    }
  }
}

extension FetchError {
  /// The check that fails with this error.
  fileprivate var check: CheckName {
    switch cause {
    case .transport, .notStored: .reach
    case .status: .status
    case .empty, .html, .notJSON: .type
    case .mismatch, .broken: .schema
    }
  }
}

extension Provenance {
  /// A server's answer needs a JSON Content-Type.
  fileprivate func contentTypeProblem(of resource: Resource) -> [CheckProblem] {
    return fields.hasJSONContentType
      ? [] : [.contentType(of: resource.name, found: fields["Content-Type"])]
  }
}

extension Records {
  fileprivate func schemaProblems(told limit: Int) -> [CheckProblem] {
    let (count, first) = incomplete(first: limit)
    let told = first.map { CheckProblem.mismatch(of: resource.name, $0) }
    return count > told.count
      ? told + [.moreMismatches(of: resource.name, count: count - told.count)] : told
  }

  fileprivate var idProblems: [CheckProblem] {
    var seen: Set<RecordKey> = []
    var invalid: [(place: Int, id: String?)] = []
    var repeated: [(place: Int, id: String)] = []
    for (place, record) in document.root.elements.enumerated() {
      let id = record["id"]
      guard let key = id?.key, key.isPositive else {
        invalid.append((place, id.map { String(decoding: $0.text.prefix(40), as: UTF8.self) }))
        continue
      }
      if !seen.insert(key).inserted { repeated.append((place, key.text)) }
    }
    let name = resource.name
    return invalid.prefix(1).map {
      .badID(of: name, count: invalid.count, first: $0.place, id: $0.id)
    }
      + repeated.prefix(1).map {
        .duplicateID(of: name, count: repeated.count, first: $0.place, id: $0.id)
      }
  }

  fileprivate func danglingProblem(_ parents: Records) -> [CheckProblem] {
    guard let reference = resource.reference else { return [] }
    let isMixed = mixedKeys(with: parents) != nil
    let ids = Set(
      parents.document.root.elements.compactMap { $0["id"]?.key }
        .map { isMixed ? $0.byText : $0 })
    let dangling = document.root.elements.enumerated().filter { _, record in
      guard let key = record[reference.field]?.key else { return true }
      return !ids.contains(isMixed ? key.byText : key)
    }
    return dangling.prefix(1).map { place, record in
      .dangling(
        of: resource.name, field: reference.field, count: dangling.count, first: place,
        id: record["id"]?.key?.text, key: record[reference.field]?.key?.text,
        parent: parents.resource.singular)
    }
  }
}

extension RecordKey {
  /// Whether it is a string or a number above zero.
  fileprivate var isPositive: Bool {
    switch self {
    case .integer(let number): number > 0
    case .bigInteger(let digits): digits.first != UInt8(ascii: "-")
    case .string: true
    }
  }
}
