/// Sends a client's requests: at most six at a time to each server, as browsers open connections, and
/// equal ones only once.
///
/// Requests with the same URL and the same header fields are equal. While one of them waits or is
/// under way, its outcome is that of the others, too.
package actor RequestQueue {
  /// The maximum number of requests that are under way to one server.
  static let maxRequests = 6

  private typealias SendFunction = @Sendable (HTTPRequest) async throws -> HTTPResponse

  /// All callers of ``send(_:by:)`` that wait for the outcome of one request.
  private final class SharedRequest {
    var callers: [Int: CheckedContinuation<HTTPResponse, any Error>] = [:]

    /// When each caller came, cancelled ones, too: the request keeps the limits of the first.
    var arrivals: [Arrival] = []

    /// Waits for the request's turn, and sends it.
    var task: Task<Void, Never>?
  }

  private struct Arrival: Sendable {
    let limits: RequestLimits?
    let time = ContinuousClock.now
  }

  /// The turns of one server's requests.
  private struct Turns {
    /// The number of requests that are under way.
    var taken = 0

    /// The requests that wait, in order.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The requests that have callers.
  private var sharedRequests: [HTTPRequest: SharedRequest] = [:]

  /// The turns by scheme, host and port; those of requests that can't be sent are under an empty key.
  private var servers: [[UInt8]: Turns] = [:]

  /// The number of calls of ``send(_:by:)`` so far.
  private(set) var callerCount = 0

  /// Sends a request when it is its turn, or waits for an equal one. The wait for a turn doesn't
  /// count towards the request's time limit.
  ///
  /// A caller that is cancelled stops waiting. A request is cancelled with its last caller.
  ///
  /// - Parameter send: sends the request, with the task-local values of the first caller.
  /// - Throws: the errors of `send`; `CancellationError`.
  func send(
    _ request: HTTPRequest, by send: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    callerCount += 1
    let caller = callerCount
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        let shared = sharedRequest(for: request, by: send)
        shared.callers[caller] = continuation
        shared.arrivals.append(Arrival(limits: request.limits))
      }
    } onCancel: {
      Task { await cancelCaller(caller, of: request) }
    }
  }

  /// That of an equal request, or a new one.
  private func sharedRequest(for request: HTTPRequest, by send: @escaping SendFunction)
    -> SharedRequest
  {
    if let equal = sharedRequests[request] { return equal }
    let shared = SharedRequest()
    sharedRequests[request] = shared
    // A task that is made here, and not when the turn comes, has this caller's task-local values.
    shared.task = Task { await run(shared, request, send) }
    return shared
  }

  private func run(_ shared: SharedRequest, _ request: HTTPRequest, _ send: SendFunction) async {
    let server = request.parsedURL?.origin ?? []
    await takeTurn(at: server)
    let outcome = await Self.outcome(of: request, send, for: shared.arrivals)
    for continuation in shared.callers.values { continuation.resume(with: outcome) }
    shared.callers = [:]
    removeSharedRequest(shared, of: request)
    endTurn(at: server)
  }

  @concurrent private static func outcome(
    of request: HTTPRequest, _ send: SendFunction, for arrivals: [Arrival]
  ) async -> Result<HTTPResponse, any Error> {
    do {
      try Task.checkCancellation()
      // Here, because thousands of other tasks may come first when this one changes its thread.
      for arrival in arrivals { arrival.limits?.postponeStart(by: .now - arrival.time) }
      return .success(try await send(request))
    } catch {
      return .failure(error)
    }
  }

  private func cancelCaller(_ caller: Int, of request: HTTPRequest) {
    guard let shared = sharedRequests[request],
      let continuation = shared.callers.removeValue(forKey: caller)
    else {
      return
    }
    continuation.resume(throwing: CancellationError())
    guard shared.callers.isEmpty else { return }
    // The task goes on until its turn, or the transfer's end, so that another request doesn't begin
    // while the connection is still open.
    shared.task?.cancel()
    removeSharedRequest(shared, of: request)
  }

  private func removeSharedRequest(_ shared: SharedRequest, of request: HTTPRequest) {
    if sharedRequests[request] === shared { sharedRequests[request] = nil }
  }

  private func takeTurn(at server: [UInt8]) async {
    if servers[server, default: Turns()].taken < Self.maxRequests {
      servers[server, default: Turns()].taken += 1
      return
    }
    await withCheckedContinuation { turn in
      servers[server, default: Turns()].waiting.append(turn)
    }
  }

  private func endTurn(at server: [UInt8]) {
    var turns = servers.removeValue(forKey: server) ?? Turns()
    if turns.waiting.isEmpty {
      turns.taken -= 1
    } else {
      turns.waiting.removeFirst().resume()
    }
    if turns.taken > 0 { servers[server] = turns }
  }
}
