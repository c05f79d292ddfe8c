extension Fetcher {
  /// The same with the requests for some URLs as the middleware has them.
  ///
  /// - Parameter urls: paths below the base URL, or whole URLs.
  func prepared(for urls: @autoclosure () -> [String]) async throws -> Fetcher {
    if middleware.isEmpty { return self }
    var other = self
    for url in urls() {
      let request = request(for: url)
      var changed = request
      for step in middleware { try await step.prepare(&changed) }
      other.preparedRequests[request.url] = changed
    }
    return other
  }

  /// What a call gets; once more where the middleware says so.
  func answer<Value: Sendable>(
    _ get: @Sendable (Fetcher) async throws -> Fetched<Value>
  ) async throws -> Fetched<Value> {
    if middleware.isEmpty { return try await get(self) }
    let first = try await outcome(get)
    guard try await tellMiddleware(first) == .askAgain else { return try first.get() }
    // What the server said before may be stored, and fresh.
    let second = try await following(policy == .standard ? .refresh : policy).outcome(get)
    _ = try await tellMiddleware(second)
    return try second.get()
  }

  private func outcome<Value: Sendable>(
    _ get: @Sendable (Fetcher) async throws -> Fetched<Value>
  ) async throws -> Result<Fetched<Value>, FetchError> {
    do { return .success(try await get(self)) } catch let error as FetchError {
      return .failure(error)
    }
  }

  private func tellMiddleware(
    _ outcome: Result<Fetched<some Sendable>, FetchError>
  ) async throws -> MiddlewareDecision {
    let parts: [Result<Provenance, FetchError>] =
      switch outcome {
      case .success(let fetched): fetched.sources.map { .success($0) }
      case .failure(let error): [.failure(error)]
      }
    var decision = MiddlewareDecision.accept
    for step in middleware {
      for part in parts where try await step.received(part) == .askAgain { decision = .askAgain }
    }
    return decision
  }
}
