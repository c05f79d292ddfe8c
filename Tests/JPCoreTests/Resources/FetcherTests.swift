import Testing

@testable import JPCore

@Suite("Answers, checked")
struct FetcherTests {
  private func cause(
    status: Int = 200, _ body: String, of query: RecordQuery? = nil
  ) throws -> FetchError.Cause {
    let users = RecordQuery(try #require(Resource.named("users")))
    let transport = OneAnswer(status: status, body: body)
    let error = try #require(throws: FetchError.self) {
      try Fetcher(transport, base: .sample).recordsNow(query ?? users)
    }
    #expect((error.source, error.url) == ("users", "sample:/users"))
    return error.cause
  }

  private struct OneAnswer: ImmediateTransport {
    let status: Int
    let body: String

    func response(to request: HTTPRequest) throws(TransportError) -> HTTPResponse {
      HTTPResponse(status: status, body: Array(body.utf8), url: request.url, origin: .sample)
    }
  }

  @Test(
    "The status comes first, with what the body says",
    arguments: [
      (404, "{}", nil), (500, #"{"message":"no\u0000!"}"#, "no\0!"),
      (503, #"{"error":{"message":"later"}}"#, "later"), (400, #"{"detail":"d","x":1}"#, "d"),
      (502, "<html>Bad Gateway</html>", nil), (301, "", nil), (199, "[]", nil),
      (429, #"{"message":7,"error":"slow down"}"#, "slow down"), (206, "[]", nil),
      (
        500, #"{"title":"\#(String(repeating: "x", count: 999))"}"#,
        String(repeating: "x", count: 200) + "…"
      ),
    ] as [(Int, String, String?)])
  func statuses(status: Int, body: String, message: String?) throws {
    #expect(try cause(status: status, body) == .status(status, message: message))
  }

  @Test("Then there must be content", arguments: ["", " \r\n\t", "\u{FEFF}"])
  func empty(body: String) throws {
    #expect(try cause(body) == .empty)
  }

  @Test(
    "HTML is called by its name",
    arguments: ["<!DOCTYPE html><p>", "\n<html></html>", "\u{FEFF}<HTML lang=en>"])
  func html(body: String) throws {
    #expect(try cause(body) == .html)
  }

  @Test("Then it must be JSON")
  func json() throws {
    guard case .notJSON(let error) = try cause("[{]") else {
      Issue.record("not told as bad JSON")
      return
    }
    #expect((error.position.line, error.position.column) == (1, 3))
  }

  @Test(
    "Then it must have the resource's shape",
    arguments: [
      ("{}", "", 1, 1, .array, "{}"), ("null", "", 1, 1, .array, "null"),
      ("[{\"id\":1},\n 7]", "[1]", 2, 2, .object, "7"),
      ("[{\"id\":true}]", "[0].id", 1, 8, .key, "true"),
      ("[{\"id\":1.5}]", "[0].id", 1, 8, .key, "1.5"),
      ("[{\"id\":[1]}]", "[0].id", 1, 8, .key, "[1]"),
      ("[{\"id\":1,\"id\":{}}]", "[0].id", 1, 15, .key, "{}"),
    ] as [(String, String, Int, Int, TypeMismatch.Expectation, String)])
  func shape(
    body: String, path: String, line: Int, column: Int, expected: TypeMismatch.Expectation,
    found: String
  ) throws {
    guard case .mismatch(let mismatch) = try cause(body) else {
      Issue.record("not told as a mismatch")
      return
    }
    #expect(mismatch.path == path)
    #expect((mismatch.position.line, mismatch.position.column) == (line, column))
    #expect(mismatch.expected == expected)
    #expect(mismatch.found == found)
  }

  @Test("Ids choose records, in their order; one that isn't there is named")
  func ids() throws {
    let resource = try #require(Resource.named("users"))
    let fetcher = fetcher(users: #"[{"id":1},{"id":"b"},{"id":3}]"#)
    let (records, _) = try fetcher.joined(RecordQuery(resource, ids: ["3", "b", "3"]))
    #expect(records.shown == [2, 1, 2])
    #expect(!records.isSingle)
    #expect(try fetcher.joined(RecordQuery(resource, ids: ["1"])).0.isSingle)
    let error = try #require(throws: FetchError.self) {
      try fetcher.recordsNow(RecordQuery(resource, ids: ["1", "4", "5"]))
    }
    #expect(error.cause == .noRecord(id: "4"))
  }
}

@Suite("Answers that arrive at their own time")
struct ConcurrentFetcherTests {
  /// Each path's answer after its own delay.
  private struct Delayed: Transport {
    let answers: [String: (delay: Duration, status: Int, body: String)]

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let path = String(request.url.drop { $0 != ":" }.dropFirst())
      let answer = answers[path] ?? (.zero, 404, "{}")
      try await Task.sleep(for: answer.delay)
      return HTTPResponse(
        status: answer.status, body: Array(answer.body.utf8), url: request.url, origin: .network)
    }
  }

  private func records(
    _ answers: [String: (delay: Duration, status: Int, body: String)], ids: [String] = []
  ) async throws -> Records {
    let query = RecordQuery(
      try #require(Resource.named("users")), ids: ids,
      embeddings: Embedding.tree(["albums.photos"]))
    return try await Fetcher(Delayed(answers: answers), base: .sample).records(query).value
  }

  @Test("The failure that is told is the first in the catalogue's order, not the fastest")
  func firstFailure() async throws {
    let error = await #expect(throws: FetchError.self) {
      try await records([
        "/users": (.milliseconds(60), 404, "{}"), "/albums": (.milliseconds(30), 500, "{}"),
        "/photos": (.zero, 200, ""),
      ])
    }
    #expect(error?.source == "users")
    #expect(error?.cause == .status(404, message: nil))
  }

  @Test("A failure doesn't wait for those behind it")
  func cancelsTheRest() async throws {
    let clock = ContinuousClock()
    let duration = await clock.measure {
      let error = await #expect(throws: FetchError.self) {
        try await records([
          "/users": (.zero, 200, "[]"), "/albums": (.milliseconds(10), 500, "{}"),
          "/photos": (.seconds(600), 200, "[]"),
        ])
      }
      #expect(error?.source == "albums")
    }
    #expect(duration < .seconds(300))
  }

  @Test("Records as deep as can be stand side by side")
  func deepRecords() async throws {
    let depth = JSONDocument.maxDepth - 1
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let answer = (delay: Duration.zero, status: 200, body: "{\"x\":\(deep)}")
    let resource = try #require(Resource.named("todos"))
    let transport = Delayed(answers: ["/todos/1": answer, "/todos/2": answer])
    let records = try await Fetcher(transport, base: .sample)
      .records(RecordQuery(resource, ids: ["1", "2"])).value
    #expect(records.shown.count == 2)
  }

  @Test("Single records are asked for apart, each once, and stand in the order of the ids")
  func singleRecords() async throws {
    let records = try await records(
      [
        "/users/2": (.zero, 200, #"{"id":2}"#), "/users/1": (.milliseconds(20), 200, #"{"id":1}"#),
        "/albums": (.zero, 200, #"[{"id":7,"userId":1},{"id":8,"userId":3}]"#),
        "/photos": (.zero, 200, "[]"),
      ], ids: ["2", "1", "2"])
    let bytes = OutputBuffer.bytes { RecordsJSON(.compact).write(records, to: &$0) }
    let two = #"{"id":2,"albums":[]}"#
    let one = #"{"id":1,"albums":[{"id":7,"userId":1,"photos":[]}]}"#
    #expect(String(decoding: bytes, as: UTF8.self) == "[\(two),\(one),\(two)]\n")
  }
}
