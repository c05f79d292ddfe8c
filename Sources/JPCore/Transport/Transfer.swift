/// A request, and the limits and the observer of its response, which aren't sent.
struct Transfer {
  var request: TransportRequest

  /// The time allowed for the answer; `nil` for no limit.
  var allowance: TimeAllowance?

  /// Receives the content while it is arriving.
  var observer: (any BodyObserver)?

  /// The memory limit that all responses of a run share; `nil` for no limit.
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
