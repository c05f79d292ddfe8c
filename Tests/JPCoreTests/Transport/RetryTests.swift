import Synchronization
import TestSupport
import Testing

@testable import JPCore

private typealias Outcome = Result<HTTPResponse, TransportError>

extension Outcome {
  fileprivate static func transport(_ reason: TransportError.Reason) -> Outcome {
    .failure(TransportError(url: "http://h/", reason: reason))
  }

  fileprivate static func status(_ status: Int, retryAfter: String? = nil) -> Outcome {
    var fields: HeaderFields = []
    fields[.retryAfter] = retryAfter
    let body = [UInt8](repeating: 0, count: 10)
    return .success(
      HTTPResponse(status: status, headerFields: fields, body: body, url: "http://h/"))
  }
}

@Suite("Retries", .limited)
struct RetryTests {
  private let now = HTTPDate(seconds: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

  /// The wait and the rest of the time limit are in milliseconds.
  private func delay(
    after outcome: Outcome, attempt: Int = 0, timeLeft: Int? = 60_000, random: Double = 0,
    retriesRefused: Bool = true
  ) -> Int? {
    var policy = RetryPolicy(maxRetries: 9)
    policy.retriesRefused = retriesRefused
    let delay = policy.delay(
      after: outcome, attempt: attempt, timeLeft: timeLeft.map { .milliseconds($0) },
      random: random, now: now)
    return delay.map { Int($0 / .milliseconds(1)) }
  }

  @Test("Only temporary status codes are retried")
  func statuses() {
    let retried = (100...599).filter { delay(after: .status($0)) != nil }
    #expect(retried == [408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524])
  }

  @Test(
    "Temporary failures are retried, a failed connection only if no stored response can replace it",
    arguments: [
      (.connectionRefused, [true, false]), (.noRoute, [true, false]),
      (.connectionLost, [true, true]), (.tooManyOpenFiles, [true, true]),
      (.proxyFailed, [true, false]),
      (.timedOut(limit: .zero), [false, false]), (.hostNotFound, [false, false]),
      (.insecure(.expired), [false, false]), (.insecure(.refusedHandshake), [false, false]),
      (.insecure(.other), [false, false]), (.unreadableCertificates(file: "f"), [false, false]),
      (.notHTTP, [false, false]), (.malformedResponse, [false, false]),
      (.invalidContentEncoding, [false, false]), (.headTooLarge, [false, false]),
      (.bodyTooLarge(limit: 1), [false, false]), (.tooManyRedirects(limit: 1), [false, false]),
      (.forbiddenRedirect, [false, false]), (.proxyNotFound, [false, false]),
      (.refusedByProxy(status: 407), [false, false]), (.invalidURL, [false, false]),
      (.invalidField, [false, false]), (.internationalHost, [false, false]),
      (.unreadableFile(path: "f", errno: 2), [false, false]), (.missingLibrary, [false, false]),
      (.other, [false, false]),
    ] as [(TransportError.Reason, [Bool])])
  func failures(reason: TransportError.Reason, isRetried: [Bool]) {
    let delays = [true, false].map { delay(after: .transport(reason), retriesRefused: $0) }
    #expect(delays.map { $0 != nil } == isRetried)
  }

  @Test(
    "Retry-After sets the wait, and above 30 seconds the request isn't retried",
    arguments: [
      ("0", 100), ("30", 30_000), ("31", nil), ("soon", 100), ("99999999999999999999", nil),
      ("Sun, 06 Nov 1994 08:49:40 GMT", 3000), ("Sun, 06 Nov 1994 08:49:00 GMT", 100),
    ] as [(String, Int?)])
  func retryAfter(value: String, milliseconds: Int?) {
    #expect(delay(after: .status(503, retryAfter: value)) == milliseconds)
  }

  @Test(
    "Waits double, jitter is between half and the whole wait, and no wait exceeds the time limit",
    arguments: [
      (0, 1000, 0, 100), (0, 1000, 1, 200), (2, 1000, 0, 400), (0, 101, 0, 100), (0, 100, 0, nil),
      (8, 1000, 0, nil), (8, nil, 0, 25_600), (9, nil, 0, nil),
    ] as [(Int, Int?, Double, Int?)])
  func waits(attempt: Int, timeLeft: Int?, random: Double, milliseconds: Int?) {
    let delay = delay(
      after: .transport(.connectionLost), attempt: attempt, timeLeft: timeLeft, random: random)
    #expect(delay == milliseconds)
  }

  /// Ends with prepared outcomes, and notes the limits.
  private final class Prepared: Transport {
    let outcomes: Mutex<[Outcome]>
    let limits = Mutex<[RequestLimits?]>([])

    init(_ outcomes: [Outcome]) {
      self.outcomes = Mutex(outcomes)
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      limits.withLock { $0.append(request.limits) }
      return try outcomes.withLock { $0.removeFirst() }.get()
    }
  }

  @Test(
    "The result is that of the last try, and all tries share one time limit",
    arguments: [
      ([.transport(.connectionLost), .status(503), .status(200)], 200),
      ([.status(503), .status(502), .status(500)], 500), ([.status(404)], 404),
      (
        [.transport(.connectionLost), .transport(.connectionLost), .transport(.connectionLost)], nil
      ),
    ] as [([Outcome], Int?)])
  fileprivate func outcomes(outcomes: [Outcome], expected: Int?) async throws {
    let prepared = Prepared(outcomes)
    let slept = Mutex<[Duration]>([])
    @Sendable func sleep(_ wait: Duration) { slept.withLock { $0.append(wait) } }
    let transport = RetryingTransport(
      prepared, policy: RetryPolicy(), timeLimit: .seconds(1000), clock: { now },
      random: { 0 }, sleep: sleep)
    let response = try? await transport.send(HTTPRequest(url: "http://h/"))
    #expect(response?.status == expected)
    let limits = prepared.limits.withLock { $0.compactMap(\.self) }
    #expect(limits.count == outcomes.count)
    #expect(limits.allSatisfy { $0.time == .seconds(1000) })
    let waits = [Duration.milliseconds(100), .milliseconds(200)].prefix(outcomes.count - 1)
    #expect(slept.withLock(\.self) == Array(waits))
  }

  @Test("The wait before a retry uses up the time limit")
  func waitsCount() async throws {
    let lost = Outcome.transport(.connectionLost)
    let prepared = Prepared([lost, lost, .status(200)])
    var policy = RetryPolicy()
    policy.firstDelay = .milliseconds(999_980)
    // The first wait of 500 s is shortened to 30 ms; then the second, of 999.98 s, doesn't fit.
    let transport = RetryingTransport(
      prepared, policy: policy, timeLimit: .seconds(1000), random: { 0 },
      sleep: { _ in try await Task.sleep(for: .milliseconds(30)) })
    await #expect(throws: TransportError.self) {
      try await transport.send(HTTPRequest(url: "http://h/"))
    }
    #expect(prepared.limits.withLock(\.count) == 2)
  }
}
