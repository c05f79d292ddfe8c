import Synchronization

/// Gets records: looks up all that a query needs, asks for what has to be asked for, at once,
/// checks each answer, keeps it or serves the stored one, and joins.
package struct Fetcher: Sendable {
  let base: BaseURL
  let clock: HTTPDate.Clock
  let rules: [ResponseRule]

  /// `nil` where nobody is to be asked: then there is nothing that could open a socket.
  private(set) var transport: RetryingTransport?

  private let fields: HeaderFields
  private var cache: ResponseCache?
  private(set) var policy: CachePolicy

  /// Header fields for requests to another origin than the base URL's; `nil` for the same.
  var fieldsElsewhere: HeaderFields?

  /// Sees requests before the store does.
  var middleware: [any Middleware] = []

  /// The requests that ``middleware`` has changed, by their first URL.
  var preparedRequests: [String: TransportRequest] = [:]

  /// Shows what arrives, if anybody wants to know.
  package var progress: FetchProgress?

  /// Puts a client together.
  ///
  /// - Parameters:
  ///   - base: where the API is. Of files nothing is stored, and no server is asked.
  ///   - fields: header fields to send with every request beside the usual ones.
  ///   - userAgent: the User-Agent field, unless `fields` has one.
  ///   - cache: stored responses; `nil` to read and write none.
  ///   - policy: how they are used.
  ///   - clock: the wall clock.
  ///   - rules: what a response has to be beside 2xx and JSON.
  ///   - server: makes what asks the server, where one is to be asked.
  package init(
    base: BaseURL, fields: HeaderFields = [],
    userAgent: String = CurlTransport.Settings().userAgent,
    cache: ResponseCache? = nil, policy: CachePolicy = .standard,
    clock: @escaping HTTPDate.Clock = HTTPDate.systemClock, rules: [ResponseRule] = [],
    asking server: () -> RetryingTransport
  ) {
    self.base = base
    self.fields = fields.addingUsual(userAgent: userAgent)
    self.cache = base.isLocal ? nil : cache
    self.policy = policy
    self.clock = clock
    self.rules = rules
    if let files = FileTransport(base: base) {
      transport = RetryingTransport(files, policy: .never)
    } else {
      transport = policy == .storedOnly && !base.isLocal ? nil : server()
    }
  }

  /// The same with another use of stored responses.
  func following(_ policy: CachePolicy) -> Fetcher {
    var other = self
    other.policy = policy
    if policy == .storedOnly, !base.isLocal { other.transport = nil }
    return other
  }

  /// The same, reporting what is wrong with stored responses also to somebody else.
  func reporting(_ report: @escaping @Sendable (StoreError) -> Void) -> Fetcher {
    var other = self
    other.cache = cache?.reporting(report)
    return other
  }

  /// Whether a server may be asked, and waited for.
  package var mayWait: Bool { transport != nil && !base.isLocal }

  /// How long each answer may take, retries included; `nil` without a limit.
  package var timeLimit: Duration? { transport?.policy.timeLimit }

  // MARK: What a caller wants

  /// Gets the records of a query with what belongs to them.
  ///
  /// Whole lists that are stored, or local, are preferred to single records: ids are then chosen
  /// here.
  ///
  /// - Throws: the ``FetchError`` of the first request in the catalogue's order that failed,
  ///   whichever arrived first; `CancellationError`.
  package func records(_ query: RecordQuery) async throws -> Fetched<Records> {
    try joined(query, await answers(to: query))
  }

  /// The answers to the requests that a query needs.
  package struct Answers: Sendable {
    let requests: [PlannedRequest]
    let outcomes: [Outcome]
  }

  /// Does the part of ``records(_:)`` that waits.
  package func answers(to query: RecordQuery) async throws -> Answers {
    let planner = try await prepared(
      for: query.embeddings.resources(beside: query.resource).map { "/\($0.name)" })
    let requests = planner.requests(of: query)
    let outcomes = try await outcomes(of: requests, isPartial: query.isPartial)
    return Answers(requests: requests, outcomes: outcomes)
  }

  /// Gets any JSON document.
  ///
  /// - Parameters:
  ///   - url: a path below the base URL, from its slash, or a whole URL.
  ///   - derives: whether the answer may be taken from its resource's list, where its own response
  ///     or file isn't there: offline, where the server fails, and of files.
  /// - Throws: ``FetchError``, `CancellationError`.
  package func document(
    at url: String, derives: Bool = true
  ) async throws -> Fetched<JSONDocument> {
    try await document(at: url, lists: derives ? .offline : .never) { _ in }
  }

  /// Gets any JSON document and what a caller makes of it.
  ///
  /// - Parameters:
  ///   - url: a path below the base URL, from its slash, or a whole URL.
  ///   - lists: when it may come from its resource's list.
  ///   - read: what it throws becomes a ``TypeMismatch``.
  /// - Throws: ``FetchError``, `CancellationError`.
  func value<Value: Sendable>(
    at url: String, lists: ListUse = .offline,
    read: @escaping @Sendable (JSONDocument) throws -> Value
  ) async throws -> Fetched<Value> {
    let value = Box<Value>()
    let fetched = try await document(at: url, lists: lists) { document in
      let new = try read(document)
      value.content.withLock { $0 = new }
    }
    // The document that was read last is the answer.
    return try fetched.map { document in
      try value.content.withLock(\.self) ?? read(document)
    }
  }

  private final class Box<Value: Sendable>: Sendable {
    let content = Mutex<Value?>(nil)
  }

  private func document(
    at url: String, lists: ListUse,
    accept: @escaping @Sendable (JSONDocument) throws -> Void
  ) async throws -> Fetched<JSONDocument> {
    let run = run()
    let planner = try await prepared(for: [url] + (listPath(of: url).map { [$0] } ?? []))
    let request = planner.planned(url, run, expecting: .document(accept: accept))
    if let (derived, list) = planner.derivation(for: request, lists, run),
      let fetched = try await self.derived(derived, from: list, for: request, accept: accept)
    {
      return fetched
    }
    do {
      let answer = try await outcomes(of: [request])[0].get()
      return Fetched(value: answer.document, sources: [answer.provenance], irregularities: [])
    } catch let failure as FetchError where lists != .never {
      let fetched = try await planner.derived(
        insteadOf: failure, for: request, lists, run, accept: accept)
      if let fetched { return fetched }
      throw failure
    }
  }

  /// What the next run would do about each request of a query, in the catalogue's order.
  package func lookUps(_ query: RecordQuery) -> [(request: TransportRequest, lookUp: LookUp)] {
    requests(of: query).map { ($0.request, $0.lookUp) }
  }

  /// What the next run would do about a request for any document.
  package func lookUps(
    at url: String, derives: Bool = true
  ) -> [(request: TransportRequest, lookUp: LookUp)] {
    let run = run()
    let request = planned(url, run, expecting: .document { _ in })
    let list = derivation(for: request, derives ? .offline : .never, run)?.list
    let asked = list ?? request
    return [(asked.request, asked.lookUp)]
  }

  // MARK: Requests

  /// One request, what the store says about it, and what its answer should hold.
  struct PlannedRequest: Sendable {
    enum Expectation: Sendable {
      case records(Resource, Records.Extent, requiring: Records.Required, isLenient: Bool)
      /// - Parameter accept: throws where the caller can't read the document.
      case document(accept: @Sendable (JSONDocument) throws -> Void)
    }

    let request: TransportRequest
    let lookUp: LookUp
    let expected: Expectation

    /// Where the answer is kept.
    let run: CacheRun?

    var url: String { request.url }

    /// The resource that the answer should hold.
    var resource: Resource? {
      if case .records(let resource, _, _, _) = expected { resource } else { nil }
    }
  }

  /// One reading of the clock, for all that is decided about the store.
  func run() -> CacheRun? { cache?.run(policy, at: clock()) }

  /// The whole lists where all of them are stored, if only to be served stale, or local; else
  /// single records where ids are given.
  private func requests(of query: RecordQuery) -> [PlannedRequest] {
    let run = run()
    let lists = query.embeddings.resources(beside: query.resource).map { resource in
      list(of: resource, run, requiring: query.required(of: resource), isLenient: query.isLenient)
    }
    if query.ids.isEmpty || base.isLocal || lists.allSatisfy(\.lookUp.isStored) { return lists }
    let singles = query.uniqueIDs.map { id in
      planned(
        "/\(query.resource.name)/\(id.percentEncoded)", run,
        expecting: .records(
          query.resource, .single, requiring: query.required(of: query.resource),
          isLenient: query.isLenient))
    }
    return singles + lists.filter { $0.resource?.name != query.resource.name }
  }

  /// The request for a resource's list.
  func list(
    of resource: Resource, _ run: CacheRun?, requiring required: Records.Required = .id,
    isLenient: Bool
  ) -> PlannedRequest {
    planned(
      "/\(resource.name)", run,
      expecting: .records(resource, .list, requiring: required, isLenient: isLenient))
  }

  private func planned(
    _ url: String, _ run: CacheRun?, expecting expected: PlannedRequest.Expectation
  ) -> PlannedRequest {
    let request = request(for: url)
    return PlannedRequest(
      request: request, lookUp: run?.lookUp(request) ?? .notStored(couldHelp: false),
      expected: expected, run: run)
  }

  /// The request for a path below the base URL, or a whole URL.
  func request(for url: String) -> TransportRequest {
    let url = url.hasPrefix("/") ? base.url(of: url) : url
    if !preparedRequests.isEmpty, let known = preparedRequests[url] { return known }
    let elsewhere = fieldsElsewhere.flatMap { base.hasOrigin(of: url) ? nil : $0 }
    return TransportRequest(url: url, fields: elsewhere ?? fields)
  }

  // MARK: Getting answers

  /// What a response was read as, and where it came from.
  struct Answer: Sendable {
    let document: JSONDocument
    /// The document's records, where those were asked for.
    let records: Records?
    var provenance: Provenance

    /// The records of an answer to a request for them.
    var expectedRecords: Records {
      guard let records else { preconditionFailure("no records were asked for") }
      return records
    }
  }

  typealias Outcome = Result<Answer, any Error>

  private struct Arrival: Sendable {
    let index: Int
    let outcome: Outcome
  }

  /// Gets all answers at once, and gives their outcomes in the requests' order.
  ///
  /// The error is that of the first request that failed in this order, so that it does not depend
  /// on who was faster: what comes behind it is cancelled, what comes before it is waited for.
  ///
  /// - Parameter isPartial: whether a failure is an outcome like others, and ends nothing.
  func outcomes(
    of requests: [PlannedRequest], isPartial: Bool = false
  ) async throws -> [Outcome] {
    let budget = ContentBudget()
    progress?.begin(requests)
    return try await withThrowingTaskGroup(of: Arrival.self) { group in
      for (index, request) in requests.enumerated() {
        let exchange = Exchange(request, self, budget)
        progress?.add(exchange.reader)
        group.addTask { Arrival(index: index, outcome: await exchange.outcome()) }
      }
      var arrived = [Outcome?](repeating: nil, count: requests.count)
      var outcomes: [Outcome] = []
      for try await arrival in group {
        arrived[arrival.index] = arrival.outcome
        progress?.arrived(arrival.index, arrival.outcome.map(\.provenance))
        while outcomes.count < arrived.count, let next = arrived[outcomes.count] {
          if case .failure(let error) = next, !isPartial || !(error is FetchError) {
            throw Self.withAllMissing(error, of: requests)
          }
          outcomes.append(next)
        }
      }
      return outcomes
    }
  }

  /// Where the first failure is that nothing is stored, tells all that is missing at once.
  static func withAllMissing(_ error: any Error, of requests: [PlannedRequest]) -> any Error {
    guard var failure = error as? FetchError else { return error }
    // --offline would show the stored one only if it has all the others too.
    if !requests.allSatisfy(\.lookUp.isStored) { failure.storedAgo = nil }
    guard case .transport(let reason) = failure.cause, reason.reason == .notStored else {
      return failure
    }
    let missing = requests.filter { !$0.lookUp.isStored }
    failure.cause = .notStored(urls: missing.map(\.url.withoutUserInfo))
    return failure
  }
}
