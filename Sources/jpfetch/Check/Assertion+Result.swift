import JPCore

extension Assertion {
  /// Checks it against the lists. Lists that could not be fetched are noted as untested.
  func result(for answers: [ListAnswer]) -> CheckResult {
    var result = CheckResult(name: text)
    if case .response(let part, let condition) = claim {
      for answer in answers where answer.resource.name == list {
        check(part, condition, of: answer, into: &result)
      }
      return result
    }
    let wanted = lists
    for answer in answers where wanted?.contains(answer.resource.name) ?? true {
      switch answer.result {
      case .failure: result.leave(answer.resource)
      case .success(let (records, _)):
        // Nothing is known about those that were left out.
        if isAboutRecords, !records.misfits.isEmpty {
          result.leave(answer.resource, because: .misfits(count: records.misfits.count))
        }
      }
    }
    let lists = answers.compactMap { try? $0.result.get() }
    let isThere = answers.allSatisfy { answer in
      guard wanted?.contains(answer.resource.name) ?? false else { return true }
      guard case .success(let (records, _)) = answer.result else { return false }
      // Records that belong to one that was left out would seem to belong to none.
      return answer.resource.name == list || !isAboutRecords || records.misfits.isEmpty
    }
    if isThere {
      result.problems = problems(in: lists)
      result.tested = lists.map(\.records.resource).filter { list == nil || $0.name == list }
    }
    return result
  }

  /// Whether it asks for something in records, not for their number or their time.
  private var isAboutRecords: Bool {
    switch claim {
    case .every, .unique, .among: true
    case .count, .response, .time: false
    }
  }

  private func check(
    _ part: ResponsePart, _ condition: Condition, of answer: ListAnswer,
    into result: inout CheckResult
  ) {
    guard let facts = ResponseFacts(answer.result) else { return result.leave(answer.resource) }
    if !facts.isOfServer, part.needsServer {
      return result.leave(answer.resource, because: .noResponse)
    }
    let found: String?
    let holds: Bool
    switch part {
    case .status: found = "\(facts.status)"
    case .bytes: found = "\(facts.bytes)"
    case .header(let name): found = facts.fields[name]
    case .time: found = facts.duration.map { "\($0.roundedMilliseconds) ms" }
    }
    if case .time(let limit) = part {
      guard let duration = facts.duration else { return result.leave(answer.resource) }
      holds = condition.comparison.holds(duration, limit)
    } else {
      holds = condition.holds(for: found)
    }
    result.tested.append(answer.resource)
    if !holds {
      result.problems.append(
        .response(of: answer.resource.name, part: condition.field.title, found: found))
    }
  }

  private func problems(
    in lists: [(records: Records, provenance: Provenance)]
  ) -> [CheckProblem] {
    func records(_ name: String?, with field: FieldPath? = nil) -> Records {
      guard let found = lists.map(\.records).records(of: name, with: field) else {
        preconditionFailure("\(name ?? "a list") was not asked for")
      }
      return found
    }
    switch claim {
    case .response: return []
    case .time(let comparison, let limit):
      let slowest = lists.max { $0.provenance.duration < $1.provenance.duration }
      guard let slowest else { return [] }
      let took = slowest.provenance.duration
      return comparison.holds(took, limit)
        ? [] : [.otherTime(of: slowest.records.resource.name, took: took)]
    case .count(let condition):
      let all = records(list)
      let count = all.recordCount
      return condition.holds(for: .count(count))
        ? [] : [.otherCount(of: all.resource.name, found: count)]
    case .every(let condition):
      let all = records(list, with: condition.field)
      let met = Set(condition.rows(of: Array(all.objects.indices), in: all))
      return all.problem(of: condition.field) { row, _ in !met.contains(row) }
    case .unique(let field):
      var seen: Set<AssertedValue> = []
      return records(list, with: field).problem(of: field) { _, value in
        AssertedValue(value).map { !seen.insert($0).inserted } ?? false
      }
    case .among(let field, let name, let otherField):
      let others = records(name, with: otherField)
      let known = Set(
        others.objects.indices.compactMap {
          AssertedValue(others.value(row: $0, at: otherField))
        })
      return records(list, with: field).problem(of: field) { _, value in
        AssertedValue(value).map { !known.contains($0) } ?? true
      }
    }
  }
}

extension [Records] {
  /// A list with what a field leads to embedded; `nil` where it isn't there.
  fileprivate func records(of name: String?, with field: FieldPath?) -> Records? {
    guard let found = first(where: { $0.resource.name == name }) else { return nil }
    let embeddings = FieldPath.embeddings(for: field.map { [$0] } ?? [])
    if embeddings.isEmpty { return found }
    return found.nesting(embeddings, from: self).0
  }
}

extension [ListAnswer] {
  /// Whether a record of a list, or of any list, has a field; what could not be fetched may have
  /// it.
  func know(_ field: FieldPath, of list: String?) -> Bool {
    let lists = compactMap { try? $0.result.get().records }
    return contains { answer in
      guard list ?? answer.resource.name == answer.resource.name else { return false }
      return lists.records(of: answer.resource.name, with: field)?.knows(field) ?? true
    }
  }
}

/// What is known of how a list was answered.
private struct ResponseFacts {
  let status: Int
  let bytes: Int
  let fields: HeaderFields
  /// `nil` where the answer isn't the list.
  let duration: Duration?
  let isOfServer: Bool

  /// `nil` where there is no response.
  init?(_ result: Result<(records: Records, provenance: Provenance), FetchError>) {
    switch result {
    case .success(let (records, provenance)):
      status = provenance.status
      bytes = records.document.bytes.count
      fields = provenance.fields
      duration = provenance.duration
      isOfServer = provenance.isOfServer
    case .failure(let error):
      guard case .status(let status, _) = error.cause else { return nil }
      self.status = status
      bytes = error.body.count
      fields = error.fields
      duration = nil
      isOfServer = true
    }
  }
}

extension Assertion.ResponsePart {
  /// Whether only a server's response has it.
  fileprivate var needsServer: Bool {
    switch self {
    case .status, .header: true
    case .bytes, .time: false
    }
  }
}

/// A value for comparison with others: integers and strings as keys, all else as it is spelled.
private enum AssertedValue: Hashable {
  case key(RecordKey)
  case count(Int)
  case other([UInt8])

  /// `nil` if there is no value, or `null`.
  init?(_ value: FieldValue) {
    switch value {
    case .count(let count): self = .count(count)
    case .json(let value) where value.kind != .null:
      self =
        value.key.map { .key($0.byText) } ?? .other(Array(value.text))
    case .json, .missing: return nil
    }
  }
}

extension Records {
  /// The problem with a field, if it is wrong in some rows: how many, and the first.
  fileprivate func problem(
    of field: FieldPath, where isWrong: (Int, FieldValue) -> Bool
  ) -> [CheckProblem] {
    let isSeveral = field.isSeveral || hasSeveral(at: field)
    let wrong = objects.indices.filter { isWrong($0, value(row: $0, at: field)) }
    return wrong.prefix(1).map { row in
      let found: String? =
        switch value(row: row, at: field) {
        case _ where isSeveral: "other values"
        case .json(let value): String(decoding: value.text.prefix(40), as: UTF8.self)
        case .count(let count): "\(count)"
        case .missing: nil
        }
      return .values(
        of: resource.name, field: field.text, count: wrong.count,
        first: place(of: objects[row]), id: id(ofRow: row)?.text, found: found)
    }
  }
}
