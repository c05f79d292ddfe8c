extension Fetcher {
  /// Puts the answers to a query together.
  ///
  /// - Throws: the error if no record can be shown, or a requested one is missing.
  func joined(
    _ query: RecordQuery, _ requests: [PlannedRequest<Records>],
    _ outcomes: [Outcome<Answer<Records>>]
  ) throws -> Fetched<Records> {
    let answers = outcomes.compactMap { try? $0.get() }
    let lists = answers.map(\.content).filter { $0.extent == .list }
    let isOuter = requests.map { $0.resource == query.resource.name }
    let outer = isOuter.indices.filter { isOuter[$0] }.map { outcomes[$0] }
    let others = isOuter.indices.filter { !isOuter[$0] }.compactMap { outcomes[$0].failure }
    var fetched: Fetched<Records>
    do throws(FetchError) {
      let list = lists.first { $0.resource.name == query.resource.name }
      if query.ids.isEmpty {
        let records = try outer[0].get().content
        fetched = Fetched(records, irregularities: records.leftOut)
      } else if let list {
        fetched = try query.choice(of: list, rows(of: query, in: list, outer.first))
      } else {
        fetched = try singles(of: query, outer)
      }
    } catch {
      throw Self.namingAllMissing(error, of: requests)
    }
    let (records, irregularities) = fetched.value.nesting(query.embeddings, from: lists)
    return Fetched(
      value: records, failures: fetched.failures + others,
      sources: answers.map(\.provenance),
      // A list embedded in two places reports its irregularities twice.
      irregularities: (fetched.irregularities + irregularities).eachOnce
        + (requests.first?.run?.irregularities ?? []))
  }

  /// The row of each requested id in a list.
  private func rows(
    of query: RecordQuery, in list: Records, _ outcome: Outcome<Answer<Records>>?
  ) -> [Outcome<Int>] {
    let index = KeyIndex(list.ids, in: list.document)
    let source = (try? outcome?.get())?.provenance
    return query.ids.map { id in
      if let row = index.row(of: RecordKey(id)) { return .success(row) }
      var error = FetchError(
        resource: list.resource.name, url: source?.url ?? "",
        cause: .status(404, message: nil), response: source?.head)
      error.record = .init(resource: list.resource.name, id: id)
      // The list is stale: the server may have the record.
      error.hiddenFailures = [source?.failure].compactMap(\.self)
      return .failure(error)
    }
  }

  /// The records that were requested one by one, as a list.
  private func singles(
    of query: RecordQuery, _ outcomes: [Outcome<Answer<Records>>]
  ) throws(FetchError) -> Fetched<Records> {
    var singles: [Records] = []
    let rows = outcomes.map { outcome -> Outcome<Int> in
      do throws(FetchError) {
        let answer = try outcome.get()
        let single = answer.content
        if let misfit = single.firstMisfit {
          throw FetchError(
            resource: single.resource.name, url: answer.provenance.url, cause: .mismatch(misfit))
        }
        singles.append(single)
        return .success(singles.count - 1)
      } catch { return .failure(error) }
    }
    let records: Records
    do { records = try Records(concatenating: singles, of: query.resource) } catch {
      // Each record is small enough, all together are too large.
      throw FetchError(
        resource: query.resource.name, url: base.url(of: "/\(query.resource.name)"),
        cause: .notJSON(error))
    }
    return try query.choice(of: records, rows)
  }
}

extension RecordQuery {
  /// The records with the requested ids, and errors for missing ones.
  ///
  /// - Parameter rows: the row of each different id, or its error.
  /// - Throws: the first failure that the query doesn't tolerate; if nothing is found, the first.
  fileprivate func choice(
    of records: Records, _ rows: [Outcome<Int>]
  ) throws(FetchError) -> Fetched<Records> {
    var fetched = Fetched(records)
    var mismatches: [TypeMismatch] = []
    for case .failure(let error) in rows {
      if isLenient, case .mismatch(let mismatch) = error.cause {
        mismatches.append(mismatch)
      } else if isPartial {
        fetched.failures.append(error)
      } else {
        throw error
      }
    }
    let found = rows.map { try? $0.get() }
    if found.allSatisfy({ $0 == nil }) { _ = try rows[0].get() }
    fetched.value.shown = found.compactMap(\.self)
    fetched.value.isSingle = ids.count == 1
    if let first = mismatches.first {
      fetched.irregularities = [
        .misfits(of: resource.name, count: mismatches.count, first: first)
      ]
    }
    return fetched
  }
}

extension CacheRun {
  var irregularities: [Irregularity] { problems.map { Irregularity($0) } }
}
