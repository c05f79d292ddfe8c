/// One request, and all decisions made before any request is sent.
struct PlannedRequest<Content: Sendable>: Sendable {
  let request: HTTPRequest

  /// The requested path; `nil` for anything but the catalogue's resources.
  let path: ResourcePath?

  /// The resource's name; `nil` for a document requested by its path.
  let resource: String?

  /// The look-up of the request itself.
  let own: LookUp

  /// The stored list that may contain the answer; `nil` if no list is looked up.
  let list: Fetcher.StoredList?

  /// The look-up to follow: the request's own, or a response made from the list.
  let lookUp: LookUp

  /// The access to the store; `nil` without a store.
  let run: CacheRun?

  /// Reads the caller's value from a document and its response.
  let read: @Sendable (JSONDocument, HTTPResponse) throws -> Content

  /// Whether a value shows that its document fits the path, so that the document needn't be checked
  /// again.
  var provesFit: @Sendable (Content) -> Bool = { _ in false }

  var url: String { request.url }

  /// The stored responses that may be served if the server fails, the newest first.
  var standIns: [LookUp.StandIn] {
    var standIns: [LookUp.StandIn] = []
    if let own = own.standIn { standIns.append(own) }
    if let fromList = standInFromList { standIns.append(fromList) }
    if listIsNewer { standIns.reverse() }
    return standIns
  }

  /// The response made from the stored list; `nil` if the list may not have it.
  private var standInFromList: LookUp.StandIn? {
    guard let path, let list, let standIn = list.lookUp.standIn,
      let stored = ResourceList(standIn.response.response, of: path.resource),
      let response = stored.response(to: path, at: url)
    else { return nil }
    return standIn.replacing(response)
  }

  private var listIsNewer: Bool {
    guard let list else { return false }
    return list.lookUp.isNewer(than: own)
  }

  /// Whether the newest stored response may be served if the server fails. It may be a list that
  /// lacks the answer, because the list isn't read before the server fails.
  var canServeStale: Bool {
    var newest = own.standIn
    if listIsNewer { newest = list?.lookUp.standIn }
    guard let newest else { return false }
    return newest.canServeStale
  }

  /// Whether a stored response matches the request, or a stale list may contain the answer.
  var isStored: Bool { lookUp.isStored || list?.lookUp.revalidation != nil }
}

/// The value read from a response, and its source.
package struct ResponseContent<Content: Sendable>: Sendable {
  package let content: Content
  package internal(set) var source: Source
}

/// The value or the error of a request. It replaces `Result`, because the runtime would search for
/// the error's conformance to `Error`, which takes 16,000 instructions each time.
package enum Outcome<Value: Sendable>: Sendable {
  case success(Value)
  case failure(FetchError)

  package func get() throws(FetchError) -> Value {
    switch self {
    case .success(let value): return value
    case .failure(let error): throw error
    }
  }

  func map<Other>(_ transform: (Value) -> Other) -> Outcome<Other> {
    switch self {
    case .success(let value): .success(transform(value))
    case .failure(let error): .failure(error)
    }
  }

  package var failure: FetchError? {
    if case .failure(let error) = self { error } else { nil }
  }
}

// MARK: Planning

extension Fetcher {
  /// The look-up of a resource's list, from which responses for its records can be made.
  struct StoredList {
    let lookUp: LookUp

    /// The list, if it is whole and its records may be used without asking the server; otherwise
    /// `nil`.
    var answersFirst: ResourceList?

    /// The response made from the list without asking the server; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - path: the requested path.
    ///   - url: the requested URL.
    func firstAnswer(to path: ResourcePath, at url: String) -> CachedResponse? {
      guard let answersFirst, case .atHand(let cached, _) = lookUp,
        let response = answersFirst.response(to: path, at: url)
      else { return nil }
      return cached.replacing(response)
    }
  }

  /// Starts a run, which reads the clock once; `nil` without a store.
  func run() -> CacheRun? { cache?.run(policy, at: clock()) }

  /// The requests that a query needs, in the catalogue's order: one for each resource, its list, or
  /// the record itself if only one is asked for.
  func requests(of query: RecordQuery) async throws -> [PlannedRequest<Records>] {
    let run = run()
    let joined = query.joined
    var requests: [PlannedRequest<Records>] = []
    for resource in joined.resources(beside: query.resource) {
      if resource.name != query.resource.name {
        requests.append(try await request(for: ResourcePath(.list, of: resource), of: query, run))
      } else if let id = query.ids.first, asksForRecord(query, joined) {
        let path = ResourcePath(.record(id: id), of: resource)
        let list = try await storedList(of: resource, run, answersFirst: true)
        requests.append(try await request(for: path, of: query, run, from: list))
      } else {
        let list = try await storedList(for: query.list, run)
        requests.append(try await request(for: query.list, of: query, run, from: list))
      }
    }
    return requests
  }

  /// Whether the first record of a query is requested by its own URL: if it is the only one, and its
  /// list isn't needed anyway, as it is for local data, which is read as lists.
  private func asksForRecord(_ query: RecordQuery, _ joined: [Embedding]) -> Bool {
    if query.ids.count != 1 || base.isLocal { return false }
    return !joined.names(in: query.resource).contains(query.resource.name)
  }

  /// The request for some of a query's records.
  ///
  /// - Parameter list: the stored list that may contain the records.
  func request(
    for path: ResourcePath, of query: RecordQuery, _ run: CacheRun?, from list: StoredList? = nil
  ) async throws -> PlannedRequest<Records> {
    let resource = path.resource
    let extent = path.extent
    // Ids are looked up in the list, so misfits among other records don't matter.
    let looksUpIDs = resource.name == query.resource.name && !query.ids.isEmpty
    let isLenient = extent != .single && (query.isPartial || looksUpIDs)
    let isComplete = query.isComplete
    var request: PlannedRequest<Records> = try await planned(
      path.text, path, resource: resource.name, run, from: list
    ) { document, _ in
      let records = try Records(document, of: resource, extent: extent, isLenient: isLenient)
      if let other = path.otherRecord(in: document) { throw other }
      if isComplete, let mismatch = records.firstMismatchWithModel { throw mismatch }
      return records
    }
    request.provesFit = { records in records.misfits.isEmpty }
    return request
  }

  /// The request for any document.
  ///
  /// - Parameters:
  ///   - url: a path below the base URL, or a whole URL.
  ///   - derives: whether the response may be made from a stored list, offline or if the server
  ///     fails.
  func request<Value>(
    for url: String, derives: Bool,
    read: @escaping @Sendable (JSONDocument, HTTPResponse) throws -> Value
  ) async throws -> PlannedRequest<Value> {
    let run = run()
    var path: ResourcePath?
    if let target = base.path(of: base.resolved(url)) { path = ResourcePath(parsing: target) }
    // Some servers send a page as an object, so it can't be checked as a list of records.
    if let query = path?.query, query.selectsPage { path = nil }
    var list: StoredList?
    if derives, let path { list = try await storedList(for: path, run) }
    return try await planned(url, path, resource: nil, run, from: list, read: read)
  }

  /// The stored list that may contain the answer to a path. It is used offline, or if the server
  /// fails.
  private func storedList(for path: ResourcePath, _ run: CacheRun?) async throws -> StoredList? {
    if path.isWholeList || path.query.selectsPage { return nil }
    return try await storedList(of: path.resource, run, answersFirst: policy == .storedOnly)
  }

  private func storedList(
    of resource: Resource, _ run: CacheRun?, answersFirst: Bool
  ) async throws -> StoredList? {
    guard let run else { return nil }
    let path = ResourcePath(.list, of: resource)
    let lookUp = run.lookUp(try await httpRequest(for: path.text))
    var list = StoredList(lookUp: lookUp)
    if answersFirst, case .atHand(let cached, _) = lookUp {
      list.answersFirst = ResourceList(cached.response, of: resource)
    }
    return list
  }

  private func planned<Content>(
    _ url: String, _ path: ResourcePath?, resource: String?, _ run: CacheRun?,
    from list: StoredList?, read: @escaping @Sendable (JSONDocument, HTTPResponse) throws -> Content
  ) async throws -> PlannedRequest<Content> {
    let request = try await httpRequest(for: url)
    var own = LookUp.notStored
    if let run { own = run.lookUp(request) }
    var lookUp = own
    if let path, let list, list.lookUp.isNewer(than: own),
      let cached = list.firstAnswer(to: path, at: request.url)
    {
      lookUp = .atHand(cached, objection: nil)
    }
    return PlannedRequest(
      request: request, path: path, resource: resource, own: own, list: list, lookUp: lookUp,
      run: run, read: read)
  }

  /// The request for a path below the base URL, or for a whole URL, after all middleware.
  private func httpRequest(for url: String) async throws -> HTTPRequest {
    let url = base.resolved(url)
    var fields = fields
    if let fieldsElsewhere, base.text.origin != url.origin { fields = fieldsElsewhere }
    var request = HTTPRequest(url: url, headerFields: fields)
    for step in middleware { try await step.prepare(&request) }
    return request
  }
}
