/// A request and the limits of its response, none of which is sent.
struct Transfer: Sendable {
  /// What is sent.
  var request: TransportRequest

  /// The time allowed for the answer; `nil` for no limit.
  var allowance: TimeAllowance?

  /// Sees the content while it arrives.
  var observer: (any BodyObserver)?

  /// The room for the content, shared by all answers of a run.
  var budget: ContentBudget?

  init(_ request: TransportRequest) {
    self.request = request
  }
}

/// A transport that keeps to the limits of a ``Transfer``.
protocol TransferTransport: Transport {
  /// Gets the response to a request within its limits.
  func send(_ transfer: Transfer) async throws -> TransportResponse
}
