/// Gets records and documents: plans the requests, sends them at the same time, and joins the
/// answers.
package struct Fetcher: Sendable {
  package let base: BaseURL
  let clock: HTTPDate.Clock

  /// The transport; `nil` offline, so that nothing can open a socket.
  private(set) var transport: RetryingTransport?

  /// Whether only stored responses are used.
  package var isOffline: Bool { transport == nil }

  /// Whether stored responses are looked up.
  package var hasStore: Bool { cache != nil }

  /// The header fields of every request, in addition to User-Agent and Accept.
  let fields: HeaderFields
  let userAgent: String
  let cache: ResponseCache?
  private(set) var policy: CachePolicy

  /// Header fields for requests to other origins than the base URL's; `nil` to send `fields`.
  var fieldsElsewhere: HeaderFields?

  /// Changes each request before the look-up in the store.
  var prepare: @Sendable (inout HTTPRequest) async throws -> Void = { _ in }

  package var progress: FetchProgress?

  /// - Parameters:
  ///   - base: the API's URL. Responses from files or the built-in data aren't stored.
  ///   - userAgent: the User-Agent field, unless `fields` has one.
  ///   - cache: stored responses; `nil` to read and write none.
  ///   - server: makes the transport to the server or to the built-in data. Not called for files,
  ///     nor if only stored responses are used.
  package init(
    base: BaseURL, fields: HeaderFields = [],
    userAgent: String = CurlTransport.Configuration().userAgent,
    cache: ResponseCache? = nil, policy: CachePolicy = .standard,
    clock: @escaping HTTPDate.Clock = HTTPDate.systemClock,
    asking server: () -> RetryingTransport
  ) {
    self.base = base
    self.fields = fields
    self.userAgent = userAgent
    self.policy = policy
    self.clock = clock
    if base.isLocal {
      self.cache = nil
      let local: any Transport = FileTransport(base: base) ?? server()
      transport = RetryingTransport(local, policy: .never)
    } else {
      self.cache = cache
      if policy != .storedOnly { transport = server() }
    }
  }

  func withPolicy(_ policy: CachePolicy) -> Fetcher {
    var other = self
    other.policy = policy
    if policy == .storedOnly, !base.isLocal { other.transport = nil }
    return other
  }

  /// The same fetcher without retries, and with a time limit that isn't higher than this one.
  package func withoutRetries(timeLimit limit: Duration) -> Fetcher {
    var other = self
    other.transport?.policy = .never
    other.transport?.timeLimit = min(limit, timeLimit ?? limit)
    return other
  }

  /// Whether a fetch may have to wait for a server.
  package var mayWait: Bool { transport != nil && !base.isLocal }

  /// How long each answer may take, retries included; `nil` without a limit.
  package var timeLimit: Duration? { transport?.timeLimit }

  // MARK: Fetching

  /// Gets the records of a query with those embedded in them.
  ///
  /// - Throws: the ``FetchError`` of the failed request that is first in the catalogue's order,
  ///   even if another one failed earlier; `CancellationError`; the error of ``prepare``.
  package func records(_ query: RecordQuery) async throws -> Answer<Records> {
    let requests = try await planRequests(of: query)
    let outcomes = try await outcomes(of: requests, isPartial: query.isPartial)
    return try assembleAnswer(query, requests, outcomes)
  }

  /// Gets any JSON document.
  ///
  /// - Parameters:
  ///   - url: a path below the base URL, which begins with a slash, or an absolute URL.
  ///   - allowsList: whether a record, such as `/users/3`, may be taken from its list: if the URL
  ///     itself has no answer (with local data, offline, or if the server fails), and from a stored
  ///     list that is newer than a stored response of its own.
  ///   - check: see ``PlannedRequest/check``.
  /// - Throws: ``FetchError``; `CancellationError`; the error of ``prepare``.
  package func document(
    at url: String, allowsList: Bool = true,
    check: @escaping @Sendable (JSONDocument) throws -> Void = { _ in }
  ) async throws -> Answer<JSONDocument> {
    let request = try await planRequest(for: url, allowsList: allowsList, check: check)
    let answer = try await outcomes(of: [request])[0].get()
    var document = answer.document
    if answer.isFromList, let list = answer.list, let id = request.path?.id {
      guard let record = list.document(ofRecord: id) else {
        throw answer.source.errorAboutMissing(.init(resource: list.resource.name, id: id))
      }
      document = record
    }
    let issues = request.cacheRun?.issues ?? []
    return Answer(value: document, sources: [answer.source], issues: issues)
  }

  /// Gets any JSON document and takes a value out of it.
  ///
  /// - Parameter read: extracts the value. An error that it throws is reported as a mismatch; one
  ///   that isn't a `DecodingError` or ``TypeMismatch`` is also in ``FetchError/underlying``. A
  ///   document that isn't a list or record of the API's resources is read twice: before it is
  ///   stored, and for the value.
  /// - Throws: ``FetchError``; `CancellationError`; the error of ``prepare``.
  func value<Value: Sendable>(
    at url: String, read: @escaping @Sendable (JSONDocument) throws -> Value
  ) async throws -> Answer<Value> {
    let answer = try await document(at: url) { document in _ = try read(document) }
    let source = answer.sources[0]
    do {
      return try answer.map(read)
    } catch let error as CancellationError {
      throw error
    } catch {
      // The stored response can't be used either, so the failure that it replaced is the error.
      if let failure = source.failure { throw failure }
      var failure = FetchError(error, in: answer.value, source)
      failure.duration = source.duration
      throw failure
    }
  }

  /// The resource whose list, or a part of it, is at a URL, such as todos for `/users/1/todos`;
  /// `nil` for a single record and for any other URL.
  package func resource(ofListAt url: String) -> Resource? {
    guard let target = base.path(of: base.resolved(url)) else { return nil }
    return Resource.ofList(at: String(target.unicodeScalars.prefix { scalar in scalar != "?" }))
  }

  /// A request that a fetch would make, and the stored response that it would use.
  package struct Preview {
    /// The resource's name; `nil` for a document requested by its path.
    package let resource: String?

    /// The request with the conditions of its own stored response, as a revalidation sends it.
    package let request: HTTPRequest

    package let copy: StoredCopy?
  }

  /// The requests that a query would make, in the catalogue's order.
  package func preview(_ query: RecordQuery) async throws -> [Preview] {
    try preview(try await planRequests(of: query))
  }

  /// The request that ``document(at:allowsList:)`` would make.
  package func preview(at url: String, allowsList: Bool = true) async throws -> [Preview] {
    try preview([try await planRequest(for: url, allowsList: allowsList)])
  }

  func preview(_ requests: [PlannedRequest]) throws -> [Preview] {
    try requests.map { planned in
      var request = planned.request
      if let stored = planned.ownCopy?.stored {
        request.headerFields.append(contentsOf: stored.conditions)
      }
      let copy = try Exchange(planned, self).usedCopy()
      return Preview(resource: planned.resource, request: request, copy: copy)
    }
  }

  // MARK: Getting answers

  /// Makes requests at the same time, and returns their outcomes in the requests' order: all of
  /// them, or those up to the first failure.
  ///
  /// After a failure, the requests before it in the list are awaited, and those after it are
  /// cancelled. So the reported failure is the first in the list, not the first in time.
  ///
  /// - Parameter isPartial: whether to go on after a failure.
  func outcomes(
    of requests: [PlannedRequest], isPartial: Bool = false
  ) async throws -> [Result<FetchedDocument, FetchError>] {
    func endsFetch(_ outcome: Result<FetchedDocument, FetchError>) -> Bool {
      outcome.failure != nil && !isPartial
    }
    progress?.beginFetch(of: requests)
    return try await withThrowingTaskGroup(
      of: (Int, Result<FetchedDocument, FetchError>).self
    ) { group in
      for (index, request) in requests.enumerated() {
        group.addTask {
          // The time limit begins when the exchange is made. Made inside the task, it doesn't
          // include the wait for a thread.
          let exchange = Exchange(request, self)
          progress?.beginRequest(at: index, within: exchange.limits)
          return (index, try await exchange.outcome())
        }
      }
      var arrived = [Result<FetchedDocument, FetchError>?](repeating: nil, count: requests.count)
      var complete: [Result<FetchedDocument, FetchError>] = []
      for try await (index, outcome) in group {
        arrived[index] = outcome
        progress?.setOutcome(ofRequestAt: index, outcome.map(\.source))
        while complete.count < arrived.count, let next = arrived[complete.count] {
          complete.append(next)
          if endsFetch(next) {
            group.cancelAll()
            return complete
          }
        }
      }
      return complete
    }
  }

  /// Makes an offline failure name every URL that isn't stored. If there are such URLs, also
  /// removes ``FetchError/forbiddenCopy`` from any failure.
  static func namingAllMissing(
    _ error: FetchError, of requests: [PlannedRequest]
  ) -> FetchError {
    // The failed request counts as missing even if a list is stored: that list lacks the answer.
    var failedURLs: [String] = []
    if case .notStored(let urls) = error.cause { failedURLs = urls }
    var missingURLs: [String] = []
    for request in requests {
      let url = request.url.withoutSecrets
      if !request.hasStoredCopy || failedURLs.contains(url) { missingURLs.append(url) }
    }
    var failure = error
    // jpfetch advises --offline if a stored response isn't allowed to replace a failure. That
    // doesn't help if other responses aren't stored.
    if !missingURLs.isEmpty { failure.forbiddenCopy = nil }
    if case .notStored = failure.cause { failure.cause = .notStored(urls: missingURLs) }
    return failure
  }
}

// MARK: Lists, each with its own outcome

/// The outcome of fetching a resource's list.
package struct ListOutcome: Sendable {
  package let resource: Resource

  /// The list, without elements that aren't records, and its source; or the error.
  package let result: Result<(content: List, source: Source), FetchError>

  package var error: FetchError? { result.failure }

  /// The list with its source; `nil` if it is missing.
  package var list: (content: List, source: Source)? {
    if case .success(let list) = result { list } else { nil }
  }

  package var source: Source? { list?.source }
}

extension Fetcher {
  private func planRequests(of resources: [Resource]) async throws -> [PlannedRequest] {
    let run = startCacheRun()
    var requests: [PlannedRequest] = []
    for resource in resources {
      var query = RecordQuery(resource)
      query.isPartial = true
      requests.append(try await planRequest(for: .list(of: resource), of: query, run))
    }
    return requests
  }

  /// The requests that ``listOutcomes(of:)`` would make.
  package func preview(_ resources: [Resource]) async throws -> [Preview] {
    try preview(try await planRequests(of: resources))
  }

  /// Gets the lists of resources at the same time, each with its own outcome.
  ///
  /// A failure is reported even if a stored response replaced it. Elements that aren't records are
  /// left out.
  ///
  /// - Throws: `CancellationError`; the error of ``prepare``.
  package func listOutcomes(of resources: [Resource]) async throws -> [ListOutcome] {
    let requests = try await planRequests(of: resources)
    let outcomes = try await outcomes(of: requests, isPartial: true)
    var answers: [ListOutcome] = []
    for (index, resource) in resources.enumerated() {
      switch outcomes[index] {
      case .success(let answer):
        guard let list = answer.list else { continue }
        if let failure = answer.source.failure {
          answers.append(ListOutcome(resource: resource, result: .failure(failure)))
        } else {
          answers.append(ListOutcome(resource: resource, result: .success((list, answer.source))))
        }
      case .failure(let error):
        let failure = Self.namingAllMissing(error, of: [requests[index]])
        answers.append(ListOutcome(resource: resource, result: .failure(failure)))
      }
    }
    return answers
  }
}
