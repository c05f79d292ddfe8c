import Synchronization

/// The time allowed for one answer, retries, redirects and a second request included.
///
/// Its clock runs while a request is under way, a retry is waited for or the answer is read. It is
/// stopped while a request waits for its turn or for a thread.
final class TimeAllowance: Sendable {
  /// `nil` for no limit: the time is only measured.
  let limit: Duration?

  private struct State {
    var spent = Duration.zero
    /// When the clock was started, if it runs.
    var start: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// Makes an allowance whose clock is stopped.
  init(limit: Duration?) {
    self.limit = limit
  }

  /// Starts the clock, unless it runs already.
  ///
  /// - Returns: when the time is over, if the clock isn't stopped before.
  @discardableResult
  func start() -> ContinuousClock.Instant? {
    state.withLock { state in
      let start = state.start ?? .now
      state.start = start
      return limit.map { start + ($0 - state.spent) }
    }
  }

  func stop() {
    state.withLock { state in
      if let start = state.start { state.spent += .now - start }
      state.start = nil
    }
  }

  var spent: Duration {
    state.withLock { state in state.spent + (state.start.map { .now - $0 } ?? .zero) }
  }

  /// Counts time that the clock didn't.
  func add(_ duration: Duration) {
    state.withLock { $0.spent += duration }
  }

  /// Negative once the limit is exceeded.
  var timeLeft: Duration? { limit.map { $0 - spent } }
}
