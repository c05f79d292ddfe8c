extension Assertion {
  /// Checks it against the lists. Lists that could not be fetched are noted as untested.
  func result(for answers: [ListAnswer]) -> CheckResult {
    var result = CheckResult(name: text)
    let wanted = lists
    for answer in answers where wanted?.contains(answer.resource.name) ?? true {
      if case .failure = answer.result { result.untested.append(answer.resource) }
    }
    if wanted == nil || result.untested.isEmpty {
      result.problems = problems(in: answers.compactMap { try? $0.result.get() })
    }
    return result
  }

  private func problems(
    in lists: [(records: Records, provenance: Provenance)]
  ) -> [CheckProblem] {
    func records(_ name: String?) -> Records {
      guard let found = lists.first(where: { $0.records.resource.name == name }) else {
        preconditionFailure("\(name ?? "a list") was not asked for")
      }
      return found.records
    }
    switch claim {
    case .time(let comparison, let limit):
      let slowest = lists.max { $0.provenance.duration < $1.provenance.duration }
      guard let slowest else { return [] }
      let took = slowest.provenance.duration
      let holds =
        switch comparison {
        case .less: took < limit
        case .atMost: took <= limit
        case .greater: took > limit
        default: took >= limit
        }
      return holds ? [] : [.otherTime(of: slowest.records.resource.name, took: took)]
    case .count(let condition):
      let all = records(list)
      let count = all.objects.count + all.misfits.count
      return condition.holds(for: .count(count))
        ? [] : [.otherCount(of: all.resource.name, found: count)]
    case .every(let field, let condition):
      return records(list).problem(of: field) { !condition.holds(for: $0) }
    case .unique(let field):
      var seen: Set<AssertedValue> = []
      return records(list).problem(of: field) { value in
        AssertedValue(value).map { !seen.insert($0).inserted } ?? false
      }
    case .among(let field, let name, let otherField):
      let others = records(name)
      let known = Set(
        others.objects.indices.compactMap {
          AssertedValue(others.value(row: $0, at: otherField))
        })
      return records(list).problem(of: field) { value in
        AssertedValue(value).map { !known.contains($0) } ?? true
      }
    }
  }
}

/// A value for comparison with others: integers and strings as keys, all else as it is spelled.
private enum AssertedValue: Hashable {
  case key(RecordKey)
  case other([UInt8])

  /// `nil` if there is no value, or `null`.
  init?(_ value: FieldValue) {
    guard case .json(let value) = value, value.kind != .null else { return nil }
    self = value.document.key(at: value.index).map { .key($0) } ?? .other(Array(value.text))
  }
}

extension Records {
  /// The problem with a field, if some of its values are wrong: how many, and the first.
  fileprivate func problem(
    of field: FieldPath, where isWrong: (FieldValue) -> Bool
  ) -> [CheckProblem] {
    let wrong = objects.indices.filter { isWrong(value(row: $0, at: field)) }
    return wrong.prefix(1).map { row in
      var found: String?
      if case .json(let value) = value(row: row, at: field) {
        found = String(decoding: value.text.prefix(40), as: UTF8.self)
      }
      return .values(
        of: resource.name, count: wrong.count, first: place(of: objects[row]),
        id: id(ofRow: row)?.text, found: found)
    }
  }
}
