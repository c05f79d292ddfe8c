extension Fetcher {
  /// Gets the records that belong to the parents of a query. Checks that a parent without such
  /// records exists.
  func children(_ query: RecordQuery) async throws -> Answer<Records> {
    let children = try await childrenOrNone(query)
    let childless = children.value.childless(of: query.parents)
    guard let parent = query.resource.parent, !childless.isEmpty else { return children }
    // Servers answer with an empty list for a parent that doesn't exist.
    var parentQuery = RecordQuery(parent, ids: childless)
    parentQuery.isPartial = query.isPartial
    parentQuery.allowsNone = query.isPartial && !children.value.shown.isEmpty
    parentQuery.isLenient = query.isLenient
    let failures: [FetchError]
    let sources: [Source]
    do {
      let parents = try await answer(to: parentQuery, isFurther: true)
      failures = parents.failures
      sources = parents.sources
    } catch let error as FetchError {
      if !parentQuery.allowsNone { throw error }
      failures = [error]
      sources = []
    }
    return Answer(
      value: children.value, failures: failures + children.failures,
      sources: sources + children.sources, issues: children.issues)
  }

  /// Gets a list that contains the records of the query's parents, and shows only those.
  private func childrenOrNone(_ query: RecordQuery) async throws -> Answer<Records> {
    do {
      return try await answer(to: query)
    } catch let error as FetchError {
      // Some servers have no paths such as /users/1/albums, or none for a user who doesn't exist.
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
  mutating func choose(childrenOf parents: [String]) {
    let wanted = Set(parents.map { RecordKey($0) })
    var rows: [Int] = []
    for row in shown {
      guard let parent = parentKey(ofRow: row), wanted.contains(parent) else { continue }
      rows.append(row)
    }
    shown = rows
    childCount = rows.count
  }

  /// The parents to which no shown record belongs.
  ///
  /// - Parameter parents: the parents' ids.
  fileprivate func childless(of parents: [String]) -> [String] {
    var found: Set<RecordKey> = []
    for row in shown {
      if let parent = parentKey(ofRow: row) { found.insert(parent) }
    }
    return parents.filter { id in !found.contains(RecordKey(id)) }
  }

  /// A row's reference to its parent; `nil` without one.
  private func parentKey(ofRow row: Int) -> RecordKey? {
    let reference = Int(references[row])
    if reference == 0 { return nil }
    return document.key(at: reference)
  }
}
