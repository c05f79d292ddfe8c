/// What to do about a request, decided once, before it is sent (RFC 9111 §4).
///
/// This file has the rules for using stored responses; `StoreUpdate.swift` has the rules for
/// storing them. Three questions come up in both, and each has the same name everywhere:
///
/// - ``RequestKey/canStore``: may the response be stored, and may a stored one be used? Offline,
///   ``RequestKey/canReuseOffline`` is enough for using one.
/// - ``StoredResponse/canReuse(for:_:at:)``: can a stored response be used without asking the
///   server?
/// - ``StandIn/canServeStale``: may a stored response replace a failure?
///
/// For example, a list was stored two hours ago with `max-age=3600` and an entity tag:
///
///     online      .ask: the request gets If-None-Match, and the list may replace a failed response
///     offline     .atHand: the list is used, although it is stale
///     --no-cache  no look-up at all
package enum LookUp: Sendable {
  /// A stored response can be used: it is fresh, or the run is offline.
  ///
  /// If the response is a list, it may also replace failed responses for its records. `objection`
  /// is the reason why it may not; `nil` if it may.
  case atHand(CachedResponse, objection: StaleObjection?)
  /// A stored response has to be revalidated.
  case ask(Revalidation)
  /// No stored response matches the request, or none may be used.
  case notStored

  /// A stored response to revalidate.
  package struct Revalidation: Sendable {
    let storedResponse: StoredResponse

    /// The fields that make the request conditional (§4.3.1); empty without a usable validator.
    package let conditions: [HeaderFields.Field]

    /// Why the stored response can't be served if the server fails; `nil` if it can.
    let objection: StaleObjection?

    let key: RequestKey

    /// The time of the look-up.
    let now: HTTPDate

    /// Time since the response was stored or last confirmed.
    package var storedAgo: Duration { storedResponse.storedAgo(at: now) }
  }

  /// A stored response that could replace a failure.
  struct StandIn: Sendable {
    let response: CachedResponse

    /// Why the response can't be served; `nil` if it can.
    let objection: StaleObjection?

    /// Whether the response can be served.
    var canServeStale: Bool { objection == nil }
  }

  /// Whether a stored response can be used as it is.
  var isAtHand: Bool {
    if case .atHand = self { true } else { false }
  }

  /// Whether a stored response matches the request and may be used or revalidated.
  var isStored: Bool {
    switch self {
    case .atHand, .ask: true
    case .notStored: false
    }
  }

  /// The stored response to revalidate; `nil` if there is none, or if it can be used at once.
  var revalidation: Revalidation? {
    if case .ask(let revalidation) = self { revalidation } else { nil }
  }

  /// The stored response that could replace a failure; `nil` if none matches the request or may be
  /// used.
  var standIn: StandIn? {
    switch self {
    case .atHand(let response, let objection):
      return StandIn(response: response, objection: objection)
    case .ask(let revalidation):
      let response = revalidation.storedResponse.cached(at: revalidation.now)
      return StandIn(response: response, objection: revalidation.objection)
    case .notStored:
      return nil
    }
  }

  /// Time since the matching response was stored or last confirmed; `nil` if none matches.
  var storedAgo: Duration? {
    switch self {
    case .atHand(let response, _): response.storedAgo
    case .ask(let revalidation): revalidation.storedAgo
    case .notStored: nil
    }
  }
}

/// A stored response, with its age and freshness at the look-up.
package struct CachedResponse: Sendable {
  package let response: HTTPResponse

  /// Time since the response was stored or last confirmed.
  package let storedAgo: Duration

  /// The response's age (RFC 9111 §4.2.3).
  package let age: Duration

  package let isFresh: Bool

  /// Whether the response is used because the run is offline.
  package let isOffline: Bool
}

extension StoredResponse {
  /// The response with its age and freshness at a time.
  func cached(at now: HTTPDate, isOffline: Bool = false) -> CachedResponse {
    let response = HTTPResponse(
      status: status, statusLine: statusLine, headerFields: fields, body: body, url: url)
    return CachedResponse(
      response: response, storedAgo: storedAgo(at: now), age: age(at: now),
      isFresh: isFresh(at: now), isOffline: isOffline)
  }
}

/// The caller's rules for stored responses, in addition to the server's.
struct ReuseRules {
  /// How the call uses stored responses.
  var policy = CachePolicy.standard

  /// Responses older than this count as stale (RFC 9111 §5.2.1.1); `nil` for no limit.
  var maxAge: Duration?

  /// How long a response may be stale and still be used in place of a failed one (RFC 9111
  /// §5.2.1.2); zero for never, `nil` for no limit.
  var maxStale: Duration?
}

/// What forbids serving a stale response in place of a failure.
package enum StaleObjection: Equatable, Sendable {
  /// The stored response has this directive or header field.
  case server(String)
  /// The caller's ``ReuseRules/maxStale`` is exceeded, or zero.
  case caller
}

// MARK: Before the request, RFC 9111 §4

extension LookUp {
  /// Decides what to do about a request.
  ///
  /// - Parameters:
  ///   - stored: the response that is stored for the request's URL and user-set fields, if any.
  ///   - key: the request's key.
  ///   - rules: the caller's rules.
  ///   - now: the time of the look-up.
  init(_ stored: StoredResponse?, for key: RequestKey, rules: ReuseRules, at now: HTTPDate) {
    guard let stored, rules.policy != .ignoringStored else {
      self = .notStored
      return
    }
    // Offline, a stored response is used at any age and whatever its directives, as a browser shows
    // its history (§6).
    if rules.policy == .storedOnly {
      self = .atHand(stored.cached(at: now, isOffline: true), objection: nil)
      return
    }
    if stored.canReuse(for: key, rules, at: now) {
      var objection: StaleObjection?
      // With a limit of zero, no stored response replaces a failure: not even a fresh list replaces
      // a failed response for one of its records.
      if rules.maxStale == .zero { objection = .caller }
      self = .atHand(stored.cached(at: now), objection: objection)
      return
    }
    self = .ask(
      Revalidation(
        storedResponse: stored, conditions: stored.conditions,
        objection: stored.objectionToServingStale(rules, at: now), key: key, now: now))
  }
}

extension StoredResponse {
  /// Whether the response can be used without asking the server.
  func canReuse(for key: RequestKey, _ rules: ReuseRules, at now: HTTPDate) -> Bool {
    if rules.policy == .revalidate { return false }
    // §5.2.1.4: no-cache in the request asks for revalidation, as the policy `revalidate` does.
    if key.cacheControl.noCache { return false }
    // §5.2.1.1: the response must not be older than the caller's limit. A limit of 0 revalidates
    // everything, even responses from this second.
    if let maxAge = rules.maxAge, maxAge == .zero || age(at: now) > maxAge { return false }
    return isFresh(at: now)
  }

  /// The fields that make a request conditional; empty without a usable validator.
  var conditions: [HeaderFields.Field] {
    // §4.3.1: the conditions are the validators of the stored response. After a redirect, these may
    // belong to another URL.
    if isRedirected { return [] }
    var conditions: HeaderFields = []
    if let entityTag { conditions[.ifNoneMatch] = entityTag }
    if httpDate(.lastModified) != nil {
      conditions[.ifModifiedSince] = fields[.lastModified]
    }
    return conditions.all
  }
}

// MARK: Serving stale responses, RFC 9111 §4.2.4

extension StoredResponse {
  /// What forbids serving the response in place of a failure; `nil` if nothing does.
  func objectionToServingStale(_ rules: ReuseRules, at now: HTTPDate) -> StaleObjection? {
    // §5.2.2.2: must-revalidate forbids using a stale response unless the server confirms it.
    if cacheControl.mustRevalidate { return .server("must-revalidate") }
    // §4.1: with "Vary: *", only the server can decide whether the response matches.
    if variesByAnything { return .server("Vary: *") }
    let staleness = max(.zero, age(at: now) - freshnessLifetime)
    if let maxStale = rules.maxStale {
      // §4.2.4: the client may permit stale responses. So the caller's limit overrides no-cache and
      // stale-if-error, but not the two rules above.
      if maxStale == .zero || staleness > maxStale { return .caller }
      return nil
    }
    // §5.2.2.4: no-cache forbids using a response that the server hasn't confirmed.
    if cacheControl.noCache { return .server("no-cache") }
    // RFC 5861 §4: stale-if-error limits how long the response may be stale.
    if let limit = cacheControl.staleIfError, staleness > limit { return .server("stale-if-error") }
    return nil
  }
}
