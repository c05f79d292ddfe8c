/// A request, and the limits and the observer of its response, which aren't sent.
struct Transfer {
  var request: TransportRequest

  /// The time allowed for the answer; `nil` for no limit.
  var allowance: TimeAllowance?

  /// Called with all content so far whenever more arrives, and with no content before the first.
  var observer: (@Sendable ([UInt8]) -> Void)?

  /// The memory limit that all responses of a run share, here for arriving content; `nil` for no
  /// limit.
  var budget: ContentBudget?

  init(_ request: TransportRequest) {
    self.request = request
  }
}

/// A transport that applies the limits of a ``Transfer``.
protocol TransferTransport: Transport {
  /// Gets the response to a request within its limits.
  func send(_ transfer: Transfer) async throws -> TransportResponse
}
