/// What to do about a request, decided once, before it is sent (RFC 9111 §4).
///
/// This file has the rules for using stored responses, `StoreUpdate.swift` those for storing them.
/// Each of three questions has one name: may the request use the store at all
/// (``RequestKey/canStore``), does a stored response answer without asking the server
/// (``StoredResponse/canReuse(for:_:at:)``), and may it replace a failure
/// (``StandIn/canServeStale``)?
package enum LookUp: Sendable {
  /// A stored response can be used: it is fresh, or the run is offline.
  ///
  /// A stored list also answers requests for its records: `objection` says why it may not replace
  /// their failures; `nil` if it may.
  case atHand(CachedResponse, objection: StaleObjection?)
  /// A stored response has to be revalidated.
  case ask(Revalidation)
  /// No stored response matches the request or may be used. `canServeStale` says whether a stored
  /// one could have replaced a failure.
  case notStored(canServeStale: Bool)

  /// A stored response to revalidate.
  package struct Revalidation: Sendable {
    let storedResponse: StoredResponse

    /// The fields that make the request conditional (§4.3.1); none without a validator.
    package let conditions: [HeaderFields.Field]

    /// Why the stored response can't be served if the server fails; `nil` if it can.
    let objection: StaleObjection?

    let key: RequestKey

    /// The time of the look-up.
    let now: HTTPDate

    /// How long ago it was stored.
    package var storedAgo: Duration { storedResponse.storedAgo(at: now) }
  }

  /// A stored response that may replace a failure.
  struct StandIn: Sendable {
    let response: CachedResponse

    /// Why it can't be served; `nil` if it can.
    let objection: StaleObjection?

    /// Whether it can be served.
    var canServeStale: Bool { objection == nil }

    /// The same for a response that was made from this one.
    func replacing(_ response: HTTPResponse) -> StandIn {
      StandIn(response: self.response.replacing(response), objection: objection)
    }
  }

  /// Whether a matching response is stored.
  package var isStored: Bool {
    switch self {
    case .atHand, .ask: true
    case .notStored: false
    }
  }

  /// The response to revalidate, or to serve if the server fails.
  var revalidation: Revalidation? {
    if case .ask(let revalidation) = self { revalidation } else { nil }
  }

  /// The stored response that may replace a failure; `nil` if none matches the request.
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

  /// How long ago the matching response was stored; `nil` if none matches.
  private var storedAgo: Duration? {
    switch self {
    case .atHand(let response, _): response.storedAgo
    case .ask(let revalidation): revalidation.storedAgo
    case .notStored: nil
    }
  }

  /// Whether the stored response is newer than another one, by whole seconds, or the only one.
  func isNewer(than other: LookUp) -> Bool {
    guard let storedAgo else { return false }
    guard let otherStoredAgo = other.storedAgo else { return true }
    return storedAgo < otherStoredAgo
  }
}

/// A stored response, or one made from it, as it may answer a request.
package struct CachedResponse: Sendable {
  package private(set) var response: HTTPResponse

  /// Time since it was stored or last confirmed.
  package let storedAgo: Duration

  /// Its age (RFC 9111 §4.2.3).
  package let age: Duration

  package let isFresh: Bool

  /// Whether it is used because no server may be asked.
  package let isOffline: Bool

  /// The same for a response that was made from this one.
  func replacing(_ response: HTTPResponse) -> CachedResponse {
    var copy = self
    copy.response = response
    return copy
  }
}

extension StoredResponse {
  /// The response as it may answer a request.
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
  /// This directive or field of the server's.
  case server(String)
  /// The caller's ``ReuseRules/maxStale``.
  case caller
}

// MARK: Before the request, RFC 9111 §4

extension LookUp {
  /// Decides what to do about a request.
  ///
  /// - Parameters:
  ///   - stored: the response that is stored for the request's URL and the fields that the user set.
  ///   - rules: the caller's rules.
  init(_ stored: StoredResponse?, for key: RequestKey, rules: ReuseRules, at now: HTTPDate) {
    guard let stored, stored.matches(key), rules.policy != .ignoringStored else {
      self = .notStored(canServeStale: rules.canServeStale(to: key))
      return
    }
    // §6: offline, a stored response is shown at any age, as a browser shows its history, which no
    // directive forbids.
    if rules.policy == .storedOnly {
      self = .atHand(stored.cached(at: now, isOffline: true), objection: nil)
      return
    }
    if stored.canReuse(for: key, rules, at: now) {
      var objection: StaleObjection?
      // With a limit of zero, nothing stored replaces a failure, so a fresh list doesn't replace the
      // failure of one of its records.
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
  /// Whether it answers a request with the same URL and the same fields that the user set.
  func matches(_ key: RequestKey) -> Bool {
    // §4.1: "Vary: *" says that no request field decides, so every request matches; but the response
    // is never fresh.
    if variesByAnything { return true }
    // §4.1: all request fields that Vary names have to be those of the stored response's request.
    return variant.utf8.elementsEqual(key.variant(by: varyNames).utf8)
  }

  /// Whether it can be used without asking the server.
  func canReuse(for key: RequestKey, _ rules: ReuseRules, at now: HTTPDate) -> Bool {
    if rules.policy == .revalidate { return false }
    // §5.2.1.4: no-cache in the request asks for revalidation, as the policy `revalidate` does.
    if key.cacheControl.noCache { return false }
    // §5.2.1.1: no older response than the caller wants. A limit of 0 revalidates everything, even
    // responses from this second.
    if let maxAge = rules.maxAge, maxAge == .zero || age(at: now) > maxAge { return false }
    return isFresh(at: now)
  }

  /// The fields that make a request conditional; none without a validator.
  var conditions: [HeaderFields.Field] {
    // §4.3.1: validators are those of the stored response. After a redirect, they may belong to
    // another URL.
    if isRedirected { return [] }
    var conditions: HeaderFields = []
    // U+FFFD replaced bytes that weren't UTF-8, so the server wouldn't recognize the tag.
    if let tag = fields[.etag], !tag.unicodeScalars.contains("\u{FFFD}") {
      conditions[.ifNoneMatch] = tag
    }
    if httpDate(.lastModified) != nil {
      conditions[.ifModifiedSince] = fields[.lastModified]
    }
    return conditions.all
  }
}

// MARK: Serving stale responses, RFC 9111 §4.2.4

extension ReuseRules {
  /// Whether these rules let a stored response replace the failure of a request.
  fileprivate func canServeStale(to key: RequestKey) -> Bool {
    if policy == .ignoringStored || policy == .storedOnly || maxStale == .zero { return false }
    // §5.2.1.5: with no-store in the request nothing would have been stored.
    return !key.cacheControl.noStore
  }
}

extension StoredResponse {
  /// What forbids serving it in place of a failure; `nil` if nothing does.
  func objectionToServingStale(_ rules: ReuseRules, at now: HTTPDate) -> StaleObjection? {
    // §5.2.2.2: must-revalidate forbids every use of a stale response without the server.
    if cacheControl.mustRevalidate { return .server("must-revalidate") }
    // §4.1: with "Vary: *" only the server knows whether the response fits.
    if variesByAnything { return .server("Vary: *") }
    let staleness = max(.zero, age(at: now) - freshnessLifetime)
    if let maxStale = rules.maxStale {
      // §4.2.4: the caller allows what the server didn't forbid outright, so the limit overrides
      // no-cache and stale-if-error.
      if maxStale == .zero || staleness > maxStale { return .caller }
      return nil
    }
    // §5.2.2.4: no-cache forbids it, too.
    if cacheControl.noCache { return .server("no-cache") }
    // RFC 5861 §4: stale-if-error limits how long.
    if let limit = cacheControl.staleIfError, staleness > limit { return .server("stale-if-error") }
    return nil
  }
}
