/// A stored response to a request, and how it may be used at a time (RFC 9111 §4). This is decided
/// once, before the request is sent.
///
/// This file has the rules for using stored responses; `StoreUpdate.swift` has the rules for
/// storing them. For example, a list was stored two hours ago with `max-age=3600` and an entity
/// tag:
///
///     online      not at hand: the request gets If-None-Match, and the list may replace a failure
///     offline     at hand, although it is stale
///     --no-cache  no look-up at all
package struct StoredCopy: Sendable {
  let stored: StoredResponse

  /// The time of the look-up.
  private let now: HTTPDate

  /// Whether this is the list of a record that was requested by its own URL.
  var isList = false

  /// Whether the response is used without asking the server: because it is fresh, or because the
  /// run is offline.
  package fileprivate(set) var isAtHand = false

  fileprivate(set) var isOffline = false

  /// The fields that make the request conditional (§4.3.1), such as If-None-Match; empty for a
  /// response that is at hand or has no usable validator.
  package fileprivate(set) var conditions: [HeaderFields.Field] = []

  /// The reason why the response may not replace a failure; `nil` if it may.
  fileprivate(set) var objection: StaleObjection?

  package var status: Int { stored.status }

  /// The response's age at the look-up; see ``StoredResponse/age(at:)``.
  package var age: Duration? { stored.age(at: now) }

  /// See ``StoredResponse/storedAgo(at:)``.
  package var storedAgo: Duration? { stored.storedAgo(at: now) }

  var isFresh: Bool { stored.isFresh(at: now) }

  /// Makes a copy that isn't at hand and has no conditions.
  init(_ stored: StoredResponse, at now: HTTPDate) {
    self.stored = stored
    self.now = now
  }

  /// Whether the response was stored or confirmed later than another one. A response whose age
  /// isn't known counts as the oldest.
  func isNewer(than other: StoredCopy) -> Bool {
    guard let storedAgo else { return false }
    guard let otherStoredAgo = other.storedAgo else { return true }
    return storedAgo < otherStoredAgo
  }
}

/// The caller's rules for stored responses, in addition to the server's.
struct ReuseRules {
  var policy = CachePolicy.standard

  /// See ``ResponseCache/maxAge``.
  var maxAge: Duration?

  /// See ``ResponseCache/maxStale``.
  var maxStale: Duration?
}

/// The reason why a stale response may not replace a failure.
package enum StaleObjection: Equatable, Sendable {
  /// The server forbids it with this directive or header field of the stored response.
  case server(String)
  /// The caller's ``ReuseRules/maxStale`` is exceeded, or zero.
  case caller
}

// MARK: Before the request, RFC 9111 §4

extension StoredCopy {
  /// Decides how the stored response to a request may be used.
  ///
  /// - Parameter now: the time of the look-up.
  init(_ stored: StoredResponse, for key: RequestKey, _ rules: ReuseRules, at now: HTTPDate) {
    self.init(stored, at: now)
    if rules.policy == .storedOnly {
      // Offline, a stored response is used at any age and whatever its directives, as a browser
      // shows its history (§6).
      isOffline = true
      isAtHand = true
    } else if canBeReused(for: key, rules) {
      isAtHand = true
      // With a limit of zero, not even a fresh response replaces a failure: for example, `/users`
      // doesn't replace a failed response for `/users/3`.
      if rules.maxStale == .zero { objection = .caller }
    } else {
      conditions = stored.conditions
      objection = objectionToServingStale(rules)
    }
  }

  /// Whether the response can be used without asking the server, if the run isn't offline.
  private func canBeReused(for key: RequestKey, _ rules: ReuseRules) -> Bool {
    if rules.policy == .revalidate { return false }
    // §5.2.1.4: no-cache in the request asks for revalidation, as the policy `revalidate` does.
    if key.cacheControl.noCache { return false }
    // §5.2.1.1: the response must not be older than the caller's limit. With a limit of 0, even a
    // response that arrived in this second is revalidated.
    guard isFresh, let age else { return false }
    guard let maxAge = rules.maxAge else { return true }
    return maxAge > .zero && age <= maxAge
  }

  /// The reason why the response may not replace a failure (§4.2.4); `nil` if it may.
  private func objectionToServingStale(_ rules: ReuseRules) -> StaleObjection? {
    let control = stored.cacheControl
    // §5.2.2.2: must-revalidate forbids using a stale response unless the server confirms it.
    if control.mustRevalidate { return .server("must-revalidate") }
    // §4.1: with "Vary: *", only the server can decide whether the response matches.
    if stored.variesByAnything { return .server("Vary: *") }
    if let maxStale = rules.maxStale {
      // §4.2.4: the client may permit stale responses. So the caller's limit overrides no-cache and
      // stale-if-error, but not the two rules above.
      if maxStale == .zero || isStale(beyond: maxStale) { return .caller }
      return nil
    }
    // §5.2.2.4: no-cache forbids using a response that the server hasn't confirmed.
    if control.noCache { return .server("no-cache") }
    // RFC 5861 §4: stale-if-error limits how long the response may be stale.
    if let limit = control.staleIfError, isStale(beyond: limit) {
      return .server("stale-if-error")
    }
    return nil
  }

  /// Whether the response has been stale for longer than a limit. If its age isn't known, it
  /// exceeds every limit.
  private func isStale(beyond limit: Duration) -> Bool {
    guard let age else { return true }
    return age - stored.freshnessLifetime > limit
  }
}

extension StoredResponse {
  /// The fields that make a request conditional; empty without a usable validator.
  var conditions: [HeaderFields.Field] {
    // §4.3.1: the conditions are the validators of the stored response. After a redirect, these may
    // belong to another URL.
    if isRedirected { return [] }
    var conditions: HeaderFields = []
    if let entityTag { conditions[.ifNoneMatch] = entityTag }
    if lastModified != nil {
      conditions[.ifModifiedSince] = fields[.lastModified]
    }
    return conditions.all
  }
}
