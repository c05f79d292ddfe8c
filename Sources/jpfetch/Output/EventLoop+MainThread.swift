import JPCore
import Synchronization

extension EventLoop {
  /// The only event loop of the program. Asynchronous work runs on the main thread, because another
  /// thread would take time to start.
  static let main = EventLoop()
}

/// Does asynchronous work on the main thread. If the work takes longer than 300 ms, shows a line
/// about it, and updates the line's text ten times a second. The line stays until something else is
/// written.
func runOnMainThread<Output: Sendable>(
  showing progress: ProgressLine? = nil, _ work: @escaping @Sendable () async throws -> Output
) throws -> Output {
  let outcome = Mailbox<Output>()
  Task(executorPreference: EventLoop.main) {
    let result: Result<Output, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    outcome.result.withLock { $0 = result }
  }
  var nextDrawing: ContinuousClock.Instant?
  if progress != nil { nextDrawing = .now + .milliseconds(300) }
  while true {
    EventLoop.main.runTurn(waitingUntil: nextDrawing)
    if let result = outcome.result.withLock({ $0 }) {
      return try result.get()
    }
    if let time = nextDrawing, time <= .now {
      progress?.draw()
      nextDrawing = .now + .milliseconds(100)
    }
  }
}

/// Holds the outcome of asynchronous work until the main thread reads it.
private final class Mailbox<Output: Sendable>: Sendable {
  let result = Mutex<Result<Output, any Error>?>(nil)
}
