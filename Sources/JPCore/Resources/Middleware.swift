/// Changes requests before the cache look-up, and sees the outcome of each call.
///
/// Fields that it adds select the stored response like all other fields (RFC 9111 §4.1). A response
/// to a request with a credential is stored only in a partition
/// (``ResponseCache/init(directory:partition:maxBytes:maxAge:maxStale:)``).
///
/// ```swift
/// struct Log: Middleware {
///   func received(_ outcome: Result<Provenance, FetchError>) -> MiddlewareDecision {
///     switch outcome {
///     case .success(let source): print(source.status, source.url, source.origin)
///     case .failure(let error): print(error)
///     }
///     return .accept
///   }
/// }
/// let logged = JSONPlaceholder(middleware: [Log()])
/// ```
public protocol Middleware: Sendable {
  /// Changes a request before the cache look-up, for example adds a field.
  ///
  /// Called for each request of a call, and for the list that could answer it; not all are sent.
  ///
  /// - Parameter request: the request. If calls can name whole URLs, check ``TransportRequest/url``
  ///   before you add a credential, which is meant for one server.
  /// - Throws: the error for the call to throw.
  func prepare(_ request: inout TransportRequest) async throws

  /// Receives the outcome of a call, once for each part of the answer.
  ///
  /// - Parameter outcome: the source of the part, or the error.
  /// - Returns: whether to ask once more, with the requests prepared anew. Called again with the
  ///   second outcome, which is final.
  /// - Throws: the error for the call to throw instead.
  func received(_ outcome: Result<Provenance, FetchError>) async throws -> MiddlewareDecision
}

/// A decision of a ``Middleware`` about an outcome.
public enum MiddlewareDecision: Sendable {
  /// The caller receives the outcome, even if it is a failure.
  case accept
  /// The server is asked once more.
  case askAgain
}

extension Middleware {
  /// Changes nothing.
  public func prepare(_ request: inout TransportRequest) async throws {}

  /// Accepts every outcome.
  public func received(
    _ outcome: Result<Provenance, FetchError>
  ) async throws -> MiddlewareDecision { .accept }
}

extension Fetcher {
  /// Makes a call, and repeats it once if the middleware asks for it.
  func answer<Value: Sendable>(
    _ get: @Sendable (Fetcher) async throws -> Fetched<Value>
  ) async throws -> Fetched<Value> {
    if middleware.isEmpty { return try await get(self) }
    let first = try await outcome(get)
    guard try await decision(on: first) == .askAgain else { return try first.get() }
    // The first answer may be stored and fresh.
    let second = try await following(policy == .standard ? .refresh : policy).outcome(get)
    _ = try await decision(on: second)
    return try second.get()
  }

  private func outcome<Value: Sendable>(
    _ get: @Sendable (Fetcher) async throws -> Fetched<Value>
  ) async throws -> Result<Fetched<Value>, FetchError> {
    do { return .success(try await get(self)) } catch let error as FetchError {
      return .failure(error)
    }
  }

  private func decision(
    on outcome: Result<Fetched<some Sendable>, FetchError>
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
