extension Fetcher {
  /// Joins the outcomes of a query's requests into one answer.
  ///
  /// - Parameter outcomes: the outcomes in the requests' order. If a failure ended the fetch, it is
  ///   the last one.
  /// - Throws: the first failure of a list or record that the query needs. A partial query needs no
  ///   embedded list, and only one of several ids.
  func assembleAnswer(
    _ query: RecordQuery, _ requests: [PlannedRequest],
    _ outcomes: [Result<FetchedDocument, FetchError>]
  ) throws(FetchError) -> Answer<Records> {
    do throws(FetchError) {
      var answer = try joinLists(query, outcomes)
      // The first request's run has all issues, because the requests of a query share one run.
      answer.issues += requests.first?.cacheRun?.issues ?? []
      return answer
    } catch {
      throw Self.namingAllMissing(error, of: requests)
    }
  }

  /// Chooses the query's first records, joins the lists, and follows the query's walk to the
  /// records that are shown. For `users 3 comments`, it begins with user 3 and follows the posts to
  /// their comments.
  private func joinLists(
    _ query: RecordQuery, _ outcomes: [Result<FetchedDocument, FetchError>]
  ) throws(FetchError) -> Answer<Records> {
    let fetched = FetchedLists(outcomes)
    let first = try fetched.list(of: query.resource)
    let (rows, missing) = try fetched.firstRows(of: query, in: first)
    if let failure = fetched.firstFailure(for: query) { throw failure }
    let embeddings = query.linkedEmbeddings
    let join = Join(fetched.lists, linking: embeddings, of: query.resource)
    var issues: [DataIssue] = []
    if query.ids.isEmpty, let leftOut = first.leftOutIssue { issues.append(leftOut) }
    join.addIssues(of: first, rows: rows, embedding: embeddings, to: &issues)
    var records = Records(first, of: join, rows: rows)
    records.isSingle = query.ids.count == 1
    for relation in query.walk { records = try fetched.follow(relation, from: records) }
    records.embedded = query.embeddings
    return Answer(
      value: records, failures: (missing + fetched.failures).inCatalogueOrder,
      sources: fetched.sources, issues: issues)
  }

  /// Gets the lists of a query, without joining them.
  ///
  /// - Throws: the first failure. A partial query needs only one list.
  package func lists(for query: RecordQuery) async throws -> Answer<[List]> {
    let requests = try await planRequests(of: query)
    let fetched = FetchedLists(try await outcomes(of: requests, isPartial: query.isPartial))
    if let failure = fetched.failures.first, !query.isPartial || fetched.lists.isEmpty {
      throw Self.namingAllMissing(failure, of: requests)
    }
    let leftOut = fetched.lists.compactMap { list in list.leftOutIssue }
    return Answer(
      value: fetched.lists, failures: fetched.failures, sources: fetched.sources,
      issues: leftOut + (requests.first?.cacheRun?.issues ?? []))
  }
}

/// The lists of a query that arrived, with the source of each, and the failures of the others.
private struct FetchedLists {
  private(set) var lists: [List] = []
  private(set) var sources: [Source] = []
  private(set) var failures: [FetchError] = []

  init(_ outcomes: [Result<FetchedDocument, FetchError>]) {
    for outcome in outcomes {
      switch outcome {
      case .success(let answer):
        if let list = answer.list { lists.append(list) }
        sources.append(answer.source)
      case .failure(let failure):
        failures.append(failure)
      }
    }
  }

  private func source(of list: String) -> Source {
    sources.first { source in source.resource == list } ?? sources[0]
  }

  /// The first failure of a list or record that a query needs. A partial one needs no list that is
  /// only embedded.
  func firstFailure(for query: RecordQuery) -> FetchError? {
    guard query.isPartial else { return failures.first }
    let needed = query.neededResources
    for failure in failures {
      guard let name = failure.resource, !needed.contains(name) else { return failure }
    }
    return nil
  }

  /// The list of a query's first records.
  ///
  /// - Throws: its failure, or else the first one.
  func list(of resource: Resource) throws(FetchError) -> List {
    for list in lists where list.resource == resource { return list }
    throw failures.first { failure in failure.resource == resource.name } ?? failures[0]
  }

  /// The rows of a query's first records: those with the requested ids, or those of one parent;
  /// `nil` for all.
  ///
  /// - Returns: the rows, and the errors about missing ids in a partial query.
  /// - Throws: an error, usually 404, for the first missing id. A partial query skips missing ids
  ///   unless all are missing.
  func firstRows(
    of query: RecordQuery, in list: List
  ) throws(FetchError) -> (rows: [Int]?, missing: [FetchError]) {
    if query.ids.isEmpty {
      guard let parent = query.parentID else { return (nil, []) }
      return (list.rows(ofParent: parent), [])
    }
    var rows: [Int] = []
    var missing: [FetchError] = []
    for id in query.ids {
      if let row = list.index.row(of: RecordKey(id)) {
        rows.append(row)
        continue
      }
      let record = FetchError.Record(resource: query.resource.name, id: id)
      let error = source(of: record.resource).errorAboutMissing(record, in: list)
      if !query.isPartial { throw error }
      missing.append(error)
    }
    if rows.isEmpty, let error = missing.first { throw error }
    return (rows, missing)
  }

  /// Follows one relation of a walk from the shown records to those that are shown instead. The
  /// parent of a single record is shown as a single record, too.
  ///
  /// - Throws: an error if the single record has no parent.
  func follow(_ relation: Relation, from records: Records) throws(FetchError) -> Records {
    let list = try list(of: relation.resource)
    let rows = records.join.follow(relation, from: records.rows, of: records.resource)
    var next = Records(list, of: records.join, rows: rows)
    next.isSingle = records.isSingle && !relation.isList
    if next.isSingle, rows.isEmpty, let row = records.rows.first {
      throw errorAboutParent(ofRow: row, of: records.list, in: list)
    }
    return next
  }

  /// The error about a record that has no parent, or whose parent isn't in its list.
  private func errorAboutParent(ofRow row: Int, of list: List, in parents: List) -> FetchError {
    if let index = list.referenceIndex(ofRow: row) {
      let value = list.document.value(at: index)
      let key = value.recordKey?.text ?? value.excerpt
      let record = FetchError.Record(resource: parents.resource.name, id: key)
      return source(of: record.resource).errorAboutMissing(record, in: parents)
    }
    let id = list.id(ofRow: row)?.text ?? ""
    var record = FetchError.Record(resource: list.resource.name, id: id)
    record.lacksParent = true
    return source(of: record.resource).errorAboutMissing(record)
  }
}

extension Source {
  /// The error for a record that this list lacks: 404. If the list is a stored one that replaced a
  /// failed request, returns that request's error, because the server may have the record.
  func errorAboutMissing(_ record: FetchError.Record) -> FetchError {
    if let failure { return failure }
    var error = FetchError(
      resource: resource, url: url, cause: .status(404, message: nil), self)
    error.record = record
    return error
  }

  /// The error about a record that a list doesn't have. If this source has only a part of the list,
  /// the server may have the record.
  fileprivate func errorAboutMissing(
    _ record: FetchError.Record, in list: List
  ) -> FetchError {
    var error = errorAboutMissing(record)
    if failure == nil, let mismatch = list.mismatchWithWholeList(in: head) {
      error.cause = .mismatch(mismatch)
    }
    return error
  }
}

extension [FetchError] {
  var inCatalogueOrder: [FetchError] {
    var errors: [FetchError] = []
    for resource in Resource.all {
      for error in self where error.resource == resource.name { errors.append(error) }
    }
    for error in self where error.resource == nil { errors.append(error) }
    return errors
  }
}
