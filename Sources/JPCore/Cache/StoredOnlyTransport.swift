/// The whole chain of `--offline`: what is stored, however old. No link of it could open a socket.
///
/// The user's own word for looking at what was there, as with a browser's history (RFC 9111 §6), so
/// no directive of the server's forbids it.
package struct StoredOnlyTransport: Link {
  private let reader: StoreReader
  private let clock: HTTPDate.Clock

  /// Answers from a store.
  ///
  /// - Parameters:
  ///   - store: where responses are kept.
  ///   - clock: the wall clock.
  ///   - report: called once for each entry that can't be used.
  package init(
    store: ResponseStore, clock: @escaping HTTPDate.Clock,
    report: @escaping @Sendable (StoreError) -> Void
  ) {
    reader = StoreReader(store, report: report)
    self.clock = clock
  }

  /// Gives the stored response.
  ///
  /// - Throws: ``TransportError/Reason/notStored`` where there is none.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let response = response(to: request) else {
      throw TransportError(url: request.url, reason: .notStored)
    }
    return response
  }

  /// Whether a response is stored.
  package func hasAtHand(_ request: HTTPRequest) -> Bool { response(to: request) != nil }

  /// Reads the stored response.
  package func answerNow<Answer>(
    to request: HTTPRequest, reading read: (HTTPResponse) throws -> Answer
  ) throws -> Answer? {
    try response(to: request).map(read)
  }

  /// The stored response is used, or there is none.
  package func forecast(for request: HTTPRequest) -> Forecast {
    response(to: request).map { .offline(secondsSinceStored: $0.secondsSinceStored ?? 0) }
      ?? .notStored
  }

  private func response(to request: HTTPRequest) -> HTTPResponse? {
    let now = clock()
    return reader.stored(for: request).map { stored in
      stored.response(origin: .offline(isFresh: stored.isFresh(at: now)), at: now)
    }
  }
}
