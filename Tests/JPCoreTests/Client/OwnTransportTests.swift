import JPCore
import Synchronization
import TestSupport
import Testing

@Suite("A caller's own transport", .limited)
struct OwnTransportTests {
  /// Answers after some failures.
  private final class Radio: Transport {
    private let failures: [TransportError.Reason]
    private let sent = Mutex(0)

    init(_ failures: [TransportError.Reason]) { self.failures = failures }

    var count: Int { sent.withLock(\.self) }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let earlier = count
      sent.withLock { $0 += 1 }
      guard earlier >= failures.count else {
        throw TransportError(url: request.url, reason: failures[earlier])
      }
      return HTTPResponse(status: 200, body: Array("1".utf8), url: request.url)
    }
  }

  @Test(
    "Temporary failures are retried as often as the client's policy says",
    arguments: [
      ([.connectionLost, .connectionRefused], nil, 3, 1),
      ([.connectionLost, .timedOut(limit: .zero)], nil, 2, nil),
      ([.connectionLost], RetryPolicy.never, 1, nil), ([.bodyTooLarge(limit: 1)], nil, 1, nil),
    ] as [([TransportError.Reason], RetryPolicy?, Int, Int?)])
  func retries(
    failures: [TransportError.Reason], policy: RetryPolicy?, count: Int, value: Int?
  ) async throws {
    let radio = Radio(failures)
    let client = JSONPlaceholder(
      configuration: .init(transport: radio, retries: policy, timeLimit: .seconds(3600)))
    let answer = try? await client.fetch(Endpoint(Int.self, path: "/n")).value
    #expect(answer == value)
    #expect(radio.count == count)
  }

  @Test(
    "A URL that can't be requested is refused before any transport sees it",
    arguments: ["/../posts/1", "http://[::1", "http://h/a b", "ftp://host/x"])
  func invalidURLs(path: String) async throws {
    let server = CannedTransport { _ in .json("1") }
    let client = JSONPlaceholder(configuration: .init(transport: server))
    let error = await #expect(throws: FetchError.self) {
      try await client.fetch(Endpoint(Int.self, path: path))
    }
    guard case .transport(let failure)? = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.reason == .invalidURL)
    #expect(server.requests.isEmpty)
  }

  @Test("A request is cancelled when the time is up")
  func timeLimit() async throws {
    let slow = CannedTransport { _ in
      try await Task.sleep(for: .seconds(3600))
      return .json("1")
    }
    let limit = Duration.milliseconds(50)
    let client = JSONPlaceholder(
      configuration: .init(transport: slow, timeLimit: limit))
    let error = await #expect(throws: FetchError.self) {
      try await client.fetch(Endpoint(Int.self, path: "/n"))
    }
    let url = "https://jsonplaceholder.typicode.com/n"
    #expect(
      error?.cause == .transport(TransportError(url: url, reason: .timedOut(limit: limit))))
  }

  /// Sends a token with each request.
  private struct Signing: Transport {
    let server: any Transport
    let token: String?

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      var signed = request
      signed.headerFields[.authorization] = token
      return try await server.send(signed)
    }
  }

  @Test("A response to a request to which a transport added a credential isn't stored")
  func credential() async throws {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    let server = CannedTransport { request in
      let owner = request.headerFields[.authorization] ?? "anybody"
      let isKnown = request.headerFields[.ifNoneMatch] != nil
      return .status(
        isKnown ? 304 : 200, "\"\(owner)\"",
        headerFields: ["Cache-Control": "max-age=0", "ETag": "\"1\"", "X-Owner": owner])
    }
    var owners: [String] = []
    for token in ["alice", "bob", nil, "carol"] {
      let transport = Signing(server: server, token: token)
      let client = JSONPlaceholder(cache: cache, configuration: .init(transport: transport))
      owners.append(try await client.fetch(Endpoint(String.self, path: "/me")).value)
    }
    // The last request confirms the response that was stored without a token.
    #expect(owners == ["alice", "bob", "anybody", "anybody"])
    let stored = JSONPlaceholder(cache: cache, configuration: .init(transport: server))
    let answer = try await stored.fetch(Endpoint(String.self, path: "/me"), policy: .storedOnly)
    #expect(answer.sources[0].headerFields["X-Owner"] == "anybody")
  }

  /// Reports what has arrived of a response, but the response never ends.
  private struct Slow: Transport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      request.report(received: 1, of: nil)
      request.report(received: 3, of: 10)
      try await Task.sleep(for: .seconds(3600))
      throw CancellationError()
    }
  }

  @Test("A progress counts what a transport reports")
  func progress() async throws {
    let client = JSONPlaceholder(configuration: .init(transport: Slow()))
    let progress = FetchProgress()
    let task = Task { try await client.fetch(Endpoint(Int.self, path: "/n"), progress: progress) }
    let reported = await progress.bytes.first { bytes in bytes.received == 3 }
    #expect(reported?.expected == 10)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  private struct Interrupted: Error {}

  @Test(
    "A cancelled task gets a CancellationError, whatever error its transport throws",
    arguments: [
      Interrupted(), CancellationError(),
      TransportError(url: "http://h/", reason: .connectionLost),
    ] as [any Error], [nil, .seconds(3600)] as [Duration?])
  func cancellation(thrown: any Error, timeLimit: Duration?) async throws {
    let number = Endpoint(Int.self, path: "/n")
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    let good = CannedTransport(["/n": .json("1")])
    _ = try await JSONPlaceholder(cache: cache, configuration: .init(transport: good))
      .fetch(number)
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let slow = CannedTransport { _ in
      arrival.yield()
      do { try await Task.sleep(for: .seconds(3600)) } catch { throw thrown }
      return .json("2")
    }
    for cache in [cache, nil] {
      let client = JSONPlaceholder(
        cache: cache, configuration: .init(transport: slow, timeLimit: timeLimit))
      let task = Task { try await client.fetch(number) }
      _ = await arrivals.first { true }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test("A stored response replaces any error that the transport throws")
  func otherErrors() async throws {
    struct Outage: Error {}
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    let good = CannedTransport(["/n": .json("1")])
    _ = try await JSONPlaceholder(cache: cache, configuration: .init(transport: good)).fetch(
      Endpoint(Int.self, path: "/n"))
    let failing = CannedTransport { _ in throw Outage() }
    for retries in [RetryPolicy.never, RetryPolicy()] {
      let client = JSONPlaceholder(
        cache: cache, configuration: .init(transport: failing, retries: retries))
      let stored = try await client.fetch(Endpoint(Int.self, path: "/n"))
      #expect(stored.value == 1)
      #expect(stored.errors.first?.underlying is Outage)
      await #expect(throws: FetchError.self) {
        try await client.fetch(Endpoint(Int.self, path: "/m"))
      }
    }
  }
}
