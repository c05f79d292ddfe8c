import Synchronization

/// The limits of one request, and how much of them it has used. A request carries them inside the
/// program; the server doesn't get them.
final class RequestLimits: Sendable {
  /// The time allowed for the answer.
  let time: TimeAllowance

  /// The memory for all responses of a run; `nil` for no limit.
  private let budget: ContentBudget?

  private let received = Atomic(0)

  /// The number of bytes that the content will have; -1 if it is unknown.
  private let expected = Atomic(-1)

  init(time: TimeAllowance, memory budget: ContentBudget? = nil) {
    self.time = time
    self.budget = budget
  }

  /// How many bytes of content have arrived, after decoding, since the last request began.
  var receivedBytes: Int { received.load(ordering: .relaxed) }

  /// How many bytes of decoded content the last response will have; `nil` if the server didn't
  /// announce the length, or compressed the content.
  var expectedBytes: Int? {
    let count = expected.load(ordering: .relaxed)
    if count < 0 { return nil }
    return count
  }

  /// Sets the length of the content that is to arrive; `nil` if it is unknown.
  func expect(bytes: Int?) {
    expected.store(bytes ?? -1, ordering: .relaxed)
  }

  /// Counts content that arrives.
  ///
  /// - Returns: the failure if it exceeds the memory limit; otherwise `nil`.
  func receive(bytes: Int) -> TransportError.Reason? {
    if let budget, !budget.reserve(bytes: bytes) { return budget.excess }
    received.add(bytes, ordering: .relaxed)
    return nil
  }

  /// Gives back the memory of all content that has arrived. The content is either dropped or
  /// counted again when the response is checked.
  func endReceiving() {
    let bytes = received.exchange(0, ordering: .relaxed)
    budget?.giveBack(bytes: bytes)
  }
}

/// The time allowed for one answer, including retries, redirects and a second request after a 304.
///
/// The clock runs while a request is in progress and while the answer is read; the wait before a
/// retry is added. The clock is stopped while the answer waits for a thread.
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
  /// - Returns: the deadline, which applies until the clock is stopped; `nil` for no limit.
  @discardableResult
  func start() -> ContinuousClock.Instant? {
    state.withLock { state in
      let start = state.start ?? .now
      state.start = start
      guard let limit else { return nil }
      return start + (limit - state.spent)
    }
  }

  /// Stops the clock, if it is running.
  func stop() {
    state.withLock { state in
      if let start = state.start { state.spent += .now - start }
      state.start = nil
    }
  }

  /// The time for which the clock has run, plus the time that was added.
  var spent: Duration {
    state.withLock { state in
      guard let start = state.start else { return state.spent }
      return state.spent + (.now - start)
    }
  }

  /// Adds time that passes while the clock is stopped.
  func add(_ duration: Duration) {
    state.withLock { $0.spent += duration }
  }

  /// The rest of the limit; negative if it is exceeded, `nil` for no limit.
  var timeLeft: Duration? {
    guard let limit else { return nil }
    return limit - spent
  }
}

/// The memory limit for all responses of a run together: their decoded content and the indexes of
/// their values.
///
/// A response is counted when it is checked, whatever transport it came from. A transport counts
/// the content that is still arriving, and gives that memory back when the response is complete.
final class ContentBudget: Sendable {
  private let maxBytes: Int
  private let left: Atomic<Int>

  /// Makes a budget; of 384 MiB by default.
  init(maxBytes: Int = 3 << 27) {
    self.maxBytes = maxBytes
    left = Atomic(maxBytes)
  }

  /// Reserves memory for content.
  ///
  /// - Returns: whether enough was left.
  func reserve(bytes: Int) -> Bool {
    let rest = left.subtract(bytes, ordering: .relaxed).newValue
    if rest >= 0 { return true }
    giveBack(bytes: bytes)
    return false
  }

  /// Reserves memory for the index of a document, which has 16 bytes for each value.
  ///
  /// - Returns: whether enough was left.
  func reserve(values: Int) -> Bool { reserve(bytes: values * 16) }

  /// Gives back the memory of discarded content.
  func giveBack(bytes: Int) {
    left.add(bytes, ordering: .relaxed)
  }

  /// The failure of a request that exceeds the budget.
  var excess: TransportError.Reason { .answersTooLarge(limit: maxBytes) }
}
