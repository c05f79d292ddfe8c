import TestSupport
import Testing

@testable import JPCore

@Suite("Requests at the same time", .needsLibcurl, .limited)
struct ConcurrencyTests {
  /// Gets some users, each with a request.
  private func users(
    _ count: Int, from server: LoopbackServer, atOnce limit: Int,
    within time: Duration = .seconds(500)
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

  @Test("While one request is slow, all other requests use the free slot")
  func freePlaces() async throws {
    // The first answer comes when the last request has come.
    let gate = Gate(for: 2)
    let server = try LoopbackServer { request in
      let isWaiting = ["/users/1", "/users/20"].contains(request.path)
      return (isWaiting ? [.perform { gate.pass() }] : []) + .reply(Self.user(request))
    }
    defer { server.stop() }
    try await users(20, from: server, atOnce: 2)
    #expect(!gate.hasTimedOut)
  }

  @Test("Waiting for a free slot doesn't use up the time limit of a request, even a redirected one")
  func turns() async throws {
    // Together they take ten times as long as one, and eight times as long is allowed for each. On a
    // busy machine that may be too short, so there are further tries, each with twice the time.
    for delay in [20, 40, 80, 160] as [Int64] {
      do { return try await redirectedUsers(delay: .milliseconds(delay)) } catch is FetchError {}
    }
    try await redirectedUsers(delay: .milliseconds(320))
  }

  private func redirectedUsers(delay: Duration) async throws {
    let server = try LoopbackServer { request in
      request.path.hasPrefix("/moved")
        ? .reply(Self.user(request), after: delay)
        : .reply(status: 302, fields: ["Location: /moved\(request.path)"], "", after: delay)
    }
    defer { server.stop() }
    try await users(20, from: server, atOnce: 2, within: delay * 16)
  }

  @Test("After a request has failed, no further request is sent")
  func failed() async throws {
    let gate = Gate(for: 2)
    let server = try LoopbackServer { request in
      if request.path == "/users/2" { return .reply(status: 500, "{}") }
      return [.perform { gate.pass() }] + .reply(Self.user(request))
    }
    defer { server.stop() }
    let fetch = Task { try await users(9, from: server, atOnce: 2) }
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
    let fetch = Task { try await users(3, from: server, atOnce: 1) }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    fetch.cancel()
    await #expect(throws: CancellationError.self) { try await fetch.value }
    #expect(server.requests.count == 1)
    gate.pass()
  }
}
