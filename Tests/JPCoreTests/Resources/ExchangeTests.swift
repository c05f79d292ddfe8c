import Foundation
import Synchronization
import TestSupport
import Testing

@testable import JPCore

@Suite("The way from a request to its answer, with stored responses", .limited)
final class ExchangeTests {
  private struct Unreadable: Error {}

  /// Answers as it is told to, and writes down what it was asked.
  private final class Server: TransferTransport {
    private struct State {
      var answer: Result<TransportResponse, TransportError>
      var transfers: [Transfer] = []
    }

    private let state: Mutex<State>

    init(_ answer: Result<TransportResponse, TransportError>) {
      state = Mutex(State(answer: answer))
    }

    var transfers: [Transfer] { state.withLock(\.transfers) }

    var requests: [TransportRequest] { transfers.map(\.request) }

    func answers(_ answer: Result<TransportResponse, TransportError>) {
      state.withLock { $0.answer = answer }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      try await send(Transfer(request))
    }

    func send(_ transfer: Transfer) async throws -> TransportResponse {
      try state.withLock {
        $0.transfers.append(transfer)
        return $0.answer
      }.get()
    }
  }

  private struct Transfers: TransferTransport {
    let answer: @Sendable (Transfer) async throws -> TransportResponse

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      try await answer(Transfer(request))
    }

    func send(_ transfer: Transfer) async throws -> TransportResponse {
      try await answer(transfer)
    }
  }

  private let directory: TemporaryDirectory
  private let store: ResponseStore
  private let server = Server(.failure(TransportError(url: url, reason: .notConnected)))
  private let clock = Mutex(1_795_218_110)
  private static let url = "http://host/x"

  init() throws {
    directory = try TemporaryDirectory()
    store = ResponseStore(directory: directory.path)
  }

  private func reply(
    _ body: String, vary: String? = nil
  ) -> Result<TransportResponse, TransportError> {
    reply(200, body, vary: vary)
  }

  private func reply(
    _ status: Int = 200, cache cacheControl: String = "max-age=60", tag: String = "\"1\"",
    _ body: String = "good", vary: String? = nil
  ) -> Result<TransportResponse, TransportError> {
    .success(
      TransportResponse(
        status: status,
        fields: HeaderFields(
          [.init(name: "Cache-Control", value: cacheControl), .init(name: "ETag", value: tag)]
            + (vary.map { [.init(name: "Vary", value: $0)] } ?? [])),
        body: body.isEmpty ? [] : Array("\"\(body)\"".utf8), url: Self.url, origin: .network))
  }

  /// One run of the program: the word that says where the answer came from, and the answer.
  private func get(
    _ path: String = "/x", fields: HeaderFields = [], directory: String? = nil,
    isOffline: Bool = false, _ change: (inout ReuseRules) -> Void = { _ in }
  ) async throws -> String {
    try await fetched(path, fields: fields, directory: directory, isOffline: isOffline, change).word
  }

  private func fetched(
    _ path: String = "/x", fields: HeaderFields = [], directory: String? = nil,
    isOffline: Bool = false, _ change: (inout ReuseRules) -> Void = { _ in }
  ) async throws -> (word: String, irregularities: [Irregularity]) {
    let now = HTTPDate(seconds: clock.withLock { $0 })
    var rules = ReuseRules()
    if isOffline { rules.policy = .storedOnly }
    change(&rules)
    let cache = ResponseCache(
      directory: directory ?? self.directory.path, maxAge: rules.maxAge, maxStale: rules.maxStale)
    let fetcher = Fetcher(
      base: .host, fields: fields, cache: cache, policy: rules.policy, clock: { now }
    ) {
      RetryingTransport(server, policy: .never)
    }
    let fetched = try await fetcher.value(at: path) { document in
      guard let text = document.root.string, text != "bad" else { throw Unreadable() }
      return text
    }
    let source = fetched.sources[0]
    let failure = source.failure.map { " \($0.cause)".prefix { $0 != "(" } } ?? ""
    return ("\(source.word) \(fetched.value)\(failure)", fetched.irregularities)
  }

  private func pass(_ seconds: Int) { clock.withLock { $0 += seconds } }

  @Test("A refused connection is retried only if no stored response may be shown")
  func refusedConnection() async throws {
    func count(_ cache: ResponseCache?) async throws -> Int {
      let before = server.requests.count
      let now = HTTPDate(seconds: clock.withLock { $0 })
      let fetcher = Fetcher(base: .host, cache: cache, clock: { now }) {
        RetryingTransport(server, policy: RetryPolicy(retries: 2), sleep: { _ in })
      }
      _ = try? await fetcher.document(at: "/x")
      return server.requests.count - before
    }
    let cache = ResponseCache(directory: directory.path)
    server.answers(reply())
    _ = try await get()
    pass(60)
    server.answers(.failure(TransportError(url: Self.url, reason: .notConnected)))
    #expect(try await count(cache) == 1)
    #expect(try await count(ResponseCache(directory: directory.path, maxStale: .zero)) == 3)
    #expect(try await count(nil) == 3)
  }

  @Test(
    "A stored response doesn't hide an error that the user has to fix",
    arguments: [
      .unreadableCertificates(file: "f"), .invalidField, .invalidURL,
    ] as [TransportError.Reason])
  func userErrors(reason: TransportError.Reason) async throws {
    server.answers(reply())
    _ = try await get()
    pass(60)
    server.answers(.failure(TransportError(url: Self.url, reason: reason)))
    await #expect(throws: FetchError.self) { try await self.get() }
  }

  @Test("An id that a stale list lacks reports the server's failure too")
  func missingInStaleList() async throws {
    let query = RecordQuery(.users, ids: (1...21).map { String($0) })
    func error() async throws -> FetchError {
      let now = HTTPDate(seconds: clock.withLock { $0 })
      let cache = ResponseCache(directory: directory.path)
      let fetcher = Fetcher(base: .host, cache: cache, clock: { now }) {
        RetryingTransport(server, policy: .never)
      }
      let error = await #expect(throws: FetchError.self) { try await fetcher.records(query) }
      return try #require(error)
    }
    server.answers(
      .success(
        TransportResponse(
          status: 200, fields: ["Cache-Control": "max-age=60"], body: Array(#"[{"id":1}]"#.utf8),
          url: "http://host/users")))
    let fresh = try await error()
    #expect((fresh.record?.id, fresh.hiddenFailures) == ("2", []))
    pass(60)
    server.answers(.failure(TransportError(url: "http://host/users", reason: .reset)))
    let stale = try await error()
    #expect(stale.record?.id == "2")
    #expect(
      stale.hiddenFailures.first?.cause
        == .transport(TransportError(url: "http://host/users", reason: .reset)))
  }

  @Test("The measured time excludes waiting for a free connection")
  func times() async throws {
    let slow = Transfers { transfer in
      // As a transport does for which three requests wait.
      try await Task.sleep(for: .milliseconds(400))
      transfer.allowance?.add(.milliseconds(5))
      throw TransportError(url: transfer.request.url, reason: .reset)
    }
    server.answers(reply())
    _ = try await get()
    pass(60)
    let now = HTTPDate(seconds: clock.withLock { $0 })
    let fetcher = Fetcher(
      base: .host, cache: ResponseCache(directory: directory.path), clock: { now }
    ) { RetryingTransport(slow, policy: .never) }
    let source = try await fetcher.document(at: "/x").sources[0]
    let failed = try #require(source.failure?.duration)
    #expect(5..<400 ~= failed / .milliseconds(1) && failed <= source.duration)
    #expect(source.duration < .milliseconds(400))
  }

  @Test("If the server fails, the stored response is used, reports the failure, and stays stored")
  func fallback() async throws {
    server.answers(reply())
    _ = try await get()
    pass(100)
    let reasons: [TransportError.Reason] = [
      .unresolvedHost, .notConnected, .reset, .timedOut(limit: .seconds(1)), .insecure(.expired),
      .noRoute, .refusedByProxy(status: 407),
    ]
    for reason in reasons {
      server.answers(.failure(TransportError(url: Self.url, reason: reason)))
      #expect(try await get() == "stale good transport")
    }
    for status in [500, 502, 503, 520, 429, 408, 425] {
      server.answers(reply(status, cache: "", "bad"))
      #expect(try await get() == "stale good status")
    }
    server.answers(reply(200, "bad"))
    #expect(try await get() == "stale good mismatch")
    #expect(try await get(isOffline: true) == "offline good")
  }

  @Test("A URL keeps eight answers; the oldest is replaced")
  func manyVariants() async throws {
    for number in 0..<12 {
      server.answers(reply("\(number)", vary: "Accept"))
      let fields: HeaderFields = [.init(name: "Accept", value: "a/\(number)")]
      #expect(try await get(fields: fields) == "miss \(number)")
      #expect(try await get(fields: fields) == "hit \(number)")
      pass(1)
    }
    #expect(try store.entries().count == 8)
  }

  @Test("Failures never replace an answer, however many there are")
  func manyFailures() async throws {
    server.answers(reply())
    _ = try await get()
    server.answers(reply(503, "down"))
    for number in 0..<12 {
      let fields: HeaderFields = [.init(name: "X-Request-Number", value: "\(number)")]
      await #expect(throws: FetchError.self) { try await get(fields: fields) }
    }
    #expect(try await get(isOffline: true) == "offline good")
    #expect(try store.entries().count == 9)
  }

  @Test("A response that came partly over http for an https URL is neither stored nor trusted")
  func downgraded() async throws {
    let secure = "https://host/x"
    func answer(_ status: Int, _ hops: [String], from url: String) {
      var response = TransportResponse(
        status: status, fields: [.init(name: "Cache-Control", value: "max-age=1")],
        body: Array("\"good\"".utf8), url: url)
      response.redirectedFrom = hops
      server.answers(.success(response))
    }
    answer(200, [], from: secure)
    #expect(try await get(secure) == "miss good")
    pass(5)
    for (status, hops, url) in [
      (404, [secure], "http://host/y"), (200, [secure], "http://host/y"),
      (200, [secure, "http://host/y"], "https://host/z"),
    ] {
      answer(status, hops, from: url)
      _ = try? await get(secure)
      let entries = try store.entries()
      #expect(entries.count == 1 && entries[0].head?.isRedirected == false)
    }
  }

  @Test("Only a resource's own response is stored for its URL, however the URL is spelled")
  func resourceSpellings() async throws {
    let users = CannedTransport(["/users": .json(#"[{"id":1}]"#)])
    let cache = ResponseCache(directory: directory.path)
    let query = RecordQuery(try #require(Resource.named("users")))
    _ = try await Fetcher(users, base: .host, cache: cache).records(query)
    for (status, body) in [(200, #"[{"error":"maintenance"}]"#), (404, "{}"), (410, "")] {
      for url in ["HTTP://HOST/users", "http://host:80/x/../users", "/users#x"] {
        server.answers(
          .success(TransportResponse(status: status, body: Array(body.utf8), url: Self.url)))
        _ = try? await Fetcher(server, base: .host, cache: cache).document(at: url)
      }
    }
    #expect(try await storedCount(query) == 1)
  }

  /// How many records are stored.
  private func storedCount(_ query: RecordQuery) async throws -> Int {
    let cache = ResponseCache(directory: directory.path)
    return try await Fetcher(server, base: .host, cache: cache).following(.storedOnly)
      .records(query).value.shown.count
  }

  @Test("Records that can't be joined are shown and stored")
  func unjoinable() async throws {
    let cache = ResponseCache(directory: directory.path)
    let query = RecordQuery(try #require(Resource.named("posts")))
    func posts(_ body: String) async throws -> Int {
      let transport = CannedTransport(["/posts": .json(body)])
      return try await Fetcher(transport, base: .host, cache: cache).records(query).value.shown
        .count
    }
    #expect(try await posts(#"[{"id":1,"userId":1}]"#) == 1)
    #expect(try await posts(#"[{"id":1},{"id":2}]"#) == 2)
    #expect(try await storedCount(query) == 2)
  }

  @Test("An unusable response isn't stored, even if nothing is")
  func badFirst() async throws {
    for answer: Result<TransportResponse, TransportError> in [
      reply(200, "bad"), reply(404, cache: "no-store", "bad"), reply(500, cache: "", "bad"),
      reply(200, cache: "no-store"),
    ] {
      server.answers(answer)
      _ = try? await get()
      #expect(try store.entries().isEmpty)
    }
    let missing = await #expect(throws: FetchError.self) { try await get(isOffline: true) }
    #expect(missing?.cause == .notStored(urls: [Self.url]))
  }

  @Test("An unreadable stored response is fetched again")
  func unreadableCopy() async throws {
    let now = HTTPDate(seconds: clock.withLock { $0 })
    try store.store(
      StoredResponse(
        url: Self.url, status: 200, statusLine: nil, verdict: .document,
        fields: [.init(name: "Cache-Control", value: "max-age=60")],
        variant: "", userFields: "", requested: now, received: now,
        isRedirected: false,
        body: Array("\"bad\"".utf8)))
    server.answers(reply())
    #expect(try await get() == "miss good")
    #expect(try await get() == "hit good")
  }

  @Test("A problem with the store is reported once per run, and the answer still arrives")
  func reports() async throws {
    server.answers(reply())
    try directory.write("x", to: "file")
    let cache = ResponseCache(directory: directory.path + "/file/x")
    server.answers(.success(TransportResponse(status: 200, body: Array("[]".utf8), url: Self.url)))
    let fetcher = Fetcher(server, base: .host, cache: cache)
    let joined = try await fetcher.records(.usersWithAlbums)
    #expect(joined.irregularities.count == 1)

    server.answers(reply())
    _ = try await get()
    let entry = "\(EntryName.folder(of: Self.url))/answer.response"
    try directory.write("damaged", to: entry)
    let answer = try await fetched()
    #expect(answer.word == "miss good")
    let path = directory.path + "/" + entry
    #expect(
      answer.irregularities.map(\.kind)
        == [.unusableStore(StoreError(path: path, problem: .foreign))])
  }

  @Test("A long-lived client sees what others store and remove")
  func otherProcesses() async throws {
    let now = HTTPDate(seconds: clock.withLock { $0 })
    let fetcher = Fetcher(
      server, base: .host, cache: ResponseCache(directory: directory.path), clock: { now })
    server.answers(reply())
    func origin() async throws -> String {
      "\(try await fetcher.document(at: "/x").sources[0].origin)"
    }
    #expect(try await origin() == "network")
    #expect(try await origin() == "fresh")
    #expect(try store.remove { _ in true } == 1)
    #expect(try await origin() == "network")
    try store.store(
      StoredResponse(
        url: Self.url, status: 200, statusLine: nil, verdict: .document,
        fields: [.init(name: "Cache-Control", value: "max-age=60")],
        variant: "", userFields: "", requested: now, received: now,
        isRedirected: false,
        body: Array("\"other\"".utf8)))
    #expect(try await fetcher.document(at: "/x").value.root.string == "other")
  }

  @Test("One time limit covers an answer, including a second request")
  func secondQuestion() async throws {
    server.answers(reply(cache: "no-cache"))
    _ = try await get()
    server.answers(reply(304, tag: "\"other\"", ""))
    let cache = ResponseCache(directory: directory.path)
    let fetcher = Fetcher(base: .host, cache: cache) {
      RetryingTransport(server, policy: RetryPolicy(retries: 0, timeLimit: .seconds(10)))
    }
    await #expect(throws: FetchError.self) { try await fetcher.document(at: "/x") }
    let allowances = server.transfers.suffix(2).map(\.allowance)
    #expect(server.requests.count == 3)
    #expect(allowances[0] != nil && allowances[0] === allowances[1])
    #expect(allowances[0]?.limit == .seconds(10))
  }

  @Test("The time limit includes reading; a late answer is neither shown nor stored")
  func slowReading() async throws {
    server.answers(reply())
    _ = try await get()
    pass(60)
    server.answers(reply("newer"))
    let now = HTTPDate(seconds: clock.withLock { $0 })
    let fetcher = Fetcher(
      base: .host, cache: ResponseCache(directory: directory.path), clock: { now }
    ) {
      RetryingTransport(server, policy: RetryPolicy(retries: 0, timeLimit: .milliseconds(10)))
    }
    for _ in 0..<2 {
      let fetched = try await fetcher.value(at: "/x") { document in
        Thread.sleep(forTimeInterval: 0.05)
        return document.root.string
      }
      #expect(fetched.value == "good")
      #expect(
        fetched.sources[0].failure?.cause
          == .transport(
            TransportError(url: Self.url, reason: .timedOut(limit: .milliseconds(10)))))
    }
  }

  // MARK: What a response answers, RFC 9111 §4.1

  @Test("Vary applies to the fields that are really sent", arguments: ["User-Agent", "Accept"])
  func varyOnUsualFields(name: String) async throws {
    server.answers(reply(vary: name))
    #expect(try await get() == "miss good")
    #expect(try await get() == "hit good")
    #expect(try await get(fields: [.init(name: name, value: "mine")]) == "miss good")
    #expect(server.requests.allSatisfy { $0.fields[name] != nil })
  }

  @Test(
    "The request's Cache-Control and Pragma are obeyed",
    arguments: [
      ("Cache-Control", "no-cache", "revalidated good"), ("Pragma", "no-cache", "revalidated good"),
      ("Cache-Control", "max-age=0", "revalidated good"),
      ("Cache-Control", "max-age=60", "hit good"),
    ])
  func requestDirectives(name: String, value: String, expected: String) async throws {
    server.answers(reply())
    _ = try await get()
    server.answers(reply(304, ""))
    #expect(try await get(fields: [.init(name: name, value: value)]) == expected)
  }

  @Test("Offline, a request with credentials gets the stored response")
  func offlineCredentials() async throws {
    server.answers(reply())
    _ = try await get()
    for name in ["Authorization", "X-Api-Key", "Host"] {
      let fields: HeaderFields = [.init(name: name, value: "x")]
      #expect(try await get(fields: fields, isOffline: true) == "offline good")
    }
  }
}
