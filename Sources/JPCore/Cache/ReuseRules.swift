/// What a call and a user want of stored responses, beside what the server said.
struct ReuseRules: Equatable, Sendable {
  /// How the call uses them.
  var policy = CachePolicy.standard

  /// Treat responses older than this as stale (RFC 9111 §5.2.1.1).
  var maxAge: Duration?

  /// How long after it went stale a response may be served in place of a failed one (RFC 9111
  /// §5.2.1.2); zero for never, `nil` for no limit.
  var maxStale: Duration?

  /// Whether the request itself says no-cache, so that nothing stale is served (RFC 9111 §5.2.1.4).
  private var wantsNothingStale = false

  /// Uses stored responses as the server said.
  init() {}
}

extension ReuseRules {
  /// This with what the request's own Cache-Control says (RFC 9111 §5.2.1).
  func applying(_ control: CacheControl) -> ReuseRules {
    var rules = self
    if control.noCache {
      if policy == .standard { rules.policy = .refresh }
      rules.wantsNothingStale = true
    }
    if let maxAge = control.maxAge { rules.maxAge = min(self.maxAge ?? maxAge, maxAge) }
    return rules
  }

  /// Whether the user lets a fresh response of some age answer without a request.
  func allowsReuse(at age: Duration) -> Bool {
    // People type 0 to revalidate everything, even what came this second.
    policy == .standard && (maxAge.map { $0 > .zero && age <= $0 } ?? true)
  }

  /// Whether stale responses may be served in place of failed ones, whatever the server says.
  var allowsStale: Bool { policy != .reload && maxStale != .zero && !wantsNothingStale }

  /// Whether a stored response may be served in place of a failure, or what forbids it.
  ///
  /// Not where the server says must-revalidate or `Vary: *` (RFC 9111 §4.1), nor where it says
  /// no-cache, nor longer than stale-if-error allows (RFC 5861 §4). A ``maxStale`` of the user's
  /// replaces these two, on purpose (RFC 9111 §4.2.4).
  func staleUse(of stored: StoredResponse, at now: HTTPDate) -> StaleUse {
    let control = stored.cacheControl
    if wantsNothingStale { return .unwanted }
    if control.mustRevalidate { return .forbidden(by: "must-revalidate") }
    if stored.variesByAnything { return .forbidden(by: "Vary: *") }
    if control.noCache && maxStale == nil { return .forbidden(by: "no-cache") }
    let staleness = max(.zero, stored.age(at: now) - stored.freshnessLifetime)
    if maxStale == nil, let limit = control.staleIfError, staleness > limit {
      return .forbidden(by: "stale-if-error")
    }
    if let maxStale, maxStale == .zero || staleness > maxStale { return .forbidden(by: nil) }
    return .allowed
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
