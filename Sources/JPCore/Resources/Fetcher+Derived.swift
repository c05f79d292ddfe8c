extension Fetcher {
  /// When an answer comes from its resource's whole list.
  enum ListUse {
    /// Never.
    case never
    /// Where its own response isn't stored, offline or because the server fails; where its own file
    /// is missing.
    case offline
    /// Also wherever the list is local.
    case local
    /// Wherever the list is stored or local.
    case preferred
  }

  /// The list that a request's answer may come from.
  func derivation(
    for request: PlannedRequest, _ use: ListUse, _ run: CacheRun?
  ) -> (DerivedAnswer, list: PlannedRequest)? {
    let isWanted =
      switch use {
      case .never: false
      case .offline: transport == nil && !request.lookUp.answersOffline
      case .local: base.isLocal || transport == nil && !request.lookUp.answersOffline
      case .preferred: true
      }
    guard isWanted, let derived = derivedAnswer(for: request, use) else { return nil }
    let list = list(of: derived.resource, run, isLenient: false)
    return base.isLocal || list.lookUp.isStored ? (derived, list) : nil
  }

  /// The path of the list that could answer a request for a URL.
  func listPath(of url: String) -> String? {
    derivablePath(of: request(for: url).url).flatMap { DerivedAnswer($0, hasPages: true) }
      .map { "/\($0.resource.name)" }
  }

  private func derivablePath(of url: String) -> String? {
    base.path(of: url)
  }

  /// An answer from a list, in the place of one that failed; `nil` where there is no such list.
  ///
  /// Of files, the directory may have the list. Of a server that fails, the stored list is used by
  /// the rules of a stored response (RFC 9111 §4.2.4).
  ///
  /// - Throws: ``FetchError`` where a local list has no such record, or where a stored list must not
  ///   be shown; `CancellationError`.
  func derived(
    insteadOf failure: FetchError, for request: PlannedRequest, _ use: ListUse, _ run: CacheRun?,
    accept: (JSONDocument) throws -> Void
  ) async throws -> Fetched<JSONDocument>? {
    guard let derived = derivedAnswer(for: request, use) else { return nil }
    let list = list(of: derived.resource, run, isLenient: false)
    if failure.isMissingFile {
      return try await self.derived(derived, from: list, for: request, accept: accept)
    }
    guard failure.isReplaceable else { return nil }
    var failure = failure
    failure.isReplaceable = false
    guard let stored = try list.lookUp.response(insteadOf: failure) else { return nil }
    let standIn = PlannedRequest(
      request: list.request, lookUp: .atHand(stored), expected: list.expected, run: nil)
    do {
      return try await following(.storedOnly).derived(
        derived, from: standIn, for: request, because: failure, accept: accept)
    } catch is FetchError {
      // The server's failure is the one to tell.
      return nil
    }
  }

  private func derivedAnswer(for request: PlannedRequest, _ use: ListUse) -> DerivedAnswer? {
    derivablePath(of: request.url).flatMap {
      DerivedAnswer($0, hasPages: use == .local || use == .preferred)
    }
  }

  /// An answer from a stored list; `nil` where the list can't be read, or may not be whole.
  ///
  /// - Parameter failure: why the list stands in, where it does.
  ///
  /// - Throws: ``FetchError`` where the list has no such record, or the caller can't read it.
  func derived(
    _ derived: DerivedAnswer, from list: PlannedRequest, for request: PlannedRequest,
    because failure: FetchError? = nil, accept: (JSONDocument) throws -> Void
  ) async throws -> Fetched<JSONDocument>? {
    guard case .success(let answer) = try await outcomes(of: [list], isPartial: true)[0] else {
      return nil
    }
    var source = answer.provenance
    let records = answer.expectedRecords
    guard derived.isSurelyIn(records, source.fields) else { return nil }
    (source.resource, source.requestedURL, source.isDerived) = (nil, request.url, true)
    source.failure = failure ?? source.failure
    let hidden = source
    func error(_ cause: FetchError.Cause) -> FetchError {
      var error = FetchError(resource: nil, url: request.url, cause: cause)
      (error.hiddenFailure, error.answeredAgo) = (hidden.failure, hidden.storedAgo)
      return error
    }
    let found: (JSONDocument, total: Int?)?
    do { found = try derived.document(from: records) } catch let problem {
      throw error(.notJSON(problem))
    }
    guard let (document, total) = found else { throw error(.noRecord(id: derived.id ?? "")) }
    if let total {
      source.fields.append(.init(name: "X-Total-Count", value: String(total)))
    }
    do { try accept(document) } catch let error as CancellationError { throw error } catch {
      throw FetchError(
        resource: nil, url: request.url, cause: .mismatch(TypeMismatch(error, in: document)))
    }
    return Fetched(value: document, sources: [source], irregularities: [])
  }
}

extension FetchError {
  /// Whether there is no file, whose directory may have the list.
  fileprivate var isMissingFile: Bool {
    if case .transport(let error) = cause { error.isMissingFile } else { false }
  }
}

extension LookUp {
  /// What is stored, in the place of another request's answer.
  ///
  /// - Throws: the failure, where what is stored must not be shown.
  fileprivate func response(insteadOf failure: FetchError) throws -> TransportResponse? {
    switch self {
    case .atHand(var response):
      response.origin = .stale(because: failure)
      return response
    case .ask(let question), .refused(_, let question?):
      guard question.staleUse == .allowed else { throw failure.withholding(question) }
      return question.staleResponse(because: failure)
    case .refused(_, nil), .notStored: return nil
    }
  }

  /// Whether what is stored is an answer, if only that nothing is there, and no refusal.
  fileprivate var answersOffline: Bool {
    guard case .atHand(let response) = self else { return false }
    return (200..<300).contains(response.status) || [404, 410].contains(response.status)
  }
}
