/// One request, and all decisions made before any request is sent.
struct PlannedRequest<Content: Sendable>: Sendable {
  let request: HTTPRequest

  let key: RequestKey

  /// The resource's name; `nil` for a document requested by its path.
  let resource: String?

  /// The candidate for the request's own URL.
  let own: Candidate<Content>

  /// The candidate for the resource's list, which may contain the requested records: `/users` for
  /// `/users/3`. `nil` if the list isn't looked up.
  let list: Candidate<Content>?

  /// The stored responses that can be used without asking the server, the newest first.
  let atHand: [Candidate<Content>]

  /// The access to the store; `nil` without a store.
  let run: CacheRun?

  var url: String { request.url }

  /// The stored responses that are tried if the server fails, the newest first.
  /// ``StoredCopy/objection`` may forbid using one.
  var standIns: [Candidate<Content>] { candidates.filter { $0.copy != nil } }

  /// Whether a stored response may be used if the server fails. It may be a list without the
  /// requested record: lists are read only after the server fails.
  var canServeStale: Bool {
    for candidate in standIns where candidate.copy?.objection == nil { return true }
    return false
  }

  /// Whether any stored response may have the answer: one for the request's own URL, or the list.
  var isStored: Bool { !standIns.isEmpty }

  private var candidates: [Candidate<Content>] { own.newestFirst(list) }
}

/// A response that may have the answer, and how it is read.
struct Candidate<Content: Sendable>: Sendable {
  /// The path whose records the document must have; `nil` for any document.
  let path: ResourcePath?

  /// The stored response; `nil` if none may be used or revalidated.
  let copy: StoredCopy?

  /// Whether this is the resource's list, from which the requested records are chosen.
  var isList = false

  /// Reads the caller's value from a document and its response.
  ///
  /// - Parameter misfit: set to the reason why the document may not be stored for its path.
  let read: @Sendable (JSONDocument, HTTPResponse, _ misfit: inout TypeMismatch?) throws -> Content

  var isAtHand: Bool { copy?.isAtHand == true }

  /// This candidate and another one, sorted by when their responses were stored or confirmed: within
  /// one second, this one first.
  func newestFirst(_ other: Candidate?) -> [Candidate] {
    guard let other else { return [self] }
    guard let otherCopy = other.copy else { return [self, other] }
    guard let copy else { return [other, self] }
    if otherCopy.isNewer(than: copy) { return [other, self] }
    return [self, other]
  }
}

/// The value read from a response, and its source.
package struct ResponseContent<Content: Sendable>: Sendable {
  package let content: Content
  package internal(set) var source: Source
}

extension Result {
  package var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

// MARK: Planning

extension Fetcher {
  /// Starts a run of the cache, whose look-ups all use the time of its start; `nil` without a
  /// store.
  func run() -> CacheRun? {
    let run = cache?.run(policy, at: clock())
    progress?.begin(run)
    return run
  }

  /// The requests that a query needs, in the catalogue's order: one for the list of each resource.
  /// If the query begins with one record, the record can be requested instead of its list.
  func requests(of query: RecordQuery) async throws -> [PlannedRequest<List>] {
    let run = run()
    let joined = query.joined
    var requests: [PlannedRequest<List>] = []
    for resource in joined.resources(beside: query.resource) {
      var path = ResourcePath.list(of: resource)
      if resource == query.resource, let id = query.ids.first,
        asksForRecord(query, joined)
      {
        path = .record(id, of: resource)
      }
      requests.append(try await request(for: path, of: query, run))
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
  func request(
    for path: ResourcePath, of query: RecordQuery, _ run: CacheRun?
  ) async throws -> PlannedRequest<List> {
    let (request, key) = try await prepared(for: path.text)
    let own = Candidate(path: path, copy: run?.lookUp(key)) { document, _, misfit in
      try path.list(in: document, for: query, &misfit)
    }
    var list: Candidate<List>?
    if path.id != nil, run != nil {
      let path = ResourcePath.list(of: path.resource)
      let key = try await prepared(for: path.text).key
      list = Candidate(path: path, copy: run?.lookUp(key), isList: true) {
        document, response, misfit in
        try path.list(in: document, for: query, as: response, &misfit)
      }
    }
    let atHand = own.newestFirst(list).filter(\.isAtHand)
    return PlannedRequest(
      request: request, key: key, resource: path.resource.name, own: own, list: list,
      atHand: atHand, run: run)
  }

  /// The request for any document.
  ///
  /// - Parameters:
  ///   - url: a path below the base URL, which begins with a slash, or an absolute URL.
  ///   - allowsList: whether a record, such as `/users/3`, may be taken from its list if the URL
  ///     itself has no answer: with local data, offline, or if the server fails.
  func request<Value>(
    for url: String, allowsList: Bool,
    read: @escaping @Sendable (JSONDocument) throws -> Value
  ) async throws -> PlannedRequest<Value> {
    let run = run()
    var path: ResourcePath?
    if let text = base.path(of: base.resolved(url)) { path = ResourcePath(text) }
    let (request, key) = try await prepared(for: url)
    let own = Candidate(path: path, copy: run?.lookUp(key)) { [path] document, _, misfit in
      misfit = path?.misfit(in: document)
      return try read(document)
    }
    var list: Candidate<Value>?
    if allowsList, let path, let id = path.id {
      let path = ResourcePath.list(of: path.resource)
      let key = try await prepared(for: path.text).key
      list = Candidate(path: path, copy: run?.lookUp(key), isList: true) {
        document, response, misfit in
        let list: List
        do throws(TypeMismatch) {
          list = try path.wholeList(in: document, response)
        } catch {
          misfit = error
          throw error
        }
        return try read(list.document(ofRecord: id))
      }
    }
    // Online, the request's own URL is asked before a stored list is used.
    var atHand = [own]
    if policy == .storedOnly { atHand = own.newestFirst(list) }
    return PlannedRequest(
      request: request, key: key, resource: nil, own: own, list: list,
      atHand: atHand.filter(\.isAtHand), run: run)
  }

  /// The prepared request for a path below the base URL, or for an absolute URL, and its key in the
  /// store.
  private func prepared(
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
    request.headerFields = request.headerFields.addingUsual(userAgent: userAgent)
    return (request, key)
  }
}

// MARK: Reading

extension ResourcePath {
  /// Why a document may not be stored for this path. `nil` if it is a list of objects with an `id`,
  /// or the requested record; the types of other fields don't matter.
  fileprivate func misfit(in document: JSONDocument) -> TypeMismatch? {
    do throws(TypeMismatch) {
      return try list(in: document).firstMisfit
    } catch {
      return error
    }
  }

  /// Reads a document as a list for a query.
  ///
  /// - Parameters:
  ///   - response: the list's response, if the record is looked up in the list; `nil` if the
  ///     document is at the path itself.
  ///   - misfit: set to the reason why the document may not be stored.
  fileprivate func list(
    in document: JSONDocument, for query: RecordQuery, as response: HTTPResponse? = nil,
    _ misfit: inout TypeMismatch?
  ) throws(TypeMismatch) -> List {
    let list: List
    do throws(TypeMismatch) {
      if let response {
        list = try wholeList(in: document, response)
      } else {
        list = try self.list(in: document)
      }
      misfit = list.firstMisfit
      // Ids are looked up in the list, so misfits among other records don't matter.
      let looksUpIDs = resource == query.resource && !query.ids.isEmpty
      let isLenient = id == nil && (query.isPartial || looksUpIDs)
      if let misfit, !isLenient { throw misfit }
    } catch {
      misfit = error
      throw error
    }
    return list
  }

  /// Reads a list in which records are looked up.
  ///
  /// - Throws: a mismatch if the document isn't a list, or is only a part of one: its Link field
  ///   leads to a next page (RFC 8288), or X-Total-Count is another number.
  fileprivate func wholeList(
    in document: JSONDocument, _ response: HTTPResponse
  ) throws(TypeMismatch) -> List {
    let list = try list(in: document)
    if let mismatch = list.mismatchWithWholeList(in: response) { throw mismatch }
    return list
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
    // The lines aren't joined, so that a quote that isn't closed doesn't hide the next line's links.
    let links = headerFields[values: .link]
    return links.contains { line in
      line.listElements(at: .comma, .semicolon).contains(where: \.isRelationToNextPage)
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
