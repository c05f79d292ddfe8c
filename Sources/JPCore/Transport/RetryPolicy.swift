/// Decides which failures are retried, and how long to wait before each retry.
///
/// A request is sent again if the connection was refused or lost, if the host couldn't be reached,
/// if this process had too many open files, or if the response has one of the
/// ``temporaryStatuses``.
///
/// All tries and waits share the client's time limit. So nothing is sent again after a time-out,
/// and a wait that would take longer than the remaining time isn't begun.
///
/// The first wait is ``firstDelay``, and each later wait is twice as long as the one before it.
/// Each wait is shortened at random by up to a half, so that many clients don't retry at the same
/// moment. If the server asks for a longer wait (Retry-After, RFC 9110 §10.2.3), that wait is used,
/// up to ``longestRetryAfter``.
///
/// If a stored response may replace the failure, a request isn't sent again after a refused
/// connection or to a host that can't be reached.
public struct RetryPolicy: Equatable, Sendable {
  /// The maximum number of retries; 0 for none.
  public var maxRetries: Int

  /// The wait before the first retry.
  public var firstDelay: Duration

  /// The longest wait that a server can ask for; if it asks for more, the failure is final.
  public var longestRetryAfter: Duration

  /// Whether to retry if the connection was refused or the host can't be reached.
  var retriesRefused = true

  /// Makes a policy.
  public init(
    maxRetries: Int = 2, firstDelay: Duration = .milliseconds(200),
    longestRetryAfter: Duration = .seconds(30)
  ) {
    self.maxRetries = maxRetries
    self.firstDelay = firstDelay
    self.longestRetryAfter = longestRetryAfter
  }

  /// Never retries: each request is sent once.
  public static let never = RetryPolicy(maxRetries: 0)

  /// The status codes after which a later request may succeed. Cloudflare, the public service's
  /// proxy, sends 520 to 524 if the server fails.
  public static let temporaryStatuses: Set<Int> = [
    408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524,
  ]

  /// The wait before the next try; `nil` for no retry.
  ///
  /// - Parameters:
  ///   - attempt: the number of retries so far.
  ///   - timeLeft: the time until the time limit ends; `nil` for no limit.
  ///   - random: a number from 0 to 1, which spreads the tries of many clients.
  func delay(
    after outcome: Result<HTTPResponse, TransportError>, attempt: Int, timeLeft: Duration?,
    random: Double, now: HTTPDate
  ) -> Duration? {
    guard attempt < maxRetries, isTemporary(outcome) else { return nil }
    // At most 16 doublings, because many more would overflow.
    let longestDelay = firstDelay * (1 << min(attempt, 16))
    var delay = longestDelay * (0.5 + random / 2)
    if let wanted = Self.requestedDelay(after: outcome, now: now) {
      guard wanted <= longestRetryAfter else { return nil }
      delay = max(wanted, delay)
    }
    if let timeLeft, delay >= timeLeft { return nil }
    return delay
  }

  /// The wait that the server asks for; `nil` if it asks for none.
  private static func requestedDelay(
    after outcome: Result<HTTPResponse, TransportError>, now: HTTPDate
  ) -> Duration? {
    guard case .success(let response) = outcome else { return nil }
    guard let value = response.headerFields[.retryAfter] else { return nil }
    return parseRetryAfter(value, now: now)
  }

  private func isTemporary(_ outcome: Result<HTTPResponse, TransportError>) -> Bool {
    switch outcome {
    case .success(let response): Self.temporaryStatuses.contains(response.status)
    case .failure(let error):
      switch error.reason {
      case .connectionRefused, .noRoute, .proxyFailed: retriesRefused
      case .connectionLost, .tooManyOpenFiles: true
      default: false
      }
    }
  }

  /// The wait that a Retry-After field asks for, in seconds or until a date (RFC 9110 §10.2.3);
  /// `nil` for an invalid value, which is ignored.
  package static func parseRetryAfter(_ value: String, now: HTTPDate) -> Duration? {
    if let seconds = Duration(deltaSeconds: value) { return seconds }
    guard let date = HTTPDate(value, now: now) else { return nil }
    return max(.zero, date - now)
  }
}
