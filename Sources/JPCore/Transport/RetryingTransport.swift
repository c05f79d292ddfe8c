/// Retries temporary failures of another transport, and enforces the time limit.
package struct RetryingTransport: Transport {
  /// A try that failed, and the wait before the next one.
  package struct RetryNotice: Sendable {
    /// The URL without secrets.
    package let url: String
    package let failure: Result<HTTPResponse, TransportError>
    package let delay: Duration

    /// The number of the next retry, from 1.
    package let number: Int

    package let limit: Int
  }

  private let next: any Transport

  /// Whether ``next`` enforces the time limit itself.
  private let keepsTimeLimit: Bool

  var policy: RetryPolicy

  /// The limit for all tries and waits together; `nil` for none.
  var timeLimit: Duration?

  /// The queue of the client's requests; `nil` to send each request at once.
  private let queue: RequestQueue?

  private let clock: HTTPDate.Clock
  private let random: @Sendable () -> Double
  private let sleep: @Sendable (Duration) async throws -> Void
  private let report: @Sendable (RetryNotice) -> Void

  /// - Parameters:
  ///   - next: the transport that sends the requests.
  ///   - timeLimit: see ``timeLimit``.
  ///   - queue: see ``queue``.
  ///   - random: returns a number from 0 to 1.
  ///   - report: called before each wait.
  package init(
    _ next: some Transport, policy: RetryPolicy, timeLimit: Duration? = nil,
    queue: RequestQueue? = nil, clock: @escaping HTTPDate.Clock = HTTPDate.systemClock,
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    report: @escaping @Sendable (RetryNotice) -> Void = { _ in }
  ) {
    self.next = next
    // Not `is`, which looks for a bridge to Objective-C: 71,000 instructions.
    keepsTimeLimit = type(of: next) == CurlTransport.self
    self.policy = policy
    self.timeLimit = timeLimit
    self.queue = queue
    self.clock = clock
    self.random = random
    self.sleep = sleep
    self.report = report
  }

  /// Sends a request, and sends it again after temporary failures. All tries share one time limit.
  ///
  /// - Throws: ``TransportError``, or `CancellationError`.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let queue else { return try await sendWithRetries(request) }
    return try await queue.send(request) { request in try await sendWithRetries(request) }
  }

  private func sendWithRetries(_ request: HTTPRequest) async throws -> HTTPResponse {
    let limits = request.limits ?? RequestLimits(time: timeLimit)
    var request = request
    request.limits = limits
    var attempt = 0
    while true {
      let outcome = try await outcome(of: request, within: limits)
      let delay = policy.delay(
        after: outcome, attempt: attempt, timeLeft: limits.timeLeft,
        random: random(), now: clock())
      guard let delay else {
        let delayWithoutLimit = policy.delay(
          after: outcome, attempt: attempt, timeLeft: nil, random: random(), now: clock())
        var response = try outcome.get()
        response.attempts = attempt + 1
        response.lacksTimeToRetry = delayWithoutLimit != nil
        return response
      }
      attempt += 1
      let notice = RetryNotice(
        url: request.url.withoutSecrets, failure: outcome, delay: delay, number: attempt,
        limit: policy.maxRetries)
      report(notice)
      // While it waits, nothing of the next response has arrived.
      limits.expectBody(bytes: nil)
      try await sleep(delay)
    }
  }

  /// Sends a request once. The outcome has any error but `CancellationError`, which is thrown.
  private func outcome(
    of request: HTTPRequest, within limits: RequestLimits
  ) async throws -> Result<HTTPResponse, TransportError> {
    do {
      if keepsTimeLimit { return .success(try await next.send(request)) }
      return .success(try await sendOnce(request, within: limits))
    } catch let error as CancellationError {
      throw error
    } catch {
      // Transports may have other errors for cancellation, such as URLSession's `URLError`.
      try Task.checkCancellation()
      if let error = error as? TransportError { return .failure(error) }
      var failure = TransportError(url: request.url, reason: .other, detail: "\(error)")
      failure.underlying = error
      return .failure(failure)
    }
  }

  /// Sends a request once, for a transport that enforces no time limit, and cancels it at the
  /// deadline.
  private func sendOnce(
    _ request: HTTPRequest, within limits: RequestLimits
  ) async throws -> HTTPResponse {
    guard let deadline = limits.deadline, let limit = limits.time else {
      return try await next.send(request)
    }
    let timeout = TransportError(url: request.url, reason: .timedOut(limit: limit))
    return try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
      group.addTask { try await next.send(request) }
      group.addTask {
        try await Task.sleep(until: deadline)
        throw timeout
      }
      defer { group.cancelAll() }
      guard let response = try await group.next() else { throw timeout }
      return response
    }
  }

  /// The same transport, but without retries after a refused connection or for a host that can't be
  /// reached.
  func withoutRetriesIfRefused() -> RetryingTransport {
    var other = self
    other.policy.retriesRefused = false
    return other
  }
}
