import Synchronization
import TestSupport
import Testing

@testable import JPCore

@Suite("A client's requests at the same time", .limited)
struct RequestQueueTests {
  /// A server that answers only after ``open()``, and counts the requests that it has at once.
  private final class Door: Sendable {
    private struct State {
      var isOpen = false
      var present = 0
      var mostPresent = 0
      var arrived = 0
      var cancelled = 0
    }

    private let state = Mutex(State())

    var present: Int { state.withLock(\.present) }
    var mostPresent: Int { state.withLock(\.mostPresent) }
    var arrived: Int { state.withLock(\.arrived) }
    var cancelled: Int { state.withLock(\.cancelled) }

    func open() { state.withLock { $0.isOpen = true } }

    func pass() async throws {
      state.withLock { state in
        state.present += 1
        state.arrived += 1
        state.mostPresent = max(state.mostPresent, state.present)
      }
      defer { state.withLock { $0.present -= 1 } }
      while !state.withLock(\.isOpen) {
        do {
          try await Task.sleep(for: .milliseconds(1))
        } catch {
          state.withLock { $0.cancelled += 1 }
          throw error
        }
      }
    }

    /// Waits until so many requests are there.
    func wait(for count: Int) async throws {
      while present != count { try await Task.sleep(for: .milliseconds(1)) }
    }
  }

  private let door = Door()
  private let server: CannedTransport

  init() {
    server = CannedTransport { [door] request in
      try await door.pass()
      return .json("1")
    }
  }

  private func client(timeLimit: Duration? = nil) -> JSONPlaceholder {
    JSONPlaceholder(
      baseURL: "http://h", configuration: .init(transport: server, timeLimit: timeLimit))
  }

  private func number(_ path: String) -> Endpoint<Int> { Endpoint(Int.self, path: path) }

  @Test("At most six requests to a server are under way, and six more to another one")
  func atMostSix() async throws {
    let client = client()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for id in 1...50 {
        group.addTask { try await client.fetch(number("/\(id)")).value }
        group.addTask { try await client.fetch(number("http://other/\(id)")).value }
      }
      try await door.wait(for: 12)
      door.open()
      var count = 0
      for try await value in group { count += value }
      #expect(count == 100)
    }
    #expect(door.mostPresent == 12)
    #expect(server.requests.count == 100)
  }

  /// Occupies all turns at a server until the door is open, while `body` runs.
  private func withAllTurnsTaken(
    of queue: RequestQueue, _ body: (inout ThrowingTaskGroup<Void, any Error>) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 1...RequestQueue.maxRequests {
        group.addTask { [door] in
          let request = HTTPRequest(url: "http://h/\(id)")
          _ = try await queue.send(request) { _ in
            try await door.pass()
            return HTTPResponse(status: 200, body: [], url: request.url)
          }
        }
      }
      try await door.wait(for: RequestQueue.maxRequests)
      try await body(&group)
      door.open()
      try await group.waitForAll()
    }
  }

  @Test("The wait for a turn isn't part of the time limit")
  func timeLimit() async throws {
    let queue = RequestQueue()
    let last = limitedRequest
    let deadline = try #require(last.limits?.deadline)
    try await withAllTurnsTaken(of: queue) { group in
      group.addTask { _ = try await queue.send(last) { try expectPostponed($0, after: deadline) } }
      try await queue.wait(forCallers: RequestQueue.maxRequests + 1)
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  @Test("The wait isn't part of the time limit either if the request's first caller is cancelled")
  func timeLimitAfterCancellation() async throws {
    let queue = RequestQueue()
    let last = limitedRequest
    let deadline = try #require(last.limits?.deadline)
    try await withAllTurnsTaken(of: queue) { group in
      let first = Task { try await queue.send(last) { try expectPostponed($0, after: deadline) } }
      try await queue.wait(forCallers: RequestQueue.maxRequests + 1)
      group.addTask {
        _ = try await queue.send(HTTPRequest(url: last.url)) { request in
          Issue.record("The second caller shares the first one's request")
          return HTTPResponse(status: 200, body: [], url: request.url)
        }
      }
      try await queue.wait(forCallers: RequestQueue.maxRequests + 2)
      first.cancel()
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  private var limitedRequest: HTTPRequest {
    var request = HTTPRequest(url: "http://h/7")
    request.limits = RequestLimits(time: .seconds(500))
    return request
  }

  @Test("Equal requests at the same time are one request; others and later ones aren't")
  func equal() async throws {
    let client = client()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...10 { group.addTask { try await client.fetch(number("/a")).value } }
      group.addTask { try await client.fetch(number("/A")).value }
      try await door.wait(for: 2)
      door.open()
      for try await _ in group {}
    }
    let paths = server.requests.map(\.path)
    #expect(paths.sorted() == ["/A", "/a"])
    _ = try await client.fetch(number("/a"))
    #expect(server.requests.count == 3)
  }

  @Test("Requests with different header fields aren't equal")
  func fields() async throws {
    let tenants = Mutex(0)
    let client = JSONPlaceholder(
      baseURL: "http://h",
      configuration: .init(
        prepare: { request in
          let tenant = tenants.withLock { tenants in
            tenants += 1
            return tenants
          }
          request.headerFields["X-Tenant"] = "\(tenant)"
        }, transport: server))
    async let one = client.fetch(number("/a"))
    async let other = client.fetch(number("/a"))
    try await door.wait(for: 2)
    door.open()
    _ = try await (one, other)
    #expect(server.requests.count == 2)
  }

  @Test("A caller that is cancelled stops waiting at once; the request goes on for the others")
  func cancellingOne() async throws {
    let queue = RequestQueue()
    let tasks = (1...2).map { _ in Task { try await number(from: queue, "/a") } }
    try await queue.wait(forCallers: 2)
    tasks[0].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    #expect(door.cancelled == 0)
    door.open()
    #expect(try await tasks[1].value == 200)
    #expect(door.mostPresent == 1)
  }

  @Test("A request is cancelled with its last caller, and one that waits for its turn isn't sent")
  func cancellingAll() async throws {
    let queue = RequestQueue()
    let tasks = (1...6).map { id in Task { try await number(from: queue, "/\(id)") } }
    try await door.wait(for: 6)
    let waiting = Task { try await number(from: queue, "/7") }
    try await queue.wait(forCallers: 7)
    for task in [waiting] + tasks {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    while door.cancelled < 6 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(door.arrived == 6)
  }

  @Test("A request that was cancelled has its turn until its transfer has ended")
  func turnOfCancelled() async throws {
    let queue = RequestQueue()
    let tasks = (1...6).map { id in
      Task {
        try await queue.send(HTTPRequest(url: "http://h/\(id)")) { [door] request in
          // A transport that notices later that it was cancelled.
          try await Task.detached { try await door.pass() }.value
          return HTTPResponse(status: 200, body: [], url: request.url)
        }
      }
    }
    try await door.wait(for: 6)
    for task in tasks {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    let next = Task { try await number(from: queue, "/7") }
    try await queue.wait(forCallers: 7)
    try await Task.sleep(for: .milliseconds(20))
    door.open()
    #expect(try await next.value == 200)
    #expect(door.mostPresent == 6)
  }

  private enum Trace {
    @TaskLocal static var id = 0
  }

  @Test("A request that waited for its turn is sent with its caller's task-local values")
  func taskLocalValues() async throws {
    let server = CannedTransport { [door] request in
      try await door.pass()
      return .json("\(Trace.id)")
    }
    let client = JSONPlaceholder(baseURL: "http://h", configuration: .init(transport: server))
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for id in 1...20 {
        group.addTask {
          let answer = try await Trace.$id.withValue(id) {
            try await client.fetch(number("/\(id)"))
          }
          return answer.value == id
        }
      }
      try await door.wait(for: 6)
      door.open()
      for try await isOwn in group { #expect(isOwn) }
    }
  }

  /// The status of a response that comes through the door.
  private func number(from queue: RequestQueue, _ path: String) async throws -> Int {
    let request = HTTPRequest(url: "http://h\(path)")
    let response = try await queue.send(request) { [door] request in
      try await door.pass()
      return HTTPResponse(status: 200, body: [], url: request.url)
    }
    return response.status
  }
}

extension RequestQueue {
  /// Waits until so many callers have asked for something.
  fileprivate func wait(forCallers count: Int) async throws {
    while callerCount != count { try await Task.sleep(for: .milliseconds(1)) }
  }
}

/// Answers a request whose time limit has to be at least 50 ms later than it was.
private func expectPostponed(
  _ request: HTTPRequest, after deadline: ContinuousClock.Instant
) throws -> HTTPResponse {
  let postponed = try #require(request.limits?.deadline)
  #expect(postponed >= deadline + .milliseconds(50))
  return HTTPResponse(status: 200, body: [], url: request.url)
}
