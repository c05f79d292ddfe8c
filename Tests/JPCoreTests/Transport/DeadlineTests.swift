import Testing

@testable import JPCore

@Suite("Time limits")
struct DeadlineTests {
  @Test("The clock runs between begin and pause only")
  func clock() async throws {
    let deadline = Deadline(limit: .seconds(100))
    #expect(deadline.timeLeft == .seconds(100))
    let end = deadline.begin()
    #expect(deadline.begin() == end)
    #expect(deadline.spent > .zero)
    deadline.pause()
    let left = deadline.timeLeft
    #expect(left < .seconds(100) && left > .zero)
    try await Task.sleep(for: .milliseconds(20))
    #expect(deadline.timeLeft == left)
    deadline.spend(.seconds(200))
    #expect(deadline.timeLeft < .seconds(-99))
    #expect(deadline.begin() < .now)
  }

  @Test("A retry counts the time of a transport that doesn't count its own")
  func retries() async throws {
    struct Slow: Transport {
      func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await Task.sleep(for: .milliseconds(30))
        return TransportResponse(status: 503, body: [], url: request.url)
      }
    }
    let transport = RetryingTransport(
      Slow(), policy: RetryPolicy(retries: 9, timeLimit: .milliseconds(20)), sleep: { _ in })
    var request = TransportRequest(url: "http://h/")
    let deadline = Deadline(limit: .milliseconds(20))
    request.deadline = deadline
    #expect(try await transport.send(request).status == 503)
    #expect(deadline.timeLeft < .zero)
  }
}
