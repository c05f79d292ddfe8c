/// Gets responses.
public protocol Transport: Sendable {
  /// Gets the response to a request, whatever its status.
  ///
  /// - Throws: ``TransportError`` where there is no complete response, `CancellationError` where the
  ///   task was cancelled. Any other error counts as ``TransportError/Reason-swift.enum/other``.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A link of the chain: a transport that knows more than to send.
package protocol Link: Transport {
  /// Gets the response to a request and reads it.
  ///
  /// A link that keeps responses tells good ones from bad ones by whether they can be read: it keeps
  /// none that can't, and may have an older one read instead.
  ///
  /// - Parameters:
  ///   - read: makes of a response what the caller needs; may be called with several.
  ///   - isGood: whether a response that gave this answer may be kept.
  /// - Throws: what ``send(_:)`` or `read` throws; ``FailureBesideCopy``.
  func answer<Answer: Sendable>(
    to request: HTTPRequest, reading read: @Sendable (HTTPResponse) throws -> Answer,
    keepingIf isGood: @Sendable (Answer) -> Bool
  ) async throws -> Answer

  /// Whether the response can be had without waiting for anybody.
  func hasAtHand(_ request: HTTPRequest) -> Bool

  /// What would be done about a request; nothing is sent.
  func forecast(for request: HTTPRequest) -> Forecast

  /// The same as ``answer(to:reading:keepingIf:)`` for a response that is at hand, without a task or a thread,
  /// which is most of what a run without network costs; `nil` where it is not at hand.
  func answerNow<Answer>(
    to request: HTTPRequest, reading read: (HTTPResponse) throws -> Answer
  ) throws -> Answer?
}

extension Transport {
  /// This as a link; what a caller made knows only how to send, and fails in its own way.
  var link: any Link { self as? any Link ?? Sending(transport: self) }
}

private struct Sending: Link {
  let transport: any Transport

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    do {
      return try await transport.send(request)
    } catch let error where error is TransportError || error is CancellationError {
      throw error
    } catch {
      throw TransportError(url: request.url, reason: .other, detail: "\(error)")
    }
  }
}

/// What a link would do about a request.
package enum Forecast: Equatable, Sendable {
  /// Ask the server.
  case network
  /// Use a stored response that is fresh.
  case fresh(secondsSinceStored: Int)
  /// Ask the server whether a stored response is still right, with these fields.
  case revalidate(secondsSinceStored: Int, conditions: HTTPFields)
  /// Use a stored response, however old.
  case offline(secondsSinceStored: Int)
  /// Fail: nothing is stored, and no server is to be asked.
  case notStored
  /// Use a file or built-in data.
  case local
}

extension Forecast {
  /// Whether a response is stored, or needs none to be.
  var hasCopy: Bool { self != .network && self != .notStored }
}

extension Link {
  /// The server is asked.
  package func forecast(for request: HTTPRequest) -> Forecast { .network }

  /// Reads the response that ``send(_:)`` gives.
  package func answer<Answer: Sendable>(
    to request: HTTPRequest, reading read: @Sendable (HTTPResponse) throws -> Answer,
    keepingIf isGood: @Sendable (Answer) -> Bool
  ) async throws -> Answer {
    try read(try await send(request))
  }

  /// Nothing is at hand.
  package func hasAtHand(_ request: HTTPRequest) -> Bool { false }

  /// Nothing is at hand.
  package func answerNow<Answer>(
    to request: HTTPRequest, reading read: (HTTPResponse) throws -> Answer
  ) throws -> Answer? { nil }
}

/// A link that has all of its responses at hand.
package protocol ImmediateLink: Link {
  /// Gives the response to a request, whatever its status.
  ///
  /// - Throws: ``TransportError`` where there is none.
  func response(to request: HTTPRequest) throws(TransportError) -> HTTPResponse
}

extension ImmediateLink {
  /// Gives the response at once.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try response(to: request)
  }

  /// Nobody is asked.
  package func forecast(for request: HTTPRequest) -> Forecast { .local }

  /// Everything is at hand.
  package func hasAtHand(_ request: HTTPRequest) -> Bool { true }

  /// Reads the response at once.
  package func answerNow<Answer>(
    to request: HTTPRequest, reading read: (HTTPResponse) throws -> Answer
  ) throws -> Answer? {
    try read(response(to: request))
  }
}

/// A failure that a stored response could have stood in for, had the server or the user allowed it.
package struct FailureBesideCopy: Error {
  /// What failed.
  package let failure: any Error

  /// For how long the response has been stored, in seconds.
  package let secondsSinceStored: Int
}
