/// One request, and all decisions made before any request is sent.
struct PlannedRequest<Content: Sendable>: Sendable {
  let request: TransportRequest

  /// The URL's path; `nil` for anything but the catalogue's resources.
  let path: ResourcePath?

  /// The resource's name; `nil` for a document requested by its path.
  let resource: String?

  /// The stored response for the request, or for the list that contains the answer.
  let lookUp: LookUp

  /// The stored list that can be served if the server fails, if it is newer than the request's own
  /// stored response.
  let list: LookUp.Question?

  /// The store.
  let run: CacheRun?

  /// Reads the caller's value from a document.
  let read: @Sendable (JSONDocument) throws -> Content

  var url: String { request.url }

  /// Whether a stored response may be served if the server fails.
  var canServeStale: Bool { (list ?? lookUp.question)?.canServeStale == true }

  /// The stored responses to serve if the server fails, the newest first.
  var standIns: [(question: LookUp.Question, response: TransportResponse)] {
    let derived = list.flatMap { list in
      path?.response(from: list.staleResponse).map { (list, $0) }
    }
    let direct = lookUp.question.map { ($0, $0.staleResponse) }
    return [derived, direct].compactMap(\.self)
  }

  /// Whether a stored answer matches.
  var isStored: Bool { lookUp.isStored || list != nil }
}

/// The value read from a response, and its source.
package struct Answer<Content: Sendable>: Sendable {
  package let content: Content
  package internal(set) var provenance: Provenance
}

// MARK: Planning

extension Fetcher {
  /// Starts using the store, with one reading of the clock.
  func run() -> CacheRun? { cache?.run(policy, at: clock()) }

  /// A resource's stored list, which may answer for its records.
  struct StoredList {
    let lookUp: LookUp
    /// The list, if it is at hand.
    let atHand: ResourceList?
  }

  func storedList(of resource: Resource, _ run: CacheRun?) async throws -> StoredList? {
    guard let run else { return nil }
    let lookUp = run.lookUp(try await request(for: "/\(resource.name)"))
    guard case .atHand(let response) = lookUp else {
      return StoredList(lookUp: lookUp, atHand: nil)
    }
    return StoredList(lookUp: lookUp, atHand: ResourceList(response))
  }

  /// - Parameters:
  ///   - url: a path below the base URL, or a whole URL.
  ///   - list: the stored list that may hold the answer.
  func planned<Content>(
    _ url: String, of resource: Resource? = nil, _ run: CacheRun?, from list: StoredList? = nil,
    read: @escaping @Sendable (JSONDocument) throws -> Content
  ) async throws -> PlannedRequest<Content> {
    let request = try await request(for: url)
    let path = ResourcePath(request.url, below: base)
    let direct = run?.lookUp(request) ?? .notStored(canServeStale: false)
    var (lookUp, question) = (direct, LookUp.Question?.none)
    if let list, let path {
      if let stored = list.atHand, !direct.isNewer(than: stored.response) {
        lookUp = path.response(from: stored).map { .atHand($0) } ?? direct
      }
      question = list.lookUp.question.flatMap { list in
        direct.question.map { $0.storedAgo <= list.storedAgo } ?? false ? nil : list
      }
    }
    return PlannedRequest(
      request: request, path: path, resource: resource?.name, lookUp: lookUp, list: question,
      run: run, read: read)
  }

  /// The request for a resource's list, or for one of its records.
  ///
  /// - Parameter list: the stored list that may hold the record.
  func records(
    _ resource: Resource, id: String? = nil, of query: RecordQuery, _ run: CacheRun?,
    from list: StoredList? = nil
  ) async throws -> PlannedRequest<Records> {
    let url = "/\(resource.name)" + (id.map { "/\($0.percentEncoded)" } ?? "")
    let path = ResourcePath(url, url: url)
    // Ids are looked up in the list, so misfits among other records don't matter.
    let isLookedUp = id == nil && resource.name == query.resource.name && !query.ids.isEmpty
    return try await planned(url, of: resource, run, from: list) { document in
      let records = try Records(
        document, of: resource, extent: id == nil ? .list : .single,
        isLenient: query.isLenient || isLookedUp)
      if let other = path?.otherRecord(in: document) { throw other }
      if query.isComplete, let mismatch = records.firstMismatchWithModel { throw mismatch }
      return records
    }
  }

  /// The most records that are requested one by one.
  private static let maxSingles = 20

  /// The requests that a query needs: single records if ids are given, and lists.
  func requests(of query: RecordQuery) async throws -> [PlannedRequest<Records>] {
    let run = run()
    let own = query.resource
    let isByOne =
      !query.ids.isEmpty && !base.isLocal && query.ids.count <= Self.maxSingles
    var requests: [PlannedRequest<Records>] = []
    if isByOne {
      let list = try await storedList(of: own, run)
      for id in query.ids {
        requests.append(try await records(own, id: id, of: query, run, from: list))
      }
    }
    for resource in query.embeddings.resources(beside: own)
    where !isByOne || resource.name != own.name {
      requests.append(try await records(resource, of: query, run))
    }
    return requests
  }

  /// The request for a path below the base URL, or for a whole URL, after all middleware.
  private func request(for url: String) async throws -> TransportRequest {
    let url = base.resolved(url)
    let elsewhere = fieldsElsewhere.flatMap { base.text.origin == url.origin ? nil : $0 }
    var request = TransportRequest(url: url, fields: elsewhere ?? fields)
    for step in middleware { try await step.prepare(&request) }
    return request
  }
}

extension LookUp {
  /// Whether the stored response is at least as new as a stored list.
  fileprivate func isNewer(than list: TransportResponse) -> Bool {
    let storedAgo: Duration? =
      switch self {
      case .atHand(let response): response.storedAgo
      case .ask(let question): question.storedAgo
      case .notStored: nil
      }
    guard let storedAgo, let age = list.storedAgo else { return false }
    return storedAgo <= age
  }
}
