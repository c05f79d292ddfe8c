/// When to retry after a failure, and how long to wait first.
public struct RetryPolicy: Equatable, Sendable {
  /// The maximum number of retries; 0 for none.
  public var retries: Int

  /// The time limit for all tries and waits together; `nil` if only the transport's limit for each
  /// try applies.
  public var timeLimit: Duration?

  /// Whether to retry if the server couldn't be connected to.
  var retriesRefused = true

  /// The first wait, before jitter; each later one is twice as long.
  private static let firstDelay = Duration.milliseconds(200)

  /// The longest wait that a server can ask for; if it asks for more, the failure is final.
  private static let longestRetryAfter = Duration.seconds(30)

  /// Makes a policy.
  public init(retries: Int = 2, timeLimit: Duration? = CurlTransport.Settings().timeout) {
    self.retries = retries
    self.timeLimit = timeLimit
  }

  /// No retries, and only the transport's time limit.
  public static let never = RetryPolicy(retries: 0, timeLimit: nil)

  /// The wait before the next try; `nil` for no retry.
  ///
  /// - Parameters:
  ///   - attempt: the number of earlier tries.
  ///   - timeLeft: the rest of the time limit; `nil` for no limit.
  ///   - random: from 0 to 1; spreads the tries of many clients.
  func delay(
    after outcome: Result<TransportResponse, TransportError>, attempt: Int, timeLeft: Duration?,
    random: Double, now: HTTPDate
  ) -> Duration? {
    guard attempt < retries, isTemporary(outcome) else { return nil }
    var delay = Self.firstDelay * (1 << min(attempt, 16)) * (0.5 + random / 2)
    if case .success(let response) = outcome, let value = response.fields[.retryAfter],
      let wanted = Self.retryAfter(value, now: now)
    {
      guard wanted <= Self.longestRetryAfter else { return nil }
      delay = max(wanted, delay)
    }
    if let timeLeft, delay >= timeLeft { return nil }
    return delay
  }

  /// Whether a later request may succeed. Cloudflare sends 520 to 524 if the server behind it fails.
  package static func isTemporary(status: Int) -> Bool {
    switch status {
    case 408, 425, 429, 500, 502...504, 520...524: true
    default: false
    }
  }

  private func isTemporary(_ outcome: Result<TransportResponse, TransportError>) -> Bool {
    switch outcome {
    case .success(let response): Self.isTemporary(status: response.status)
    case .failure(let error):
      switch error.reason {
      case .notConnected, .noRoute: retriesRefused
      case .reset, .timedOut: true
      default: false
      }
    }
  }

  /// The wait that a Retry-After field asks for, in seconds or until a date (RFC 9110 §10.2.3);
  /// `nil` for an invalid value, which is ignored.
  package static func retryAfter(_ value: String, now: HTTPDate) -> Duration? {
    if let seconds = Duration(deltaSeconds: value) { return seconds }
    guard let date = HTTPDate(value, now: now) else { return nil }
    return max(.zero, date - now)
  }
}
