/// Gets the answer to one planned request: a stored response, or the server's, which it checks and
/// stores. If the server fails, it uses a stored response.
struct Exchange<Content: Sendable>: Sendable {
  private let planned: PlannedRequest<Content>
  private let fetcher: Fetcher
  private let budget: ContentBudget

  /// The request's limits; their time begins when the request does.
  let limits: RequestLimits

  /// - Parameter budget: the room for all answers of the run.
  init(_ planned: PlannedRequest<Content>, _ fetcher: Fetcher, _ budget: ContentBudget) {
    self.planned = planned
    self.fetcher = fetcher
    self.budget = budget
    limits = RequestLimits(time: TimeAllowance(limit: fetcher.timeLimit), memory: budget)
  }

  /// - Throws: `CancellationError`.
  func outcome() async throws -> Outcome<Answer<Content>> {
    do {
      var answer = try await answer()
      answer.provenance.duration = limits.time.spent
      return .success(answer)
    } catch var error as FetchError {
      error.duration = limits.time.spent
      return .failure(error)
    }
  }

  private func answer() async throws -> Answer<Content> {
    switch planned.lookUp {
    case .atHand(let response):
      let judged = try judge(response)
      // A response that can't be read, for example one that another version stored, is fetched again.
      if judged.isFailure, fetcher.transport != nil { return try await ask() }
      return try judged.storedAnswer
    case .ask, .notStored: return try await ask()
    }
  }

  // MARK: Asking the server

  private func ask() async throws -> Answer<Content> {
    guard let server = fetcher.transport else {
      throw failure(.notStored(urls: [planned.url.withoutSecrets]))
    }
    do {
      return try await ask(planned.canServeStale ? server.withoutRetriesIfRefused() : server)
    } catch let error as TransportError {
      let failure = failure(.transport(error))
      if error.reason.isForUserToFix { throw failure }
      return try serveStale(because: failure)
    }
  }

  /// Sends the request. A 304 that selects another response, or confirms one that can't be read,
  /// leads to a second request for the whole, within the same time limit.
  private func ask(_ server: RetryingTransport) async throws -> Answer<Content> {
    if let question = planned.lookUp.question, !question.conditions.isEmpty {
      let reply = try await send(question.conditions, to: server)
      if reply.response.status != 304 { return try answer(of: reply) }
      if let answer = try confirmed(question, by: reply) { return answer }
    }
    return try answer(of: await send([], to: server))
  }

  private func send(
    _ conditions: [HeaderFields.Field], to server: RetryingTransport
  ) async throws -> Reply {
    var request = planned.request
    request.fields.append(contentsOf: conditions)
    request.limits = limits
    let requested = fetcher.clock()
    let response = try await server.send(request)
    return Reply(response: response, requested: requested, received: fetcher.clock())
  }

  /// The stored response, updated from a 304; `nil` if the 304 selects another response, or the
  /// stored one can't be read.
  private func confirmed(
    _ question: LookUp.Question, by reply: Reply
  ) throws -> Answer<Content>? {
    guard let stored = question.confirmed(by: reply) else { return nil }
    var response = stored.response(origin: .revalidated, at: reply.received)
    response.times = reply.response.times
    let judged = try judge(response)
    if judged.isFailure { return nil }
    planned.run?.update(confirmed: stored, to: planned.request)
    return try judged.storedAnswer
  }

  /// Checks the server's response within the time limit, and stores it if it may be stored.
  private func answer(of reply: Reply) throws -> Answer<Content> {
    let judged = try judge(reply.response)
    if let limit = limits.time.limit, limits.time.spent > limit {
      // The store doesn't change.
      throw TransportError(url: planned.url, reason: .timedOut(limit: limit))
    }
    guard let run = planned.run else { return try answerOrStale(judged) }
    let isStored = run.update(after: reply, as: judged.verdict, to: planned.request)
    var answer = try answerOrStale(judged)
    if answer.provenance.failure == nil {
      answer.provenance.isStored = isStored
      // If nothing can be stored for the request, the misfit isn't the reason.
      if run.canStore(planned.request) { answer.provenance.misfit = judged.misfit }
    }
    return answer
  }

  // MARK: Stored responses instead of failures

  private func answerOrStale(_ judged: Judged) throws -> Answer<Content> {
    guard case .failure(let failure) = judged.answer, judged.isFailure else {
      return try judged.answer.get()
    }
    return try serveStale(because: failure)
  }

  private func serveStale(because failure: FetchError) throws -> Answer<Content> {
    var failure = failure
    failure.duration = limits.time.spent
    let standIns = planned.standIns
    if standIns.isEmpty, planned.lookUp.canServeStale, failure.answeredAgo == nil {
      failure.storedCopy = .missing
    }
    for (question, stored) in standIns {
      failure.storedCopy = question.copy
      guard question.canServeStale else { throw failure }
      let judged = try judge(stored)
      switch judged.answer {
      case .success(var answer):
        answer.provenance.failure = failure
        return answer
      case .failure(var error) where judged.verdict == .absence:
        error.hiddenFailures = [failure]
        throw error
      // Report the server's failure instead.
      case .failure: continue
      }
    }
    throw failure
  }

  // MARK: Checking

  /// A response as the caller reads it, and how it affects the stored ones.
  private struct Judged {
    let answer: Outcome<Answer<Content>>
    var verdict: Verdict

    /// Why a document may not be stored for its path.
    var misfit: TypeMismatch?

    var isFailure: Bool {
      if case .failure = answer { verdict == .failure } else { false }
    }

    /// The answer of a response that the store holds.
    var storedAnswer: Answer<Content> {
      get throws {
        var answer = try answer.get()
        answer.provenance.isStored = true
        return answer
      }
    }
  }

  /// - Throws: `CancellationError`.
  private func judge(_ response: TransportResponse) throws -> Judged {
    limits.time.start()
    defer { limits.time.stop() }
    let document: JSONDocument
    do {
      document = try checkedDocument(response)
    } catch {
      return Judged(
        answer: .failure(failure(error, in: response)),
        verdict: Verdict(on: response, at: planned.path?.extent))
    }
    let provenance = Provenance(resource: planned.resource, response)
    let answer: Outcome<Answer<Content>>
    do {
      answer = .success(Answer(content: try planned.read(document), provenance: provenance))
    } catch let error as CancellationError {
      throw error
    } catch {
      let mismatch = error as? TypeMismatch ?? TypeMismatch(error, in: document.root)
      answer = .failure(failure(.mismatch(mismatch), in: response))
    }
    return judgedByContent(document, answer)
  }

  /// Decides whether a document may be stored for the request's URL. For a resource, the ids decide:
  /// fields of other types are still the server's data. For other documents, the caller's reader
  /// decides.
  private func judgedByContent(
    _ document: JSONDocument, _ answer: Outcome<Answer<Content>>
  ) -> Judged {
    var judged = Judged(answer: answer, verdict: .document)
    guard let path = planned.path else {
      if case .failure = answer { judged.verdict = .failure }
      return judged
    }
    // The reader has already checked the ids.
    if let records = try? answer.get().content as? Records, records.misfits.isEmpty {
      return judged
    }
    judged.misfit = path.misfit(in: document)
    if judged.misfit != nil { judged.verdict = .failure }
    return judged
  }

  private func checkedDocument(
    _ response: TransportResponse
  ) throws(FetchError.Cause) -> JSONDocument {
    let excess = TransportError(url: response.url, reason: budget.excess)
    guard budget.reserve(bytes: response.body.count) else { throw .transport(excess) }
    let document = try JSONDocument(checking: response)
    guard budget.reserve(values: document.nodes.count) else { throw .transport(excess) }
    return document
  }

  private func failure(
    _ cause: FetchError.Cause, in response: TransportResponse? = nil
  ) -> FetchError {
    var error = FetchError(
      resource: planned.resource, url: response?.url ?? planned.url, cause: cause,
      response: response)
    if let path = planned.path, let id = path.id {
      error.record = FetchError.Record(resource: path.resource.name, id: id)
    }
    return error
  }
}

extension LookUp.Question {
  /// The stored response, as the error reports it.
  fileprivate var copy: FetchError.StoredCopy {
    switch objection {
    case nil: .irrelevant
    case .server(let directive): .forbidden(storedAgo: storedAgo, by: directive)
    case .caller: .forbidden(storedAgo: storedAgo, by: nil)
    }
  }
}

extension TransportError.Reason {
  /// Whether the user has to fix it, so that no stored response is served in its place.
  fileprivate var isForUserToFix: Bool {
    switch self {
    case .unreadableCertificates, .invalidField, .invalidURL, .internationalHost: true
    default: false
    }
  }
}
