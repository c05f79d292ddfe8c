extension Fetcher {
  /// Puts the answers to a query together.
  ///
  /// - Throws: why there is no record to show, or one that was asked for is missing.
  package func joined(_ query: RecordQuery, _ all: Answers) throws -> Fetched<Records> {
    let (requests, outcomes) = (all.requests, all.outcomes)
    let answers = outcomes.compactMap { try? $0.get() }
    let lists = answers.map(\.content).filter { $0.extent == .list }
    var own: [Result<Answer<Records>, any Error>] = []
    var others: [Result<Answer<Records>, any Error>] = []
    for (request, outcome) in zip(requests, outcomes) {
      let isOwn = request.resource == query.resource.name
      if isOwn { own.append(outcome) } else { others.append(outcome) }
    }
    let choice: ChosenRecords
    do {
      let list = lists.first { $0.resource.name == query.resource.name }
      choice = try self.choice(of: query, from: list, own)
    } catch {
      throw Self.namingAllMissing(error, of: requests)
    }
    let (records, irregularities) = choice.records.nesting(query.embeddings, from: lists)
    return Fetched(
      value: records, failures: choice.missing + others.compactMap { $0.failure as? FetchError },
      sources: answers.map(\.provenance),
      irregularities: (choice.leftOut + irregularities).eachOnce
        + (requests.first?.run?.irregularities ?? []))
  }

  /// The outermost records: the list, or of it or of single answers those with the query's ids.
  private func choice(
    of query: RecordQuery, from list: Records?, _ outcomes: [Result<Answer<Records>, any Error>]
  ) throws -> ChosenRecords {
    if query.ids.isEmpty { return ChosenRecords(list: try outcomes[0].get().content) }
    if let list {
      let index = KeyIndex(list.allIDs)
      let source = outcomes.compactMap { try? $0.get().provenance }.first
      let found = query.uniqueIDs.map { id -> Result<Int, any Error> in
        if let row = index[typed: id] { return .success(row) }
        let mismatch = list.mismatch(ofRecordWithID: id)
        var error = FetchError(
          resource: list.resource.name, url: source?.url ?? "",
          cause: mismatch.map { .mismatch($0) } ?? .status(404, message: nil),
          response: source?.head)
        error.record = .init(resource: list.resource.name, id: id)
        // The server could know better.
        error.hiddenFailure = source?.failure
        return .failure(error)
      }
      return try ChosenRecords(list, query, found)
    }
    var singles: [Records] = []
    let found = outcomes.map { outcome in
      outcome.flatMap { answer -> Result<Int, any Error> in
        let single = answer.content
        if let misfit = single.misfits.first {
          return .failure(
            FetchError(
              resource: single.resource.name, url: answer.provenance.url,
              cause: .mismatch(single.mismatch(misfit))))
        }
        singles.append(single)
        return .success(singles.count - 1)
      }
    }
    if singles.isEmpty { return try ChosenRecords(Records(noneOf: query.resource), query, found) }
    let records: Records
    do {
      records = try Records(joining: singles)
    } catch {
      // Each is small enough, all together are not.
      throw FetchError(
        resource: query.resource.name, url: base.url(of: "/\(query.resource.name)"),
        cause: .notJSON(error))
    }
    return try ChosenRecords(records, query, found)
  }
}

/// The outermost records, and what is not among them.
private struct ChosenRecords {
  var records: Records
  var missing: [FetchError] = []
  var leftOut: [Irregularity] = []

  init(list: Records) {
    records = list
    leftOut = list.leftOut
  }

  /// - Parameter found: the row of each of the query's different ids, or why it has none.
  /// - Throws: the first failure that the query doesn't tolerate; where nothing is found, the
  ///   first.
  init(_ records: Records, _ query: RecordQuery, _ found: [Result<Int, any Error>]) throws {
    self.records = records
    var mismatches: [TypeMismatch] = []
    for case .failure(let error) in found {
      switch error {
      case let error as FetchError where query.isLenient && error.mismatch != nil:
        mismatches += error.mismatch.map { [$0] } ?? []
      case let error as FetchError where query.isPartial: missing.append(error)
      default: throw error
      }
    }
    let rows = found.map { try? $0.get() }
    if rows.allSatisfy({ $0 == nil }) { _ = try found[0].get() }
    self.records.shown = query.places.compactMap { rows[$0] }
    self.records.isSingle = query.ids.count == 1
    if let first = mismatches.first {
      leftOut = [.misfits(of: query.resource.name, count: mismatches.count, first: first)]
    }
  }
}

extension FetchError {
  fileprivate var mismatch: TypeMismatch? {
    guard case .mismatch(let mismatch) = cause else { return nil }
    return mismatch
  }
}

extension Records {
  /// What is wrong with a record that was left out.
  fileprivate func mismatch(ofRecordWithID id: String) -> TypeMismatch? {
    misfits.first { self.id(of: $0)?.text == id }.map(mismatch)
  }
}

extension [Irregularity] {
  /// A list that is embedded in two places has the same to tell in both.
  fileprivate var eachOnce: [Irregularity] {
    if count < 2 { return self }
    return reduce([]) { known, next in known.contains(next) ? known : known + [next] }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let failure) = self else { return nil }
    return failure
  }
}

extension CacheRun {
  var irregularities: [Irregularity] { problems.map { Irregularity($0) } }
}
