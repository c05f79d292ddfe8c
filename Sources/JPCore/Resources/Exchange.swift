/// Gets the answer to one planned request: a stored response, or the server's, which it checks and
/// stores. If the server fails, it falls back to a stored response.
struct Exchange: Sendable {
  let planned: PlannedRequest
  let fetcher: Fetcher

  /// The time limit of the exchange, which begins when the exchange is made, and the bytes received
  /// so far.
  let limits: RequestLimits

  init(_ planned: PlannedRequest, _ fetcher: Fetcher) {
    self.planned = planned
    self.fetcher = fetcher
    limits = RequestLimits(time: fetcher.timeLimit)
  }

  /// The answer or the error, with the time that the exchange took.
  ///
  /// - Throws: `CancellationError`.
  func outcome() async throws -> Result<FetchedDocument, FetchError> {
    do {
      var answer = try await getAnswer()
      answer.source.duration = limits.elapsed
      return .success(answer)
    } catch var error as FetchError {
      error.duration = limits.elapsed
      return .failure(error)
    }
  }

  /// The answer from a stored response that can be used without asking the server; otherwise from
  /// the server or, for a local base URL, from files or the built-in data.
  private func getAnswer() async throws -> FetchedDocument {
    if let stored = try readStored() { return try stored.checked.answerInStore }
    guard let server = fetcher.transport else { throw try makeErrorWithoutServer() }
    do {
      return try await askServer(server)
    } catch let error as FetchError {
      guard fetcher.base.isLocal, error.isOfMissingDocument else { throw error }
      if let answer = try await answerFromLocalList(server) { return answer }
      throw missingPath ?? error
    }
  }

  // MARK: Stored responses

  /// The stored response that the request will use: as it is, or for its conditions; `nil` without
  /// one.
  ///
  /// - Throws: `CancellationError`.
  func usedCopy() throws -> StoredCopy? {
    if let stored = try readStored() { return stored.copy }
    guard let copy = planned.ownCopy, !copy.isAtHand else { return nil }
    return copy
  }

  /// The newest stored response that can be used without asking the server; `nil` without one.
  ///
  /// - Throws: `CancellationError`.
  private func readStored() throws -> (copy: StoredCopy, checked: CheckedResponse)? {
    for copy in planned.copiesAtHand {
      let checked = try checkStored(copy, as: copy.origin)
      // A response that can't be read is fetched again. It may have been stored by another version
      // of this program.
      if !checked.canBeReplaced { return (copy, checked) }
    }
    return nil
  }

  /// The error if nothing that is stored can be used, and there is no server.
  ///
  /// - Throws: `CancellationError`.
  private func makeErrorWithoutServer() throws -> FetchError {
    // A list that can't be read, or isn't complete, doesn't show that the record is missing.
    if let own = planned.ownCopy, let error = try checkStored(own, as: own.origin).answer.failure {
      return error
    }
    if let problem = planned.cacheRun?.problemOfDirectory {
      return makeError(.unusableStore(problem))
    }
    var error = makeError(.notStored(urls: [planned.url.withoutSecrets]))
    error.secretInRequest = planned.request.secretInWords
    return error
  }

  /// The answer from a stored response instead of a failure.
  ///
  /// - Throws: the failure, if no stored response may replace it. A stored 404 may not, because the
  ///   record may exist by now. `CancellationError`.
  private func fallBack(from failure: FetchError) throws -> FetchedDocument {
    var failure = failure
    failure.duration = limits.elapsed
    var forbidden: FetchError.ForbiddenCopy?
    for copy in planned.copies {
      if let objection = copy.objection {
        // The copies are sorted, the newest first. The error is about the newest one.
        if forbidden == nil {
          forbidden = .init(storedAgo: copy.storedAgo, age: copy.age, objection: objection)
        }
        continue
      }
      let checked = try checkStored(copy, as: .stale)
      if case .success(var answer) = checked.answer {
        answer.source.failure = failure
        return answer
      }
      if checked.verdict == .absence { break }
    }
    failure.forbiddenCopy = forbidden
    throw failure
  }

  // MARK: The server

  /// The server's answer, or a stored one if the server fails.
  private func askServer(_ server: RetryingTransport) async throws -> FetchedDocument {
    do {
      if planned.canServeStale {
        return try await sendRevalidating(to: server.withoutRetriesIfRefused())
      }
      return try await sendRevalidating(to: server)
    } catch let error as TransportError {
      // A transport may report its cancellation as a failure.
      try Task.checkCancellation()
      var failure = self.makeError(.transport(error))
      failure.underlying = error.underlying
      if error.reason.isForUserToFix { throw failure }
      return try fallBack(from: failure)
    }
  }

  /// Sends the request, with conditions if a stored response can be revalidated. If a 304 is about
  /// another response, or the stored one can't be read, sends a second request without conditions,
  /// within the same time limit.
  private func sendRevalidating(to server: RetryingTransport) async throws -> FetchedDocument {
    if let copy = planned.ownCopy, !copy.conditions.isEmpty {
      var request = planned.request
      request.headerFields.append(contentsOf: copy.conditions)
      request.conditions = copy.conditions.map(\.name)
      let response = try await sendTimed(request, to: server)
      if response.status != 304 { return try checkAndStore(response) }
      if let answer = try answerConfirmed(copy, by: response) { return answer }
    }
    return try checkAndStore(await sendTimed(planned.request, to: server))
  }

  private func sendTimed(
    _ request: HTTPRequest, to server: RetryingTransport
  ) async throws -> HTTPResponse {
    if !fetcher.base.isLocal { _ = try request.checkedURL() }
    var request = request
    request.limits = limits
    let asked = fetcher.clock()
    let waitedBefore = limits.secondsWaited
    var response = try await server.send(request)
    // The wait for a turn isn't part of the time that the response took (RFC 9111 §4.2.3).
    let waited = limits.secondsWaited - waitedBefore
    response.requested = HTTPDate(seconds: asked.seconds + waited)
    response.received = fetcher.clock()
    return response
  }

  /// Reads the server's response, and stores it if it may be stored. For a server failure, returns
  /// the answer from a stored response instead.
  private func checkAndStore(_ response: HTTPResponse) throws -> FetchedDocument {
    let checked = try checkResponse(source(of: response))
    var isStored = false
    if let run = planned.cacheRun {
      isStored = run.updateStore(after: response, as: checked.verdict, to: planned.key)
    }
    if let failure = checked.answer.failure, checked.canBeReplaced {
      return try fallBack(from: failure)
    }
    var answer = try checked.answer.get()
    answer.source.isInStore = isStored
    // The misfit is given as the reason why the response isn't stored. If nothing can be stored for
    // the request, that isn't the reason.
    if let run = planned.cacheRun, run.canStore(planned.key) {
      answer.source.misfit = checked.misfit
    }
    return answer
  }

  /// The answer from the stored response, updated by a 304; `nil` if the 304 is about another
  /// response, or the stored one can't be read.
  private func answerConfirmed(
    _ copy: StoredCopy, by notModified: HTTPResponse
  ) throws -> FetchedDocument? {
    guard let confirmed = copy.confirmed(by: notModified) else { return nil }
    let checked = try checkStored(confirmed, as: .revalidated)
    if checked.canBeReplaced { return nil }
    planned.cacheRun?.storeConfirmed(confirmed.stored, by: notModified, to: planned.key)
    return try checked.answerInStore
  }

  // MARK: Local data

  /// The resource's list in local data, which has no document of its own for a path such as
  /// `/users/3`; `nil` if the list is missing, too.
  private func answerFromLocalList(_ server: RetryingTransport) async throws -> FetchedDocument? {
    guard let path = planned.path, path.id != nil else { return nil }
    let list = ResourcePath.list(of: path.resource)
    let response: HTTPResponse
    do {
      response = try await sendTimed(HTTPRequest(url: fetcher.base.url(of: list.text)), to: server)
    } catch is TransportError {
      return nil
    }
    if response.status == 404 { return nil }
    return try checkResponse(source(of: response), isList: true).answer.get()
  }

  /// The error 404 for a document that local data doesn't have. `nil` for a list such as `/users`,
  /// because the error about its missing file says more.
  private var missingPath: FetchError? {
    if let path = planned.path, path.id == nil { return nil }
    let response = HTTPResponse(status: 404, body: [], url: planned.url)
    return makeError(.status(404, message: nil), in: source(of: response))
  }

  /// The source of a response that doesn't come from the store.
  private func source(of response: HTTPResponse) -> Source {
    Source(resource: planned.resource, of: response, from: fetcher.base.origin)
  }
}

extension FetchError {
  /// Whether this error means that local data has no document at the URL: the file is missing, or
  /// the built-in data answers 404.
  fileprivate var isOfMissingDocument: Bool {
    if case .transport(let error) = cause { return error.reason.isMissingFile }
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
