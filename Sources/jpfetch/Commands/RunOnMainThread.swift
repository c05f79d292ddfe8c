import JPCore
import Synchronization

extension EventLoop {
  /// The main thread's event loop.
  static let main = EventLoop()
}

/// Does asynchronous work on the main thread. If it takes longer than 300 ms, shows a line about
/// it, whose text is made ten times a second. The line stays until something else is written.
///
/// - Parameter start: when the work began that this is a part of.
func runOnMainThread<Output: Sendable>(
  showing progress: ProgressLine? = nil, since start: ContinuousClock.Instant = .now,
  _ work: @escaping @Sendable () async throws -> Output
) throws -> Output {
  let outcome = Mailbox<Output>()
  Task(executorPreference: EventLoop.main) {
    let result: Result<Output, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    outcome.result.withLock { $0 = result }
  }
  var nextDrawing: ContinuousClock.Instant?
  if progress != nil { nextDrawing = start + .milliseconds(300) }
  while true {
    EventLoop.main.work(waitingUntil: nextDrawing)
    if let result = outcome.result.withLock({ $0 }) {
      return try result.get()
    }
    if let time = nextDrawing, time <= .now {
      progress?.draw()
      nextDrawing = .now + .milliseconds(100)
    }
  }
}

/// Holds the outcome until the main thread takes it.
private final class Mailbox<Output: Sendable>: Sendable {
  let result = Mutex<Result<Output, any Error>?>(nil)
}
