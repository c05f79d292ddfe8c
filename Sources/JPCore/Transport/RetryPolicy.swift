/// Whether to retry after a failure, and how long to wait before; a rule without effects.
public struct RetryPolicy: Equatable, Sendable {
  /// How often to retry at most; 0 for never.
  public var retries: Int

  /// The longest time for one answer, all tries and waits together; `nil` for what the transport
  /// allows each try.
  public var timeLimit: Duration?

  /// Whether to retry if the connection was refused.
  var retriesRefused = true

  /// The first wait, before jitter; each further one is twice as long.
  private static let firstDelay = Duration.milliseconds(200)

  /// The longest wait that a server can ask for; if it asks for more, there is no retry.
  private static let longestRetryAfter = Duration.seconds(30)

  /// Makes a policy.
  public init(retries: Int = 2, timeLimit: Duration? = CurlTransport.Settings().timeout) {
    self.retries = retries
    self.timeLimit = timeLimit
  }

  /// One try, for as long as the transport allows.
  public static let never = RetryPolicy(retries: 0, timeLimit: nil)

  /// How long to wait before the next try; `nil` for no retry.
  ///
  /// - Parameters:
  ///   - attempt: how many tries there were before this one.
  ///   - timeLeft: how much of the time limit is left; `nil` for no limit.
  ///   - random: from 0 to 1; spreads the tries of many clients.
  func delay(
    after outcome: Result<TransportResponse, TransportError>, attempt: Int, timeLeft: Duration?,
    random: Double, now: HTTPDate
  ) -> Duration? {
    guard attempt < retries, isTemporary(outcome) else { return nil }
    let backoff = Self.firstDelay * (1 << min(attempt, 16)) * (0.5 + random / 2)
    var delay = backoff
    if case .success(let response) = outcome, let value = response.fields["Retry-After"],
      let wanted = Self.retryAfter(value, now: now)
    {
      guard wanted <= Self.longestRetryAfter else { return nil }
      delay = max(wanted, backoff)
    }
    return timeLeft.map { delay < $0 } ?? true ? delay : nil
  }

  private func isTemporary(_ outcome: Result<TransportResponse, TransportError>) -> Bool {
    switch outcome {
    case .success(let response): [408, 425, 429, 500, 502, 503, 504].contains(response.status)
    case .failure(let error):
      switch error.reason {
      case .notConnected, .noRoute: retriesRefused
      case .reset, .timedOut: true
      default: false
      }
    }
  }

  /// The wait that a Retry-After field asks for (RFC 9110 §10.2.3): seconds, or until a date; `nil`
  /// for anything else, which is ignored.
  package static func retryAfter(_ value: String, now: HTTPDate) -> Duration? {
    if !value.isEmpty, value.utf8.allSatisfy(\.isDigit) {
      return .seconds(Int(value) ?? Int(Int32.max))
    }
    return HTTPDate(value, now: now).map { .seconds(max(0, $0.seconds - now.seconds)) }
  }
}
