extension Fetcher {
  /// Joins the outcomes of a query's requests into one answer.
  ///
  /// - Parameter outcomes: the requests' outcomes, up to the first failure that the query doesn't
  ///   tolerate.
  /// - Throws: the first failure that the query doesn't tolerate. A partial query tolerates
  ///   failures as long as a record can be shown, and with `allowsNone` even if none can.
  func assembled(
    _ query: RecordQuery, _ requests: [PlannedRequest<Records>],
    _ outcomes: [Outcome<ResponseContent<Records>>]
  ) throws -> Answer<Records> {
    let ownName = query.resource.name
    var sources: [Source] = []
    var lists: [Records] = []
    var own: [Outcome<ResponseContent<Records>>] = []
    var failuresOfOthers: [FetchError] = []
    for (request, outcome) in zip(requests, outcomes) {
      let isOwn = request.resource == ownName
      if isOwn { own.append(outcome) }
      switch outcome {
      case .success(let answer):
        sources.append(answer.source)
        if answer.content.extent == .list { lists.append(answer.content) }
      case .failure(let failure):
        if !isOwn { failuresOfOthers.append(failure) }
      }
    }
    var ownAnswer: Answer<Records>
    do throws(FetchError) {
      let ownCount = requests.count { request in request.resource == ownName }
      // If outcomes are missing, the last one is the failure that ended the fetch.
      if own.count < ownCount, let failure = outcomes.last?.failure { throw failure }
      ownAnswer = try records(of: query, own)
      if !query.isPartial, let failure = failuresOfOthers.first { throw failure }
    } catch {
      throw Self.namingAllMissing(error, of: requests)
    }
    if !query.parents.isEmpty { ownAnswer.value.choose(childrenOf: query.parents) }
    let failures = ownAnswer.failures + failuresOfOthers
    let (records, issues) = ownAnswer.value.embedding(query.embeddings, from: lists)
    // A list embedded in two places reports its issues twice.
    let dataIssues = (ownAnswer.issues + issues).eachOnce
    return Answer(
      value: records, failures: failures.inCatalogueOrder, sources: sources,
      issues: dataIssues + storeIssues(of: requests))
  }

  /// The query's own records, from its list or from single records.
  ///
  /// - Parameter outcomes: the outcome of the list, or one for each record.
  private func records(
    of query: RecordQuery, _ outcomes: [Outcome<ResponseContent<Records>>]
  ) throws(FetchError) -> Answer<Records> {
    if query.ids.isEmpty {
      let records = try outcomes[0].get().content
      return Answer(records, issues: records.leftOut)
    }
    if let answer = try? outcomes[0].get(), answer.content.extent == .list {
      return try query.choice(of: answer.content, rows(of: query, in: answer))
    }
    return try singles(of: query, outcomes)
  }

  /// The row of each requested id in a list.
  private func rows(of query: RecordQuery, in answer: ResponseContent<Records>) -> [Outcome<Int>] {
    let list = answer.content
    let source = answer.source
    let index = KeyIndex(list.ids, in: list.document)
    var rows: [Outcome<Int>] = []
    for id in query.ids {
      if let row = index.row(of: RecordKey(id)) {
        rows.append(.success(row))
        continue
      }
      // If the list is a stored one that replaced a failure, the server may have the record.
      if let failure = source.failure {
        rows.append(.failure(failure))
        continue
      }
      var error = FetchError(
        resource: list.resource.name, url: source.url, cause: .status(404, message: nil),
        source.response)
      error.record = FetchError.Record(resource: list.resource.name, id: id)
      rows.append(.failure(error))
    }
    return rows
  }

  /// The records that were requested one by one, as a list.
  private func singles(
    of query: RecordQuery, _ outcomes: [Outcome<ResponseContent<Records>>]
  ) throws(FetchError) -> Answer<Records> {
    var singles: [Records] = []
    var rows: [Outcome<Int>] = []
    for outcome in outcomes {
      switch outcome {
      case .failure(let error):
        rows.append(.failure(error))
      case .success(let answer):
        let single = answer.content
        if let misfit = single.firstMisfit {
          let error = FetchError(
            resource: query.resource.name, url: answer.source.url, cause: .mismatch(misfit))
          rows.append(.failure(error))
          continue
        }
        rows.append(.success(singles.count))
        singles.append(single)
      }
    }
    let records: Records
    do {
      records = try Records(concatenating: singles, of: query.resource)
    } catch {
      // Each record is small enough, all together are too large.
      throw FetchError(
        resource: query.resource.name, url: base.url(of: query.list.text), cause: .notJSON(error))
    }
    return try query.choice(of: records, rows)
  }
}

extension RecordQuery {
  /// The records with the requested ids, and errors for missing ones.
  ///
  /// - Parameter rows: the row of each different id, or its error.
  /// - Throws: the first failure that the query doesn't tolerate.
  fileprivate func choice(
    of records: Records, _ rows: [Outcome<Int>]
  ) throws(FetchError) -> Answer<Records> {
    var found: [Int] = []
    var failures: [FetchError] = []
    var mismatches: [TypeMismatch] = []
    for row in rows {
      switch row {
      case .success(let row):
        found.append(row)
      case .failure(let error):
        if isLenient, case .mismatch(let mismatch) = error.cause {
          mismatches.append(mismatch)
        } else if isPartial {
          failures.append(error)
        } else {
          throw error
        }
      }
    }
    if found.isEmpty, !allowsNone, let failure = rows.first?.failure { throw failure }
    var answer = Answer(records)
    answer.value.shown = found
    answer.value.isSingle = ids.count == 1
    answer.failures = failures
    if let first = mismatches.first {
      answer.issues = [.misfits(of: resource.name, count: mismatches.count, first: first)]
    }
    return answer
  }
}

extension [FetchError] {
  /// The errors in the order of their resources in the catalogue.
  var inCatalogueOrder: [FetchError] {
    var errors: [FetchError] = []
    for resource in Resource.all {
      for error in self where error.resource == resource.name { errors.append(error) }
    }
    for error in self where error.resource == nil { errors.append(error) }
    return errors
  }
}
