import JPCore
import Synchronization
import TestSupport
import Testing

@Suite("A transport of one's own", .limited)
struct OwnTransportTests {
  /// Answers after some failures.
  private final class Radio: Transport {
    private let failures: [TransportError.Reason]
    private let sent = Mutex(0)

    init(_ failures: [TransportError.Reason]) { self.failures = failures }

    var count: Int { sent.withLock(\.self) }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      let earlier = count
      sent.withLock { $0 += 1 }
      guard earlier >= failures.count else {
        throw TransportError(url: request.url, reason: failures[earlier])
      }
      return TransportResponse(status: 200, body: Array("1".utf8), url: request.url)
    }
  }

  private static let patient = RetryPolicy(timeLimit: .seconds(3600))

  @Test(
    "Only its temporary failures are retried, unless the caller or the transport says otherwise",
    arguments: [
      ([.reset, .reset], patient, 3, 1), ([.reset], .never, 1, nil),
      ([.bodyTooLarge(limit: 1)], nil, 1, nil),
    ] as [([TransportError.Reason], RetryPolicy?, Int, Int?)])
  func retries(
    failures: [TransportError.Reason], policy: RetryPolicy?, count: Int, value: Int?
  ) async throws {
    let radio = Radio(failures)
    let client = JSONPlaceholder(transport: radio, retries: policy)
    let answer = try? await client.fetch(Int.self, from: "/n").value
    #expect(answer == value)
    #expect(radio.count == count)
  }

  @Test("A transport that retries itself isn't tried again")
  func ownRetries() async throws {
    let radio = Radio([.reset, .reset, .reset])
    let own = RetryingTransport(radio, policy: RetryPolicy(retries: 1, timeLimit: nil))
    await #expect(throws: FetchError.self) {
      try await JSONPlaceholder(transport: own).fetch(Int.self, from: "/n")
    }
    #expect(radio.count == 2)
  }

  @Test("One that retries itself keeps its own time limit")
  func ownLimit() async throws {
    let slow = CannedTransport { _ in
      try await Task.sleep(for: .seconds(3600))
      return .json("1")
    }
    let limit = Duration.milliseconds(50)
    let own = RetryingTransport(slow, policy: RetryPolicy(retries: 0, timeLimit: limit))
    let error = await #expect(throws: FetchError.self) {
      try await JSONPlaceholder(transport: own).fetch(Int.self, from: "/n")
    }
    let url = "https://jsonplaceholder.typicode.com/n"
    #expect(
      error?.cause == .transport(TransportError(url: url, reason: .timedOut(limit: limit))))
  }

  @Test("It is cancelled when the time is up or the caller's task is cancelled")
  func limits() async throws {
    let slow = CannedTransport { _ in
      try await Task.sleep(for: .seconds(3600))
      return .json("1")
    }
    let limit = Duration.milliseconds(50)
    let client = JSONPlaceholder(
      transport: slow, retries: RetryPolicy(retries: 0, timeLimit: limit))
    let error = await #expect(throws: FetchError.self) {
      try await client.fetch(Int.self, from: "/n")
    }
    let url = "https://jsonplaceholder.typicode.com/n"
    #expect(
      error?.cause == .transport(TransportError(url: url, reason: .timedOut(limit: limit))))

    let task = Task { try await JSONPlaceholder(transport: slow).fetch(Int.self, from: "/n") }
    try await Task.sleep(for: .milliseconds(10))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A stored response replaces any error of it")
  func otherErrors() async throws {
    struct Outage: Error {}
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    let good = CannedTransport(["/n": .json("1")])
    _ = try await JSONPlaceholder(transport: good, cache: cache).fetch(Int.self, from: "/n")
    let failing = CannedTransport { _ in throw Outage() }
    for client in [
      JSONPlaceholder(transport: failing, retries: Self.patient, cache: cache),
      JSONPlaceholder(
        transport: RetryingTransport(failing, policy: Self.patient), cache: cache),
    ] {
      let stored = try await client.fetch(Int.self, from: "/n")
      #expect(stored.value == 1)
      #expect(
        stored.errors.map(\.description)
          == ["https://jsonplaceholder.typicode.com/n: other (Outage())"])
      await #expect(throws: FetchError.self) { try await client.fetch(Int.self, from: "/m") }
    }
  }
}
