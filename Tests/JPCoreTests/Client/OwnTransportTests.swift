import JPCore
import Synchronization
import TestSupport
import Testing

@Suite("A transport of one's own", .limited)
struct OwnTransportTests {
  private final class Radio: Transport {
    private let failures: Mutex<[TransportError.Reason]>
    private let delay: Duration
    let sent = Mutex(0)

    init(_ failures: [TransportError.Reason] = [], delay: Duration = .zero) {
      self.failures = Mutex(failures)
      self.delay = delay
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      sent.withLock { $0 += 1 }
      try await Task.sleep(for: delay)
      let failure = failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let failure { throw TransportError(url: request.url, reason: failure) }
      return TransportResponse(status: 200, body: Array("1".utf8), url: request.url)
    }
  }

  @Test("Only its temporary failures are retried")
  func retries() async throws {
    let noisy = Radio([.reset, .reset])
    let patient = RetryPolicy(timeLimit: .seconds(3600))
    let client = JSONPlaceholder(transport: noisy, retries: patient)
    #expect(try await client.fetch(Int.self, from: "/n").value == 1)
    #expect(noisy.sent.withLock(\.self) == 3)

    let loud = Radio([.bodyTooLarge(limit: 1)])
    let error = await #expect(throws: FetchError.self) {
      try await JSONPlaceholder(transport: loud).fetch(Int.self, from: "/n")
    }
    let url = "https://jsonplaceholder.typicode.com/n"
    #expect(
      error?.cause
        == .transport(TransportError(url: url, reason: .bodyTooLarge(limit: 1))))
    #expect(loud.sent.withLock(\.self) == 1)
  }

  @Test("A transport can turn retries off, or retry itself")
  func never() async throws {
    let noisy = Radio([.reset])
    await #expect(throws: FetchError.self) {
      try await JSONPlaceholder(transport: noisy, retries: .never).fetch(Int.self, from: "/n")
    }
    #expect(noisy.sent.withLock(\.self) == 1)
    let once = Radio([.reset, .reset])
    let own = RetryingTransport(once, policy: RetryPolicy(retries: 1, timeLimit: .seconds(3600)))
    await #expect(throws: FetchError.self) {
      try await JSONPlaceholder(transport: own).fetch(Int.self, from: "/n")
    }
    #expect(once.sent.withLock(\.self) == 2)
  }

  @Test("It is cancelled when the time is up or the caller's task is cancelled")
  func limits() async throws {
    let client = JSONPlaceholder(
      transport: Radio(delay: .seconds(3600)),
      retries: RetryPolicy(retries: 0, timeLimit: .milliseconds(50)))
    let error = await #expect(throws: FetchError.self) {
      try await client.fetch(Int.self, from: "/n")
    }
    guard case .transport(let reason) = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.reason == .timedOut(limit: .milliseconds(50)))

    let patient = JSONPlaceholder(transport: Radio(delay: .seconds(3600)))
    let task = Task { try await patient.fetch(Int.self, from: "/n") }
    try await Task.sleep(for: .milliseconds(10))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("Prepared failures are retried only if the test asks for retries")
  func canned() async throws {
    let failing = CannedTransport(["/n": .failure(.reset)])
    _ = try? await JSONPlaceholder(transport: failing).fetch(Int.self, from: "/n")
    #expect(failing.requests.count == 1)
    let patient = RetryPolicy(timeLimit: .seconds(3600))
    let twice = CannedTransport(inTurn: ["/n": [.failure(.reset), .json("2")]])
    let client = JSONPlaceholder(transport: twice, retries: patient)
    #expect(try await client.fetch(Int.self, from: "/n").value == 2)
  }
}
