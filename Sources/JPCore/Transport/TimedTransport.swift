/// Keeps the time limits of requests for a transport that may not know of them.
struct TimedTransport: Transport {
  private let next: any Transport

  init(_ next: any Transport) {
    self.next = next
  }

  /// Cancels the other transport where the request's time is over.
  func send(_ request: TransportRequest) async throws -> TransportResponse {
    guard let deadline = request.deadline else { return try await next.send(request) }
    deadline.begin()
    defer { deadline.pause() }
    return try await withThrowingTaskGroup(of: TransportResponse?.self) { group in
      group.addTask { try await next.send(request) }
      group.addTask {
        // The clock may have stood still meanwhile.
        while deadline.timeLeft > .zero { try await Task.sleep(for: deadline.timeLeft) }
        return nil
      }
      defer { group.cancelAll() }
      if let response = try await group.next() ?? nil { return response }
      throw TransportError(url: request.url, reason: .timedOut(limit: deadline.limit))
    }
  }
}
