/// Keeps the time limits of requests for a transport of the caller's, and puts its errors into the
/// library's words.
struct TimedTransport: Transport {
  private let next: any Transport

  init(_ next: any Transport) {
    self.next = next
  }

  /// Cancels the other transport where the request's time is over.
  func send(_ request: TransportRequest) async throws -> TransportResponse {
    do { return try await timed(request) } catch let error as any TransportFailure {
      throw TransportError(url: request.url, reason: error.reason, detail: "\(error)")
    }
  }

  private func timed(_ request: TransportRequest) async throws -> TransportResponse {
    // libcurl has a clock of its own, which stands still while a request waits for its turn.
    guard let deadline = request.deadline, !(next is CurlTransport) else {
      return try await next.send(request)
    }
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
