import Synchronization

/// The time limit of an answer: one for everything that is done to get it, retries, redirects and a
/// second question included.
///
/// Its clock runs while a request is under way or a retry is waited for. It stands still while a
/// request waits for its turn, and while nobody can go on with the answer, because a thread or the
/// reader of the output is busy.
public final class Deadline: Sendable {
  /// The longest time for the answer.
  public let limit: Duration

  private struct State {
    var spent = Duration.zero
    /// When the clock was started, while it runs.
    var start: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// Makes a deadline whose clock stands still.
  public init(limit: Duration) {
    self.limit = limit
  }

  /// Starts the clock, unless it runs already.
  ///
  /// - Returns: when the time is over, if the clock isn't stopped before.
  @discardableResult
  public func begin() -> ContinuousClock.Instant {
    state.withLock { state in
      let start = state.start ?? .now
      state.start = start
      return start + (limit - state.spent)
    }
  }

  /// Stops the clock.
  public func pause() {
    state.withLock { state in
      if let start = state.start { state.spent += .now - start }
      state.start = nil
    }
  }

  /// How much of the limit is used.
  var spent: Duration {
    state.withLock { state in state.spent + (state.start.map { .now - $0 } ?? .zero) }
  }

  /// Counts time that the clock didn't.
  func spend(_ duration: Duration) {
    state.withLock { $0.spent += duration }
  }

  /// How much of the limit is left; negative behind the end.
  public var timeLeft: Duration { limit - spent }
}
