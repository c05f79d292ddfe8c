/// The result of looking up a request in the store, decided once for each run.
package enum LookUp: Sendable {
  /// A stored response can be used: it is fresh, or the run is offline.
  case atHand(TransportResponse)
  /// A stored refusal or failure is still fresh. The run continues as if the server had just sent
  /// it; the question has the stored answer that may replace it.
  case refused(TransportResponse, Question?)
  /// A stored response has to be revalidated.
  case ask(Question)
  /// No stored answer matches the request or may be used. `couldHelp` says whether a stored answer
  /// could have replaced a failure.
  case notStored(couldHelp: Bool)

  /// A stored response to revalidate.
  package struct Question: Sendable {
    let storedResponse: StoredResponse

    /// The fields that make the request conditional (RFC 9111 §4.3.1); none without a validator.
    package let conditions: [HeaderFields.Field]

    /// Whether the stored response may be served if the server fails (RFC 9111 §4.2.4).
    let staleUse: StaleUse

    fileprivate let key: RequestKey

    /// The time of the look-up.
    let now: HTTPDate

    /// How long ago it was stored.
    package var storedAgo: Duration { storedResponse.storedAgo(at: now) }
  }

  /// Whether a matching answer is stored.
  package var isStored: Bool {
    if case .atHand = self { true } else { question != nil }
  }

  /// The response to revalidate, or to serve if the server fails.
  var question: Question? {
    switch self {
    case .ask(let question as Question?), .refused(_, let question): question
    case .atHand, .notStored: nil
    }
  }

  /// Whether a stored answer may replace a failure, or could have if there were one.
  var couldHelp: Bool {
    if case .notStored(let couldHelp) = self { couldHelp } else { true }
  }
}

extension LookUp {
  /// Decides by RFC 9111 §4.
  ///
  /// - Parameters:
  ///   - stored: the stored answer to the request.
  ///   - refused: a refusal or failure that was stored later.
  ///   - rules: the caller's rules. With ``CachePolicy/storedOnly`` a stored answer is used at any
  ///     age, like a browser's history (RFC 9111 §6), which no directive forbids.
  init(
    _ stored: StoredResponse?, refused: StoredResponse? = nil, for key: RequestKey,
    rules: ReuseRules, at now: HTTPDate
  ) {
    let rules = rules.applying(key.cacheControl)
    if rules.policy == .storedOnly {
      self =
        stored.map { .atHand($0.response(origin: .offline(isFresh: $0.isFresh(at: now)), at: now)) }
        ?? .notStored(couldHelp: false)
      return
    }
    func mayBeReused(_ response: StoredResponse) -> Bool {
      response.isFresh(at: now) && rules.allowsReuse(at: response.age(at: now))
    }
    let stored = rules.policy == .reload ? nil : stored
    let question = stored.map {
      Question(
        storedResponse: $0, conditions: $0.conditions,
        staleUse: rules.staleUse(of: $0, at: now), key: key, now: now)
    }
    if let refused, !rules.asksAfterRefusals, mayBeReused(refused) {
      self = .refused(refused.response(origin: .fresh, at: now), question)
    } else if let stored, mayBeReused(stored) {
      self = .atHand(stored.response(origin: .fresh, at: now))
    } else {
      self =
        question.map { .ask($0) }
        ?? .notStored(
          couldHelp: rules.allowsStale && key.mayBeStored && !key.cacheControl.noStore)
    }
  }
}

extension LookUp.Question {
  /// The stored response, used in place of a failure.
  var staleResponse: TransportResponse {
    storedResponse.response(origin: .stale, at: now)
  }

  /// The stored response, freshened by a 304 (RFC 9111 §4.3.4); `nil` if the 304 is about another
  /// one.
  func confirmed(by reply: Reply) -> StoredResponse? {
    // After a redirect, the 304 is about another URL's response.
    guard reply.response.status == 304, !conditions.isEmpty,
      storedResponse.isSelected(by: reply.response),
      reply.response.url.cacheKey == key.url
    else { return nil }
    return storedResponse.freshened(by: reply, to: key)
  }
}
