/// What a user wants of stored responses, beside what the server said.
public struct CachePolicy: Equatable, Sendable {
  /// Ask the server about every response before using it.
  public var refreshes = false

  /// Ask the server for the whole of every response: what is stored is neither used nor asked
  /// about, nor served in place of a failure.
  public var reloads = false

  /// Treat responses older than this as stale (RFC 9111 §5.2.1.1).
  public var maxAge: Duration?

  /// How long after it went stale a response may be served in place of a failed one (RFC 9111
  /// §5.2.1.2); zero for never, `nil` for no limit.
  public var maxStale: Duration?

  /// Whether the request itself says no-cache, so that nothing stale is served (RFC 9111 §5.2.1.4).
  private var wantsNothingStale = false

  /// Uses stored responses as the server said.
  public init() {}
}

extension CachePolicy {
  /// This with what the request's own Cache-Control says (RFC 9111 §5.2.1).
  func applying(_ control: CacheControl) -> CachePolicy {
    var policy = self
    if control.noCache {
      policy.refreshes = true
      policy.wantsNothingStale = true
    }
    if let maxAge = control.maxAge { policy.maxAge = min(self.maxAge ?? maxAge, maxAge) }
    return policy
  }

  /// Whether the user lets a fresh response of some age answer without a request.
  func allowsReuse(at age: Duration) -> Bool {
    // People type 0 to revalidate everything, even what came this second.
    !refreshes && (maxAge.map { $0 > .zero && age <= $0 } ?? true)
  }

  /// Whether a stored response may be served in place of a failure, or what forbids it.
  ///
  /// Not where the server says must-revalidate or `Vary: *` (RFC 9111 §4.1), nor where it says
  /// no-cache and the user gave no ``maxStale`` (RFC 9111 §5.2.2; to let the user decide departs
  /// from §4.2.4 on purpose), nor longer than the server allows (stale-if-error: RFC 5861 §4) or
  /// the user.
  func staleUse(of stored: StoredResponse, at now: HTTPDate) -> StaleUse {
    let control = stored.cacheControl
    if wantsNothingStale { return .unwanted }
    if control.mustRevalidate { return .forbidden(by: "must-revalidate") }
    if stored.variesByAnything { return .forbidden(by: "Vary: *") }
    if control.noCache && maxStale == nil { return .forbidden(by: "no-cache") }
    let staleness = max(.zero, stored.age(at: now) - stored.freshnessLifetime)
    if let limit = control.staleIfError, staleness > limit {
      return .forbidden(by: "stale-if-error")
    }
    if let maxStale, maxStale == .zero || staleness > maxStale { return .forbidden(by: nil) }
    return .allowed
  }

  /// Whether a status is a failure of the server's, for which a stored response may be served; any
  /// other is its answer.
  package static func isFailure(_ status: Int) -> Bool {
    status >= 500 || [408, 425, 429].contains(status)
  }
}

/// Whether a stale response may be served in place of a failure.
package enum StaleUse: Equatable, Sendable {
  /// It may.
  case allowed
  /// It may not: the server's directive, or `nil` where the user forbids it.
  case forbidden(by: String?)
  /// It may not: the request's own Cache-Control says so.
  case unwanted
}
