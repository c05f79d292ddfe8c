import Synchronization
import Testing

@testable import JPCore

@Suite("Trying again")
struct RetryTests {
  private let now = HTTPDate(seconds: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

  @Test(
    "What may pass is tried again, with waits that double",
    arguments: [
      (.transport(.notConnected), 0, false, 100), (.transport(.notConnected), 1, false, 200),
      (.transport(.notConnected), 2, false, nil), (.transport(.notConnected), 0, true, nil),
      (.transport(.reset), 0, true, 100), (.transport(.timedOut(limit: .zero)), 0, false, 100),
      (.transport(.insecure), 0, false, nil), (.transport(.unresolvedHost), 0, false, nil),
      (.transport(.undecodableBody), 0, false, nil), (.status(200, retryAfter: nil), 0, false, nil),
      (.status(404, retryAfter: "1"), 0, false, nil),
      (.status(501, retryAfter: nil), 0, false, nil),
      (.status(408, retryAfter: nil), 0, false, 100),
      (.status(425, retryAfter: nil), 0, false, 100),
      (.status(429, retryAfter: nil), 0, false, 100), (.status(500, retryAfter: nil), 0, true, 100),
      (.status(502, retryAfter: nil), 1, false, 200),
      (.status(504, retryAfter: nil), 0, false, 100),
      (.status(503, retryAfter: "2"), 0, false, 2000),
      (.status(503, retryAfter: "0"), 0, false, 100),
      (.status(503, retryAfter: "31"), 0, false, nil),
      (.status(503, retryAfter: "soon"), 0, false, 100),
      (.status(503, retryAfter: "-1"), 0, false, 100),
      (.status(503, retryAfter: "99999999999999999999"), 0, false, nil),
      (.status(503, retryAfter: "Sun, 06 Nov 1994 08:49:40 GMT"), 0, false, 3000),
      (.status(503, retryAfter: "Sun, 06 Nov 1994 08:49:00 GMT"), 0, false, 100),
      (.status(503, retryAfter: "Sun, 06 Nov 1994 08:59:37 GMT"), 0, false, nil),
    ] as [(RetryPolicy.Failure, Int, Bool, Int?)])
  func delays(
    failure: RetryPolicy.Failure, attempt: Int, hasStandIn: Bool, milliseconds: Int?
  ) {
    let policy = RetryPolicy(retries: 2, timeLimit: .seconds(60))
    let delay = policy.delay(
      after: failure, attempt: attempt, elapsed: .zero, hasStandIn: hasStandIn, random: 0, now: now)
    #expect(delay == milliseconds.map { .milliseconds($0) })
  }

  @Test("Jitter adds at most as much again, and no wait goes beyond the time limit")
  func limits() {
    let policy = RetryPolicy(retries: 9, timeLimit: .seconds(1))
    func delay(_ attempt: Int, _ elapsed: Duration, _ random: Double) -> Duration? {
      policy.delay(
        after: .transport(.reset), attempt: attempt, elapsed: elapsed, hasStandIn: false,
        random: random, now: now)
    }
    #expect(delay(0, .zero, 1) == .milliseconds(200))
    #expect(delay(2, .zero, 0) == .milliseconds(400))
    #expect(delay(0, .milliseconds(899), 0) == .milliseconds(100))
    #expect(delay(0, .milliseconds(900), 0) == nil)
    #expect(delay(8, .zero, 0) == nil)
  }

  private final class Failing: Transport {
    let outcomes: Mutex<[Result<HTTPResponse, TransportError>]>
    let limits = Mutex<[Duration?]>([])

    init(_ outcomes: [Result<HTTPResponse, TransportError>]) {
      self.outcomes = Mutex(outcomes)
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      limits.withLock { $0.append(request.timeLimit) }
      return try outcomes.withLock { $0.removeFirst() }.get()
    }
  }

  private func status(_ status: Int) -> Result<HTTPResponse, TransportError> {
    .success(HTTPResponse(status: status, body: [], url: "http://h/", origin: .network))
  }

  @Test("The last try's outcome is the answer, and each has what is left of the time")
  func outcomes() async throws {
    let reset = Result<HTTPResponse, TransportError>.failure(
      TransportError(url: "http://h/", reason: .reset))
    for (outcomes, expected) in [
      ([reset, status(503), status(200)], 200), ([status(503), status(502), status(500)], 500),
      ([status(404)], 404), ([reset, reset, reset], nil),
    ] as [([Result<HTTPResponse, TransportError>], Int?)] {
      let failing = Failing(outcomes)
      let notices = Mutex(0)
      let transport = RetryingTransport(
        failing, policy: RetryPolicy(retries: 2, timeLimit: .seconds(10)), clock: { now },
        random: { 0 }, sleep: { _ in }, report: { _ in notices.withLock { $0 += 1 } })
      let response = try? await transport.send(HTTPRequest(url: "http://h/"))
      #expect(response?.status == expected)
      #expect(notices.withLock { $0 } == outcomes.count - 1)
      let limits = failing.limits.withLock { $0.compactMap(\.self) }
      #expect(limits.count == outcomes.count)
      #expect(zip(limits, limits.dropFirst()).allSatisfy { $0 - $1 > .milliseconds(50) })
    }
  }
}
