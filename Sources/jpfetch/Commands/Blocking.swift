import Dispatch
import Synchronization

/// Runs asynchronous work from the main thread, which waits for it, and shows a line about it when it
/// takes long.
func blocking<Output: Sendable>(
  showing progress: ProgressLine? = nil, _ work: @escaping @Sendable () async throws -> Output
) throws -> Output {
  let outcome = Outcome<Output>()
  let isDone = DispatchSemaphore(value: 0)
  Task {
    let result: Result<Output, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    outcome.result.withLock { $0 = result }
    isDone.signal()
  }
  if let progress { wait(for: isDone, showing: progress) } else { isDone.wait() }
  guard let result = outcome.result.withLock({ $0 }) else {
    preconditionFailure("woken without a result")
  }
  return try result.get()
}

/// After 300 ms a line is drawn, ten times a second.
private func wait(for isDone: DispatchSemaphore, showing progress: ProgressLine) {
  if isDone.wait(timeout: .now() + .milliseconds(300)) == .success { return }
  repeat { progress.draw() } while isDone.wait(timeout: .now() + .milliseconds(100)) == .timedOut
  progress.erase()
}

private final class Outcome<Output: Sendable>: Sendable {
  let result = Mutex<Result<Output, any Error>?>(nil)
}
