/// One request, and all decisions made before any request is sent.
struct PlannedRequest: Sendable {
  let request: HTTPRequest

  let key: RequestKey

  /// The path of the requested list or record; `nil` for any other document.
  let path: ResourcePath?

  /// The query that needs the response's records; `nil` for a document requested by its URL.
  var query: RecordQuery?

  /// Checks a document that isn't a list or record of the API's resources. If it throws, the
  /// document isn't stored, and a stored response may replace it.
  var check: @Sendable (JSONDocument) throws -> Void = { _ in }

  /// What is stored for the request; `nil` if nothing may be used or revalidated.
  let ownCopy: StoredCopy?

  /// What is stored for the resource's list, which may contain the requested record: `/users` for
  /// `/users/3`.
  var listCopy: StoredCopy?

  /// The access to the store; `nil` without a store.
  let cacheRun: CacheRun?

  var url: String { request.url }

  /// The resource's name; `nil` for a document requested by its URL.
  var resource: String? {
    if query == nil { return nil }
    return path?.resource.name
  }

  /// The stored responses that may have the answer, the newest first; of two from the same second,
  /// the request's own first. ``StoredCopy/objection`` says which may not replace a failure.
  var copies: [StoredCopy] {
    var copies: [StoredCopy] = []
    if let ownCopy { copies.append(ownCopy) }
    if let listCopy { copies.append(listCopy) }
    if let ownCopy, let listCopy, listCopy.isNewer(than: ownCopy) { copies.reverse() }
    return copies
  }

  /// The stored responses that can be used without asking the server, the newest first.
  var copiesAtHand: [StoredCopy] {
    // Online, a document's own URL is asked before a stored list is used.
    let asksFirst = query == nil && ownCopy?.isAtHand != true
    return copies.filter { copy in
      if asksFirst, copy.isList, !copy.isOffline { return false }
      return copy.isAtHand
    }
  }

  /// Whether a stored response may be used if the server fails. It may be a list without the
  /// requested record: lists are read only after the server fails.
  var canServeStale: Bool { copies.contains { copy in copy.objection == nil } }

  /// Whether any stored response may have the answer: one for the request's own URL, or the list.
  var hasStoredCopy: Bool { ownCopy != nil || listCopy != nil }
}

extension Result {
  package var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

// MARK: Planning

extension Fetcher {
  /// Starts the look-ups of a fetch, which all use the time of this call; `nil` without a store.
  func startCacheRun() -> CacheRun? {
    let run = cache?.startRun(policy, at: clock())
    progress?.watchStore(of: run)
    return run
  }

  /// The requests that a query needs, in the catalogue's order: one for the list of each resource.
  /// If the query begins with one record, the record can be requested instead of its list.
  func planRequests(of query: RecordQuery) async throws -> [PlannedRequest] {
    let run = startCacheRun()
    let joined = query.linkedEmbeddings
    var requests: [PlannedRequest] = []
    for resource in joined.resources(includingRoot: query.resource) {
      var path = ResourcePath.list(of: resource)
      if resource == query.resource, let id = query.ids.first,
        asksForRecord(query, joined)
      {
        path = .record(id, of: resource)
      }
      requests.append(try await planRequest(for: path, of: query, run))
    }
    return requests
  }

  /// Whether the first record of a query is requested by its own URL, such as `/users/3`. It isn't
  /// if there are several ids, or if its list is needed anyway. Local data is always read as lists.
  private func asksForRecord(_ query: RecordQuery, _ joined: [Embedding]) -> Bool {
    if query.ids.count != 1 || base.isLocal { return false }
    return !joined.resources.contains(query.resource)
  }

  /// The request for one resource of a query.
  func planRequest(
    for path: ResourcePath, of query: RecordQuery, _ run: CacheRun?
  ) async throws -> PlannedRequest {
    var planned = try await planRequest(for: path.text, at: path, run)
    planned.query = query
    planned.listCopy = try await storedList(for: planned)
    return planned
  }

  /// The request for any document.
  ///
  /// The parameters are those of ``document(at:allowsList:check:)``.
  func planRequest(
    for url: String, allowsList: Bool,
    check: @escaping @Sendable (JSONDocument) throws -> Void = { _ in }
  ) async throws -> PlannedRequest {
    var path: ResourcePath?
    if let text = base.path(of: base.resolved(url)) { path = ResourcePath(text) }
    var planned = try await planRequest(for: url, at: path, startCacheRun())
    planned.check = check
    if allowsList { planned.listCopy = try await storedList(for: planned) }
    return planned
  }

  private func planRequest(
    for url: String, at path: ResourcePath?, _ run: CacheRun?
  ) async throws -> PlannedRequest {
    let (request, key) = try await prepareRequest(for: url)
    return PlannedRequest(
      request: request, key: key, path: path, ownCopy: run?.lookUp(key), cacheRun: run)
  }

  /// The stored list from which a requested record can be chosen; `nil` if a list is requested.
  private func storedList(for planned: PlannedRequest) async throws -> StoredCopy? {
    guard let path = planned.path, path.id != nil, let run = planned.cacheRun else { return nil }
    let list = ResourcePath.list(of: path.resource)
    var copy = run.lookUp(try await prepareRequest(for: list.text).key)
    copy?.isList = true
    return copy
  }

  /// The prepared request for a path below the base URL, or for an absolute URL, and its key in the
  /// store.
  private func prepareRequest(
    for url: String
  ) async throws -> (request: HTTPRequest, key: RequestKey) {
    let url = base.resolved(url)
    var fields = fields
    if let fieldsElsewhere, base.text.origin != url.origin { fields = fieldsElsewhere }
    var request = HTTPRequest(url: url, headerFields: fields)
    try await prepare(&request)
    // The usual fields aren't part of the key: a new version of a program, with another User-Agent,
    // selects the same response.
    let key = RequestKey(request)
    request.headerFields = request.headerFields.addingDefaultFields(userAgent: userAgent)
    return (request, key)
  }
}

// MARK: Reading

extension RecordQuery {
  /// Whether elements of a resource's list may not be records.
  func allowsMisfits(in resource: Resource) -> Bool {
    // Ids are looked up in the list, so misfits among other records don't matter.
    let looksUpIDs = resource == self.resource && !ids.isEmpty
    return isPartial || looksUpIDs
  }
}

extension List {
  /// Why a response with these records has only a part of the list: its header fields name a next
  /// page (RFC 8288) or another number of records. `nil` if it has the whole list.
  func mismatchWithWholeList(in response: HTTPResponse) -> TypeMismatch? {
    let count = elementCount
    let total = response.headerFields[.totalCount] ?? "\(count)"
    if !response.linksToNextPage && total.hasSameBytes(as: "\(count)") { return nil }
    return TypeMismatch(in: document, at: 0, path: "", expected: .described("the whole list"))
  }
}

extension HTTPResponse {
  /// Whether a Link field leads to another page (RFC 8288 §3.3).
  fileprivate var linksToNextPage: Bool {
    let links = headerFields[values: .link]
    return links.contains { line in
      line.listElements(separatedBy: .comma, .semicolon).contains(where: \.isRelationToNextPage)
    }
  }
}

extension String {
  /// Whether a parameter of a link is `rel`, and `next` is one of its relations.
  fileprivate var isRelationToNextPage: Bool {
    let name = utf8.prefix { $0 != .equals }
    guard HeaderFields.Name(name.trimmed) == "rel" else { return false }
    let relations = utf8.dropFirst(name.count + 1).split { $0.isSpaceOrTab || $0 == .quote }
    return relations.contains { HeaderFields.Name(String(utf8: $0)) == "next" }
  }
}
