import TestSupport
import Testing

@testable import JPCore

@Suite("Fetched records", .limited)
struct FetcherTests {
  private func cause(_ body: String) async throws -> FetchError.Cause {
    let transport = CannedTransport(["/users": .json(body)])
    let query = RecordQuery(try #require(Resource.named("users")))
    let error = try #require(
      await #expect(throws: FetchError.self) {
        try await Fetcher(transport, base: .sample).records(query)
      })
    #expect((error.resource, error.url) == ("users", "sample:/users"))
    return error.cause
  }

  @Test(
    "A record without the resource's shape is an error with its path",
    arguments: [
      ("{}", "", 1, 1, .array, "{}"), ("null", "", 1, 1, .array, "null"),
      ("[{\"id\":1},\n 7]", "[1]", 2, 2, .object, "7"),
      ("[{\"id\":true}]", "[0].id", 1, 8, .integer, "true"),
      ("[{\"id\":1.5}]", "[0].id", 1, 8, .integer, "1.5"),
      ("[{\"id\":-1e1}]", "[0].id", 1, 8, .integer, "-1e1"),
      ("[{\"id\":[1]}]", "[0].id", 1, 8, .integer, "[1]"),
      ("[{\"id\":1,\"id\":{}}]", "[0].id", 1, 15, .integer, "{}"),
      // Any field that the catalogue has, wherever it stands, however it is spelled.
      ("[{\"email\":5}]", "[0].email", 1, 11, .string, "5"),
      ("[{\"x\":[5],\"\\u006eame\":[]}]", "[0].name", 1, 23, .string, "[]"),
      ("[{\"id\":1},{\"address\":\"x\"}]", "[1].address", 1, 22, .object, "\"x\""),
      // A record needs an id.
      ("[{\"error\":\"maintenance\"}]", "[0].id", 1, 2, .integer, nil),
      ("[{\"id\":1},{\"id\":null}]", "[1].id", 1, 17, .integer, "null"),
      ("[{\"address\":{\"geo\":{\"lng\":0}}}]", "[0].address.geo.lng", 1, 27, .string, "0"),
      // Ids may be strings, but not some of them.
      ("[{\"id\":\"a\"},{\"id\":1}]", "[0].id", 1, 8, .integer, "\"a\""),
      ("[{\"id\":\"a\"},{\"id\":null},{\"id\":1}]", "[0].id", 1, 8, .integer, "\"a\""),
      ("[{\"id\":1},{\"id\":\"a\"}]", "[1].id", 1, 17, .integer, "\"a\""),
      ("[{\"id\":\"a\"},{\"id\":true}]", "[1].id", 1, 19, .string, "true"),
    ] as [(String, String, Int, Int, TypeMismatch.Expectation, String?)])
  func shape(
    body: String, path: String, line: Int, column: Int, expected: TypeMismatch.Expectation,
    found: String?
  ) async throws {
    guard case .mismatch(let mismatch) = try await cause(body) else {
      Issue.record("not told as a mismatch")
      return
    }
    #expect(mismatch.path == path)
    #expect((mismatch.position.line, mismatch.position.column) == (line, column))
    #expect(mismatch.expected == expected)
    #expect(mismatch.found == found)
  }

  @Test(
    "Missing, null, unknown and overridden members are no mismatch",
    arguments: [
      "[]", #"[{"id":1}]"#, #"[{"name":null,"address":null,"id":1}]"#, #"[{"id":1,"nickname":5}]"#,
      #"[{"id":1,"name":5,"name":"x"}]"#, #"[{"id":null,"id":2}]"#,
      #"[{"id":1,"address":{"city":5},"address":{"city":"x"}}]"#,
      #"[{"id":"a"},{"id":"1"}]"#, #"[{"id":-5},{"id":123456789012345678901234}]"#,
    ])
  func fitting(body: String) async throws {
    let users = RecordQuery(try #require(Resource.named("users")))
    #expect(try await fetcher(users: body).joined(users).0.leftOut.isEmpty)
  }

  @Test("A lenient query leaves out misfits and reports them")
  func lenient() async throws {
    let photos =
      #"[{"id":1,"albumId":1},7,{"id":2,"albumId":"x"},{"id":3},{"id":4,"albumId":null}]"#
    let albums = #"[{"id":1},{"id":"2"},{}]"#
    var query = RecordQuery(
      try #require(Resource.named("albums")), embeddings: Embedding.tree(["photos"]))
    query.isLenient = true
    let fetched = try await fetcher(albums: albums, photos: photos).records(query)
    #expect(fetched.value.counts.map(\.count) == [1, 1])
    #expect(!fetched.isWhole)
    #expect(fetched.errors.map(\.resource) == ["albums", "photos"])
    #expect(
      fetched.irregularities.map { "\($0.count) \($0.list)" }
        == ["2 albums", "4 photos"])
  }

  @Test(
    "Missing and misfit ids give the same errors from a list and one by one",
    arguments: [
      (["1", "3"], false, false, nil), (["3", "1", "3"], false, true, nil),
      (["1", "9"], false, true, "9"), (["1", "9"], true, true, nil),
      (["1", "2"], false, false, "2"), (["1", "2"], false, true, nil),
      (["2", "9", "3"], true, true, nil), (["2"], true, true, "2"), (["9"], true, true, "9"),
    ] as [([String], Bool, Bool, String?)])
  func idsOfSome(
    ids: [String], isPartial: Bool, isLenient: Bool, failing: String?
  ) async throws {
    let one = #"{"id":1}"#
    let two = #"{"id":2,"name":[]}"#
    let three = #"{"id":3}"#
    let list = CannedTransport(["/users": .json("[\(one),\(two),\(three)]")])
    let single = CannedTransport([
      "/users/1": .json(one), "/users/2": .json(two), "/users/3": .json(three),
    ])
    var query = RecordQuery(try #require(Resource.named("users")), ids: ids)
    query.isPartial = isPartial
    query.isLenient = isLenient
    for (transport, base) in [(list, .sample), (single, .host)] as [(CannedTransport, BaseURL)] {
      // Without --lenient, a list with a record that doesn't fit is no list.
      if base.isLocal && !isLenient { continue }
      do {
        let fetched = try await Fetcher(transport, base: base).records(query)
        #expect(failing == nil)
        let keys = fetched.value.shown.map { fetched.value.id(ofRow: $0)?.text }
        #expect(keys == ids.filter { !["2", "9"].contains($0) })
        #expect(fetched.isWhole == (Set(ids).isDisjoint(with: ["2", "9"])))
        #expect(fetched.failures.count == (ids.contains("9") ? 1 : 0))
      } catch let error as FetchError {
        #expect(failing != nil)
        switch error.cause {
        case .mismatch(let mismatch):
          #expect(failing == "2")
          #expect(mismatch.found == "[]")
        default: #expect(failing == "9")
        }
      }
    }
  }

  @Test("A partial query goes on without embedded lists, but not without its records")
  func partial() async throws {
    var query = RecordQuery(
      try #require(Resource.named("users")), embeddings: Embedding.tree(["albums.photos", "todos"]))
    query.isPartial = true
    let fetcher = fetcher(users: #"[{"id":1}]"#, albums: "<html>")
    let fetched = try await fetcher.records(query)
    #expect(fetched.failures.map(\.cause) == [.html, .status(404, message: nil)])
    #expect(fetched.failures.map(\.resource) == ["albums", "todos"])
    #expect(fetched.value.counts.map(\.count) == [1, nil, nil, nil])
    #expect(!fetched.isWhole)
    let text = OutputBuffer.bytes { RecordsJSON(.compact).write(fetched.value, to: &$0) }
    #expect(
      String(decoding: text, as: UTF8.self) == #"[{"id":1,"albums":null,"todos":null}]"# + "\n")
    let todos = RecordQuery(.todos)
    let error = await #expect(throws: FetchError.self) { try await fetcher.records(todos) }
    #expect(error?.cause == .status(404, message: nil))
  }

  @Test("Ids select records in the given order, and a missing one is named")
  func ids() async throws {
    let resource = try #require(Resource.named("users"))
    let fetcher = fetcher(users: #"[{"id":1},{"id":2},{"id":3}]"#)
    let (records, _) = try await fetcher.joined(RecordQuery(resource, ids: ["3", "2", "3"]))
    #expect(records.shown == [2, 1, 2])
    #expect(!records.isSingle)
    #expect(try await fetcher.joined(RecordQuery(resource, ids: ["1"])).0.isSingle)
    let error = await #expect(throws: FetchError.self) {
      try await fetcher.records(RecordQuery(resource, ids: ["1", "4", "5"]))
    }
    #expect(error?.cause == .status(404, message: nil))
    #expect(error?.record?.id == "4")
  }
}

@Suite("Answers that arrive at their own time", .limited)
struct ConcurrentFetcherTests {
  /// Each path's answer after its own delay.
  private struct Delayed: Transport {
    let answers: [String: (delay: Duration, status: Int, body: String)]

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      let path = BaseURL.host.path(of: request.url) ?? ""
      let answer = answers[path] ?? (.zero, 404, "{}")
      try await Task.sleep(for: answer.delay)
      return TransportResponse(
        status: answer.status, body: Array(answer.body.utf8), url: request.url, origin: .network)
    }
  }

  private func records(
    _ answers: [String: (delay: Duration, status: Int, body: String)], ids: [String] = []
  ) async throws -> Records {
    let query = RecordQuery(
      try #require(Resource.named("users")), ids: ids,
      embeddings: Embedding.tree(["albums.photos"]))
    return try await Fetcher(Delayed(answers: answers), base: .host).records(query).value
  }

  @Test("The reported failure is the first in the catalogue's order, not the fastest")
  func firstFailure() async throws {
    let error = await #expect(throws: FetchError.self) {
      try await records([
        "/users": (.milliseconds(60), 404, "{}"), "/albums": (.milliseconds(30), 500, "{}"),
        "/photos": (.zero, 200, ""),
      ])
    }
    #expect(error?.resource == "users")
    #expect(error?.cause == .status(404, message: nil))
  }

  @Test("A failure doesn't wait for later requests")
  func cancelsTheRest() async throws {
    let clock = ContinuousClock()
    let duration = await clock.measure {
      let error = await #expect(throws: FetchError.self) {
        try await records([
          "/users": (.zero, 200, "[]"), "/albums": (.milliseconds(10), 500, "{}"),
          "/photos": (.seconds(600), 200, "[]"),
        ])
      }
      #expect(error?.resource == "albums")
    }
    #expect(duration < .seconds(300))
  }

  @Test(
    "Lists that fit one by one can exceed the limit together",
    .takesLong, .notUnderSanitizer("ten million values take minutes"))
  func manyValues() async throws {
    // Three lists of eight million values each, most of them in a member that nobody reads.
    let zeros = String(repeating: "0,", count: 7_999_990) + "0"
    let list = (Duration.zero, 200, "[{\"id\":1,\"userId\":1,\"albumId\":1,\"x\":[\(zeros)]}]")
    let error = await #expect(throws: FetchError.self) {
      try await records(["/users": list, "/albums": list, "/photos": list])
    }
    guard case .transport(let failure) = error?.cause else {
      Issue.record("another failure")
      return
    }
    #expect(failure.reason == .answersTooLarge(limit: 3 << 27))
  }

  @Test("Records at the maximum depth can be joined into a list")
  func deepRecords() async throws {
    let depth = JSONDocument.maxDepth - 1
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let answers = ["1", "2"].map { id in
      ("/todos/\(id)", (Duration.zero, 200, "{\"id\":\(id),\"x\":\(deep)}"))
    }
    let resource = try #require(Resource.named("todos"))
    let transport = Delayed(answers: Dictionary(uniqueKeysWithValues: answers))
    let records = try await Fetcher(transport, base: .host)
      .records(RecordQuery(resource, ids: ["1", "2"])).value
    #expect(records.shown.count == 2)
  }

  @Test("Single records are requested once each, and keep the order of the ids")
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
