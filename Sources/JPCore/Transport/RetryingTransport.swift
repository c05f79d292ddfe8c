/// The link that tries again where a failure may pass by itself.
public struct RetryingTransport: Link {
  /// A try that failed, and how long is waited before the next one.
  public struct Notice: Sendable {
    /// The URL.
    public let url: String

    /// What went wrong: an error, or a status.
    public let failure: Result<Int, TransportError>

    /// How long is waited.
    public let delay: Duration
  }

  private let next: any Transport
  private let policy: RetryPolicy
  private let clock: HTTPDate.Clock
  private let random: @Sendable () -> Double
  private let sleep: @Sendable (Duration) async throws -> Void
  private let report: @Sendable (Notice) -> Void

  /// Puts retries before another transport.
  ///
  /// - Parameters:
  ///   - next: is tried.
  ///   - policy: how often, and for how long.
  ///   - clock: the wall clock.
  ///   - random: from 0 to 1.
  ///   - sleep: waits.
  ///   - report: called before each wait.
  public init(
    _ next: any Transport, policy: RetryPolicy = RetryPolicy(),
    clock: @escaping HTTPDate.Clock = HTTPDate.systemClock,
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    report: @escaping @Sendable (Notice) -> Void = { _ in }
  ) {
    self.next = next
    self.policy = policy
    self.clock = clock
    self.random = random
    self.sleep = sleep
    self.report = report
  }

  /// Gets the response, or what the last try gave; each try has what is left of the time limit.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let start = ContinuousClock.now
    var waited = Duration.zero
    var attempt = 0
    while true {
      var limited = request
      let elapsed = max(ContinuousClock.now - start, waited)
      limited.timeLimit = policy.timeLimit - elapsed
      let outcome = try await outcome(of: limited)
      guard let failure = outcome.failure,
        let delay = policy.delay(
          after: failure, attempt: attempt, elapsed: max(ContinuousClock.now - start, waited),
          hasStandIn: request.hasStandIn, random: random(), now: clock())
      else { return try outcome.result.get() }
      report(Notice(url: request.url, failure: outcome.result.map(\.status), delay: delay))
      try await sleep(delay)
      waited += delay
      attempt += 1
    }
  }

  private func outcome(
    of request: HTTPRequest
  ) async throws -> (result: Result<HTTPResponse, TransportError>, failure: RetryPolicy.Failure?) {
    do {
      let response = try await next.link.send(request)
      let retryAfter = response.fields["Retry-After"]
      return (.success(response), .status(response.status, retryAfter: retryAfter))
    } catch let error as TransportError {
      return (.failure(error), .transport(error.reason))
    }
  }
}
