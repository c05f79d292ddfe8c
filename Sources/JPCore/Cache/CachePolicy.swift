/// What a user wants of stored responses, beside what the server said.
public struct CachePolicy: Equatable, Sendable {
  /// Ask the server about every response before using it.
  public var refreshes = false

  /// Ask the server for the whole of every response: what is stored is neither used nor asked about,
  /// nor stands in for a failure.
  public var reloads = false

  /// Treat responses older than this as stale (RFC 9111 §5.2.1.1).
  public var maxAge: Duration?

  /// How long after it went stale a response may stand in for a failed one (RFC 9111 §5.2.1.2); zero
  /// for never, `nil` for no limit.
  public var maxStale: Duration?

  /// Uses stored responses as the server said.
  public init() {}
}

/// What to do about a request.
enum CacheDecision: Equatable {
  /// Use the stored response without a request.
  case use
  /// Ask the server, with the stored response's validators if it has any.
  case revalidate
  /// Ask the server; nothing stored answers the request.
  case fetch
}

extension CachePolicy {
  /// Decides by RFC 9111 §4: a response that answers the request and is fresh is used.
  func decision(
    for request: HTTPRequest, stored: StoredResponse?, now: HTTPDate
  ) -> CacheDecision {
    guard let stored, stored.answers(request), !reloads else { return .fetch }
    // 0 is what people type to have everything asked about, whatever the second.
    let isYoungEnough = maxAge.map { $0 > .zero && .seconds(stored.age(at: now)) <= $0 } ?? true
    return !refreshes && isYoungEnough && stored.isFresh(at: now) ? .use : .revalidate
  }

  /// Whether a stored response may stand in for a failure without the user's asking for it.
  ///
  /// Not where the server forbids it (no-cache, must-revalidate: RFC 9111 §5.2.2), nor longer than
  /// it allows (stale-if-error: RFC 5861 §4) or the user does.
  func allowsFallback(to stored: StoredResponse, now: HTTPDate) -> Bool {
    let control = stored.cacheControl
    guard !control.noCache, !control.mustRevalidate, maxStale != .zero else { return false }
    let staleness = max(0, stored.age(at: now) - stored.freshnessLifetime)
    return staleness <= control.staleIfError ?? .max
      && (maxStale.map { .seconds(staleness) <= $0 } ?? true)
  }

  /// Whether a status is a failure of the server's that a stored response can stand in for; any
  /// other is its answer.
  static func isFailure(_ status: Int) -> Bool {
    status >= 500 || [408, 425, 429].contains(status)
  }
}
