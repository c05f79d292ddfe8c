/// What to do about a request, decided once, before it is sent (RFC 9111 §4).
///
/// This file has the rules for using stored responses; `StoreUpdate.swift` has those for storing
/// them. Three questions are asked, and each has one name: ``RequestKey/canStore`` whether the
/// request may use the store at all, ``StoredResponse/canReuse(for:_:at:)`` whether a stored response
/// answers without asking the server, and ``StandIn/canServeStale`` whether it may replace a failure.
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
    var other = self
    other.response = response
    return other
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
struct ReuseRules: Equatable {
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
      // With a limit of zero, nothing stored replaces a failure: not even a fresh list that of one of
      // its records.
      let objection: StaleObjection? = rules.maxStale == .zero ? .caller : nil
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

// MARK: Freshness, RFC 9111 §4.2

extension StoredResponse {
  /// Whether it is fresh.
  package func isFresh(at now: HTTPDate) -> Bool {
    // §5.2.2.4: no-cache wants the server to be asked each time.
    if cacheControl.noCache { return false }
    // §4.1: "Vary: *" wants the server to choose each time.
    if variesByAnything { return false }
    // §4.2.1: the lifetime is that of the last response; the redirects before it may be over.
    if isRedirected { return false }
    // A wrong clock dated it in the future.
    if received > now { return false }
    // §4.2: a response is fresh while its lifetime exceeds its age; when they are equal it is stale.
    return freshnessLifetime > age(at: now)
  }

  /// How long it is fresh, counted from its date.
  var freshnessLifetime: Duration {
    // §4.2.1: an explicit lifetime goes before a guess.
    if let explicitLifetime { return explicitLifetime }
    // §5.4 defines Pragma for requests, but older servers, JSONPlaceholder's among them, send it in
    // responses too.
    if fields[.cacheControl] == nil, fields[.pragma]?.lowercased() == "no-cache" { return .zero }
    // §4.2.2: without an explicit lifetime, a tenth of the time since the last change is customary;
    // here at most a day.
    guard let lastModified = httpDate(.lastModified) else { return .zero }
    return min(max(.zero, (date - lastModified) / 10), .seconds(86400))
  }

  /// The freshness lifetime from max-age or Expires; `nil` without either.
  var explicitLifetime: Duration? {
    // §5.3: max-age goes before Expires.
    if let maxAge = cacheControl.maxAge { return maxAge }
    guard fields[.expires] != nil else { return nil }
    // §5.3: an invalid date, such as 0, or a repeated one is in the past.
    guard let expires = httpDate(.expires) else { return .zero }
    return max(.zero, expires - date)
  }

  /// Its age; at least its age on arrival, even if the clock went backwards since.
  func age(at now: HTTPDate) -> Duration {
    // §4.2.3: on arrival, the age is the larger of two measures: the time since its Date, and the
    // Age field with the time that the request took.
    let apparentAge = max(.zero, received - date)
    let delay = max(.zero, received - requested)
    let correctedAge = (ageField ?? .zero) + delay
    return max(apparentAge, correctedAge) + storedAgo(at: now)
  }

  /// The value of the Age field; `nil` if it is missing or invalid.
  private var ageField: Duration? {
    // §5.1: of several values, the first counts.
    guard let first = fields[.age]?.utf8.split(separator: .comma).first else { return nil }
    return Duration(deltaSeconds: String(utf8: first))
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
      return maxStale == .zero || staleness > maxStale ? .caller : nil
    }
    // §5.2.2.4: no-cache forbids it, too.
    if cacheControl.noCache { return .server("no-cache") }
    // RFC 5861 §4: stale-if-error limits how long.
    if let limit = cacheControl.staleIfError, staleness > limit { return .server("stale-if-error") }
    return nil
  }
}
