/// What the store says about a request, decided once a run.
package enum LookUp: Sendable {
  /// A stored response answers: it is fresh, or the run is offline.
  case atHand(HTTPResponse)
  /// The server has to be asked about a stored response.
  case ask(Question)
  /// Nothing is stored that matches the request.
  case notStored

  /// A stored response that the server is asked about.
  package struct Question: Sendable {
    /// What is stored.
    let storedResponse: StoredResponse

    /// The fields that make the request conditional (RFC 9111 §4.3.1); none without a validator.
    package let conditions: HTTPFields

    /// Whether the stored response may be served where the server fails (RFC 9111 §4.2.4).
    package let staleUse: StaleUse

    /// When it was looked up.
    let now: HTTPDate

    /// Whether the stored response may be served where the server fails.
    package var mayServeStale: Bool { staleUse == .allowed }

    /// How long ago it was stored.
    package var storedAgo: Duration { storedResponse.storedAgo(at: now) }
  }

  /// Whether there is a stored response that matches.
  package var isStored: Bool {
    if case .notStored = self { false } else { true }
  }
}

extension LookUp {
  /// Decides by RFC 9111 §4.
  ///
  /// - Parameter isOffline: whether nobody can be asked. Then a stored response is used however old it
  ///   is: the user asks to see what was there, as in a browser's history (RFC 9111 §6), which no
  ///   directive forbids.
  init(
    _ stored: StoredResponse?, for request: HTTPRequest, policy: CachePolicy, isOffline: Bool,
    at now: HTTPDate
  ) {
    let policy = policy.applying(request.cacheControl)
    guard let stored, stored.matches(request), isOffline || !policy.reloads else {
      self = .notStored
      return
    }
    let isFresh = stored.isFresh(at: now)
    if isOffline {
      self = .atHand(stored.response(origin: .offline(isFresh: isFresh), at: now))
    } else if isFresh && policy.allowsReuse(at: stored.age(at: now)) {
      self = .atHand(stored.response(origin: .fresh, at: now))
    } else {
      self = .ask(
        Question(
          storedResponse: stored, conditions: HTTPFields(stored.conditions),
          staleUse: policy.staleUse(of: stored, at: now), now: now))
    }
  }
}

extension LookUp.Question {
  /// The stored response in the place of the server's, which failed.
  package func staleResponse(because error: any Error) -> HTTPResponse {
    storedResponse.response(origin: .stale(because: error), at: now)
  }

  /// The stored response as a 304 confirms and freshens it (RFC 9111 §4.3.4); `nil` where the 304
  /// selects another one.
  func confirmed(
    by notModified: HTTPResponse, to request: HTTPRequest, requested: HTTPDate, received: HTTPDate
  ) -> StoredResponse? {
    // Behind a redirect it speaks of another URL's response.
    guard notModified.status == 304, !conditions.all.isEmpty,
      storedResponse.isSelected(by: notModified),
      notModified.url.utf8.elementsEqual(request.url.utf8)
    else { return nil }
    return storedResponse.freshened(
      by: notModified, to: request, requested: requested, received: received)
  }
}
