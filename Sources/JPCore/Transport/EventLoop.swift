import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a thread does that waits for an asynchronous result: the jobs of its tasks, and the transfers
/// of a ``CurlTransport``.
///
/// A process that waits for one answer then needs no other thread. Threads that do it for one that
/// sleeps have to be started, take memory of their own, and are woken for whatever arrives.
package final class EventLoop: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isWaiting = false
    var engine: CurlEngine?

    /// Whether there is nothing to do but wait.
    mutating func beginWaiting() -> Bool {
      isWaiting = jobs.isEmpty
      return isWaiting
    }
  }

  private let state = Mutex(State())

  /// Woken where there is no engine to wait for.
  private let wakeUp = DispatchSemaphore(value: 0)

  package init() {}

  /// Takes a job of a task that prefers this executor, from any thread.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (isWaiting, engine) = state.withLock { state in
      state.jobs.append(job)
      defer { state.isWaiting = false }
      return (state.isWaiting, state.engine)
    }
    guard isWaiting else { return }
    if let engine { engine.wake() } else { wakeUp.signal() }
  }

  /// Does what is to be done now, or what first comes to be until a time; on one thread only.
  package func work(waitingUntil deadline: ContinuousClock.Instant?) {
    let (jobs, engine) = state.withLock { state in
      defer { state.jobs = [] }
      return (state.jobs, state.engine)
    }
    for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    guard jobs.isEmpty else { return }
    let isRunning = engine?.perform() ?? false
    // What has arrived may have brought jobs.
    let isToWait = state.withLock { state in
      if !isRunning { state.engine = nil }
      return state.beginWaiting()
    }
    guard isToWait else { return }
    if let engine, isRunning {
      engine.wait(until: deadline)
    } else if let deadline {
      _ = wakeUp.wait(timeout: .now() + .milliseconds((deadline - .now).wholeMilliseconds))
    } else {
      wakeUp.wait()
    }
    state.withLock { $0.isWaiting = false }
  }

  /// Makes an engine's transfers a part of the work, in the place of those of a transport that is gone;
  /// on the thread that works only.
  ///
  /// The thread's SIGPIPE is blocked from now on: where a TLS library writes to a closed connection,
  /// that write is to fail, not the process to end.
  func drive(_ engine: CurlEngine) {
    var brokenPipe = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
    let old = state.withLock { state in
      defer { state.engine = engine }
      return state.engine
    }
    let goesOn = old?.perform() ?? false
    precondition(!goesOn, "one transport at a time")
  }
}
