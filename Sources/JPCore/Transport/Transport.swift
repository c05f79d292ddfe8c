/// A link of the chain that gets responses.
public protocol Transport: Sendable {
  /// Gets the response to a request, whatever its status.
  ///
  /// - Throws: ``TransportError`` where there is no complete response, `CancellationError` where the
  ///   task was cancelled.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A transport that has its responses at hand and never waits for anybody.
///
/// Its caller needs no task and no thread, which is most of what a run without network costs. What
/// it has are whole lists, so asking it for single records gains nothing.
public protocol ImmediateTransport: Transport {
  /// Gives the response to a request, whatever its status.
  ///
  /// - Throws: ``TransportError`` where there is none.
  func response(to request: HTTPRequest) throws(TransportError) -> HTTPResponse
}

extension ImmediateTransport {
  /// Gives the response at once.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try response(to: request)
  }
}
