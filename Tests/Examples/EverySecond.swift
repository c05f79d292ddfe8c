// A job in a server: fetches every second, goes on after failures, and ends with its task.

import JPCore

/// Keeps the newest todos.
actor TodoCount {
  private(set) var done = 0
  private(set) var rounds = 0

  private let api: JSONPlaceholder
  private let interval: Duration

  init(_ api: JSONPlaceholder, every interval: Duration) {
    self.api = api
    self.interval = interval
  }

  /// Fetches until the task is cancelled.
  func run() async throws {
    let clock = ContinuousClock()
    var next = clock.now
    while true {
      do {
        let todos = try await api.fetch(.todos(), policy: .refresh)
        done = todos.value.count { $0.completed }
        for error in todos.errors { print("as stored:", error) }
      } catch let error as FetchError {
        print("nothing this time:", error)
      }
      rounds += 1
      next = max(next + interval, clock.now)
      try await clock.sleep(until: next)
    }
  }
}

let api = JSONPlaceholder(
  base: BaseURL(CommandLine.arguments[1]) ?? .jsonPlaceholder,
  retries: RetryPolicy(retries: 1, timeLimit: .seconds(60)), cache: .inMemory())
let count = TodoCount(api, every: .milliseconds(50))  // every second, in earnest
let job = Task { try await count.run() }

while await count.rounds < 3 { try await Task.sleep(for: .milliseconds(10)) }
job.cancel()
do { try await job.value } catch is CancellationError { print("stopped") }
print(await count.done > 0)

// > stopped
// > true
