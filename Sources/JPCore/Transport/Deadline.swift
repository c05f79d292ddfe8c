import Synchronization

/// The time limit of an answer: one for everything that is done to get it, retries and redirects
/// included.
///
/// Its clock starts when the first request begins: waiting for a turn doesn't count.
public final class Deadline: Sendable {
  /// The longest time for the answer.
  public let limit: Duration

  private let end = Mutex<ContinuousClock.Instant?>(nil)

  /// Makes a deadline whose clock hasn't started.
  public init(limit: Duration) {
    self.limit = limit
  }

  /// Starts the clock, unless it runs already.
  ///
  /// - Returns: when the time is over.
  @discardableResult
  public func begin() -> ContinuousClock.Instant {
    end.withLock { end in
      let instant = end ?? .now + limit
      end = instant
      return instant
    }
  }

  /// Whether the clock runs.
  var hasBegun: Bool { end.withLock { $0 != nil } }

  /// How much of the limit is left; negative behind the end.
  public var timeLeft: Duration {
    end.withLock { $0.map { $0 - .now } } ?? limit
  }
}
