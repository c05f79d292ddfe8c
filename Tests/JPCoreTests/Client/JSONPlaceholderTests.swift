import Foundation
import TestSupport
import Testing

// Without @testable: what a program that depends on the package sees.
import JPCore

@Suite("The client", .limited)
struct JSONPlaceholderTests {
  private static let user = #"""
    {"id":1,"name":"Ada","username":"ada","email":"a@b","address":{"street":"s","suite":"u",
    "city":"c","zipcode":"z","geo":{"lat":"1.5","lng":"-2"}},"phone":"p","website":"w",
    "company":{"name":"n","catchPhrase":"cp","bs":"b"},"added":"yesterday"}
    """#
  private static let album = #"{"userId":1,"id":7,"title":"Sea"}"#
  private static let photo = #"{"albumId":7,"id":9,"title":"Wave","url":"u","thumbnailUrl":"t"}"#
  private static let orphan = #"{"albumId":8,"id":10,"title":"","url":"","thumbnailUrl":""}"#

  private func lists(album: String = Self.album) -> CannedTransport {
    CannedTransport([
      "/users": .json("[\(Self.user)]"), "/albums": .json("[\(album)]"),
      "/photos": .json("[\(Self.photo),\(Self.orphan)]"),
    ])
  }

  /// A client that gets the same answer to every request.
  private func client(_ answer: CannedTransport.Response) -> JSONPlaceholder {
    JSONPlaceholder(configuration: .init(transport: CannedTransport { _ in answer }))
  }

  private func error<Value>(
    _ endpoint: Endpoint<Value>, from client: JSONPlaceholder, policy: CachePolicy = .standard
  ) async throws -> FetchError {
    try await #require(throws: FetchError.self) {
      try await client.fetch(endpoint, policy: policy)
    }
  }

  /// How an answer doesn't fit an endpoint's type.
  private func mismatch<Value>(
    _ endpoint: Endpoint<Value>, from client: JSONPlaceholder
  ) async throws -> TypeMismatch {
    let error = try await error(endpoint, from: client)
    guard case .mismatch(let mismatch) = error.cause else { throw error }
    return mismatch
  }

  @Test("usersWithAlbums() puts albums in users and photos in albums, and reports orphans")
  func join() async throws {
    let transport = lists()
    let fields: HeaderFields = [.init(name: "X-Of", value: "mine")]
    let fetched = try await JSONPlaceholder(
      configuration: .init(headerFields: fields, transport: transport)
    )
    .fetch(.usersWithAlbums())
    let user = try #require(fetched.value.first)
    #expect((user.id, user.name, user.address.geo.lat) == (1, "Ada", "1.5"))
    #expect(user.albums.map(\.title) == ["Sea"])
    #expect(user.albums.flatMap(\.photos).map(\.title) == ["Wave"])
    #expect(fetched.sources.map(\.resource) == ["users", "albums", "photos"])
    #expect(fetched.errors.isEmpty)
    #expect(
      fetched.issues.map { "\($0.list) \($0.count) \($0.first)" } == ["photos 1 10"])
    #expect(
      Set(transport.requests.map(\.url))
        == Set(["users", "albums", "photos"].map { "https://jsonplaceholder.typicode.com/\($0)" }))
    #expect(transport.requests.allSatisfy { $0.headerFields["x-of"] == "mine" })
  }

  @Test(
    "A query is encoded and added to the path's query; a whole URL is requested unchanged",
    arguments: [
      ("/x?a=1", ["c": "& =", "b": ""], "http://h/x?a=1&c=%26%20%3D&b="),
      ("/x", ["b": 1, "c": true, "d": 1.5], "http://h/x?b=1&c=true&d=1.5"),
      ("x", ["id": 1, "id": "2"], "http://h/x?id=1&id=2"),
      ("/x#top", QueryItems([("id", 1)]), "http://h/x?id=1"),
      ("/x?#b", ["id": 1], "http://h/x?id=1"), ("/x?b=1&#f", ["id": 1], "http://h/x?b=1&id=1"),
      ("/x&", ["a\n": "é&"], "http://h/x&?a%0A=%C3%A9%26"),
      ("http://127.0.0.1:1/x", [:], "http://127.0.0.1:1/x"),
      ("/x", ["a": Int?.none, "b": Int?.some(1)], "http://h/x?b=1"),
      ("/ä b\n", [:], "http://h/ä%20b%0A"),
      ("/\(HTTPRequest.pathSegment("a/b?ä"))", [:], "http://h/a%2Fb%3F%C3%A4"),
    ] as [(String, QueryItems, String)])
  func targets(path: String, query: QueryItems, url: String) async throws {
    let transport = CannedTransport { _ in .json("[1]") }
    let client = JSONPlaceholder(
      baseURL: "http://h/", configuration: .init(transport: transport))
    #expect(try await client.fetch(Endpoint([Int].self, path: path, query: query)).value == [1])
    #expect(transport.requests.map(\.url) == [url])
  }

  // MARK: Errors

  @Test("An error has the server's message and content")
  func serverErrors() async throws {
    let content = #"{"message":"no title"}"#
    let error = try await error(Endpoint(Int.self, path: "/a"), from: client(.status(422, content)))
    #expect(error.cause == .status(422, message: "no title"))
    #expect(error.body == Array(content.utf8))
  }

  @Test(
    "A decoding error has the value's path and the expected type",
    arguments: [
      (#"{"userId":1,"id":2,"title":"t"}"#, "body", .value, nil),
      (#"{"userId":1,"id":"2","title":"t","body":""}"#, "id", .integer, #""2""#),
      (#"{"userId":1,"id":2,"title":[],"body":""}"#, "title", .string, "[]"),
      ("[]", "", .object, "[]"),
    ] as [(String, String, TypeMismatch.Expectation, String?)])
  func mismatches(
    text: String, path: String, expected: TypeMismatch.Expectation, found: String?
  ) async throws {
    let mismatch = try await mismatch(
      Endpoint(Post.self, path: "/x"), from: client(.json("\n" + text)))
    #expect((mismatch.path, mismatch.expected) == (path, expected))
    #expect((mismatch.found, mismatch.position.line) == (found, 2))
  }

  @Test(
    "A record that doesn't fit its model is an error with the value's path, and nothing replaces it",
    arguments: [
      (#"{"userId":1,"id":7}"#, "[0].title", nil),
      (#"{"userId":1,"id":7,"title":null}"#, "[0].title", "null"),
      (#"{"userId":1,"id":"7","title":"t"}"#, "[0].id", #""7""#),
      // Too large for an Int.
      (
        #"{"userId":1,"id":99999999999999999999,"title":"t"}"#, "[0].id", "99999999999999999999"
      ),
    ] as [(String, String, String?)])
  func misfits(album: String, path: String, found: String?) async throws {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    let good = JSONPlaceholder(cache: cache, configuration: .init(transport: lists()))
    _ = try await good.fetch(.usersWithAlbums())
    let client = JSONPlaceholder(
      cache: cache, configuration: .init(transport: lists(album: album)))
    for policy in [CachePolicy.standard, .storedOnly] {
      let error = try await error(.usersWithAlbums(), from: client, policy: policy)
      #expect(error.resource == "albums")
      guard case .mismatch(let mismatch) = error.cause else { throw error }
      #expect((mismatch.path, mismatch.found) == (path, found))
    }
  }

  @Test("A caller's reader can use JSONDecoder, and can refuse a document with an error of its own")
  func reading() async throws {
    struct Refusal: Error, CustomStringConvertible { let description = "not for me" }
    struct Link: Decodable { let url: URL }
    let client = client(.json(#"{"url":"http://h/p"}"#))
    let link = try await client.fetch(
      Endpoint(path: "/x") { try JSONDecoder().decode(Link.self, from: Data($0.bytes)) })
    #expect(link.value.url.path == "/p")
    let refusing = Endpoint<Int>(path: "/x") { _ in throw Refusal() }
    #expect(try await mismatch(refusing, from: client).expected == .described("not for me"))
    #expect(try await error(refusing, from: client).underlying is Refusal)
    #expect(try await error(Endpoint(Int.self, path: "/x"), from: client).underlying == nil)
  }

  @Test(
    "In the path of an error, a member name that is a number isn't shown as an index",
    arguments: ["-1", "0"])
  func numberedNames(name: String) async throws {
    let client = client(.json(#"{"\#(name)":"x"}"#))
    let mismatch = try await mismatch(
      Endpoint(path: "/x") { try JSONDecoder().decode([Int: Int].self, from: Data($0.bytes)) },
      from: client)
    #expect((mismatch.path, mismatch.found) == (name, #""x""#))
  }

  @Test("An error's description doesn't show the password of the base URL")
  func passwords() async throws {
    let base: BaseURL = "http://joe:secret@h/"
    let failing = CannedTransport { _ in .failure(.connectionRefused) }
    let client = JSONPlaceholder(baseURL: base, configuration: .init(transport: failing))
    for policy in [CachePolicy.standard, .storedOnly] {
      let error = try await error(Endpoint(Int.self, path: "/x"), from: client, policy: policy)
      #expect("\(error)".contains("h/x"))
      #expect(!"\(error) \(error.cause)".contains("secret"))
    }
  }

  // MARK: Stored responses

  @Test("A stored response that replaces a failure has the failure's error and its own age")
  func fallback() async throws {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    func fetch(_ transport: CannedTransport, at second: Int) async throws -> Answer<
      [UserWithAlbums]
    > {
      try await JSONPlaceholder(
        cache: cache, configuration: .init(transport: transport, now: { HTTPDate(seconds: second) })
      ).fetch(.usersWithAlbums())
    }
    let good = try await fetch(lists(), at: 1_000_000)
    let failing = CannedTransport([
      "/users": .failure(.connectionRefused), "/albums": .status(503, #"{"message":"later"}"#),
      "/photos": .json("[{}]"),
    ])
    let fetched = try await fetch(failing, at: 1_000_090)
    #expect(fetched.value == good.value)
    #expect(fetched.sources.map(\.isStale) == [true, true, true])
    #expect(fetched.sources.map(\.storedAgo) == Array(repeating: .seconds(90), count: 3))
    #expect(fetched.errors.map(\.resource) == ["users", "albums", "photos"])
    #expect(fetched.errors[1].cause == .status(503, message: "later"))
  }

  @Test("Each call has its own cache policy")
  func policies() async throws {
    let headerFields: HeaderFields = [.init(name: "Cache-Control", value: "max-age=86400")]
    let fresh = (1...4).map {
      CannedTransport.Response.status(200, "\($0)", headerFields: headerFields)
    }
    let transport = CannedTransport(inTurn: ["/n": fresh + [.failure(.connectionRefused)]])
    let directory = try TemporaryDirectory()
    let client = JSONPlaceholder(
      cache: ResponseCache(directory: directory.path), configuration: .init(transport: transport))
    func number(_ policy: CachePolicy) async throws -> Int {
      try await client.fetch(Endpoint(path: "/n"), policy: policy).value
    }
    await #expect(throws: FetchError.self) { try await number(.storedOnly) }
    for (policy, expected) in [
      (.standard, 1), (.standard, 1), (.revalidate, 2), (.ignoringStored, 3), (.storedOnly, 3),
      (.ignoringStored, 4),
    ] as [(CachePolicy, Int)] {
      #expect(try await number(policy) == expected)
    }
    #expect(transport.requests.count == 4)
    await #expect(throws: FetchError.self) { try await number(.ignoringStored) }
    #expect(try await number(.revalidate) == 4)
  }

  @Test("removeAll removes every stored response, and leaves files of other programs")
  func removeAll() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("kept", to: "other.txt")
    let cache = ResponseCache(directory: directory.path)
    let transport = CannedTransport(["/a": .json("1"), "/b": .json("2")])
    let client = JSONPlaceholder(cache: cache, configuration: .init(transport: transport))
    for path in ["/a", "/b"] { _ = try await client.fetch(Endpoint(Int.self, path: path)) }
    #expect(try await client.fetch(Endpoint(Int.self, path: "/a"), policy: .storedOnly).value == 1)
    try cache.removeAll()
    for path in ["/a", "/b"] {
      await #expect(throws: FetchError.self) {
        try await client.fetch(Endpoint(Int.self, path: path), policy: .storedOnly)
      }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(names.contains("other.txt"))
  }
}
