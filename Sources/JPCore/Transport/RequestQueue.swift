/// Sends a client's requests: at most six at a time to each server, as browsers open connections, and
/// equal ones only once.
///
/// Requests with the same URL and the same header fields are equal. While one of them waits or is
/// under way, its outcome is that of the others, too.
package actor RequestQueue {
  /// The maximum number of requests that are under way to one server.
  static let maxRequests = 6

  private typealias SendFunction = @Sendable (HTTPRequest) async throws -> HTTPResponse

  /// A call of ``send(_:by:)`` that waits for its response.
  private struct Caller {
    let continuation: CheckedContinuation<HTTPResponse, any Error>
    let limits: RequestLimits?
    let arrival = ContinuousClock.now
  }

  /// A request, and all callers that wait for its outcome.
  private final class Job {
    let request: HTTPRequest
    let send: SendFunction
    var callers: [Int: Caller] = [:]

    /// The task that sends the request; `nil` as long as it isn't the request's turn.
    var task: Task<Void, Never>?

    init(_ request: HTTPRequest, by send: @escaping SendFunction) {
      self.request = request
      self.send = send
    }
  }

  /// The requests that wait or are under way, in order, by scheme, host and port; those that can't be
  /// sent are under an empty key.
  private var servers: [[UInt8]: [Job]] = [:]

  /// The number of calls of ``send(_:by:)`` so far.
  private(set) var callerCount = 0

  /// Sends a request when it is its turn, or waits for an equal one. The wait for a turn doesn't
  /// count towards the request's time limit.
  ///
  /// A caller that is cancelled stops waiting. A request is cancelled with its last caller.
  ///
  /// - Parameter send: sends the request.
  /// - Throws: the errors of `send`; `CancellationError`.
  func send(
    _ request: HTTPRequest, by send: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let server = request.parsedURL?.origin ?? []
    callerCount += 1
    let caller = callerCount
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        let job = job(for: request, to: server, by: send)
        job.callers[caller] = Caller(continuation: continuation, limits: request.limits)
        beginJobs(to: server)
      }
    } onCancel: {
      Task { await cancelCaller(caller, waitingFor: server) }
    }
  }

  /// The job of an equal request, or a new one.
  private func job(for request: HTTPRequest, to server: [UInt8], by send: @escaping SendFunction)
    -> Job
  {
    let equal = servers[server]?.first { job in job.request == request }
    if let equal { return equal }
    let job = Job(request, by: send)
    servers[server, default: []].append(job)
    return job
  }

  private func beginJobs(to server: [UInt8]) {
    let jobs = servers[server] ?? []
    for job in jobs.prefix(Self.maxRequests) where job.task == nil {
      for caller in job.callers.values { caller.limits?.postponeStart(by: .now - caller.arrival) }
      job.task = Task {
        let outcome = await Self.outcome(of: job.request, job.send)
        endJob(job, outcome, to: server)
      }
    }
  }

  @concurrent private static func outcome(
    of request: HTTPRequest, _ send: SendFunction
  ) async -> Result<HTTPResponse, any Error> {
    do {
      return .success(try await send(request))
    } catch {
      return .failure(error)
    }
  }

  private func endJob(_ job: Job, _ outcome: Result<HTTPResponse, any Error>, to server: [UInt8]) {
    for caller in job.callers.values { caller.continuation.resume(with: outcome) }
    job.callers = [:]
    removeJob(job, to: server)
  }

  private func cancelCaller(_ caller: Int, waitingFor server: [UInt8]) {
    for job in servers[server] ?? [] {
      guard let cancelled = job.callers.removeValue(forKey: caller) else { continue }
      cancelled.continuation.resume(throwing: CancellationError())
      guard job.callers.isEmpty else { return }
      job.task?.cancel()
      return removeJob(job, to: server)
    }
  }

  private func removeJob(_ job: Job, to server: [UInt8]) {
    servers[server]?.removeAll { other in other === job }
    if servers[server]?.isEmpty == true { servers[server] = nil }
    beginJobs(to: server)
  }
}
