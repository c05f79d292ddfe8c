import Foundation
import Synchronization
import TestSupport
import Testing

@testable import JPCore

/// The rules that JPCoreTests/Cache tests one by one, together: from a request to its answer.
@Suite("Answers from the server and from stored responses", .limited)
final class ExchangeTests {
  private struct Unreadable: Error {}

  /// Answers as the last script says, and records the requests.
  final class Server: Transport {
    typealias Script = @Sendable (HTTPRequest) async throws -> HTTPResponse

    private let script = Mutex<Script>({
      throw TransportError(url: $0.url, reason: .connectionLost)
    })
    private let received = Mutex<[HTTPRequest]>([])

    var requests: [HTTPRequest] { received.withLock(\.self) }

    func answer(_ script: @escaping Script) { self.script.withLock { $0 = script } }

    func answer(_ response: HTTPResponse) { answer { _ in response } }

    func fail(_ reason: TransportError.Reason) {
      answer { throw TransportError(url: $0.url, reason: reason) }
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      received.withLock { $0.append(request) }
      return try await script.withLock { $0 }(request)
    }
  }

  let directory: TemporaryDirectory
  let store: ResponseStore
  let cache: ResponseCache
  let server = Server()
  var now = received
  static let url = "http://host/x"
  static let lasting: HeaderFields = ["Cache-Control": "max-age=60", "ETag": "\"1\""]

  init() throws {
    directory = try TemporaryDirectory()
    store = ResponseStore(directory: directory.path)
    cache = ResponseCache(directory: directory.path)
  }

  func reply(
    _ json: String = #""good""#, status: Int = 200, from url: String = url,
    _ headerFields: HeaderFields = lasting
  ) -> HTTPResponse {
    HTTPResponse(status: status, headerFields: headerFields, body: Array(json.utf8), url: url)
  }

  func pass(_ seconds: Int) { now = HTTPDate(seconds: now.seconds + seconds) }

  /// A run of the program.
  func fetcher(_ policy: CachePolicy = .standard, timeLimit: Duration? = nil) -> Fetcher {
    let now = now
    return Fetcher(base: .host, cache: cache, policy: policy, clock: { now }) {
      RetryingTransport(server, policy: .never, timeLimit: timeLimit, sleep: { _ in })
    }
  }

  /// Where the answer came from, the answer, and the kind of failure that it replaces.
  func get(_ path: String = "/x", _ policy: CachePolicy = .standard) async throws -> String {
    let fetched = try await fetcher(policy).value(at: path) { document in
      guard let text = document.root.string, text != "bad" else { throw Unreadable() }
      return text
    }
    let source = fetched.sources[0]
    let failure = source.failure.map { " \($0.cause)".prefix { $0 != "(" } } ?? ""
    return "\(source.word) \(fetched.value)\(failure)"
  }

  /// Stores a response that is then stale.
  func storeStale() async throws {
    server.answer(reply())
    #expect(try await get() == "miss good")
    pass(60)
  }

  // MARK: Failures

  @Test(
    "A stored response replaces a failure, but not an error that the user has to fix",
    arguments: [
      (.connectionRefused, true), (.noRoute, true), (.timedOut(limit: .seconds(1)), true),
      (.insecure(.expired), true), (.refusedByProxy(status: 407), true),
      (.unreadableCertificates(file: "f"), false), (.invalidField, false), (.invalidURL, false),
      (.internationalHost, false),
    ] as [(TransportError.Reason, Bool)])
  func failures(reason: TransportError.Reason, isReplaced: Bool) async throws {
    try await storeStale()
    server.fail(reason)
    #expect(await (try? get()) == (isReplaced ? "stale good transport" : nil))
    #expect(try await get("/x", .storedOnly) == "offline good")
  }

  @Test("A response that the caller can't read isn't stored")
  func unreadable() async throws {
    server.answer(reply(#""bad""#))
    await #expect(throws: FetchError.self) { try await get() }
    #expect(try store.entries().isEmpty)
    try await storeStale()
    server.answer(reply(#""bad""#))
    for _ in 1...2 { #expect(try await get() == "stale good mismatch") }
  }

  @Test(
    "A stored response that the caller can't decode is fetched again, even if a 304 confirms it",
    arguments: ["max-age=60", "no-cache"])
  func unreadableCopy(cacheControl: String) async throws {
    try store.store(
      response(
        ["Cache-Control": cacheControl, "ETag": "\"1\""], url: Self.url,
        body: #""bad""#))
    let (confirmed, whole) = (reply("", status: 304), reply())
    server.answer { $0.headerFields["If-None-Match"] == nil ? whole : confirmed }
    // Offline, the error is about what is stored.
    let error = await #expect(throws: FetchError.self) { try await get("/x", .storedOnly) }
    let isAboutContent = if case .mismatch = error?.cause { true } else { false }
    #expect(isAboutContent)
    #expect(try await get() == "miss good")
    #expect(try await get() == "hit good")
  }

  // MARK: Time

  @Test("The duration of a failed request is at most that of the answer that replaces it")
  func times() async throws {
    try await storeStale()
    server.answer { _ in
      try await Task.sleep(for: .milliseconds(5))
      throw TransportError(url: Self.url, reason: .connectionLost)
    }
    let source = try await fetcher().document(at: "/x").sources[0]
    let failed = try #require(source.failure?.duration)
    #expect(.milliseconds(5) <= failed && failed <= source.duration)
  }

  @Test("A complete response is shown and stored, even if reading it takes longer than the limit")
  func slowReading() async throws {
    try await storeStale()
    server.answer(reply(#""newer""#))
    let limit = Duration.milliseconds(100)
    let hasRead = Atomic(false)
    // On a busy machine, the response may come too late.
    while !hasRead.load(ordering: .relaxed) {
      let fetched = try await fetcher(timeLimit: limit).value(at: "/x") { document in
        if document.root.string == "newer" {
          hasRead.store(true, ordering: .relaxed)
          Thread.sleep(forTimeInterval: 0.15)
        }
        return document.root.string
      }
      if !hasRead.load(ordering: .relaxed) { continue }
      #expect(fetched.value == "newer")
      #expect(fetched.errors.isEmpty)
      #expect(fetched.sources[0].duration > limit)
    }
    #expect(try await get("/x", .storedOnly) == "offline newer")
  }

  @Test(
    "A 304 about another response leads to a full request within the same time limit",
    arguments: [("\"2\"", url), ("\"1\"", "http://host/elsewhere")])
  func secondQuestion(tag: String, url: String) async throws {
    try await storeStale()
    let (confirmed, whole) = (reply("", status: 304, from: url, ["ETag": tag]), reply("2"))
    server.answer { $0.headerFields["If-None-Match"] == nil ? whole : confirmed }
    let limit = Duration.seconds(3600)
    #expect(try await fetcher(timeLimit: limit).document(at: "/x").value.root.integer == 2)
    let requests = server.requests.dropFirst()
    #expect(requests.map { $0.headerFields["If-None-Match"] } == ["\"1\"", nil])
    #expect(requests.map(\.limits?.time) == [limit, limit])
  }
}
