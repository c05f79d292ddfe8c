import Dispatch
import Synchronization

/// Runs the jobs of tasks, timers and a ``Poller`` on one thread.
///
/// The tool runs it on the main thread and needs no other thread. Unlike `Task.sleep(for:)`, timers
/// need neither a thread nor a file descriptor, which may be scarce.
package final class EventLoop: TaskExecutor, SerialExecutor {
  /// How the loop's thread waits.
  private enum Wait {
    case none, poller, signal
  }

  private typealias Timer = (
    deadline: ContinuousClock.Instant, continuation: CheckedContinuation<Void, Never>
  )

  private struct State {
    var jobs: [UnownedJob] = []
    var timers: [Timer] = []
    weak var poller: (any Poller)?
    var wait = Wait.none
    var isStopped = false
    /// The thread that runs the loop.
    var thread: pthread_t?
  }

  private let state = Mutex(State())

  /// Wakes the thread if it isn't waiting in the poller.
  private let signal = DispatchSemaphore(value: 0)

  /// Makes a loop for a thread that calls ``work(waitingUntil:)`` repeatedly.
  package init() {}

  /// Starts a loop on a thread of its own, which ends with ``stop()``.
  static func onItsOwnThread() -> EventLoop {
    let loop = EventLoop()
    DispatchQueue(label: "JPCore.EventLoop").async {
      while !loop.state.withLock(\.isStopped) { loop.work(waitingUntil: nil) }
    }
    return loop
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

  /// Makes the loop take another turn.
  func wake() {
    let (wait, poller) = state.withLock { state in
      defer { state.wait = .none }
      return (state.wait, state.poller)
    }
    switch wait {
    case .none: break
    case .poller: poller?.wake()
    case .signal: signal.signal()
    }
  }

  /// Suspends the task for a duration.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  package func sleep(for duration: Duration) async throws {
    let deadline = ContinuousClock.now + duration
    while ContinuousClock.now < deadline {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          state.withLock { $0.timers.append((deadline, continuation)) }
          if Task.isCancelled { endTimers() } else { wake() }
        }
      } onCancel: {
        endTimers()
      }
      try Task.checkCancellation()
    }
  }

  /// Resumes the tasks of timers until a deadline. Those whose time isn't up sleep on.
  private func endTimers(until deadline: ContinuousClock.Instant? = nil) {
    let ended = state.withLock { state in
      let isEnded = { (timer: Timer) in deadline.map { timer.deadline <= $0 } ?? true }
      defer { state.timers.removeAll(where: isEnded) }
      return state.timers.filter(isEnded)
    }
    for timer in ended { timer.continuation.resume() }
  }

  // MARK: On the loop's thread

  /// Whether the caller runs on the loop's thread, in a job or in the poller.
  package func isIsolatingCurrentContext() -> Bool? {
    state.withLock { $0.thread == pthread_self() }
  }

  /// Runs the waiting jobs. Without any, waits for a job, a timer or the poller, at most until a
  /// time.
  package func work(waitingUntil limit: ContinuousClock.Instant?) {
    let (jobs, poller) = state.withLock { state in
      defer { state.jobs = [] }
      state.thread = pthread_self()
      return (state.jobs, state.poller)
    }
    for job in jobs {
      job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
    guard jobs.isEmpty else { return }
    let isPolling = poller?.turn() ?? false
    endTimers(until: .now)
    let (wait, deadline) = state.withLock { state in
      // The poller and the timers may have added jobs.
      state.wait =
        state.jobs.isEmpty && !state.isStopped ? isPolling ? .poller : .signal : .none
      return (state.wait, ([limit] + state.timers.map(\.deadline)).compactMap(\.self).min())
    }
    switch wait {
    case .none: return
    case .poller: poller?.wait(until: deadline)
    case .signal: waitForSignal(until: deadline)
    }
    state.withLock { $0.wait = .none }
  }

  private func waitForSignal(until deadline: ContinuousClock.Instant?) {
    guard let deadline else { return signal.wait() }
    let nanoseconds = Int(max(0, (deadline - .now) / .nanoseconds(1)).rounded(.up))
    _ = signal.wait(timeout: .now() + .nanoseconds(nanoseconds))
  }

  /// Sets the poller without retaining it. An earlier poller must be gone or idle.
  func drive(_ poller: any Poller) {
    let old = state.withLock { state in
      defer { state.poller = poller }
      return state.poller
    }
    precondition(old === poller || old?.turn() != true, "one poller at a time")
  }
}

/// Work on the thread of an ``EventLoop`` that has its own way of waiting for file descriptors.
protocol Poller: AnyObject, Sendable {
  /// Does all work that needs no waiting.
  ///
  /// - Returns: whether work remains that needs waiting.
  func turn() -> Bool

  /// Waits until there is work, at most until a deadline.
  func wait(until deadline: ContinuousClock.Instant?)

  /// Ends a wait; called from any thread.
  func wake()
}
