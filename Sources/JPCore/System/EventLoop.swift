import Dispatch
import Synchronization

/// Runs timers, a ``Poller`` and the jobs of tasks on one thread.
///
/// The tool runs it on the main thread and needs no other thread. Unlike `Task.sleep(for:)`, timers
/// need neither a thread nor a file descriptor, which may be scarce.
package final class EventLoop: TaskExecutor, SerialExecutor {
  /// A task that sleeps.
  private struct Timer {
    let id: Int
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct LoopState {
    var jobs: [UnownedJob] = []
    var timers: [Timer] = []
    /// The id of the last timer; the next timer gets the following number.
    var lastID = 0
    weak var poller: (any Poller)?
    /// Set by ``wake()``: there may be new work, so the thread takes another turn before it waits.
    var needsTurn = false
    /// Whether the thread waits or is about to: in the poller or, without a poller, on ``signal``.
    var isWaiting = false
    var isStopped = false
    var thread: pthread_t?
  }

  private let state = Mutex(LoopState())

  /// Wakes the thread if there is no poller.
  private let signal = DispatchSemaphore(value: 0)

  /// Makes a loop for a thread that calls ``runTurn(waitingUntil:)`` repeatedly.
  package init() {}

  /// Starts a loop on a thread of its own, which ends with ``stop()``.
  static func startOnOwnThread() -> EventLoop {
    let loop = EventLoop()
    DispatchQueue(label: "JPCore.EventLoop").async {
      keepingSignalMask {
        while !loop.state.withLock(\.isStopped) { loop.runTurn(waitingUntil: nil) }
      }
    }
    return loop
  }

  /// Calls `body`, then restores the thread's signal mask: ``CurlMulti`` blocks SIGPIPE, and the
  /// thread returns to Dispatch's pool.
  static func keepingSignalMask(_ body: () -> Void) {
    var mask = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &mask)
    body()
    var pending = sigset_t()
    sigpending(&pending)
    if sigismember(&pending, SIGPIPE) == 1, sigismember(&mask, SIGPIPE) == 0 {
      // A write to a closed connection has failed. Remove the pending signal, which would end the
      // process as soon as SIGPIPE is unblocked.
      var brokenPipe = sigset_t()
      sigemptyset(&brokenPipe)
      sigaddset(&brokenPipe, SIGPIPE)
      var signal: Int32 = 0
      sigwait(&brokenPipe, &signal)
    }
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// Ends the loop's own thread.
  func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  // MARK: From any thread

  /// Adds a job of a task or actor that runs on this executor.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    wake()
  }

  /// Makes the loop take another turn. Call it after adding work, such as a job or a timer.
  ///
  /// No wake-up is lost. The thread clears `needsTurn` before it looks for work, and decides to
  /// wait under the same lock as this method. So either the thread sees the flag and doesn't wait,
  /// or this method sees that the thread is going to wait. That wait then ends at once, even if it
  /// hasn't begun, because a semaphore and curl_multi_wakeup(3) both remember a wake-up.
  func wake() {
    let (wasWaiting, poller) = state.withLock { state in
      let wasWaiting = state.isWaiting
      state.needsTurn = true
      state.isWaiting = false
      return (wasWaiting, state.poller)
    }
    guard wasWaiting else { return }
    // The poller can't have changed since the thread decided to wait: only the thread changes it.
    if let poller { poller.wake() } else { signal.signal() }
  }

  /// Suspends the task.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before the duration ends.
  package func sleep(for duration: Duration) async throws {
    let deadline = ContinuousClock.now + duration
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let timer = Timer(id: id, deadline: deadline, continuation: continuation)
        state.withLock { $0.timers.append(timer) }
        // If the cancellation handler has run already, it found no timer.
        if Task.isCancelled { cancelTimer(id) } else { wake() }
      }
    } onCancel: {
      cancelTimer(id)
    }
  }

  private func cancelTimer(_ id: Int) {
    let cancelled = removeTimers { $0.id == id }
    for timer in cancelled { timer.continuation.resume(throwing: CancellationError()) }
  }

  private func removeTimers(where isEnded: (Timer) -> Bool) -> [Timer] {
    state.withLock { state in
      let ended = state.timers.filter(isEnded)
      state.timers.removeAll(where: isEnded)
      return ended
    }
  }

  // MARK: On the loop's thread

  /// Whether the caller runs on the loop's thread, in a job or in the poller.
  package func isIsolatingCurrentContext() -> Bool? {
    state.withLock { $0.thread == pthread_self() }
  }

  /// Takes one turn. It either runs the jobs that were added or, if there are none, lets the poller
  /// work, resumes the tasks whose timers have ended, and waits for a job, a timer or the poller,
  /// but not longer than until `limit`.
  package func runTurn(waitingUntil limit: ContinuousClock.Instant?) {
    let (jobs, poller) = state.withLock { state in
      let jobs = state.jobs
      state.jobs = []
      state.needsTurn = false
      state.thread = pthread_self()
      return (jobs, state.poller)
    }
    for job in jobs {
      job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
    guard jobs.isEmpty else { return }
    poller?.workWithoutWaiting()
    resumeTimers(until: .now)
    wait(until: limit)
  }

  private func resumeTimers(until now: ContinuousClock.Instant) {
    let ended = removeTimers { $0.deadline <= now }
    for timer in ended { timer.continuation.resume() }
  }

  /// Waits until the first timer's deadline, or until `limit` if that is earlier. Returns at once
  /// if the loop is stopped, or if ``wake()`` was called during this turn.
  private func wait(until limit: ContinuousClock.Instant?) {
    let isWaiting = state.withLock { state in
      state.isWaiting = !state.needsTurn && !state.isStopped
      return state.isWaiting
    }
    guard isWaiting else { return }
    let (poller, timers) = state.withLock { state in (state.poller, state.timers) }
    var deadlines = timers.map(\.deadline)
    if let limit { deadlines.append(limit) }
    let deadline = deadlines.min()
    if let poller { poller.wait(until: deadline) } else { waitForSignal(until: deadline) }
    state.withLock { $0.isWaiting = false }
  }

  private func waitForSignal(until deadline: ContinuousClock.Instant?) {
    guard let deadline else { return signal.wait() }
    // Wait at most a year, because an `Int` of nanoseconds overflows after 292 years.
    let seconds = min(max(0, (deadline - .now) / .seconds(1)), 31e6)
    let nanoseconds = Int((seconds * 1e9).rounded(.up))
    _ = signal.wait(timeout: .now() + .nanoseconds(nanoseconds))
  }

  /// Sets the poller, without retaining it. The earlier one must have been removed or deallocated.
  func setPoller(_ poller: any Poller) {
    state.withLock { state in
      precondition(state.poller == nil || state.poller === poller, "one poller at a time")
      state.poller = poller
    }
  }

  /// Removes the poller, if it is the one that is set.
  func removePoller(_ poller: any Poller) {
    state.withLock { state in
      if state.poller === poller { state.poller = nil }
    }
  }
}

/// Does work on an ``EventLoop``'s thread, and waits there for file descriptors, for example with
/// curl_multi_poll(3).
protocol Poller: AnyObject, Sendable {
  /// Does the work that can be done without waiting.
  func workWithoutWaiting()

  /// Waits until there is work or the deadline has passed.
  func wait(until deadline: ContinuousClock.Instant?)

  /// Ends a wait; may be called from any thread.
  func wake()
}
