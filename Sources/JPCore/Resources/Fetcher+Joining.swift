extension Fetcher {
  /// Joins the outcomes of a query's requests into one answer.
  ///
  /// - Parameter outcomes: the outcomes in the requests' order. If a failure ended the fetch, it is
  ///   the last one.
  /// - Throws: the first failure of a list or record that the query needs. A partial query needs no
  ///   embedded list, and only one of several ids.
  func assembled(
    _ query: RecordQuery, _ requests: [PlannedRequest<Records>],
    _ outcomes: [Result<ResponseContent<Records>, FetchError>]
  ) throws(FetchError) -> Answer<Records> {
    do throws(FetchError) {
      var answer = try joined(query, outcomes)
      // The first request's run has all issues, because the requests of a query share one run.
      answer.issues += requests.first?.run?.issues ?? []
      return answer
    } catch {
      throw Self.namingAllMissing(error, of: requests)
    }
  }

  /// Chooses the query's first records, embeds the other lists in them, and follows the query's
  /// walk to the records that are shown. For `users 3 comments`, it begins with user 3 and follows
  /// the posts to their comments.
  private func joined(
    _ query: RecordQuery, _ outcomes: [Result<ResponseContent<Records>, FetchError>]
  ) throws(FetchError) -> Answer<Records> {
    if let text = query.searchedText {
      return try matches(of: text, outcomes, isPartial: query.isPartial)
    }
    var first: ResponseContent<Records>?
    var sources: [Source] = []
    var lists: [Records] = []
    var failures: [FetchError] = []
    for outcome in outcomes {
      switch outcome {
      case .success(let answer):
        sources.append(answer.source)
        if answer.content.isList { lists.append(answer.content) }
        if answer.content.resource == query.resource { first = answer }
      case .failure(let failure):
        failures.append(failure)
      }
    }
    guard let first else {
      throw failures.first { $0.resource == query.resource.name } ?? failures[0]
    }
    let chosen = try first.chosen(by: query)
    let needed = query.neededResources
    for failure in failures {
      guard query.isPartial, let name = failure.resource, !needed.contains(name) else {
        throw failure
      }
    }
    let (records, issues) = chosen.value.embedding(query.joined, from: lists)
    // A list that is embedded in two places reports its issues twice; each is kept once.
    var issuesOnce: [DataIssue] = []
    for issue in chosen.issues + issues where !issuesOnce.contains(issue) {
      issuesOnce.append(issue)
    }
    var answer = Answer(
      value: records, failures: (chosen.failures + failures).inCatalogueOrder, sources: sources,
      issues: issuesOnce)
    for relation in query.walk { try answer.follow(relation) }
    return answer
  }

  /// Searches lists for a text.
  ///
  /// - Parameter isPartial: whether failed lists are tolerated, as long as one list arrived.
  private func matches(
    of text: String, _ outcomes: [Result<ResponseContent<Records>, FetchError>], isPartial: Bool
  ) throws(FetchError) -> Answer<Records> {
    var lists: [Records] = []
    var sources: [Source] = []
    var issues: [DataIssue] = []
    var failures: [FetchError] = []
    for outcome in outcomes {
      switch outcome {
      case .success(let answer):
        lists.append(answer.content)
        sources.append(answer.source)
        issues += answer.content.leftOut
      case .failure(let failure):
        failures.append(failure)
      }
    }
    if let failure = failures.first, !isPartial || lists.isEmpty { throw failure }
    let found: Records
    do throws(JSONError) {
      found = try Records(matching: text, in: lists)
    } catch {
      throw FetchError(resource: nil, url: base.text, cause: .notJSON(error), nil)
    }
    return Answer(value: found, failures: failures, sources: sources, issues: issues)
  }
}

extension ResponseContent<Records> {
  /// The first records of a query: all, those with the requested ids, or those of one parent.
  ///
  /// - Throws: an error, usually 404, for the first missing id. A partial query skips missing ids
  ///   unless all are missing.
  fileprivate func chosen(by query: RecordQuery) throws(FetchError) -> Answer<Records> {
    if query.ids.isEmpty {
      var answer = Answer(content, issues: content.leftOut)
      if let parent = query.parentID {
        let rows = content.rows(ofParent: parent)
        answer.value.shown = rows
        answer.value.wantedCount = rows.count
      }
      return answer
    }
    let index = KeyIndex(content.ids, in: content.document)
    var rows: [Int] = []
    var failures: [FetchError] = []
    for id in query.ids {
      if let row = index.row(of: RecordKey(id)) {
        rows.append(row)
        continue
      }
      let record = FetchError.Record(resource: query.resource.name, id: id)
      let error = source.error(about: record, missingIn: content)
      if !query.isPartial { throw error }
      failures.append(error)
    }
    if rows.isEmpty, let failure = failures.first { throw failure }
    var answer = Answer(content)
    answer.value.shown = rows
    answer.value.isSingle = query.ids.count == 1
    answer.value.wantedCount = query.ids.count
    answer.failures = failures
    return answer
  }
}

extension Answer<Records> {
  /// Follows one relation of a walk: shows the embedded records instead of the records that contain
  /// them. The parent of a single record is shown as a single record, too.
  ///
  /// - Throws: an error if the single record has no parent.
  fileprivate mutating func follow(_ relation: Relation) throws(FetchError) {
    // The records are always embedded here: a list that the walk needs is never missing.
    guard let embedded = value.embedded(relation) else { return }
    var next = embedded.records(embeddedIn: value.shown)
    next.isSingle = value.isSingle && !relation.isList
    next.wantedCount = next.shown.count
    if next.isSingle, next.shown.isEmpty, let row = value.shown.first {
      throw errorAboutParent(ofRow: row, in: embedded.children)
    }
    value = next
  }

  /// The error about a record that has no parent, or whose parent isn't in its list.
  private func errorAboutParent(ofRow row: Int, in parents: Records) -> FetchError {
    if let parent = value.resource.parent, let key = value.reference(ofRow: row) {
      let record = FetchError.Record(resource: parent.resource.name, id: key)
      return source(of: record).error(about: record, missingIn: parents)
    }
    let id = value.id(ofRow: row)?.text ?? ""
    var record = FetchError.Record(resource: value.resource.name, id: id)
    record.lacksParent = true
    return source(of: record).error(about: record)
  }

  private func source(of record: FetchError.Record) -> Source {
    sources.first { source in source.resource == record.resource } ?? sources[0]
  }
}

extension Source {
  /// The error for a record that this list lacks: 404. If the list is a stored one that replaced a
  /// failed request, returns that request's error, because the server may have the record.
  fileprivate func error(about record: FetchError.Record) -> FetchError {
    if let failure { return failure }
    var error = FetchError(
      resource: resource, url: url, cause: .status(404, message: nil), response)
    error.record = record
    return error
  }

  /// The error about a record that a list doesn't have. If this source has only a part of the list,
  /// the server may have the record.
  fileprivate func error(
    about record: FetchError.Record, missingIn list: Records
  ) -> FetchError {
    var error = error(about: record)
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
