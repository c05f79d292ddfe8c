/// Gets records from a transport: all lists at once, each checked and indexed as it arrives, then
/// joined.
package struct Fetcher: Sendable {
  let transport: any Link
  private let base: BaseURL
  private let fields: HTTPFields
  private let rules: [ResponseRule]

  /// Told of what arrives, if anybody wants to know.
  package var progress: FetchProgress?

  /// Makes a fetcher for the API below a base URL.
  ///
  /// - Parameters:
  ///   - fields: header fields to send with every request.
  ///   - rules: what a response has to be.
  package init(
    _ transport: any Link, base: BaseURL, fields: HTTPFields = [], rules: [ResponseRule] = []
  ) {
    self.transport = transport
    self.base = base
    self.fields = fields
    self.rules = rules
  }

  /// Gets the records of a query with what belongs to them.
  ///
  /// - Throws: the ``FetchError`` of the first source in the catalogue's order that failed, whichever
  ///   arrived first; `CancellationError`.
  package func records(_ query: RecordQuery) async throws -> Fetched<Records> {
    if let records = try recordsNow(query) { return records }
    let sources = sources(of: query)
    let outcomes = try await outcomes(of: sources, read: readRecords, isPartial: query.isPartial)
    return try joined(query, sources, outcomes)
  }

  /// The same as ``records(_:)`` for single records that need no others: each is handed on in its
  /// turn, as soon as it and those before it are there.
  ///
  /// - Precondition: ``RecordQuery/isOfSingles``.
  package func records(
    _ query: RecordQuery, inTurn take: @Sendable (Records) throws -> Void
  ) async throws -> Fetched<Records> {
    let sources = singles(of: query)
    let outcomes = try await outcomes(
      of: sources, read: readRecords, isPartial: query.isPartial, inTurn: { try take($0.value) })
    return try joined(query, sources, outcomes)
  }

  /// The same as ``records(_:)`` without starting a task, where all that it needs is at hand.
  ///
  /// Whole lists that are at hand are preferred to single records: ids are then chosen here.
  package func recordsNow(_ query: RecordQuery) throws -> Fetched<Records>? {
    let sources = sources(of: query)
    return try outcomesNow(of: sources, isPartial: query.isPartial)
      .map { try joined(query, sources, $0) }
  }

  /// What the next run would do about each request of a query, in the catalogue's order.
  package func forecast(_ query: RecordQuery) -> [(request: HTTPRequest, forecast: Forecast)] {
    sources(of: query).map { ($0.request, transport.forecast(for: $0.request)) }
  }

  /// What the next run would do about a request for any document.
  package func forecast(at url: String) -> [(request: HTTPRequest, forecast: Forecast)] {
    let request = source(at: url).request
    return [(request, transport.forecast(for: request))]
  }

  /// Gets any JSON document.
  ///
  /// - Parameter url: a path below the base URL, from its slash, or a whole URL.
  /// - Throws: ``FetchError``, `CancellationError`.
  package func document(at url: String) async throws -> Fetched<JSONDocument> {
    try await fetched(from: url, read: readDocument)
  }

  /// Gets any JSON document and what a caller makes of it.
  ///
  /// - Parameter read: what it throws is told as a ``TypeMismatch``.
  /// - Throws: ``FetchError``, `CancellationError`.
  func value<Value: Sendable>(
    at url: String, read: @escaping @Sendable (JSONDocument) throws -> Value
  ) async throws -> Fetched<Value> {
    let read = { @Sendable (response: HTTPResponse, source: Source) in
      let document = try readDocument(response, of: source)
      do {
        return Reading(document: document, value: try read(document))
      } catch let error as CancellationError {
        throw error
      } catch {
        throw failure(.mismatch(TypeMismatch(error, in: document)), of: source, in: response)
      }
    }
    return try await fetched(from: url, read: read).map(\.value)
  }

  private func fetched<Value>(
    from url: String, read: @escaping Read<Value>
  ) async throws -> Fetched<Value> {
    let outcomes = try await outcomes(of: [source(at: url)], read: read)
    return fetched(try outcomes[0].get())
  }

  /// The same as ``document(at:)`` without starting a task, where it is at hand.
  package func documentNow(at url: String) throws -> Fetched<JSONDocument>? {
    try answerNow(source(at: url), read: readDocument).map(fetched)
  }

  // MARK: Sources

  /// One request, and what its answer should hold.
  struct Source: Sendable {
    var resource: Resource?
    var extent = Records.Extent.list
    var isLenient = false
    var isComplete = false
    let request: HTTPRequest

    var url: String { request.url }
  }

  struct Answer<Value: Sendable>: Sendable {
    let value: Value
    var provenance: Provenance
  }

  typealias Outcome<Value: Sendable> = Result<Answer<Value>, any Error>

  /// The whole lists where all of them are stored, if only to stand in; else single records where
  /// ids are given.
  private func sources(of query: RecordQuery) -> [Source] {
    var unchosen = query
    unchosen.ids = []
    let whole = lists(of: unchosen)
    let isStored = { (source: Source) in transport.forecast(for: source.request).hasCopy }
    if query.ids.isEmpty || whole.allSatisfy(isStored) { return whole }
    return singles(of: query) + lists(of: query)
  }

  private func source(at url: String) -> Source {
    Source(request: request(url.hasPrefix("/") ? base.url(of: url) : url))
  }

  private func singles(of query: RecordQuery) -> [Source] {
    query.uniqueIDs.map { id in
      Source(
        resource: query.resource, extent: .single, isLenient: query.isLenient,
        isComplete: query.isComplete,
        request: request(base.url(of: "/\(query.resource.name)/\(id.percentEncoded)")))
    }
  }

  /// The lists that a query needs; where it has ids, all but that of its own resource.
  private func lists(of query: RecordQuery) -> [Source] {
    query.embeddings.resources(beside: query.resource)
      .filter { query.ids.isEmpty || $0.name != query.resource.name }
      .map { resource in
        Source(
          resource: resource, isLenient: query.isLenient, isComplete: query.isComplete,
          request: request(listOf: resource))
      }
  }

  func request(listOf resource: Resource) -> HTTPRequest {
    request(base.url(of: "/\(resource.name)"))
  }

  private func request(_ url: String) -> HTTPRequest { HTTPRequest(url: url, fields: fields) }

  // MARK: Reading responses

  private func readDocument(_ response: HTTPResponse, of source: Source) throws -> JSONDocument {
    do throws(FetchError.Cause) {
      return try JSONDocument(checking: response, rules: rules)
    } catch {
      throw failure(error, of: source, in: response)
    }
  }

  func readRecords(_ response: HTTPResponse, of source: Source) throws -> Records {
    let document = try readDocument(response, of: source)
    guard let resource = source.resource else { preconditionFailure("a path has no records") }
    do throws(TypeMismatch) {
      return try Records(
        document, of: resource, extent: source.extent, isLenient: source.isLenient,
        isComplete: source.isComplete)
    } catch {
      throw failure(.mismatch(error), of: source, in: response)
    }
  }

  func failure(
    _ cause: FetchError.Cause, of source: Source, in response: HTTPResponse? = nil
  ) -> FetchError {
    var body: [UInt8] = []
    if case .status = cause { body = response?.body ?? [] }
    return FetchError(
      source: source.resource?.name, url: response?.url ?? source.url, cause: cause, body: body)
  }

  /// The error of a source in the catalogue's terms.
  private func failure(_ error: any Error, of source: Source) -> any Error {
    switch error {
    case let error as TransportError: return failure(.transport(error), of: source)
    case let error as FailureBesideCopy:
      guard var failure = failure(error.failure, of: source) as? FetchError else { return error }
      failure.secondsSinceCopy = error.secondsSinceStored
      return failure
    default: return error
    }
  }

  private func answer<Value>(
    _ value: Value, of source: Source, in response: HTTPResponse
  ) -> Answer<Value> {
    var provenance = Provenance(source.resource?.name, requestedURL: source.url, response)
    if case .stale(let error) = response.origin {
      provenance.failure = failure(error, of: source) as? FetchError
    }
    return Answer(value: value, provenance: provenance)
  }

  private func fetched<Value>(_ answer: Answer<Value>) -> Fetched<Value> {
    Fetched(value: answer.value, sources: [answer.provenance], irregularities: [])
  }

  // MARK: Getting answers

  typealias Read<Value> = @Sendable (HTTPResponse, Source) throws -> Value

  private func answerNow<Value>(
    _ source: Source, read: Read<Value>
  ) throws -> Answer<Value>? {
    let start = ContinuousClock.now
    do {
      var timed = try transport.answerNow(to: source.request) { response in
        answer(try read(response, source), of: source, in: response)
      }
      timed?.provenance.duration = .now - start
      return timed
    } catch {
      throw failure(error, of: source)
    }
  }

  /// The outcomes of sources that are all at hand; `nil` where one isn't.
  ///
  /// - Parameter isPartial: whether a failure is an outcome like others, instead of being thrown.
  func outcomesNow(
    of sources: [Source], isPartial: Bool
  ) throws -> [Outcome<Records>]? {
    guard sources.allSatisfy({ transport.hasAtHand($0.request) }) else { return nil }
    var outcomes: [Outcome<Records>] = []
    for source in sources {
      do {
        // One that can't be read after all has to be waited for.
        guard let answer = try answerNow(source, read: readRecords) else { return nil }
        outcomes.append(.success(answer))
      } catch let error as FetchError where isPartial {
        outcomes.append(.failure(error))
      }
    }
    return outcomes
  }

  /// Asks all sources at once, and gives their outcomes in the sources' order.
  ///
  /// The error is that of the first source that failed in this order, so that it does not depend on
  /// who was faster: what comes behind it is cancelled, what comes before it is waited for.
  ///
  /// - Parameter isPartial: whether a failure is an outcome like others, and ends nothing.
  func outcomes<Value>(
    of sources: [Source], read: @escaping Read<Value>, isPartial: Bool = false,
    inTurn take: (Answer<Value>) throws -> Void = { _ in }
  ) async throws -> [Outcome<Value>] {
    try await withThrowingTaskGroup(of: (Int, Outcome<Value>).self) { group in
      progress?.begin(sources.map { $0.resource?.name ?? $0.url.withoutUserInfo })
      for (index, source) in sources.enumerated() {
        group.addTask { (index, await outcome(of: source, read: read)) }
      }
      var arrived = [Outcome<Value>?](repeating: nil, count: sources.count)
      var outcomes: [Outcome<Value>] = []
      for try await (index, outcome) in group {
        arrived[index] = outcome
        progress?.arrived(index)
        while outcomes.count < arrived.count, let next = arrived[outcomes.count] {
          switch next {
          case .success(let answer): try take(answer)
          case .failure(let error) where isPartial && error is FetchError: break
          case .failure(let error): throw withAllMissing(error, of: sources)
          }
          outcomes.append(next)
        }
      }
      return outcomes
    }
  }

  /// Whether a response with this value may take a stored one's place: what stands where a resource
  /// does has to be one, whatever it was read as.
  private func isGood<Value>(_ value: Value, of source: Source) -> Bool {
    if let records = value as? Records { return records.misfits.isEmpty }
    let document = value as? JSONDocument ?? (value as? any HoldsDocument)?.document
    guard let document, let known = resource(at: source.url) else { return true }
    // Only whether it fits matters here.
    return (try? Records(document, of: known.resource, extent: known.extent)) != nil
  }

  /// The resource that a URL of this API gives, the list or a single record.
  private func resource(at url: String) -> (resource: Resource, extent: Records.Extent)? {
    guard let path = base.path(of: url)?.unicodeScalars.prefix(while: { $0 != "?" }) else {
      return nil
    }
    let parts = path.split(separator: "/").map { String($0) }
    guard let resource = parts.first.flatMap(Resource.named), parts.count <= 2 else { return nil }
    return (resource, parts.count == 1 ? .list : .single)
  }

  private func outcome<Value>(
    of source: Source, read: @escaping Read<Value>
  ) async -> Outcome<Value> {
    let start = ContinuousClock.now
    do {
      var timed = try await transport.answer(to: source.request) { response in
        answer(try read(response, source), of: source, in: response)
      } keepingIf: {
        isGood($0.value, of: source)
      }
      timed.provenance.duration = .now - start
      return .success(timed)
    } catch {
      return .failure(failure(error, of: source))
    }
  }

  /// Where the first failure is that nothing is stored, tells all that is missing at once.
  func withAllMissing(_ error: any Error, of sources: [Source]) -> any Error {
    guard var failure = error as? FetchError else { return error }
    // --offline would show the copy only if it has all the others too.
    if !sources.allSatisfy({ transport.forecast(for: $0.request).hasCopy }) {
      failure.secondsSinceCopy = nil
    }
    guard case .transport(let reason) = failure.cause, reason.reason == .notStored else {
      return failure
    }
    failure.cause = .notStored(
      urls: sources.filter { !transport.hasAtHand($0.request) }.map(\.url.withoutUserInfo))
    return failure
  }
}

/// What a caller made of a document.
private struct Reading<Value: Sendable>: Sendable, HoldsDocument {
  let document: JSONDocument
  let value: Value
}

private protocol HoldsDocument {
  var document: JSONDocument { get }
}
