import Dispatch
import Synchronization

/// Runs asynchronous work from the main thread, which waits for it.
func blocking<Output: Sendable>(
  for work: @escaping @Sendable () async throws -> Output
) throws -> Output {
  let outcome = Outcome<Output>()
  let isDone = DispatchSemaphore(value: 0)
  Task {
    let result: Result<Output, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    outcome.result.withLock { $0 = result }
    isDone.signal()
  }
  isDone.wait()
  guard let result = outcome.result.withLock({ $0 }) else {
    preconditionFailure("woken without a result")
  }
  return try result.get()
}

private final class Outcome<Output: Sendable>: Sendable {
  let result = Mutex<Result<Output, any Error>?>(nil)
}
