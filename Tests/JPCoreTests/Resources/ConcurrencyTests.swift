import TestSupport
import Testing

@testable import JPCore

@Suite("Requests at the same time", .needsLibcurl, .limited)
struct ConcurrencyTests {
  /// Gets some users, each with a request.
  private func users(
    _ count: Int, from server: LoopbackServer, atOnce limit: Int,
    within time: Duration = .seconds(4)
  ) async throws {
    var settings = CurlTransport.Configuration()
    settings.timeout = time
    var fetcher = Fetcher(base: try #require(BaseURL(server.url))) { [settings] in
      RetryingTransport(
        CurlTransport(configuration: settings), policy: .never, timeLimit: time)
    }
    fetcher.maxConcurrentRequests = limit
    var requests: [PlannedRequest<JSONDocument>] = []
    for id in 1...count {
      requests.append(
        try await fetcher.request(for: "/users/\(id)", allowsList: false) { document in document })
    }
    for outcome in try await fetcher.outcomes(of: requests) { _ = try outcome.get() }
  }

  private static func user(_ request: LoopbackServer.Request) -> String {
    #"{"id":\#(request.path.split(separator: "/").last ?? "")}"#
  }

  @Test(
    "A client's fetch has at most maxConcurrentRequests requests under way, and at least one",
    arguments: [-1, 0, 1, 2])
  func client(limit: Int) async throws {
    let gate = Gate(for: max(1, limit))
    let server = try LoopbackServer { _ in
      [.perform { gate.pass() }] + .reply("[]", after: .milliseconds(50))
    }
    defer { server.stop() }
    var configuration = JSONPlaceholder.Configuration()
    #expect(configuration.maxConcurrentRequests == 6)
    configuration.maxConcurrentRequests = limit
    let base = try #require(BaseURL(server.url))
    let api = JSONPlaceholder(baseURL: base, configuration: configuration)
    _ = try await api.fetch(.usersWithAlbums())
    #expect(server.requests.count == 3)
    #expect(server.mostInFlight == max(1, limit))
  }

  @Test(
    "The number of requests under way reaches the limit, and never exceeds it", arguments: [1, 2])
  func limit(limit: Int) async throws {
    let gate = Gate(for: limit)
    let server = try LoopbackServer { request in
      [.perform { gate.pass() }] + .reply(Self.user(request), after: .milliseconds(50))
    }
    defer { server.stop() }
    try await users(6, from: server, atOnce: limit, within: .seconds(500))
    #expect(server.mostInFlight == limit)
  }

  @Test("While one request is slow, all other requests use the free slot")
  func freePlaces() async throws {
    // The first answer comes when the last request has come.
    let gate = Gate(for: 2)
    let server = try LoopbackServer { request in
      let isWaiting = ["/users/1", "/users/20"].contains(request.path)
      return (isWaiting ? [.perform { gate.pass() }] : []) + .reply(Self.user(request))
    }
    defer { server.stop() }
    try await users(20, from: server, atOnce: 2, within: .seconds(500))
    #expect(!gate.hasTimedOut)
  }

  @Test("Waiting for a free slot doesn't use up the time limit of a request, even a redirected one")
  func turns() async throws {
    let server = try LoopbackServer { request in
      request.path.hasPrefix("/moved")
        ? .reply(Self.user(request), after: .milliseconds(250))
        : .reply(
          status: 302, fields: ["Location: /moved\(request.path)"], "", after: .milliseconds(250))
    }
    defer { server.stop() }
    // All of them take five seconds, each half a second, and four are allowed.
    try await users(20, from: server, atOnce: 2)
  }

  @Test("After a request has failed, no further request is sent")
  func failed() async throws {
    let gate = Gate(for: 2)
    let server = try LoopbackServer { request in
      if request.path == "/users/2" { return .reply(status: 500, "{}") }
      return [.perform { gate.pass() }] + .reply(Self.user(request))
    }
    defer { server.stop() }
    let fetch = Task { try await users(9, from: server, atOnce: 2, within: .seconds(500)) }
    // Time in which a third request could come, while the first is waiting.
    while server.requests.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
    try await Task.sleep(for: .milliseconds(100))
    gate.pass()
    await #expect(throws: FetchError.self) { try await fetch.value }
    #expect(server.requests.count == 2)
  }

  @Test("Announced lengths whose sum overflows Int don't crash the program")
  func absurdLengths() async throws {
    struct Boasting: Transport {
      func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        request.limits?.expect(bytes: .max)
        throw TransportError(url: request.url, reason: .connectionLost)
      }
    }
    let progress = FetchProgress()
    var fetcher = Fetcher(Boasting(), base: .host)
    fetcher.progress = progress
    _ = try await fetcher.lists(of: [.users, .albums])
    #expect(progress.expectedBytes == .max)
    #expect(progress.receivedBytes == 0)
  }

  @Test("After a fetch was cancelled, no further request is sent")
  func cancelled() async throws {
    let gate = Gate(for: 2)
    let server = try LoopbackServer { request in
      [.perform { gate.pass() }] + .reply(Self.user(request))
    }
    defer { server.stop() }
    let fetch = Task { try await users(3, from: server, atOnce: 1, within: .seconds(500)) }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    fetch.cancel()
    await #expect(throws: CancellationError.self) { try await fetch.value }
    #expect(server.requests.count == 1)
    gate.pass()
  }
}
