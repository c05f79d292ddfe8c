/// Retries temporary failures of another transport.
public struct RetryingTransport: Transport {
  /// A try that failed, and the wait before the next one.
  public struct Notice: Sendable {
    /// The URL.
    public let url: String

    /// What went wrong: an error, or a status.
    public let failure: Result<Int, TransportError>

    /// The wait.
    public let delay: Duration

    /// Which retry follows, from 1.
    public let number: Int

    /// How many there are at most.
    public let limit: Int
  }

  var next: any Transport
  private(set) var policy: RetryPolicy
  private let clock: HTTPDate.Clock
  private let random: @Sendable () -> Double
  private let sleep: @Sendable (Duration) async throws -> Void
  private let report: @Sendable (Notice) -> Void

  /// Puts retries before another transport.
  ///
  /// - Parameters:
  ///   - next: gets the responses.
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

  /// Gets the response, or what the last try gave; all tries share one deadline.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    let deadline = request.deadline ?? policy.timeLimit.map { Deadline(limit: $0) }
    var request = request
    request.deadline = deadline
    var attempt = 0
    while true {
      let outcome = try await outcome(of: request)
      let delay = policy.delay(
        after: RetryPolicy.Failure(outcome), attempt: attempt, timeLeft: deadline?.timeLeft,
        random: random(), now: clock())
      guard let delay, request.bodyReader?.hasGiven != true else {
        var response = try outcome.get()
        response.attempts = attempt + 1
        return response
      }
      // Nothing of it may be given away while the retry is waited for.
      request.bodyReader?.begin()
      report(
        Notice(
          url: request.url, failure: outcome.map(\.status), delay: delay, number: attempt + 1,
          limit: policy.retries))
      deadline?.spend(delay)
      try await sleep(delay)
      attempt += 1
    }
  }

  /// One try. A transport that doesn't count its own time has it counted here.
  private func outcome(
    of request: TransportRequest
  ) async throws -> Result<TransportResponse, TransportError> {
    let (start, spent) = (ContinuousClock.now, request.deadline?.spent)
    defer { if request.deadline?.spent == spent { request.deadline?.spend(.now - start) } }
    do { return .success(try await next.send(request)) } catch let error as TransportError {
      return .failure(error)
    }
  }
}

extension RetryingTransport {
  /// The same, but without waiting for a server that refuses connections.
  func givingUpWhereRefused() -> RetryingTransport {
    var other = self
    other.policy.retriesRefused = false
    return other
  }
}

extension RetryPolicy.Failure {
  fileprivate init(_ outcome: Result<TransportResponse, TransportError>) {
    switch outcome {
    case .success(let response):
      self = .status(response.status, retryAfter: response.fields["Retry-After"])
    case .failure(let error): self = .transport(error.reason)
    }
  }
}
