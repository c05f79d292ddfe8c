import TestSupport
import Testing

@testable import JPCore

@Suite("Fetched records", .limited)
struct FetcherTests {
  private static let anID = TypeMismatch.Expectation.described("an integer or a string")

  @Test(
    "A list or a record of the wrong shape is an error with the path and position of the value",
    arguments: [
      ("{}", "", 1, 1, .array, "{}"), ("[{\"id\":1},\n 7]", "[1]", 2, 2, .object, "7"),
      ("[{\"id\":true}]", "[0].id", 1, 8, anID, "true"),
      ("[{\"id\":-1e1}]", "[0].id", 1, 8, anID, "-1e1"),
      ("[{\"id\":1,\"id\":{}}]", "[0].id", 1, 15, anID, "{}"),
      // A record needs an id.
      ("[{\"error\":\"maintenance\"}]", "[0].id", 1, 2, anID, nil),
      ("[{\"id\":1},{\"id\":null}]", "[1].id", 1, 17, anID, "null"),
      // Ids may be text and numbers.
      ("[{\"id\":\"a\"},{\"id\":1},{\"id\":true}]", "[2].id", 1, 28, anID, "true"),
    ] as [(String, String, Int, Int, TypeMismatch.Expectation, String?)])
  func shape(
    body: String, path: String, line: Int, column: Int, expected: TypeMismatch.Expectation,
    found: String?
  ) async throws {
    let error = await #expect(throws: FetchError.self) {
      try await fetcher(users: body).records(RecordQuery(.users))
    }
    #expect((error?.resource, error?.url) == ("users", "sample:/users"))
    guard case .mismatch(let mismatch) = error?.cause else {
      Issue.record("the cause isn't a mismatch")
      return
    }
    #expect((mismatch.path, mismatch.expected, mismatch.found) == (path, expected, found))
    #expect((mismatch.position.line, mismatch.position.column) == (line, column))
  }

  @Test(
    "Missing ids have the same outcome, whether records come from a file or from a server",
    arguments: [
      (["3", "1"], false, "3, 1"), (["1", "2"], false, "error: no 2"),
      (["1", "9", "8"], false, "error: no 9"), (["1", "9"], true, "1, no 9"),
      (["2", "9", "3"], true, "3, no 2, no 9"), (["2"], true, "error: no 2"),
      (["9"], true, "error: no 9"), (["3"], false, "3"),
    ])
  func ids(ids: [String], isPartial: Bool, expected: String) async throws {
    var query = RecordQuery(.users, ids: ids)
    query.isPartial = isPartial
    let users = ["1": #"{"id":1}"#, "3": #"{"id":"3","name":[]}"#]
    let list = "[\(users.sorted { $0 < $1 }.map(\.value).joined(separator: ","))]"
    let server = CannedTransport { request in
      if request.path == "/users" { return .json(list) }
      return users[String(request.path.dropFirst("/users/".count))].map { .json($0) }
        ?? .status(404)
    }
    for fetcher in [fetcher(users: list), Fetcher(server, base: .host)] {
      #expect(await summary(fetcher, query) == expected)
    }
  }

  @Test(
    "A partial fetch lists the missing ids, unless none exists; any other fails at the first",
    arguments: [
      (["1", "98", "99"], true, "7, no 98, no 99"), (["1", "98", "99"], false, "error: no 98"),
      (["2", "98", "99"], true, "no 98, no 99"), (["98", "99"], true, "error: no 98"),
      (["9"], false, "error: no 9"), (["2"], false, ""),
    ])
  func firstIDs(ids: [String], isPartial: Bool, expected: String) async throws {
    let fetcher = fetcher(
      users: #"[{"id":1},{"id":2}]"#, albums: #"[{"id":7,"userId":1},{"id":8,"userId":9}]"#)
    var query = RecordQuery(.users, ids: ids, walk: Resource.users.walk(to: .albums))
    query.isPartial = isPartial
    #expect(await summary(fetcher, query) == expected)
  }

  @Test("A failure ends the fetch without waiting for requests that are still under way")
  func cancelsTheRest() async throws {
    let transport = CannedTransport { request in
      switch request.path {
      case "/albums":
        try await Task.sleep(for: .milliseconds(10))
        return .status(500)
      // Far longer than this suite's limit of time.
      case "/photos": try await Task.sleep(for: .seconds(3600))
      default: break
      }
      return .json("[]")
    }
    let query = RecordQuery(
      .users, embeddings: Resource.users.embeddings(["albums.photos"]))
    let error = await #expect(throws: FetchError.self) {
      try await Fetcher(transport, base: .host).records(query)
    }
    #expect(error?.resource == "albums")
  }

  /// The ids of the records that a query finds, and why others are missing.
  private func summary(_ fetcher: Fetcher, _ query: RecordQuery) async -> String {
    func word(_ error: FetchError) -> String {
      switch error.cause {
      case .status(404, _): "no \(error.record?.id ?? "")"
      case .mismatch: "misfit"
      default: "\(error)"
      }
    }
    do {
      let fetched = try await fetcher.records(query)
      let ids = fetched.value.rows.map { fetched.value.list.id(ofRow: $0)?.text ?? "" }
      return (ids + fetched.errors.map(word)).joined(separator: ", ")
    } catch {
      return "error: \((error as? FetchError).map(word) ?? "")"
    }
  }
}

@Suite("The progress of a fetch", .limited)
struct FetchProgressTests {
  private struct Boasting: Transport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      request.limits?.expectBody(bytes: .max)
      throw TransportError(url: request.url, reason: .connectionLost)
    }
  }

  @Test("Announced lengths whose sum overflows Int don't crash the program")
  func absurdLengths() async throws {
    let progress = FetchProgress()
    var fetcher = Fetcher(Boasting(), base: .host)
    fetcher.progress = progress
    _ = try await fetcher.listOutcomes(of: [.users, .albums])
    #expect(progress.expectedBytes == .max)
    #expect(progress.receivedBytes == 0)
  }
}

@Suite("Lists of local data", .limited)
struct LocalListTests {
  private struct Cancelling: Transport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      if request.path.hasSuffix("/users") { throw CancellationError() }
      return HTTPResponse(status: 404, body: [], url: request.url)
    }
  }

  @Test("If reading the list is cancelled, a request for its record throws a CancellationError")
  func cancelled() async {
    let fetcher = Fetcher(base: .sample) { RetryingTransport(Cancelling(), policy: .never) }
    await #expect(throws: CancellationError.self) { try await fetcher.document(at: "/users/1") }
  }
}
