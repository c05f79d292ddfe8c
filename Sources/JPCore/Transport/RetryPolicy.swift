/// Whether to retry after a failure, and how long to wait before; a rule without effects.
public struct RetryPolicy: Equatable, Sendable {
  /// How often to retry at most; 0 for never.
  public var retries: Int

  /// The longest time for one answer, all tries and waits together; `nil` for what the transport
  /// allows each try.
  public var timeLimit: Duration?

  /// Whether to retry where the connection was refused.
  var retriesRefused = true

  /// The first wait, before jitter; each further one is twice as long.
  private static let firstDelay = Duration.milliseconds(200)

  /// The longest wait that a server can ask for; where it asks for more, there is no retry.
  private static let longestRetryAfter = Duration.seconds(30)

  /// Makes a policy.
  public init(retries: Int = 2, timeLimit: Duration? = CurlTransport.Settings().timeout) {
    self.retries = retries
    self.timeLimit = timeLimit
  }

  /// One try, for as long as the transport allows.
  public static let never = RetryPolicy(retries: 0, timeLimit: nil)

  /// What went wrong with a try.
  enum Failure: Equatable {
    case transport(TransportError.Reason)
    /// A status, and the value of Retry-After (RFC 9110 §10.2.3) if there is one.
    case status(Int, retryAfter: String?)
  }

  /// How long to wait before the next try; `nil` for no retry.
  ///
  /// - Parameters:
  ///   - attempt: how many tries there were before the one that failed.
  ///   - timeLeft: how much of the time limit is left; `nil` where there is none.
  ///   - random: from 0 to 1; spreads the tries of many clients.
  func delay(
    after failure: Failure, attempt: Int, timeLeft: Duration?, random: Double, now: HTTPDate
  ) -> Duration? {
    guard attempt < retries, isTemporary(failure) else { return nil }
    let backoff = Self.firstDelay * (1 << min(attempt, 16)) * (0.5 + random / 2)
    var delay = backoff
    if case .status(_, let value?) = failure, let wanted = Self.retryAfter(value, now: now) {
      guard wanted <= Self.longestRetryAfter else { return nil }
      delay = max(wanted, backoff)
    }
    return timeLeft.map { delay < $0 } ?? true ? delay : nil
  }

  private func isTemporary(_ failure: Failure) -> Bool {
    switch failure {
    case .transport(.notConnected), .transport(.noRoute): retriesRefused
    case .transport(.reset), .transport(.timedOut): true
    case .transport: false
    case .status(let status, _): [408, 425, 429, 500, 502, 503, 504].contains(status)
    }
  }

  /// Seconds, or a date; `nil` for anything else, which is ignored.
  package static func retryAfter(_ value: String, now: HTTPDate) -> Duration? {
    if !value.isEmpty, value.utf8.allSatisfy(\.isDigit) {
      return .seconds(Int(value) ?? Int(Int32.max))
    }
    return HTTPDate(value, now: now).map { .seconds(max(0, $0.seconds - now.seconds)) }
  }
}
