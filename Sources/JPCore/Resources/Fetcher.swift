/// Gets records from a transport: all lists at once, each checked and indexed as it arrives, then
/// joined.
public struct Fetcher: Sendable {
  private let transport: any Transport
  private let base: BaseURL
  private let fields: HTTPFields

  /// Told of what arrives, if anybody wants to know.
  package var progress: FetchProgress?

  /// Makes a fetcher for the API below a base URL.
  ///
  /// - Parameter fields: header fields to send with every request.
  public init(_ transport: any Transport, base: BaseURL, fields: HTTPFields = []) {
    self.transport = transport
    self.base = base
    self.fields = fields
  }

  /// A fetcher for the built-in data.
  public static let sample = Fetcher(SampleTransport(), base: .sample)

  /// Gets the records of a query with what belongs to them.
  ///
  /// - Throws: the ``FetchError`` of the first source in the catalogue's order that failed, whichever
  ///   arrived first; `CancellationError`.
  public func records(_ query: RecordQuery) async throws -> Fetched<Records> {
    if let records = try recordsNow(query) { return records }
    let answers = try await answers(sources(of: query), read: readRecords)
    return try joined(query, answers)
  }

  /// The same as ``records(_:)`` for single records that need no others: each is handed on in its
  /// turn, as soon as it and those before it are there.
  ///
  /// - Precondition: ``RecordQuery/isOfSingles``.
  package func records(
    _ query: RecordQuery, inTurn take: @Sendable (Records) throws -> Void
  ) async throws -> Fetched<Records> {
    let answers = try await answers(singles(of: query), read: readRecords) { try take($0.value) }
    return try joined(query, answers)
  }

  /// The same as ``records(_:)`` without starting a task, where all that it needs is at hand.
  ///
  /// Whole lists that are at hand are preferred to single records: ids are then chosen here.
  package func recordsNow(_ query: RecordQuery) throws -> Fetched<Records>? {
    let sources = sources(of: query)
    guard sources.allSatisfy({ transport.hasAtHand($0.request) }) else { return nil }
    let answers = try sources.map { try answerNow($0, read: readRecords) }
    // One that can't be read after all has to be waited for.
    let complete = answers.compactMap(\.self)
    return complete.count == sources.count ? try joined(query, complete) : nil
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
  public func document(at url: String) async throws -> Fetched<JSONDocument> {
    fetched(try await answers([source(at: url)], read: readDocument)[0])
  }

  /// The same as ``document(at:)`` without starting a task, where it is at hand.
  package func documentNow(at url: String) throws -> Fetched<JSONDocument>? {
    try answerNow(source(at: url), read: readDocument).map(fetched)
  }

  // MARK: Sources

  /// One request, and what its answer should hold.
  private struct Source: Sendable {
    var resource: Resource?
    var extent = Records.Extent.list
    let request: HTTPRequest

    var url: String { request.url }
  }

  private struct Answer<Value: Sendable>: Sendable {
    let value: Value
    let provenance: Provenance
  }

  /// The whole lists where all of them are stored, if only to stand in; else single records where
  /// ids are given.
  private func sources(of query: RecordQuery) -> [Source] {
    let whole = lists(of: RecordQuery(query.resource, embeddings: query.embeddings))
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
        resource: query.resource, extent: .single,
        request: request(base.url(of: "/\(query.resource.name)/\(id.percentEncoded)")))
    }
  }

  /// The lists that a query needs; where it has ids, all but that of its own resource.
  private func lists(of query: RecordQuery) -> [Source] {
    query.embeddings.resources(beside: query.resource)
      .filter { query.ids.isEmpty || $0.name != query.resource.name }
      .map(list)
  }

  private func list(of resource: Resource) -> Source {
    Source(resource: resource, request: request(base.url(of: "/\(resource.name)")))
  }

  private func request(_ url: String) -> HTTPRequest { HTTPRequest(url: url, fields: fields) }

  // MARK: Reading responses

  private func readDocument(_ response: HTTPResponse, of source: Source) throws -> JSONDocument {
    do throws(FetchError.Cause) {
      return try JSONDocument(checking: response)
    } catch {
      throw failure(error, of: source, in: response)
    }
  }

  private func readRecords(_ response: HTTPResponse, of source: Source) throws -> Records {
    let document = try readDocument(response, of: source)
    guard let resource = source.resource else { preconditionFailure("a path has no records") }
    do throws(TypeMismatch) {
      return try Records(document, of: resource, extent: source.extent)
    } catch {
      throw failure(.mismatch(error), of: source, in: response)
    }
  }

  private func failure(
    _ cause: FetchError.Cause, of source: Source, in response: HTTPResponse? = nil
  ) -> FetchError {
    FetchError(source: source.resource?.name, url: response?.url ?? source.url, cause: cause)
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

  private typealias Read<Value> = @Sendable (HTTPResponse, Source) throws -> Value

  private func answerNow<Value>(
    _ source: Source, read: Read<Value>
  ) throws -> Answer<Value>? {
    do {
      return try transport.answerNow(to: source.request) { response in
        answer(try read(response, source), of: source, in: response)
      }
    } catch {
      throw failure(error, of: source)
    }
  }

  /// Asks all sources at once, and gives their answers in the sources' order.
  ///
  /// The error is that of the first source that failed in this order, so that it does not depend on
  /// who was faster: what comes behind it is cancelled, what comes before it is waited for.
  private func answers<Value>(
    _ sources: [Source], read: @escaping Read<Value>,
    inTurn take: (Answer<Value>) throws -> Void = { _ in }
  ) async throws -> [Answer<Value>] {
    try await withThrowingTaskGroup(of: (Int, Result<Answer<Value>, any Error>).self) { group in
      progress?.begin(sources.map { $0.resource?.name ?? $0.url.withoutUserInfo })
      for (index, source) in sources.enumerated() {
        group.addTask { (index, await result(of: source, read: read)) }
      }
      var results = [Result<Answer<Value>, any Error>?](repeating: nil, count: sources.count)
      var answers: [Answer<Value>] = []
      for try await (index, result) in group {
        results[index] = result
        progress?.arrived(index)
        while answers.count < results.count, let next = results[answers.count] {
          do { answers.append(try next.get()) } catch { throw withAllMissing(error, of: sources) }
          try take(answers[answers.count - 1])
        }
      }
      return answers
    }
  }

  /// Whether a response with this value may take a stored one's place: what stands where a resource
  /// does has to be one, whatever it was read as.
  private func isGood<Value>(_ value: Value, of source: Source) -> Bool {
    guard let document = value as? JSONDocument, let known = resource(at: source.url) else {
      return true
    }
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

  private func result<Value>(
    of source: Source, read: @escaping Read<Value>
  ) async -> Result<Answer<Value>, any Error> {
    do {
      return .success(
        try await transport.answer(to: source.request) { response in
          answer(try read(response, source), of: source, in: response)
        } keepingIf: {
          isGood($0.value, of: source)
        })
    } catch {
      return .failure(failure(error, of: source))
    }
  }

  /// Where the first failure is that nothing is stored, tells all that is missing at once.
  private func withAllMissing(_ error: any Error, of sources: [Source]) -> any Error {
    guard var failure = error as? FetchError else { return error }
    // --offline would show the copy only if it has all the others too.
    if !sources.allSatisfy({ transport.forecast(for: $0.request).hasCopy }) {
      failure.secondsSinceCopy = nil
    }
    guard case .transport(let reason) = failure.cause, reason.reason == .notStored else {
      return failure
    }
    failure.cause = .notStored(
      urls: sources.filter { !transport.hasAtHand($0.request) }.map(\.url))
    return failure
  }

  // MARK: Results

  private func joined(_ query: RecordQuery, _ answers: [Answer<Records>]) throws -> Fetched<Records>
  {
    let singles = answers.map(\.value).filter { $0.extent == .single }
    let lists = answers.map(\.value).filter { $0.extent == .list }
    let byName = Dictionary(uniqueKeysWithValues: lists.map { ($0.resource.name, $0) })
    guard let root = try singles.isEmpty ? byName[query.resource.name] : Records(combining: singles)
    else { preconditionFailure("\(query.resource.name) was not asked for") }
    var (records, irregularities) = root.nesting(query.embeddings, from: byName)
    if !singles.isEmpty {
      let rows = query.uniqueIDs.map { Array($0.utf8) }
      records.shown = query.ids.compactMap { rows.firstIndex(of: Array($0.utf8)) }
    } else if !query.ids.isEmpty {
      try records.show(query.ids) { id in
        failure(.noRecord(id: id), of: list(of: root.resource))
      }
    }
    records.isSingle = query.ids.count == 1
    return Fetched(
      value: records, sources: answers.map(\.provenance), irregularities: irregularities)
  }
}

extension Records {
  /// One list of single records that were asked for apart; a single one as it is.
  fileprivate init(combining singles: [Records]) throws {
    guard singles.count > 1 else {
      self = singles[0]
      return
    }
    try self.init(
      JSONDocument(arrayOf: singles.map(\.document)), of: singles[0].resource, extent: .several)
  }

  /// Shows the records with these ids, in this order.
  fileprivate mutating func show(_ ids: [String], orThrow failure: (String) -> FetchError) throws {
    var rows: [[UInt8]: Int] = [:]
    for row in objects.indices.reversed() {
      if let key = id(ofRow: row) { rows[Array(key.text.utf8)] = row }
    }
    shown = try ids.map { id in
      guard let row = rows[Array(id.utf8)] else { throw failure(id) }
      return row
    }
  }
}
