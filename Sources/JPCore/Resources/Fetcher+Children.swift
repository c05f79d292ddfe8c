extension Fetcher {
  /// Gets the records that belong to the parents of a query. A parent without any has to exist.
  func children(_ query: RecordQuery) async throws -> Answer<Records> {
    var fetched = try await childrenOrNone(query)
    let childless = fetched.value.choose(childrenOf: query.parents)
    guard let parent = query.resource.parent, !childless.isEmpty else { return fetched }
    // Servers answer with an empty list for a parent that doesn't exist.
    var parentQuery = RecordQuery(parent, ids: childless)
    parentQuery.isPartial = query.isPartial
    parentQuery.isLenient = query.isLenient
    var failures: [FetchError] = []
    var sources: [Source] = []
    do {
      let parents = try await answer(to: parentQuery, isFurther: true)
      failures = parents.failures
      sources = parents.sources
    } catch let error as FetchError {
      if !query.isPartial || fetched.value.shown.isEmpty { throw error }
      failures = [error]
    }
    return Answer(
      value: fetched.value, failures: failures + fetched.failures,
      sources: sources + fetched.sources, issues: fetched.issues)
  }

  /// Gets a list with the records of the query's parents, and perhaps others.
  private func childrenOrNone(_ query: RecordQuery) async throws -> Answer<Records> {
    do {
      return try await answer(to: query)
    } catch let error as FetchError {
      // Some servers have no lists below a record, or none below one that doesn't exist.
      guard case .status(404, _) = error.cause, error.resource == query.resource.name,
        !list(of: query).isWholeList
      else { throw error }
      return try await answer(to: query.fromWholeList, isFurther: true)
    }
  }
}

extension Records {
  /// Shows only the records that belong to some parents.
  ///
  /// - Parameter parents: the parents' ids.
  /// - Returns: the parents without any record.
  fileprivate mutating func choose(childrenOf parents: [String]) -> [String] {
    let keys = parents.map { RecordKey($0) }
    let wanted = Set(keys)
    var found: Set<RecordKey> = []
    var rows: [Int] = []
    for row in shown where references[row] != 0 {
      guard let key = document.key(at: Int(references[row])), wanted.contains(key) else { continue }
      found.insert(key)
      rows.append(row)
    }
    shown = rows
    childCount = rows.count
    var childless: [String] = []
    for (parent, key) in zip(parents, keys) where !found.contains(key) { childless.append(parent) }
    return childless
  }
}
