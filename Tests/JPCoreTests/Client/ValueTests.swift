import JPCore
import Synchronization
import TestSupport
import Testing

/// What a program outside the library can make, compare and print.
@Suite("The library's values", .limited)
struct ValueTests {
  private static let url = "http://host/users?token=abc"

  @Test("A caller can make an answer with issues, and an error with a cause")
  func made() {
    let syntax = JSONError(
      position: Self.mismatch.position, expected: .syntax(#"":""#), found: .end)
    let store = StoreError(path: "/tmp/x", problem: .damaged)
    let orphan = DataIssue.Reference(parent: "user", field: "userId", key: "11")
    let issues = [
      DataIssue(kind: .orphans(orphan), list: "albums", count: 2, first: "7"),
      DataIssue(kind: .misfits(Self.mismatch), list: "albums", count: 1, first: "[1].id"),
      DataIssue(kind: .unusableStore(store), list: "store", count: 1, first: store.path),
    ]
    let answer = Answer([1], issues: issues)
    #expect(answer.issues == issues)
    #expect(answer.errors.map(\.cause) == [.mismatch(Self.mismatch)])
    #expect(FetchError(url: Self.url, cause: .notJSON(syntax)).cause == .notJSON(syntax))
  }

  private struct NoAlbums: Error {}

  private static func error(
    _ cause: FetchError.Cause, underlying: (any Error)? = nil
  ) -> FetchError {
    FetchError(resource: "albums", url: url, cause: cause, underlying: underlying)
  }

  private static let mismatch = TypeMismatch(
    path: "[1].id", position: TextPosition(offset: 52, line: 1, column: 53),
    expected: .integer, found: #""x""#)
  private static let failure = TransportError(
    url: url, reason: .connectionRefused, detail: "curl 7")

  /// `URL` is the URL with its secret masked.
  private static let sentences: [(any CustomStringConvertible & Sendable, String)] = [
    (
      error(.mismatch(mismatch)),
      "unexpected data: URL: [1].id, line 1 column 53: expected an integer, found \"x\""
    ),
    (
      error(.mismatch(TypeMismatch(expected: .array))),
      "not a list of albums: URL: line 1 column 1: expected an array, found nothing"
    ),
    (
      error(.mismatch(TypeMismatch(expected: .value)), underlying: NoAlbums()),
      "refused: URL: NoAlbums()"
    ),
    (error(.status(503, message: "later")), "503: URL: later"),
    (error(.status(404, message: nil)), "404: URL"),
    (error(.empty), "no content: URL"), (error(.html), "HTML instead of JSON: URL"),
    (
      error(
        .notJSON(JSONError(position: TextPosition(), expected: .syntax("a value"), found: .end))),
      "not JSON: URL: line 1 column 1: expected a value, found the end"
    ),
    (
      error(.notStored(urls: ["http://host/a", "http://host/b"])),
      "no stored response: http://host/a, http://host/b"
    ),
    (failure, "connection refused: URL: curl 7"),
    (error(.transport(failure)), "connection refused: URL: curl 7"),
    (StoreError(path: "/tmp/x", problem: .damaged), "cannot use /tmp/x: damaged"),
    (
      DataIssue(
        kind: .orphans(DataIssue.Reference(parent: "user", field: "userId", key: "11")),
        list: "albums", count: 2, first: "7"),
      "left out 2 albums with no user; first: id 7, userId 11"
    ),
  ]

  @Test("The description of an error or an issue is one sentence, and masks secret parameters")
  func descriptions() {
    for (value, sentence) in Self.sentences {
      let expected = sentence.replacing("URL", with: "http://host/users?token=***")
      #expect("\(value)" == expected)
    }
  }

  @Test("Two fetches with the same outcome are equal, whatever time they took")
  func equality() async throws {
    let transport = CannedTransport { request in
      if request.path == "/posts/1" { return .status(500) }
      return .sample(request)
    }
    let api = JSONPlaceholder(configuration: .init(transport: transport))
    let first = try await api.fetch(.users)
    let second = try await api.fetch(.users)
    #expect(first == second)
    #expect(first.sources == second.sources)
    var errors: [FetchError] = []
    for _ in 1...2 {
      let error = await #expect(throws: FetchError.self) { try await api.fetch(.post(1)) }
      if let error { errors.append(error) }
    }
    #expect(errors.count == 2 && errors[0] == errors[1])
    let made = FetchError(
      resource: errors[0].resource, url: errors[0].url, cause: errors[0].cause,
      response: errors[0].response)
    #expect(made == errors[0])
    #expect(made != FetchError(url: made.url, cause: .empty, response: made.response))
  }

  @Test("Two responses are equal if status, status line, fields, content and URL are")
  func equalResponses() {
    let url = "http://host/a"
    let responses = [
      HTTPResponse(status: 200, body: [1], url: url),
      HTTPResponse(status: 201, body: [1], url: url),
      HTTPResponse(status: 200, statusLine: "HTTP/1.1 200 OK", body: [1], url: url),
      HTTPResponse(status: 200, headerFields: ["X": "1"], body: [1], url: url),
      HTTPResponse(status: 200, body: [2], url: url),
      HTTPResponse(status: 200, body: [1], url: "http://host/b"),
    ]
    for (index, response) in responses.enumerated() {
      #expect(responses.indices.filter { responses[$0] == response } == [index])
    }
  }

  @Test("A base URL can be a literal, and a key of a dictionary")
  func baseURL() {
    let base: BaseURL = "http://localhost:3000/"
    #expect(base == BaseURL("http://localhost:3000"))
    #expect([base: 1]["http://localhost:3000"] == 1)
    #expect("\(base)" == "http://localhost:3000")
    #expect(base.contains("http://LOCALHOST:3000/users/1"))
    #expect(!base.contains("http://localhost:30000/users"))
  }

  @Test("A prepared response can be text, data or a document")
  func prepared() async throws {
    let document = try JSONDocument(Array("[1.0]".utf8))
    let transport = CannedTransport([
      "/text": .json("[1]"), "/data": .json("[2]".utf8), "/document": .json(document),
      "/invalid": .json([0x22, 0xFF, 0x22]),
    ])
    let api = JSONPlaceholder(configuration: .init(transport: transport))
    for (path, expected) in [("/text", [1]), ("/data", [2]), ("/document", [1])] {
      #expect(try await api.fetch(Endpoint([Int].self, path: path)).value == expected)
    }
    await #expect(throws: FetchError.self) {
      try await api.fetch(Endpoint(String.self, path: "/invalid"))
    }
  }

  @Test("What has arrived never falls, and a length that is known stays known", .needsLibcurl)
  func risingProgress() async throws {
    let part = String(repeating: " ", count: 10_000)
    let server = try LoopbackServer { _ in
      let head = LoopbackServer.Step.send("HTTP/1.1 200 OK\r\nContent-Length: 50001\r\n\r\n")
      let parts = [LoopbackServer.Step](repeating: .send(part), count: 5)
      return [head] + parts.flatMap { [$0, .pause(.milliseconds(5))] } + [.send("1")]
    }
    defer { server.stop() }
    let base = try #require(BaseURL(server.url))
    let api = JSONPlaceholder(baseURL: base, configuration: .init(timeLimit: .seconds(500)))
    let progress = FetchProgress()
    // When the document is read, all of it has arrived, but the fetch isn't at its end.
    let endpoint = Endpoint(path: "/x") { _ in
      #expect(progress.receivedBytes == 50_001)
      #expect(progress.expectedBytes == 50_001)
    }
    let fetch = Task { try await api.fetch(endpoint, progress: progress) }
    var received = 0
    var isLengthKnown = false
    while received < 50_001 {
      let bytes = progress.receivedBytes
      #expect(bytes >= received)
      received = bytes
      if progress.expectedBytes == 50_001 { isLengthKnown = true }
      #expect(!isLengthKnown || progress.expectedBytes == 50_001)
      await Task.yield()
    }
    _ = try await fetch.value
    #expect(progress.receivedBytes == 50_001)
  }

  @Test("The progress of a fetch is a sequence that ends with it, with an answer or an error")
  func progressSequence() async throws {
    let server = CannedTransport(["/users": .json("[]"), "/albums": .status(404)])
    let api = JSONPlaceholder(configuration: .init(transport: server))
    let progress = FetchProgress()
    let users = Task { try await api.fetch(.users, progress: progress).value }
    var last: FetchProgress.Bytes?
    for await bytes in progress.bytes { last = bytes }
    #expect(last?.received == 2)
    #expect(last?.expected == 2)
    #expect(try await users.value.isEmpty)

    let failing = FetchProgress()
    let albums = Task { try await api.fetch(.albums, progress: failing).value }
    for await _ in failing.bytes {}
    await #expect(throws: FetchError.self) { try await albums.value }
  }

  @Test("Progress counts the bytes of the last response to each request", .needsLibcurl)
  func progress() async throws {
    let gate = Gate(for: 2)
    let hasFailed = Atomic(false)
    let server = try LoopbackServer { _ in
      if !hasFailed.exchange(true, ordering: .relaxed) { return .reply(status: 503, "{}") }
      let head = "HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n"
      return [.send(head + "[" + String(repeating: " ", count: 19)), .perform { gate.pass() }]
        + [.send(String(repeating: " ", count: 19) + "]")]
    }
    defer { server.stop() }
    let base = try #require(BaseURL(server.url))
    let api = JSONPlaceholder(baseURL: base, configuration: .init(timeLimit: .seconds(500)))
    let progress = FetchProgress()
    #expect(progress.receivedBytes == 0)
    let fetch = Task { try await api.fetch(.users, progress: progress) }
    while progress.receivedBytes < 20 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(progress.receivedBytes == 20)
    #expect(progress.expectedBytes == 40)
    gate.pass()
    _ = try await fetch.value
    #expect(progress.receivedBytes == 40)
    #expect(progress.expectedBytes == 40)
  }
}
