import Synchronization

/// Sends equal requests that are made at the same time once; each gets the response.
final class SharingTransport: Transport {
  private struct Flight {
    let request: TransportRequest
    var task: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<TransportResponse, any Error>]
  }

  private struct State {
    var count = 0
    /// By the number of the request that began it.
    var flights: [Int: Flight] = [:]
    /// Requests that were cancelled before they waited.
    var left: Set<Int> = []
  }

  private let next: any Transport
  private let state = Mutex(State())

  init(_ next: any Transport) {
    self.next = next
  }

  /// How many requests wait for a response.
  var waiting: Int { state.withLock { $0.flights.values.reduce(0) { $0 + $1.waiters.count } } }

  /// Waits for the response to an equal request that is under way, or sends this one. It goes on
  /// while anybody waits for it.
  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    // Whoever is cancelled with the response in hand has left nothing.
    defer { state.withLock { _ = $0.left.remove(number) } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { join(request, as: number, $0) }
    } onCancel: {
      leave(number)
    }
  }

  private func join(
    _ request: TransportRequest, as number: Int,
    _ continuation: CheckedContinuation<TransportResponse, any Error>
  ) {
    let isCancelled = state.withLock { state in
      if state.left.remove(number) != nil { return true }
      if let (flight, _) = state.flights.first(where: { $1.request == request }) {
        state.flights[flight]?.waiters[number] = continuation
        return false
      }
      state.flights[number] = Flight(request: request, waiters: [number: continuation])
      state.flights[number]?.task = Task { await fly(number, request) }
      return false
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
  }

  private func fly(_ number: Int, _ request: TransportRequest) async {
    let result: Result<TransportResponse, any Error>
    do { result = .success(try await next.send(request)) } catch { result = .failure(error) }
    let flight = state.withLock { $0.flights.removeValue(forKey: number) }
    for waiter in (flight?.waiters ?? [:]).values { waiter.resume(with: result) }
  }

  private func leave(_ number: Int) {
    let (waiter, task) = state.withLock { state in
      guard let (flight, _) = state.flights.first(where: { $1.waiters[number] != nil }) else {
        state.left.insert(number)
        return (nil, nil)
          as (CheckedContinuation<TransportResponse, any Error>?, Task<Void, Never>?)
      }
      let waiter = state.flights[flight]?.waiters.removeValue(forKey: number)
      let isWanted = state.flights[flight]?.waiters.isEmpty == false
      return (waiter, isWanted ? nil : state.flights.removeValue(forKey: flight)?.task)
    }
    task?.cancel()
    waiter?.resume(throwing: CancellationError())
  }
}
