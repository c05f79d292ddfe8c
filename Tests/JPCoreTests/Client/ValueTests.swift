import JPCore
import TestSupport
import Testing

/// What a program outside the library can make, compare and print.
@Suite("The library's values")
struct ValueTests {
  private static let url = "http://host/users?token=abc"

  @Test("A caller can make an answer with issues, and an error with a cause")
  func made() {
    let position = TextPosition(offset: 52, line: 1, column: 53)
    let mismatch = TypeMismatch(
      path: "[1].id", position: position, expected: .integer, found: #""x""#)
    let syntax = JSONError(position: position, expected: .syntax(#"":""#), found: .end)
    let store = StoreError(path: "/tmp/x", problem: .damaged)
    let orphan = DataIssue.Reference(parent: "user", field: "userId", key: "11")
    let issues = [
      DataIssue(kind: .orphans(orphan), list: "albums", count: 2, first: "7"),
      DataIssue(kind: .misfits(mismatch), list: "albums", count: 1, first: "[1].id"),
      DataIssue(kind: .unusableStore(store), list: "store", count: 1, first: store.path),
    ]
    let answer = Answer([1], issues: issues)
    #expect(answer.issues == issues)
    #expect(answer.errors.map(\.cause) == [.mismatch(mismatch)])
    #expect(FetchError(url: Self.url, cause: .notJSON(syntax)).cause == .notJSON(syntax))
  }

  @Test(
    "An error's description is one sentence, and masks the values of secret parameters",
    arguments: [
      (
        .mismatch(
          TypeMismatch(
            path: "[1].id", position: TextPosition(offset: 52, line: 1, column: 53),
            expected: .integer, found: #""x""#)),
        "unexpected data: URL: [1].id, line 1 column 53: expected an integer, found \"x\""
      ),
      (.mismatch(TypeMismatch(expected: .array)), "not a list of albums: URL: "),
      (.status(503, message: "later"), "503: URL: later"),
      (.status(404, message: nil), "404: URL"),
      (.empty, "no content: URL"), (.html, "HTML instead of JSON: URL"),
      (
        .notJSON(JSONError(position: TextPosition(), expected: .syntax("a value"), found: .end)),
        "not JSON: URL: line 1 column 1: expected a value, found the end"
      ),
      (
        .notStored(urls: ["http://host/a", "http://host/b"]),
        "no stored response: http://host/a, http://host/b"
      ),
    ] as [(FetchError.Cause, String)])
  func sentences(cause: FetchError.Cause, text: String) {
    let error = FetchError(resource: "albums", url: Self.url, cause: cause)
    let shown = text.replacing("URL", with: "http://host/users?token=***")
    #expect(error.description.hasPrefix(shown))
  }

  @Test("The description of a transport error has its reason, its URL and its detail")
  func transport() {
    let failure = TransportError(url: Self.url, reason: .connectionRefused, detail: "curl 7")
    let text = "connection refused: http://host/users?token=***: curl 7"
    #expect(failure.description == text)
    #expect(FetchError(url: Self.url, cause: .transport(failure)).description == text)
  }

  @Test("The descriptions of a store error, an issue and a refusal are one line each")
  func descriptions() {
    let store = StoreError(path: "/tmp/x", problem: .damaged)
    #expect("\(store)" == "cannot use /tmp/x: damaged")
    let orphan = DataIssue.Reference(parent: "user", field: "userId", key: "11")
    let issue = DataIssue(kind: .orphans(orphan), list: "albums", count: 2, first: "7")
    #expect("\(issue)" == "left out 2 albums with no user; first: id 7, userId 11")
    struct NoAlbums: Error {}
    let refusal = FetchError(
      resource: "albums", url: Self.url, cause: .mismatch(TypeMismatch(expected: .value)),
      underlying: NoAlbums())
    #expect("\(refusal)" == "refused: http://host/users?token=***: NoAlbums()")
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

  @Test("Header fields are a collection, and the case of their names doesn't matter for equality")
  func headerFields() {
    let fields: HeaderFields = ["Link": "a", "ETag": "x", "link": "b"]
    #expect(fields == ["link": "a", "etag": "x", "LINK": "b"])
    #expect(fields != ["link": "b", "etag": "x", "LINK": "a"])
    #expect(fields.count == 3 && !fields.isEmpty)
    #expect(fields[1].value == "x")
    #expect(fields[values: "LINK"] == ["a", "b"])
    #expect(fields[values: "Age"] == [])
    #expect(fields.last?.name == "Link")
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

  @Test("Progress counts the bytes of all responses", .needsLibcurl)
  func progress() async throws {
    let gate = Gate(for: 2)
    let server = try LoopbackServer { _ in
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
