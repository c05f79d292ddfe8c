/// Gets the answer to one planned request: a stored response, or the server's, which it checks and
/// stores. If the server fails, it falls back to a stored response.
struct Exchange<Content: Sendable>: Sendable {
  private let planned: PlannedRequest<Content>
  private let fetcher: Fetcher

  /// The time limit of the exchange, which begins when the exchange is made, and the bytes received
  /// so far.
  let limits: RequestLimits

  init(_ planned: PlannedRequest<Content>, _ fetcher: Fetcher) {
    self.planned = planned
    self.fetcher = fetcher
    limits = RequestLimits(time: fetcher.timeLimit)
  }

  /// The answer or the error, with the time that the exchange took.
  ///
  /// - Throws: `CancellationError`.
  func outcome() async throws -> Result<ResponseContent<Content>, FetchError> {
    do {
      var answer = try await answer()
      answer.source.duration = limits.elapsed
      return .success(answer)
    } catch var error as FetchError {
      error.duration = limits.elapsed
      return .failure(error)
    }
  }

  // MARK: Store, server, local data

  /// The answer from a stored response that can be used without asking the server; otherwise from
  /// the server or, for a local base URL, from files or the built-in data.
  private func answer() async throws -> ResponseContent<Content> {
    if let answer = try fromStore() { return answer }
    do {
      return try await fromServer()
    } catch let error as FetchError {
      guard fetcher.base.isLocal, error.isOfMissingDocument else { throw error }
      if let answer = try await fromLocalList() { return answer }
      throw missingPath ?? error
    }
  }

  /// The error 404 for a document that local data doesn't have. `nil` for a list such as `/users`,
  /// because the error about its missing file says more.
  private var missingPath: FetchError? {
    if let path = planned.own.path, path.id == nil { return nil }
    let response = HTTPResponse(status: 404, body: [], url: planned.url)
    let sourced = SourcedResponse(response: response, origin: fetcher.base.origin)
    return failure(.status(404, message: nil), in: sourced)
  }

  /// The answer from the newest stored response that can be used without asking the server; `nil`
  /// without one.
  ///
  /// - Throws: the error of a stored error response, such as a fresh 404. Offline, also the error
  ///   of a stored response that can't be read. `CancellationError`.
  private func fromStore() throws -> ResponseContent<Content>? {
    switch try readStored() {
    case .usable(_, let checked):
      return try checked.storedAnswer
    case .unusable(let failure):
      if fetcher.transport == nil, let failure { throw failure }
      return nil
    }
  }

  /// The stored response that the request will use: as it is, or for its conditions; `nil` without
  /// one.
  ///
  /// - Throws: `CancellationError`.
  func usedCopy() throws -> StoredCopy? {
    if case .usable(let copy, _) = try readStored() { return copy }
    guard let copy = planned.own.copy, !copy.isAtHand else { return nil }
    return copy
  }

  /// Reads the stored responses that are at hand, the newest first, up to one that can be used.
  ///
  /// - Throws: `CancellationError`.
  private func readStored() throws -> StoredContent {
    var failure: FetchError?
    for candidate in planned.atHand {
      guard let copy = candidate.copy else { continue }
      let checked = try check(SourcedResponse(copy, as: copy.origin), as: candidate)
      // A response that can't be read is fetched again. It may have been stored by another version
      // of this program.
      if !checked.canBeReplaced { return .usable(copy, checked) }
      // A list that can't be read, or isn't complete, doesn't show that the record is missing.
      if !candidate.isList { failure = checked.answer.failure }
    }
    return .unusable(failure)
  }

  /// The answer from the resource's list in local data, which has no document of its own for a path
  /// such as `/users/3`; `nil` if the list is missing, too.
  private func fromLocalList() async throws -> ResponseContent<Content>? {
    guard let server = fetcher.transport, let list = planned.list, let path = list.path else {
      return nil
    }
    let request = HTTPRequest(url: fetcher.base.url(of: path.text))
    let reply: Reply
    do {
      reply = try await send(request, to: server)
    } catch is TransportError {
      return nil
    }
    if reply.response.status == 404 { return nil }
    let sourced = SourcedResponse(response: reply.response, origin: fetcher.base.origin)
    return try check(sourced, as: list).answer.get()
  }

  /// The server's answer, or a stored one if the server fails. Offline, throws an error, because
  /// ``fromStore()`` has found nothing usable.
  private func fromServer() async throws -> ResponseContent<Content> {
    guard let server = fetcher.transport else {
      if let problem = planned.run?.problemOfDirectory { throw failure(.unusableStore(problem)) }
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

  /// Checks the server's response, and stores it if it may be stored. For a server failure, returns
  /// the answer from a stored response instead.
  private func accept(_ reply: Reply) throws -> ResponseContent<Content> {
    let sourced = SourcedResponse(response: reply.response, origin: fetcher.base.origin)
    let checked = try check(sourced, as: planned.own)
    var isStored = false
    if let run = planned.run {
      isStored = run.update(after: reply, as: checked.verdict, to: planned.key)
    }
    if let failure = checked.answer.failure, checked.canBeReplaced {
      return try fallBack(from: failure)
    }
    var answer = try checked.answer.get()
    answer.source.isStored = isStored
    // The misfit is given as the reason why the response isn't stored. If nothing can be stored for
    // the request, that isn't the reason.
    if let run = planned.run, run.canStore(planned.key) {
      answer.source.misfit = checked.misfit
    }
    return answer
  }

  /// The answer from a stored response instead of a failure.
  ///
  /// - Throws: the failure, if no stored response may replace it. A stored 404 may not, nor a
  ///   stored list without the record, because the record may exist by now. `CancellationError`.
  private func fallBack(from failure: FetchError) throws -> ResponseContent<Content> {
    var forbidden: FetchError.ForbiddenCopy?
    for candidate in planned.standIns {
      guard let copy = candidate.copy else { continue }
      if let objection = copy.objection {
        // The error names the newest.
        if forbidden == nil { forbidden = .init(storedAgo: copy.storedAgo, objection: objection) }
        continue
      }
      let checked = try check(SourcedResponse(copy, as: .stale), as: candidate)
      if case .success(var answer) = checked.answer {
        answer.source.failure = ended(failure)
        return answer
      }
      if checked.verdict == .absence { break }
    }
    throw ended(failure, forbidden)
  }

  /// Adds to a failure the time that the exchange has taken and, if there is one, the stored
  /// response that isn't allowed to replace the failure.
  private func ended(
    _ failure: FetchError, _ copy: FetchError.ForbiddenCopy? = nil
  ) -> FetchError {
    var failure = failure
    failure.duration = limits.elapsed
    failure.forbiddenCopy = copy
    return failure
  }

  /// Reads the caller's value from a response, and decides how the response affects the stored one.
  ///
  /// - Throws: `CancellationError`.
  private func check(
    _ sourced: SourcedResponse, as candidate: Candidate<Content>
  ) throws -> Checked {
    var document: JSONDocument
    do throws(UnusableResponse) {
      document = try JSONDocument(checking: sourced.response)
    } catch {
      let verdict = Verdict(on: error, status: sourced.response.status, to: candidate.path)
      var failure = failure(error.cause, in: sourced)
      // A page, for example of a server of static files, says nothing about the record.
      if sourced.response.status == 404, !error.hasJSONOrNothing { failure.record = nil }
      return Checked(answer: .failure(failure), verdict: verdict)
    }
    if case .file = fetcher.base.scheme { document.hidesText = true }
    var checked: Checked
    var misfit: TypeMismatch?
    do {
      let content = try candidate.read(document, sourced.response, &misfit)
      let source = Source(resource: planned.resource, sourced)
      let answer = ResponseContent(content: content, source: source)
      checked = Checked(answer: .success(answer), verdict: .document)
    } catch let error as CancellationError {
      throw error
    } catch {
      let failure = failure(of: error, in: document, sourced)
      checked = Checked(answer: .failure(failure), verdict: .document)
      // Any other path has no check but the caller's function, so its error means that the document
      // is unusable: it isn't stored, and a stored response may replace it.
      if candidate.path == nil { checked.verdict = .failure }
      // The list shows that the record doesn't exist, so no older response with the record is used.
      if error is MissingRecord { checked.verdict = .absence }
    }
    if misfit != nil { checked.verdict = .failure }
    checked.misfit = misfit
    return checked
  }
}

extension Exchange {
  /// What the stored responses at hand say.
  private enum StoredContent {
    /// The newest that can be used, and its content.
    case usable(StoredCopy, Checked)
    /// None can be used. The error says why the request's own response can't, if there is one.
    case unusable(FetchError?)
  }

  /// The caller's value in a response, and how the response affects the stored one.
  private struct Checked {
    let answer: Result<ResponseContent<Content>, FetchError>
    var verdict: Verdict

    /// Why the document may not be stored for its path; `nil` if it may.
    var misfit: TypeMismatch?

    /// Whether the answer is a failure that a stored response may replace.
    var canBeReplaced: Bool { answer.failure != nil && verdict == .failure }

    /// The answer with ``Source/isStored`` set.
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
    if let copy = planned.own.copy, !copy.conditions.isEmpty {
      var request = planned.request
      request.headerFields.append(contentsOf: copy.conditions)
      request.conditions = copy.conditions.map(\.name)
      let reply = try await send(request, to: server)
      if reply.response.status != 304 { return try accept(reply) }
      if let answer = try confirmed(copy, by: reply) { return answer }
    }
    return try accept(await send(planned.request, to: server))
  }

  private func send(_ request: HTTPRequest, to server: RetryingTransport) async throws -> Reply {
    if !fetcher.base.isLocal { _ = try request.checkedURL() }
    var request = request
    request.limits = limits
    let requested = fetcher.clock()
    let response = try await server.send(request)
    return Reply(response: response, requested: requested, received: fetcher.clock())
  }

  /// The answer from the stored response, updated by a 304; `nil` if the 304 is about another
  /// response, or the stored one can't be read.
  private func confirmed(
    _ copy: StoredCopy, by notModified: Reply
  ) throws -> ResponseContent<Content>? {
    guard let confirmed = copy.confirmed(by: notModified, to: planned.key) else { return nil }
    var sourced = SourcedResponse(confirmed, as: .revalidated)
    sourced.response.times = notModified.response.times
    let checked = try check(sourced, as: planned.own)
    if checked.canBeReplaced { return nil }
    planned.run?.update(confirmed: confirmed.stored, by: notModified, to: planned.key)
    return try checked.storedAnswer
  }

  // MARK: Failures

  private func failure(
    _ cause: FetchError.Cause, in sourced: SourcedResponse? = nil
  ) -> FetchError {
    let url = sourced?.response.url ?? planned.url
    var error = FetchError(resource: planned.resource, url: url, cause: cause, sourced)
    if let path = planned.own.path, let id = path.id {
      error.record = FetchError.Record(resource: path.resource.name, id: id)
    }
    return error
  }

  /// The error about a document from which the caller's value can't be read.
  private func failure(
    of error: any Error, in document: JSONDocument, _ sourced: SourcedResponse
  ) -> FetchError {
    if let mismatch = error as? TypeMismatch { return failure(.mismatch(mismatch), in: sourced) }
    if error is MissingRecord { return failure(.status(404, message: nil), in: sourced) }
    let mismatch = TypeMismatch(error, in: document.root)
    var failure = failure(.mismatch(mismatch), in: sourced)
    if !(error is DecodingError) { failure.underlying = error }
    return failure
  }
}

extension FetchError {
  /// Whether this error means that local data has no document at the URL: the file is missing, or
  /// the built-in data answers 404.
  fileprivate var isOfMissingDocument: Bool {
    if case .transport(let error) = cause { return error.isMissingFile }
    return status == 404
  }
}

extension StoredCopy {
  /// The origin of a stored response that is used without asking the server.
  package var origin: Source.Origin {
    if isOffline { return .stored(isFresh: isFresh) }
    return .fresh
  }
}

extension SourcedResponse {
  init(_ copy: StoredCopy, as origin: Source.Origin) {
    let stored = copy.stored
    let response = HTTPResponse(
      status: stored.status, statusLine: stored.statusLine, headerFields: stored.fields,
      body: stored.body, url: stored.url)
    self.init(response: response, origin: origin, storedAgo: copy.storedAgo, age: copy.age)
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
  /// Whether the user has to fix the cause, such as an invalid URL. No stored response replaces
  /// such a failure.
  fileprivate var isForUserToFix: Bool {
    switch self {
    case .unreadableCertificates, .invalidField, .invalidURL, .internationalHost: true
    default: false
    }
  }
}

// MARK: Responses that aren't documents

extension Verdict {
  /// Judges a response that is not a document.
  ///
  /// - Parameter path: the requested path; `nil` if it isn't a path of the catalogue's resources.
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
      // A record may not exist, but a list always does.
      if let path, path.id == nil { return .failure }
      return .absence
    case 300...:
      if isFailure(status) { return .failure }
      return .refusal
    default:
      return .failure
    }
  }

  /// Whether a stored response may replace a response with this error status. With any other error
  /// status, the response is the server's answer.
  static func isFailure(_ status: Int) -> Bool {
    status >= 500 || [408, 425, 429].contains(status)
  }
}
