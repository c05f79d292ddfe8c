import Synchronization

/// The time allowed for one answer, including retries, redirects and a second request.
///
/// The clock runs while a request is in progress, before a retry and while the answer is read. It
/// is stopped while a request waits for other requests or for a thread.
final class TimeAllowance: Sendable {
  /// `nil` if the time is only measured.
  let limit: Duration?

  private struct State {
    var spent = Duration.zero
    /// When the clock was started; `nil` while it is stopped.
    var start: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// Makes an allowance whose clock is stopped.
  init(limit: Duration?) {
    self.limit = limit
  }

  /// Starts the clock, unless it is running.
  ///
  /// - Returns: the deadline, if the clock isn't stopped again; `nil` for no limit.
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

  /// Adds time that passed while the clock was stopped.
  func add(_ duration: Duration) {
    state.withLock { $0.spent += duration }
  }

  /// The rest of the limit; negative if it is exceeded, `nil` for no limit.
  var timeLeft: Duration? { limit.map { $0 - spent } }
}
