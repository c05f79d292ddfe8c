/// Sends requests and receives their responses.
public protocol Transport: Sendable {
  /// Sends a request and returns the response, whatever its status.
  ///
  /// - Throws: ``TransportError`` if no complete response arrives, `CancellationError` if the task
  ///   was cancelled. Any other error counts as ``TransportError/Reason-swift.enum/other``.
  func send(_ request: TransportRequest) async throws -> TransportResponse

  /// The default retries of a client with this transport: ``RetryPolicy/init(retries:timeLimit:)``
  /// unless the transport declares another policy, for example because it retries itself.
  var defaultRetries: RetryPolicy { get }
}

extension Transport {
  /// The default retries and time limit.
  public var defaultRetries: RetryPolicy { RetryPolicy() }
}
