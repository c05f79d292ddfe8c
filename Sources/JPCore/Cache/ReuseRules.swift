/// The caller's rules for stored responses, in addition to the server's.
struct ReuseRules: Equatable {
  /// How the call uses stored responses.
  var policy = CachePolicy.standard

  /// Responses older than this count as stale (RFC 9111 §5.2.1.1); `nil` for no limit.
  var maxAge: Duration?

  /// How long a response may be stale and still be used in place of a failed one (RFC 9111
  /// §5.2.1.2); zero for never, `nil` for no limit.
  var maxStale: Duration?

  /// Whether stored refusals and failures are ignored.
  var asksAfterRefusals = false

  /// Whether the request's Cache-Control has no-cache, which forbids stale responses (RFC 9111
  /// §5.2.1.4).
  private(set) var wantsNothingStale = false
}

extension ReuseRules {
  /// These rules, tightened by the request's Cache-Control (RFC 9111 §5.2.1).
  func applying(_ control: CacheControl) -> ReuseRules {
    var rules = self
    if control.noCache {
      if policy == .standard { rules.policy = .refresh }
      rules.wantsNothingStale = true
    }
    if let maxAge = control.maxAge { rules.maxAge = min(self.maxAge ?? maxAge, maxAge) }
    return rules
  }

  /// Whether a fresh response of this age may be used without a request.
  func allowsReuse(at age: Duration) -> Bool {
    // A limit of 0 revalidates everything, even responses from this second.
    policy == .standard && (maxAge.map { $0 > .zero && age <= $0 } ?? true)
  }

  /// Whether the rules allow stale responses in place of failed ones. The server may still forbid
  /// it.
  var allowsStale: Bool { policy != .reload && maxStale != .zero && !wantsNothingStale }

  /// Whether a stored response may be used in place of a failure or, if not, what forbids it.
  ///
  /// must-revalidate, `Vary: *` (RFC 9111 §4.1), no-cache and the limit of stale-if-error (RFC 5861
  /// §4) forbid it. ``maxStale`` overrides the last two (RFC 9111 §4.2.4).
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

/// Whether a stale response may be used in place of a failure.
enum StaleUse: Equatable, Sendable {
  /// It may be used.
  case allowed
  /// The server forbids it with this directive, or the caller's ``ReuseRules/maxStale`` does
  /// (`nil`).
  case forbidden(by: String?)
  /// The request's Cache-Control forbids it.
  case unwanted
}
