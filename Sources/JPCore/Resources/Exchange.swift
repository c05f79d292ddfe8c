/// The way from one planned request to its answer: use what is at hand, or ask, check, and keep
/// what came or serve what is stored.
struct Exchange: Sendable {
  private let planned: Fetcher.PlannedRequest
  private let base: BaseURL
  private let transport: RetryingTransport?
  private let clock: HTTPDate.Clock
  private let rules: [ResponseRule]
  private let budget: ContentBudget

  /// Indexes a server's content while it arrives; `nil` where all of it comes at once.
  let reader: PartialJSON?

  /// - Parameters:
  ///   - fetcher: knows whom to ask, and how an answer is checked.
  ///   - budget: the room for all answers of the run.
  init(_ planned: Fetcher.PlannedRequest, _ fetcher: Fetcher, _ budget: ContentBudget) {
    self.planned = planned
    self.budget = budget
    base = fetcher.base
    transport = fetcher.transport
    clock = fetcher.clock
    rules = fetcher.rules
    reader = base.isLocal || transport == nil ? nil : PartialJSON()
  }

  func outcome() async -> Fetcher.Outcome {
    let start = ContinuousClock.now
    do {
      var answer = try await answer()
      answer.provenance.duration = .now - start
      return .success(answer)
    } catch var error as FetchError {
      error.duration = .now - start
      return .failure(error)
    } catch {
      return .failure(error)
    }
  }

  private func answer() async throws -> Fetcher.Answer {
    switch planned.lookUp {
    case .atHand(let response):
      do {
        return try checked(response)
      } catch  where transport != nil && verdict(on: response).isFailure {
        // What its reader refuses today (it was stored by another version, say) is fetched again.
        return try await ask(about: nil)
      }
    case .refused(let response, let question):
      do { return try checked(response) } catch let error as FetchError {
        return try settle(error, as: verdict(on: response), question)
      }
    case .ask(let question): return try await ask(about: question)
    case .notStored: return try await ask(about: nil)
    }
  }

  // MARK: Asking the server

  /// - Parameter question: what to ask about, and what may be served instead; without it the
  ///   request is unconditional.
  private func ask(about question: LookUp.Question?) async throws -> Fetcher.Answer {
    do {
      switch try await firstReply(question) {
      case .confirmed(let answer): return answer
      case .reply(let reply, let allowance):
        return try answer(of: reply, within: allowance, question)
      }
    } catch let error as TransportError {
      let failure = failure(.transport(error))
      if error.reason.isForUserToFix { throw failure }
      return try serveStale(question, because: failure)
    }
  }

  private enum FirstReply {
    case confirmed(Fetcher.Answer)
    /// With the time limit, which reading uses up as well.
    case reply(Reply, TimeAllowance?)
  }

  /// The server's reply; a 304 that speaks of something else, or confirms what can't be read, leads
  /// to a second request for the whole, within the same time limit.
  private func firstReply(_ question: LookUp.Question?) async throws -> FirstReply {
    var transfer = Transfer(planned.request)
    transfer.allowance = transport?.policy.timeLimit.map { TimeAllowance(limit: $0) }
    transfer.observer = reader
    transfer.budget = budget
    var conditional = transfer
    if let question, !question.conditions.all.isEmpty {
      conditional.request.fields.append(contentsOf: question.conditions.all)
    }
    let mayWait = question?.staleUse != .allowed
    let server = mayWait ? transport : transport?.givingUpWhereRefused()
    let reply = try await send(conditional, to: server)
    guard reply.response.status == 304, let question, !question.conditions.all.isEmpty else {
      return .reply(reply, transfer.allowance)
    }
    if let answer = try confirmed(question, by: reply) {
      return .confirmed(answer)
    }
    return .reply(try await send(transfer, to: server), transfer.allowance)
  }

  private func send(_ transfer: Transfer, to server: RetryingTransport?) async throws -> Reply {
    guard let server else { throw TransportError(url: planned.url, reason: .notStored) }
    let requested = clock()
    let response = try await server.send(transfer)
    return Reply(response: response, requested: requested, received: clock())
  }

  /// The stored response, freshened by a 304; `nil` where that speaks of another one, or what is
  /// stored can't be read.
  ///
  /// - Throws: what a stored answer that isn't a document is, such as 404, confirmed.
  private func confirmed(
    _ question: LookUp.Question, by reply: Reply
  ) throws -> Fetcher.Answer? {
    guard let freshened = question.confirmed(by: reply) else { return nil }
    var response = freshened.response(origin: .revalidated, at: reply.received)
    response.times = reply.response.times
    let answer = Result { try checked(response) }
    if case .failure = answer, verdict(on: response).isFailure { return nil }
    planned.run?.apply(confirmed: freshened, to: planned.request)
    return try answer.get()
  }

  /// Checks the server's response, and stores it where it may be; of a failure, the stored response
  /// in its place.
  private func answer(
    of reply: Reply, within allowance: TimeAllowance?, _ question: LookUp.Question?
  ) throws -> Fetcher.Answer {
    let answer: Fetcher.Answer
    do {
      answer = try read(reply, within: allowance)
    } catch let error as TransportError {
      // Nothing is stored of it, and nothing that is stored is forgotten.
      throw error
    } catch let error as FetchError {
      let verdict = verdict(on: reply.response)
      planned.run?.apply(reply, as: verdict, to: planned.request)
      return try settle(error, as: verdict, question)
    }
    planned.run?.apply(
      reply, as: isWhatItsURLSays(answer) ? .document : .unusable, to: planned.request)
    return answer
  }

  /// Checks the server's response; its time limit counts that as well.
  private func read(_ reply: Reply, within allowance: TimeAllowance?) throws -> Fetcher.Answer {
    allowance?.start()
    defer { allowance?.stop() }
    let answer = try checked(reply.response, begunBy: reader)
    if let allowance, allowance.timeLeft < .zero {
      throw TransportError(url: planned.url, reason: .timedOut(limit: allowance.limit))
    }
    return answer
  }

  // MARK: What the server says, and what fails

  private func verdict(on response: TransportResponse) -> Verdict {
    Verdict(on: response, at: base.resource(at: planned.url)?.extent)
  }

  /// What becomes of a response that is no document.
  private func settle(
    _ error: FetchError, as verdict: Verdict, _ question: LookUp.Question?
  ) throws -> Fetcher.Answer {
    guard verdict.isFailure else { throw error }
    return try serveStale(question, because: error)
  }

  /// The stored response in the place of the server's, where it may be served and is better.
  private func serveStale(
    _ question: LookUp.Question?, because failure: FetchError
  ) throws -> Fetcher.Answer {
    guard let question else {
      var failure = failure
      failure.isReplaceable = planned.lookUp.couldHelp
      throw failure
    }
    guard question.staleUse == .allowed else { throw failure.withholding(question) }
    let response = question.staleResponse(because: failure)
    // Where that can't be read, the server's failure is the one to tell.
    guard var answer = try? checked(response) else { throw failure }
    answer.provenance.failure = failure
    return answer
  }

  // MARK: Checking

  /// Checks a response, up to what the caller expects of it.
  ///
  /// - Parameter partial: has indexed a part of the response's content, or nothing.
  /// - Throws: ``FetchError``, `CancellationError`.
  private func checked(
    _ response: TransportResponse, begunBy partial: PartialJSON? = nil
  ) throws -> Fetcher.Answer {
    do {
      // The transport has counted what a server sent while it came.
      let bytes = if case .network = response.origin { 0 } else { response.body.count }
      guard budget.take(bytes: bytes) else {
        throw FetchError.Cause.transport(TransportError(url: response.url, reason: budget.excess))
      }
      let document = try JSONDocument(checking: response, begunBy: partial, rules: rules)
      guard budget.take(values: document.nodes.count) else {
        throw FetchError.Cause.transport(TransportError(url: response.url, reason: budget.excess))
      }
      return Fetcher.Answer(
        document: document, records: try records(in: document),
        provenance: Provenance(planned.resource?.name, requestedURL: planned.url, response))
    } catch let cause as FetchError.Cause {
      throw failure(cause, in: response)
    }
  }

  /// The records that are expected; `nil` where any document is, and the caller can read this one.
  private func records(in document: JSONDocument) throws -> Records? {
    switch planned.expected {
    case .records(let resource, let extent, let required, let isLenient):
      do throws(TypeMismatch) {
        let records = try Records(
          document, of: resource, extent: extent, requiring: required, isLenient: isLenient)
        if let other = otherRecord(in: records) { throw other }
        return records
      } catch {
        throw FetchError.Cause.mismatch(error)
      }
    case .document(let accept):
      do { try accept(document) } catch let error as CancellationError { throw error } catch {
        throw FetchError.Cause.mismatch(TypeMismatch(error, in: document))
      }
      return nil
    }
  }

  private func failure(_ cause: FetchError.Cause, in response: TransportResponse? = nil)
    -> FetchError
  {
    var error = FetchError(
      resource: planned.resource?.name, url: response?.url ?? planned.url, cause: cause,
      response: response)
    if let response, !response.origin.isRevalidated {
      (error.answeredAgo, error.age) = (response.storedAgo, response.age)
    }
    if case .records(_, .single, _, _) = planned.expected { error.requestedID = requestedID }
    return error
  }

  /// The id that the path of a single record ends with.
  private var requestedID: String? {
    planned.url.prefix { $0 != "?" }.split(separator: "/").last
      .flatMap { String($0).percentDecoded }
  }

  /// Why a single record isn't the one that was asked for: its id is another integer. Of text ids,
  /// a server may know other spellings.
  private func otherRecord(in records: Records) -> TypeMismatch? {
    guard records.extent == .single, let object = records.objects.first,
      let asked = requestedID.flatMap({ Int64($0) }),
      case .integer(let found)? = records.id(ofRow: 0), found != asked,
      let id = JSONValue(document: records.document, index: Int(object))["id"]
    else { return nil }
    return TypeMismatch(
      in: records.document, at: id.index, path: "id", expected: .described(String(asked)))
  }

  /// Whether an answer may be stored: what stands in a resource's place has to be that resource,
  /// whatever it was read as.
  private func isWhatItsURLSays(_ answer: Fetcher.Answer) -> Bool {
    if let records = answer.records { return records.misfits.isEmpty && records.canBeJoined }
    guard let (resource, extent) = base.resource(at: planned.url) else { return true }
    // Only whether it fits matters here.
    let records = try? Records(
      answer.document, of: resource, extent: extent, requiring: .keys)
    return records.map { otherRecord(in: $0) == nil } ?? false
  }
}

extension BaseURL {
  /// The resource that a URL of this API gives, the list or a single record.
  fileprivate func resource(at url: String) -> (resource: Resource, extent: Records.Extent)? {
    guard let path = path(of: url)?.unicodeScalars.prefix(while: { $0 != "?" }) else {
      return nil
    }
    let parts = path.split(separator: "/").map { String($0) }
    guard let resource = parts.first.flatMap(Resource.named), parts.count <= 2 else { return nil }
    return (resource, parts.count == 1 ? .list : .single)
  }
}

extension FetchError {
  /// The same, telling that a stored response isn't shown in its place, and why.
  func withholding(_ question: LookUp.Question) -> FetchError {
    var error = self
    error.isReplaceable = false
    error.storedAgo = question.storedAgo
    switch question.staleUse {
    case .allowed: break
    case .forbidden(let directive): error.forbiddenBy = directive
    case .unwanted: error.isStaleUnwanted = true
    }
    return error
  }
}

extension TransportError.Reason {
  /// Whether the user has to fix it, so that no stored response is served in its place.
  fileprivate var isForUserToFix: Bool {
    switch self {
    case .unreadableCertificates, .invalidField, .notStored: true
    default: isOfURL
    }
  }
}

extension TransportResponse.Origin {
  fileprivate var isRevalidated: Bool {
    if case .revalidated = self { true } else { false }
  }
}
