/// Gets the answer to one planned request: a stored response, or the server's, which it checks and
/// stores. If the server fails, it falls back to a stored response.
struct Exchange<Content: Sendable>: Sendable {
  private let planned: PlannedRequest<Content>
  private let fetcher: Fetcher
  private let budget: ContentBudget

  /// The request's limits. The time is counted from the start of the request.
  let limits: RequestLimits

  /// - Parameter budget: the memory for all responses of the run, which its requests share.
  init(_ planned: PlannedRequest<Content>, _ fetcher: Fetcher, _ budget: ContentBudget) {
    self.planned = planned
    self.fetcher = fetcher
    self.budget = budget
    limits = RequestLimits(time: TimeAllowance(limit: fetcher.timeLimit), memory: budget)
  }

  /// - Throws: `CancellationError`; the error of a ``Middleware``.
  func outcome() async throws -> Outcome<ResponseContent<Content>> {
    do {
      var answer = try await fromStore()
      answer.source.duration = limits.time.spent
      return .success(answer)
    } catch var error as FetchError {
      error.duration = limits.time.spent
      return .failure(error)
    }
  }

  // MARK: The steps

  /// The answer from a stored response that can be used as it is; otherwise the server's.
  private func fromStore() async throws -> ResponseContent<Content> {
    if case .atHand(let cached, _) = planned.lookUp {
      let checked = try check(cached.sourced(as: cached.origin))
      // A response that can't be read, for example one that another version stored, is fetched
      // again.
      if !checked.canBeReplaced || fetcher.transport == nil { return try checked.storedAnswer }
    }
    return try await fromServer()
  }

  /// The server's answer, or a stored one if the server gives none.
  private func fromServer() async throws -> ResponseContent<Content> {
    guard let server = fetcher.transport else {
      var failure = failure(.notStored(urls: [planned.url.withoutSecrets]))
      failure.secretInRequest = planned.request.secretInWords
      throw failure
    }
    do {
      if planned.canServeStale { return try await ask(server.withoutRetriesIfRefused()) }
      return try await ask(server)
    } catch let error as TransportError {
      // A transport may report its cancellation as a failure.
      try Task.checkCancellation()
      var failure = failure(.transport(error))
      failure.underlying = error.underlying
      if error.reason.isForUserToFix { throw failure }
      return try fallBack(from: failure)
    }
  }

  /// Checks the server's response within the time limit, and stores it if it may be stored.
  private func accept(_ reply: Reply) throws -> ResponseContent<Content> {
    let sourced = SourcedResponse(response: reply.response, origin: fetcher.base.origin)
    let checked = try check(sourced)
    if let limit = limits.time.limit, limits.time.spent > limit {
      // Thrown before the store changes: a late response isn't stored.
      throw TransportError(url: planned.url, reason: .timedOut(limit: limit))
    }
    var isStored = false
    if let run = planned.run {
      isStored = run.update(after: reply, as: checked.verdict, to: planned.request)
    }
    if let failure = checked.answer.failure, checked.canBeReplaced {
      return try fallBack(from: failure)
    }
    var answer = try checked.answer.get()
    answer.source.isStored = isStored
    // If nothing can be stored for the request, the misfit isn't the reason.
    if let run = planned.run, run.canStore(planned.request) {
      answer.source.misfit = checked.misfit
    }
    return answer
  }

  /// The answer from a stored response that may replace a failure.
  ///
  /// - Throws: the failure if there is none, or if a stored response says that the record doesn't
  ///   exist, which may be different now; `CancellationError`.
  private func fallBack(from failure: FetchError) throws -> ResponseContent<Content> {
    var copy = failure.storedCopy
    for standIn in planned.standIns {
      copy = standIn.copy
      if !standIn.canServeStale { break }
      let checked = try check(standIn.response.sourced(as: .stale))
      if case .success(var answer) = checked.answer {
        answer.source.failure = ended(failure, copy)
        return answer
      }
      if checked.verdict == .absence { break }
    }
    throw ended(failure, copy)
  }

  /// A failure, with the time that the exchange has taken, and the stored response that may replace it.
  private func ended(_ failure: FetchError, _ copy: FetchError.StoredCopy) -> FetchError {
    var failure = failure
    failure.duration = limits.time.spent
    failure.storedCopy = copy
    return failure
  }

  /// Reads a response for the caller, and decides how it affects the stored one.
  ///
  /// - Throws: `CancellationError`.
  private func check(_ sourced: SourcedResponse) throws -> Checked {
    limits.time.start()
    defer { limits.time.stop() }
    let document: JSONDocument
    do {
      document = try checkedDocument(sourced.response)
    } catch {
      let verdict = Verdict(on: error, status: sourced.response.status, to: planned.path)
      return Checked(answer: .failure(failure(error.cause, in: sourced)), verdict: verdict)
    }
    let answer = try read(document, from: sourced)
    let misfit = misfit(in: document, answer)
    var isUsable = misfit == nil
    // Without a resource's path, only the caller's function decides whether a document is usable.
    if planned.path == nil { isUsable = answer.failure == nil }
    let verdict: Verdict = isUsable ? .document : .failure
    return Checked(answer: answer, verdict: verdict, misfit: misfit)
  }
}

extension Exchange {
  /// A response as the caller reads it, and how it affects the stored one.
  private struct Checked {
    let answer: Outcome<ResponseContent<Content>>
    let verdict: Verdict

    /// Why a document may not be stored for its path.
    var misfit: TypeMismatch?

    /// Whether the answer is a failure that a stored response may replace.
    var canBeReplaced: Bool { answer.failure != nil && verdict == .failure }

    /// The answer of a response that the store holds.
    var storedAnswer: ResponseContent<Content> {
      get throws {
        var answer = try answer.get()
        answer.source.isStored = true
        return answer
      }
    }
  }

  // MARK: Asking the server

  /// Sends the request, with conditions if a stored response can be revalidated. If a 304 is about
  /// another response, or the stored one can't be read, sends a second request without conditions,
  /// within the same time limit.
  private func ask(_ server: RetryingTransport) async throws -> ResponseContent<Content> {
    if let revalidation = planned.lookUp.revalidation, !revalidation.conditions.isEmpty {
      let reply = try await send(revalidation.conditions, to: server)
      if reply.response.status != 304 { return try accept(reply) }
      if let answer = try confirmed(revalidation, by: reply) { return answer }
    }
    return try accept(await send([], to: server))
  }

  private func send(
    _ conditions: [HeaderFields.Field], to server: RetryingTransport
  ) async throws -> Reply {
    var request = planned.request
    request.headerFields.append(contentsOf: conditions)
    request.conditions = conditions.map(\.name)
    let chain = MiddlewareChain(
      middleware: fetcher.middleware, server: server, limits: limits,
      checksURL: !fetcher.base.isLocal)
    let requested = fetcher.clock()
    let (response, isChanged) = try await chain.send(request)
    return Reply(
      response: response, requested: requested, received: fetcher.clock(), isChanged: isChanged)
  }

  /// The answer from the stored response, updated by a 304; `nil` if the 304 is about another
  /// response, or the stored one can't be read.
  private func confirmed(
    _ revalidation: LookUp.Revalidation, by reply: Reply
  ) throws -> ResponseContent<Content>? {
    guard let stored = revalidation.confirmed(by: reply) else { return nil }
    var sourced = stored.cached(at: reply.received).sourced(as: .revalidated)
    sourced.response.times = reply.response.times
    let checked = try check(sourced)
    if checked.canBeReplaced { return nil }
    planned.run?.update(confirmed: stored, by: reply, to: planned.request)
    return try checked.storedAnswer
  }

  // MARK: Checking

  private func checkedDocument(
    _ response: HTTPResponse
  ) throws(UnusableResponse) -> JSONDocument {
    let excess = TransportError(url: response.url, reason: budget.excess)
    guard budget.reserve(bytes: response.body.count) else {
      throw UnusableResponse(.transport(excess), hasJSONOrNothing: false)
    }
    var document = try JSONDocument(checking: response)
    if case .file = fetcher.base.scheme { document.hidesText = true }
    guard budget.reserve(values: document.nodes.count) else {
      throw UnusableResponse(.transport(excess), hasJSONOrNothing: false)
    }
    return document
  }

  /// Reads the caller's value from a document.
  ///
  /// - Throws: `CancellationError`.
  private func read(
    _ document: JSONDocument, from sourced: SourcedResponse
  ) throws -> Outcome<ResponseContent<Content>> {
    do {
      let content = try planned.read(document, sourced.response)
      let source = Source(resource: planned.resource, sourced)
      return .success(ResponseContent(content: content, source: source))
    } catch let error as CancellationError {
      throw error
    } catch {
      return .failure(failure(of: error, in: document, sourced))
    }
  }

  /// Why a document may not be stored for the request's path; `nil` if it may. Only the ids count:
  /// a record with other fields of unexpected types is still the server's data.
  private func misfit(
    in document: JSONDocument, _ answer: Outcome<ResponseContent<Content>>
  ) -> TypeMismatch? {
    guard let path = planned.path else { return nil }
    if case .success(let answer) = answer, planned.provesFit(answer.content) { return nil }
    return path.misfit(in: document)
  }

  // MARK: Failures

  private func failure(
    _ cause: FetchError.Cause, in sourced: SourcedResponse? = nil
  ) -> FetchError {
    let url = sourced?.response.url ?? planned.url
    var error = FetchError(resource: planned.resource, url: url, cause: cause, sourced)
    if let path = planned.path, let id = path.id {
      error.record = FetchError.Record(resource: path.resource.name, id: id)
    }
    return error
  }

  /// The failure of a document from which the caller's value can't be read.
  private func failure(
    of error: any Error, in document: JSONDocument, _ sourced: SourcedResponse
  ) -> FetchError {
    if let mismatch = error as? TypeMismatch { return failure(.mismatch(mismatch), in: sourced) }
    let mismatch = TypeMismatch(error, in: document.root)
    var failure = failure(.mismatch(mismatch), in: sourced)
    if !(error is DecodingError) { failure.underlying = error }
    return failure
  }
}

extension LookUp.StandIn {
  /// Why the stored response can't be served, as the error reports it.
  fileprivate var copy: FetchError.StoredCopy {
    switch objection {
    case nil: .irrelevant
    case .server(let directive): .forbidden(storedAgo: response.storedAgo, by: directive)
    case .caller: .forbidden(storedAgo: response.storedAgo, by: nil)
    }
  }
}

extension CachedResponse {
  /// The origin of a stored response that is used without asking the server.
  package var origin: Source.Origin {
    if isOffline { return .offline(isFresh: isFresh) }
    return .fresh
  }

  fileprivate func sourced(as origin: Source.Origin) -> SourcedResponse {
    SourcedResponse(response: response, origin: origin, storedAgo: storedAgo, age: age)
  }
}

extension BaseURL {
  /// The origin of responses that don't come from the store.
  fileprivate var origin: Source.Origin {
    switch scheme {
    case .http: .network
    case .file: .file
    case .sample: .sample
    }
  }
}

extension TransportError.Reason {
  /// Whether the user has to fix the cause, so that no stored response replaces the failure.
  fileprivate var isForUserToFix: Bool {
    switch self {
    case .unreadableCertificates, .invalidField, .invalidURL, .internationalHost: true
    default: false
    }
  }
}

// MARK: Responses that aren't documents

extension Verdict {
  /// Judges a response that is not the expected document.
  ///
  /// - Parameter path: the requested path; `nil` for anything but the catalogue's resources.
  init(on unusable: UnusableResponse, status: Int, to path: ResourcePath?) {
    self = .failure
    if unusable.hasJSONOrNothing { self = Self.verdict(onStatus: status, to: path) }
  }

  private static func verdict(onStatus status: Int, to path: ResourcePath?) -> Verdict {
    switch status {
    case 204:
      if path == nil { return .absence }
      return .failure
    case 304:
      return .failure
    case 404, 410:
      if let path, !path.canBeAbsent { return .failure }
      return .absence
    case 300...:
      if isFailure(status) { return .failure }
      return .refusal
    default:
      return .failure
    }
  }

  /// Whether an error status is a failure that a stored response may replace. Any other one is the
  /// server's answer.
  static func isFailure(_ status: Int) -> Bool {
    status >= 500 || [408, 425, 429].contains(status)
  }
}
