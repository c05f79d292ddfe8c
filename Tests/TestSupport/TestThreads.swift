import Foundation

/// Threads for tests. Swift's own pool has one thread for each core, and a test that waits for a
/// program there blocks other tests.
package final class TestThreads: TaskExecutor, @unchecked Sendable {
  /// For tests that wait for programs.
  package static let waiting = TestThreads(count: 6)

  /// For tests that only suspend and must resume promptly, because they measure a time limit.
  package static let prompt = TestThreads(count: 2)

  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []

  private init(count: Int) {
    for _ in 0..<count { Thread.detachNewThread { [self] in work() } }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock { jobs.append(job) }
    condition.signal()
  }

  private func work() {
    while true {
      let job = condition.withLock {
        while jobs.isEmpty { condition.wait() }
        return jobs.removeFirst()
      }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
