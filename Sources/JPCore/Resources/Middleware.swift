/// Stands between a client and its stored responses: sees each request before the store does, and
/// what came of it.
///
/// What it adds to a request decides, as all fields do, which stored response answers (RFC 9111
/// §4.1). A response to a request with a credential is stored only in a partition of its own
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
  /// Changes a request before the store is asked about it: adds a field, say.
  ///
  /// Called for each request of a call, and for the list that could answer it; not all are sent.
  ///
  /// - Parameter request: goes to ``TransportRequest/url``. A credential belongs to one server:
  ///   where calls can name whole URLs, look at it.
  /// - Throws: what the call is to throw.
  func prepare(_ request: inout TransportRequest) async throws

  /// Is told what came of a call.
  ///
  /// - Parameter outcome: where a part of the answer came from, or why there is none. Called for
  ///   each part.
  /// - Returns: whether to ask once more, with the requests prepared anew. Of the second answer
  ///   this is told as well, but there is no third.
  /// - Throws: what the call is to throw instead.
  func received(_ outcome: Result<Provenance, FetchError>) async throws -> MiddlewareDecision
}

/// What a ``Middleware`` makes of an answer.
public enum MiddlewareDecision: Sendable {
  /// The answer is the caller's, be it a failure.
  case accept
  /// The server is asked once more.
  case askAgain
}

extension Middleware {
  /// Changes nothing.
  public func prepare(_ request: inout TransportRequest) async throws {}

  /// Accepts what came.
  public func received(
    _ outcome: Result<Provenance, FetchError>
  ) async throws -> MiddlewareDecision { .accept }
}

extension Fetcher {
  /// Makes a call; once more if the middleware says so.
  func answer<Value: Sendable>(
    _ get: @Sendable (Fetcher) async throws -> Fetched<Value>
  ) async throws -> Fetched<Value> {
    if middleware.isEmpty { return try await get(self) }
    let first = try await outcome(get)
    guard try await decision(on: first) == .askAgain else { return try first.get() }
    // What the server said before may be stored, and fresh.
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
