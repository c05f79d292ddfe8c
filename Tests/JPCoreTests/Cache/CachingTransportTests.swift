import Synchronization
import TestSupport
import Testing

@testable import JPCore

@Suite("The link that keeps responses")
final class CachingTransportTests {
  private struct Unreadable: Error {}

  /// Answers as it is told to, and writes down what it was asked.
  private final class Server: Link {
    private struct State {
      var answer: Result<HTTPResponse, TransportError>
      var requests: [HTTPRequest] = []
    }

    private let state: Mutex<State>

    init(_ answer: Result<HTTPResponse, TransportError>) {
      state = Mutex(State(answer: answer))
    }

    var requests: [HTTPRequest] { state.withLock(\.requests) }

    func answers(_ answer: Result<HTTPResponse, TransportError>) {
      state.withLock { $0.answer = answer }
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      try state.withLock {
        $0.requests.append(request)
        return $0.answer
      }.get()
    }
  }

  private let directory: TemporaryDirectory
  private let store: ResponseStore
  private let server = Server(.failure(TransportError(url: url, reason: .notConnected)))
  private let clock = Mutex(1_795_218_110)
  private static let url = "http://host/users"

  init() throws {
    directory = try TemporaryDirectory()
    store = ResponseStore(directory: directory.path)
  }

  private func reply(
    _ status: Int = 200, cache cacheControl: String = "max-age=60", tag: String = "\"1\"",
    _ body: String = "good"
  ) -> Result<HTTPResponse, TransportError> {
    .success(
      HTTPResponse(
        status: status,
        fields: [
          .init(name: "Cache-Control", value: cacheControl), .init(name: "ETag", value: tag),
        ], body: Array(body.utf8), url: Self.url, origin: .network))
  }

  /// One run of the program: the word that says where the answer came from, and the answer.
  private func get(_ change: (inout CachePolicy) -> Void = { _ in }) async throws -> String {
    var policy = CachePolicy()
    change(&policy)
    let now = HTTPDate(seconds: clock.withLock { $0 })
    let transport = CachingTransport(server, store: store, policy: policy, clock: { now }) {
      Issue.record("\($0)")
    }
    return try await transport.answer(
      to: HTTPRequest(url: Self.url), reading: Self.read, keepingIf: { _ in true })
  }

  private static func read(_ response: HTTPResponse) throws -> String {
    let body = String(decoding: response.body, as: UTF8.self)
    guard response.status == 200, !body.hasPrefix("bad") else { throw Unreadable() }
    switch response.origin {
    case .network: return "miss \(body)"
    case .fresh: return "hit \(body)"
    case .revalidated: return "revalidated \(body)"
    case .stale(let error): return "stale \(body) \(type(of: error))"
    case .offline, .file, .sample: return "other"
    }
  }

  private func offline() async throws -> String {
    let transport = StoredOnlyTransport(store: store, clock: { HTTPDate(seconds: 0) }) { _ in }
    let response = try await transport.send(HTTPRequest(url: Self.url))
    guard case .offline = response.origin else { return "other" }
    return String(decoding: response.body, as: UTF8.self)
  }

  private func pass(_ seconds: Int) { clock.withLock { $0 += seconds } }

  @Test("Fresh: no request. Stale: asked about, and fresh again when confirmed")
  func life() async throws {
    server.answers(reply())
    #expect(try await get() == "miss good")
    pass(59)
    #expect(try await get() == "hit good")
    #expect(server.requests.count == 1)
    pass(1)
    server.answers(reply(304, cache: "max-age=100", ""))
    #expect(try await get() == "revalidated good")
    #expect(server.requests[1].fields["If-None-Match"] == "\"1\"")
    pass(99)
    #expect(try await get() == "hit good")
    pass(1)
    server.answers(reply(200, tag: "\"2\"", "better"))
    #expect(try await get() == "miss better")
    #expect(try await get() == "hit better")
    #expect(server.requests.count == 3)
  }

  @Test("A 304 about something else leads to a request for the whole")
  func wrongConfirmation() async throws {
    server.answers(reply())
    _ = try await get()
    server.answers(reply(304, tag: "\"other\"", ""))
    // And from a server that insists, the stored one is better.
    #expect(try await get { $0.refreshes = true } == "stale good Unreadable")
    #expect(server.requests.map { $0.fields["If-None-Match"] } == [nil, "\"1\"", nil])
  }

  @Test("What the user says: ask anyway, or only what is younger")
  func policies() async throws {
    server.answers(reply())
    _ = try await get()
    pass(30)
    server.answers(reply(304, ""))
    #expect(try await get { $0.maxAge = .seconds(30) } == "hit good")
    #expect(try await get { $0.maxAge = .seconds(29) } == "revalidated good")
    #expect(try await get { $0.refreshes = true } == "revalidated good")
  }

  @Test("When the server fails, the stored response stands in, with the failure, and stays")
  func fallback() async throws {
    server.answers(reply())
    _ = try await get()
    pass(100)
    let reasons: [TransportError.Reason] = [
      .unresolvedHost, .notConnected, .reset, .timedOut(limit: .seconds(1)), .insecure,
    ]
    for reason in reasons {
      server.answers(.failure(TransportError(url: Self.url, reason: reason)))
      #expect(try await get() == "stale good TransportError")
    }
    for status in [500, 502, 503, 520, 429, 408, 425] {
      server.answers(reply(status, "bad"))
      #expect(try await get() == "stale good Unreadable")
    }
    for body in ["bad: a page", "bad"] {
      server.answers(reply(200, body))
      #expect(try await get() == "stale good Unreadable")
    }
    #expect(try await offline() == "good")
  }

  @Test("What the server means is its answer, not a failure", arguments: [400, 401, 403, 404, 410])
  func answers(status: Int) async throws {
    server.answers(reply())
    _ = try await get()
    pass(100)
    server.answers(reply(status, "{}"))
    await #expect(throws: Unreadable.self) { try await get() }
    #expect(try await offline() == "good")
  }

  @Test(
    "Where the server or the user forbids it, the failure stands, and the copy is told of",
    arguments: [
      ("no-cache", nil), ("max-age=1, must-revalidate", nil), ("max-age=1", 0), ("max-age=1", 98),
    ]
      as [(String, Int?)])
  func forbidden(cacheControl: String, maxStale: Int?) async throws {
    server.answers(reply(200, cache: cacheControl))
    _ = try await get()
    pass(100)
    server.answers(.failure(TransportError(url: Self.url, reason: .reset)))
    let failure = await #expect(throws: FailureBesideCopy.self) {
      try await get { $0.maxStale = maxStale.map { .seconds($0) } }
    }
    #expect(failure?.secondsSinceStored == 100)
    #expect(failure?.failure is TransportError)
    #expect(try await offline() == "good")
  }

  @Test("What its reader takes but doesn't find good is not kept")
  func notKept() async throws {
    server.answers(reply())
    let transport = CachingTransport(
      server, store: store, clock: { HTTPDate(seconds: 0) }, report: { Issue.record("\($0)") })
    let answer = try await transport.answer(
      to: HTTPRequest(url: Self.url), reading: Self.read, keepingIf: { _ in false })
    #expect(answer == "miss good")
    #expect(try store.entries().isEmpty)
  }

  @Test("A 304 that forbids storing is used, but not written down")
  func noStoreConfirmation() async throws {
    server.answers(reply(200, cache: "max-age=0"))
    _ = try await get()
    server.answers(reply(304, cache: "no-store, max-age=50", ""))
    #expect(try await get() == "revalidated good")
    #expect(try await get() == "revalidated good")
    #expect(server.requests.count == 3)
  }

  @Test("Nothing bad is stored where nothing was")
  func badFirst() async throws {
    for answer in [
      reply(200, "bad"), reply(404, "bad"), reply(500, "bad"), reply(200, cache: "no-store"),
    ] {
      server.answers(answer)
      _ = try? await get()
      #expect(try store.entries().isEmpty)
    }
    let missing = await #expect(throws: TransportError.self) { try await offline() }
    #expect(missing?.reason == .notStored)
  }

  @Test("A stored response that can't be read any more is fetched again")
  func unreadableCopy() async throws {
    let now = HTTPDate(seconds: clock.withLock { $0 })
    try store.store(
      StoredResponse(
        url: Self.url, status: 200, fields: [.init(name: "Cache-Control", value: "max-age=60")],
        varying: [], requested: now, received: now, isRedirected: false,
        body: Array("bad".utf8)))
    server.answers(reply())
    #expect(try await get() == "miss good")
    #expect(try await get() == "hit good")
  }

  @Test("Trouble with the store is reported once, and the answer comes all the same")
  func reports() async throws {
    server.answers(reply())
    try directory.write("x", to: "file")
    let reports = Mutex<[StoreError]>([])
    let transport = CachingTransport(
      server, store: ResponseStore(directory: directory.path + "/file/x"),
      clock: { HTTPDate(seconds: 0) }
    ) { error in reports.withLock { $0.append(error) } }
    for path in ["users", "albums", "photos"] {
      let answer = try await transport.answer(
        to: HTTPRequest(url: "http://host/\(path)"), reading: Self.read, keepingIf: { _ in true })
      #expect(answer == "miss good")
    }
    #expect(reports.withLock(\.count) == 1)

    _ = try await get()
    try directory.write("damaged", to: EntryName.name(for: Self.url))
    let damaged = Mutex<[StoreError.Problem]>([])
    let again = CachingTransport(server, store: store, clock: { HTTPDate(seconds: 0) }) { error in
      damaged.withLock { $0.append(error.problem) }
    }
    #expect(!again.hasAtHand(HTTPRequest(url: Self.url)))
    #expect(
      try await again.answer(
        to: HTTPRequest(url: Self.url), reading: Self.read, keepingIf: { _ in true }) == "miss good"
    )
    #expect(damaged.withLock { $0 } == [.foreign])
  }

  @Test("What one request stores, the next one of the same program finds")
  func sameInstance() async throws {
    server.answers(reply())
    let now = HTTPDate(seconds: clock.withLock { $0 })
    let transport = CachingTransport(server, store: store, clock: { now }) { Issue.record("\($0)") }
    let request = HTTPRequest(url: Self.url)
    for word in ["miss good", "hit good"] {
      let answer = try await transport.answer(
        to: request, reading: Self.read, keepingIf: { _ in true })
      #expect(answer == word)
    }
    #expect(server.requests.count == 1)
  }
}
