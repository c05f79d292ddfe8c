extension Fetcher {
  /// The stored list that an offline request's answer may come from, where its own response isn't
  /// stored.
  func derivation(
    for request: PlannedRequest, _ run: CacheRun?
  ) -> (DerivedAnswer, list: PlannedRequest)? {
    guard transport == nil, !request.lookUp.answersOffline,
      let derived = base.keyPath(of: request.url).flatMap({ DerivedAnswer($0) })
    else { return nil }
    let list = list(of: derived.resource, run, isLenient: false)
    return list.lookUp.isStored ? (derived, list) : nil
  }

  /// An answer from a stored list; `nil` where the list can't be read, or may not be whole.
  ///
  /// - Throws: ``FetchError`` where the list has no such record, or the caller can't read it.
  func derived(
    _ derived: DerivedAnswer, from list: PlannedRequest, for request: PlannedRequest,
    accept: (JSONDocument) throws -> Void
  ) async throws -> Fetched<JSONDocument>? {
    guard case .success(let answer) = try await outcomes(of: [list], isPartial: true)[0] else {
      return nil
    }
    var source = answer.provenance
    let records = answer.expectedRecords
    guard derived.isSurelyIn(records, source.fields) else { return nil }
    (source.resource, source.requestedURL, source.isDerived) = (nil, request.url, true)
    func error(_ cause: FetchError.Cause) -> FetchError {
      var error = FetchError(resource: nil, url: request.url, cause: cause)
      error.answeredAgo = source.storedAgo
      return error
    }
    let found: JSONDocument?
    do { found = try derived.document(from: records) } catch let problem {
      throw error(.notJSON(problem))
    }
    guard let document = found else { throw error(.noRecord(id: derived.id ?? "")) }
    do { try accept(document) } catch let error as CancellationError { throw error } catch {
      throw FetchError(
        resource: nil, url: request.url, cause: .mismatch(TypeMismatch(error, in: document)))
    }
    return Fetched(value: document, sources: [source], irregularities: [])
  }
}

extension LookUp {
  /// Whether what is stored is an answer, if only that nothing is there, and no refusal.
  fileprivate var answersOffline: Bool {
    guard case .atHand(let response) = self else { return false }
    return (200..<300).contains(response.status) || [404, 410].contains(response.status)
  }
}
