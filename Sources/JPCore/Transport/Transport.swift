/// Gets responses.
public protocol Transport: Sendable {
  /// Gets the response to a request, whatever its status.
  ///
  /// - Throws: ``TransportError`` where there is no complete response, `CancellationError` where the
  ///   task was cancelled. A ``TransportFailure`` becomes a ``TransportError``; any other
  ///   error counts as ``TransportError/Reason-swift.enum/other``.
  func send(_ request: TransportRequest) async throws -> TransportResponse
}
