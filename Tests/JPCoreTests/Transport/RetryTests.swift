import Synchronization
import TestSupport
import Testing

@testable import JPCore

private typealias Outcome = Result<TransportResponse, TransportError>

extension Outcome {
  fileprivate static func transport(_ reason: TransportError.Reason) -> Outcome {
    .failure(TransportError(url: "http://h/", reason: reason))
  }

  fileprivate static func status(_ status: Int, retryAfter: String? = nil) -> Outcome {
    var fields: HeaderFields = []
    fields["Retry-After"] = retryAfter
    return .success(
      TransportResponse(
        status: status, fields: fields, body: status == 200 ? [] : Array(repeating: 0, count: 10),
        url: "http://h/"))
  }
}

@Suite("Trying again", .limited)
struct RetryTests {
  private let now = HTTPDate(seconds: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

  @Test(
    "Temporary failures are retried, with waits that double",
    arguments: [
      (.transport(.notConnected), 0, true, 100), (.transport(.notConnected), 1, true, 200),
      (.transport(.notConnected), 2, true, nil), (.transport(.notConnected), 0, false, nil),
      (.transport(.reset), 0, false, 100), (.transport(.timedOut(limit: .zero)), 0, true, 100),
      (.transport(.noRoute), 0, true, 100), (.transport(.noRoute), 0, false, nil),
      (.transport(.insecure(.other)), 0, true, nil), (.transport(.unresolvedHost), 0, true, nil),
      (.transport(.undecodableBody), 0, true, nil), (.status(200), 0, true, nil),
      (.status(404, retryAfter: "1"), 0, true, nil),
      (.status(501), 0, true, nil),
      (.status(408), 0, true, 100),
      (.status(425), 0, true, 100),
      (.status(429), 0, true, 100), (.status(500), 0, false, 100),
      (.status(502), 1, true, 200),
      (.status(504), 0, true, 100),
      (.status(503, retryAfter: "2"), 0, true, 2000),
      (.status(503, retryAfter: "0"), 0, true, 100),
      (.status(503, retryAfter: "30"), 0, true, 30_000),
      (.status(503, retryAfter: "31"), 0, true, nil),
      (.status(503, retryAfter: "soon"), 0, true, 100),
      (.status(503, retryAfter: "-1"), 0, true, 100),
      (.status(503, retryAfter: "99999999999999999999"), 0, true, nil),
      (.status(503, retryAfter: "Sun, 06 Nov 1994 08:49:40 GMT"), 0, true, 3000),
      (.status(503, retryAfter: "Sun, 06 Nov 1994 08:49:00 GMT"), 0, true, 100),
      (.status(503, retryAfter: "Sun, 06 Nov 1994 08:59:37 GMT"), 0, true, nil),
    ] as [(Outcome, Int, Bool, Int?)])
  fileprivate func delays(
    outcome: Outcome, attempt: Int, retriesRefused: Bool, milliseconds: Int?
  ) {
    var policy = RetryPolicy(retries: 2)
    policy.retriesRefused = retriesRefused
    let delay = policy.delay(
      after: outcome, attempt: attempt, timeLeft: .seconds(60), random: 0, now: now)
    #expect(delay == milliseconds.map { .milliseconds($0) })
  }

  @Test("Jitter is between half and the whole wait, and no wait exceeds the time limit")
  func limits() {
    let policy = RetryPolicy(retries: 9)
    func delay(_ attempt: Int, _ milliseconds: Int?, _ random: Double) -> Duration? {
      policy.delay(
        after: .transport(.reset), attempt: attempt,
        timeLeft: milliseconds.map { .milliseconds($0) }, random: random, now: now)
    }
    #expect(delay(0, 1000, 1) == .milliseconds(200))
    #expect(delay(2, 1000, 0) == .milliseconds(400))
    #expect(delay(0, 101, 0) == .milliseconds(100))
    #expect(delay(0, 100, 0) == nil)
    #expect(delay(8, 1000, 0) == nil)
    #expect(delay(8, nil, 0) == .milliseconds(25_600))
  }

  private final class Failing: TransferTransport {
    let outcomes: Mutex<[Outcome]>
    let allowances = Mutex<[TimeAllowance?]>([])

    init(_ outcomes: [Outcome]) {
      self.outcomes = Mutex(outcomes)
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      try await send(Transfer(request))
    }

    func send(_ transfer: Transfer) async throws -> TransportResponse {
      allowances.withLock { $0.append(transfer.allowance) }
      return try outcomes.withLock { $0.removeFirst() }.get()
    }
  }

  @Test("The last try's outcome counts, and all tries share one time limit")
  func outcomes() async throws {
    for (outcomes, expected) in [
      ([.transport(.reset), .status(503), .status(200)], 200),
      ([.status(503), .status(502), .status(500)], 500), ([.status(404)], 404),
      ([.transport(.reset), .transport(.reset), .transport(.reset)], nil),
    ] as [([Outcome], Int?)] {
      let failing = Failing(outcomes)
      let notices = Mutex(0)
      let transport = RetryingTransport(
        failing, policy: RetryPolicy(retries: 2, timeLimit: .seconds(10)), clock: { now },
        random: { 0 }, sleep: { _ in }, report: { _ in notices.withLock { $0 += 1 } })
      let response = try? await transport.send(TransportRequest(url: "http://h/"))
      #expect(response?.status == expected)
      #expect(notices.withLock { $0 } == outcomes.count - 1)
      let allowances = failing.allowances.withLock { $0.compactMap(\.self) }
      #expect(allowances.count == outcomes.count)
      #expect(allowances.allSatisfy { $0 === allowances[0] && $0.limit == .seconds(10) })
      // Waits count: 100 ms, then 200 ms.
      let waited = [0, 100, 300][outcomes.count - 1]
      #expect(allowances[0].spent >= .milliseconds(waited))
    }
  }

  @Test("The content of a failed try gives its memory back")
  func budget() async throws {
    let failing = Failing([.status(503), .status(200)])
    let transport = RetryingTransport(
      failing, policy: RetryPolicy(retries: 1), clock: { now }, sleep: { _ in })
    let budget = ContentBudget(maxBytes: 10)
    #expect(budget.reserve(bytes: 10))
    var transfer = Transfer(TransportRequest(url: "http://h/"))
    transfer.budget = budget
    #expect(try await transport.send(transfer).status == 200)
    #expect(budget.reserve(bytes: 10))
  }
}
