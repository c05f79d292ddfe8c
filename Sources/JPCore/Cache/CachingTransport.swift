import Synchronization

/// The link that keeps responses and answers with them where it may (RFC 9111, for one user).
///
/// A fresh response is used without a request, a stale one is asked about, and where the server
/// fails the stored one stands in, with the failure attached. Only what its reader accepts is kept.
package final class CachingTransport: Link {
  private let next: any Link
  private let store: ResponseStore
  private let policy: CachePolicy
  private let clock: HTTPDate.Clock
  private let reader: StoreReader

  private struct State {
    var isStoringOff = false
    var wasTidied = false
    var untidyBytes = 0
  }

  private let state = Mutex(State())

  /// Puts a store before another transport.
  ///
  /// - Parameters:
  ///   - next: answers what the store can't.
  ///   - store: where responses are kept.
  ///   - policy: what the user wants of them.
  ///   - clock: the wall clock.
  ///   - report: called with what is wrong with the store: for each entry that can't be used, and of
  ///     what the system refuses, permissions say, for the first only.
  package init(
    _ next: any Link, store: ResponseStore, policy: CachePolicy = CachePolicy(),
    clock: @escaping HTTPDate.Clock, report: @escaping @Sendable (StoreError) -> Void
  ) {
    self.next = next
    self.store = store
    self.policy = policy
    self.clock = clock
    reader = StoreReader(store, report: report)
  }

  /// Gets a response, whatever it holds.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await answer(to: request, reading: { $0 }, keepingIf: { $0.status == 200 })
  }

  /// Whether a fresh response is stored.
  package func hasAtHand(_ request: HTTPRequest) -> Bool {
    policy.decision(for: request, stored: reader.stored(for: request), now: clock()) == .use
  }

  /// What the stored response and the policy lead to.
  package func forecast(for request: HTTPRequest) -> Forecast {
    let now = clock()
    let stored = reader.stored(for: request)
    let age = stored.map { max(0, now.seconds - $0.received.seconds) } ?? 0
    return switch policy.decision(for: request, stored: stored, now: now) {
    case .use: .fresh(secondsSinceStored: age)
    case .fetch: .network
    case .revalidate:
      .revalidate(secondsSinceStored: age, conditions: HTTPFields(stored?.conditions ?? []))
    }
  }

  /// Reads a fresh response.
  package func answerNow<Answer>(
    to request: HTTPRequest, reading read: (HTTPResponse) throws -> Answer
  ) throws -> Answer? {
    let now = clock()
    guard let stored = reader.stored(for: request),
      policy.decision(for: request, stored: stored, now: now) == .use
    else { return nil }
    // What its reader refuses today (it was stored by another version, say) is fetched again.
    return try? read(stored.response(origin: .fresh, at: now))
  }

  /// Reads a stored response or the server's, and keeps the server's if it can be read.
  package func answer<Answer: Sendable>(
    to request: HTTPRequest, reading read: @Sendable (HTTPResponse) throws -> Answer,
    keepingIf isGood: @Sendable (Answer) -> Bool
  ) async throws -> Answer {
    if let answer = try answerNow(to: request, reading: read) { return answer }
    let known = reader.stored(for: request)
    let isOfUse = policy.decision(for: request, stored: known, now: clock()) != .fetch
    let stored = isOfUse ? known : nil
    return try await ask(
      request, about: stored, orElse: stored, reading: read, keepingIf: isGood)
  }

  // MARK: Asking the server

  /// - Parameters:
  ///   - known: what to ask about; without it the request is unconditional.
  ///   - copy: what may stand in for a failure.
  private func ask<Answer: Sendable>(
    _ request: HTTPRequest, about known: StoredResponse?, orElse copy: StoredResponse?,
    reading read: @Sendable (HTTPResponse) throws -> Answer,
    keepingIf isGood: @Sendable (Answer) -> Bool
  ) async throws -> Answer {
    var conditional = request
    for condition in known?.conditions ?? [] { conditional.fields.append(condition) }
    conditional.hasStandIn = copy.map { policy.allowsFallback(to: $0, now: clock()) } ?? false
    let requested = clock()
    let response: HTTPResponse
    do {
      response = try await next.send(conditional)
    } catch let error as TransportError where error.reason.isNobodysMistake {
      return try fallback(to: copy, because: error, reading: read)
    }
    let received = clock()
    // Without a condition nobody asked whether something has changed.
    if response.status == 304, let known, !known.conditions.isEmpty {
      let freshened = known.freshened(by: response, requested: requested, received: received)
      // Behind a redirect it speaks of another URL's response.
      let isConfirmed =
        known.isConfirmed(by: response) && response.url.utf8.elementsEqual(request.url.utf8)
      let answer = isConfirmed ? try? read(freshened.revalidated) : nil
      if let answer {
        if !freshened.cacheControl.noStore { keep(freshened) }
        return answer
      }
      // The 304 speaks of something else, or what is stored can't be read: ask for the whole.
      return try await ask(
        request, about: nil, orElse: copy, reading: read, keepingIf: isGood)
    }
    do {
      let answer = try read(response)
      let new = StoredResponse(response, to: request, requested: requested, received: received)
      if let new, isGood(answer) { keep(new) }
      return answer
    } catch  where response.isFailure {
      return try fallback(to: copy, because: error, reading: read)
    }
  }

  private func fallback<Answer>(
    to copy: StoredResponse?, because error: any Error,
    reading read: (HTTPResponse) throws -> Answer
  ) throws -> Answer {
    guard let copy else { throw error }
    let now = clock()
    let response = copy.response(origin: .stale(because: error), at: now)
    guard policy.allowsFallback(to: copy, now: now) else {
      throw FailureBesideCopy(
        failure: error, secondsSinceStored: response.secondsSinceStored ?? 0)
    }
    do { return try read(response) } catch _ {
      // The stored one is no better than what failed: that failure is the one to tell.
      throw error
    }
  }

  // MARK: The store

  private func keep(_ response: StoredResponse) {
    guard !state.withLock(\.isStoringOff) else { return }
    do throws(StoreError) {
      try store.store(response)
    } catch {
      // One entry's place is that entry's trouble; the directory is everybody's.
      let isDirectory = error.path == store.directory
      if isDirectory { state.withLock { $0.isStoringOff = true } }
      return reader.report(error)
    }
    reader.replace(with: response)
    // Looking at the whole directory after each of thousands of responses would take their square.
    let isDue = state.withLock { state in
      state.untidyBytes += response.body.count
      let isDue = !state.wasTidied || state.untidyBytes > store.maxBytes / 16
      if isDue { (state.wasTidied, state.untidyBytes) = (true, 0) }
      return isDue
    }
    // A directory that can be written but not listed only grows; that is no reason not to store.
    if isDue { try? store.tidy(now: clock()) }
  }
}

extension StoredResponse {
  fileprivate var revalidated: HTTPResponse { response(origin: .revalidated, at: received) }
}

extension TransportError.Reason {
  /// Whether a stored response may stand in: not for what the user has to put right.
  fileprivate var isNobodysMistake: Bool {
    switch self {
    case .unreadableCertificates, .invalidField: false
    default: !isOfURL
    }
  }
}

extension HTTPResponse {
  /// Whether an older response is better than this one, which can't be read: the server failed, or
  /// said that all is well and wasn't; 304 is so where nobody asked or it is of something else.
  fileprivate var isFailure: Bool {
    (200..<300).contains(status) || status == 304 || CachePolicy.isFailure(status)
  }
}
