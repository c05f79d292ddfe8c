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

  private func lists(
    users: String = "[\(Self.user)]", albums: String = "[\(Self.album)]",
    photos: String = "[\(Self.photo)]"
  ) -> CannedTransport {
    CannedTransport([
      "/users": .json(users), "/albums": .json(albums), "/photos": .json(photos),
    ])
  }

  @Test("Users have their albums, and albums their photos")
  func join() async throws {
    let transport = lists()
    let fetched = try await JSONPlaceholder(transport: transport).fetch(.usersWithAlbums())
    let user = try #require(fetched.value.first)
    #expect((user.id, user.name, user.address.geo.lat) == (1, "Ada", "1.5"))
    #expect(user.albums.map(\.title) == ["Sea"])
    #expect(user.albums.flatMap(\.photos).map(\.title) == ["Wave"])
    #expect(fetched.sources.map(\.resource) == ["users", "albums", "photos"])
    #expect(fetched.errors.isEmpty)
    #expect(
      Set(transport.requests.map(\.url))
        == Set(["users", "albums", "photos"].map { "https://jsonplaceholder.typicode.com/\($0)" }))
  }

  @Test("Orphans are reported, and belong to no user")
  func orphans() async throws {
    let photos = "[\(Self.photo.replacing("7", with: "8"))]"
    let fetched = try await JSONPlaceholder(transport: lists(photos: photos)).fetch(
      .usersWithAlbums())
    #expect(fetched.value[0].albums[0].photos.isEmpty)
    let facts = fetched.irregularities.map { "\($0.list) \($0.count) \($0.first) \($0.kind)" }
    let reference = #"Reference(parent: "album", field: "albumId", key: "8"))"#
    #expect(facts == ["photos 1 9 orphans(JPCore.Irregularity.\(reference)"])
  }

  @Test(
    "A record that a model can't hold is an error with its path",
    arguments: [
      (#"{"userId":1,"id":7}"#, "[0].title", nil),
      (#"{"userId":null,"id":7,"title":"t"}"#, "[0].userId", "null"),
      (#"{"userId":"1","id":"7","title":"t"}"#, "[0].userId", #""1""#),
      (#"{"userId":1,"id":99999999999999999999,"title":"t"}"#, "[0].id", "99999999999999999999"),
    ] as [(String, String, String?)])
  func misfits(album: String, path: String, found: String?) async throws {
    let client = JSONPlaceholder(transport: lists(albums: "[\(album)]"))
    let error = try await #require(throws: FetchError.self) {
      try await client.fetch(.usersWithAlbums())
    }
    guard case .mismatch(let mismatch) = error.cause else {
      Issue.record("\(error)")
      return
    }
    #expect((error.resource, mismatch.path, mismatch.found) == ("albums", path, found))
    #expect(error.url.hasSuffix("/albums"))
  }

  @Test("The built-in data has no orphans and no missing fields")
  func sample() async throws {
    let users = try await JSONPlaceholder.sample.fetch(.usersWithAlbums()).value
    #expect(users.count == 10)
    #expect(users.flatMap(\.albums).count == 100)
    #expect(users.flatMap(\.albums).flatMap(\.photos).count == 5000)
    #expect(try await JSONPlaceholder.sample.fetch([Post].self, from: "/posts").value.count == 100)
    #expect(
      try await JSONPlaceholder.sample.fetch([JPCore.Comment].self, from: "comments").value.count
        == 500)
    #expect(try await JSONPlaceholder.sample.fetch(Todo.self, from: "/todos/3").value.id == 3)
  }

  @Test("Decoded models encode to the same JSON")
  func models() async throws {
    let user = try await JSONPlaceholder.sample.fetch(User.self, from: "/users/6").value
    let text = String(decoding: try JSONEncoder().encode(user), as: UTF8.self)
    let again = try JSONDocument(Array(text.utf8)).root.decode(User.self)
    #expect(again == user)
  }

  @Test("A query is encoded and added to the path's own; a whole URL is requested unchanged")
  func targets() async throws {
    let transport = CannedTransport([
      "/posts?a=1&userId=%26%20%3D&b=": .json("[]"), "/posts?b=1": .json("[]"),
      "http://127.0.0.1:1/x": .json("[1]"),
    ])
    let client = JSONPlaceholder(base: try #require(BaseURL("http://h/")), transport: transport)
    let query: QueryItems = ["userId": "& =", "b": ""]
    #expect(try await client.fetch([Post].self, from: "/posts?a=1", query: query).value.isEmpty)
    #expect(try await client.fetch([Int].self, from: "http://127.0.0.1:1/x").value == [1])
    for path in ["posts", "/posts#top", "/posts?", "/posts?#b"] {
      #expect(try await client.fetch([Post].self, from: path, query: ["b": "1"]).value.isEmpty)
    }
    #expect(transport.requests.map(\.url).first == "http://h/posts?a=1&userId=%26%20%3D&b=")
  }

  @Test("Header fields are sent with every request")
  func fields() async throws {
    let transport = lists()
    let fields: HeaderFields = [.init(name: "X-Of", value: "mine")]
    _ = try await JSONPlaceholder(fields: fields, transport: transport).fetch(.usersWithAlbums())
    #expect(transport.requests.map { $0.fields["x-of"] } == ["mine", "mine", "mine"])
  }

  // MARK: Errors

  @Test("An error has the server's message and content")
  func serverErrors() async throws {
    let content = #"{"message":"no title"}"#
    let client = JSONPlaceholder(transport: CannedTransport(["/a": .status(422, content)]))
    let error = try await #require(throws: FetchError.self) {
      try await client.fetch(Post.self, from: "/a")
    }
    #expect(error.cause == .status(422, message: "no title"))
    #expect(error.body == Array(content.utf8))
    #expect(
      "\(error)"
        == #"https://jsonplaceholder.typicode.com/a: status(422, message: Optional("no title"))"#)
  }

  @Test(
    "A decoding error has the value's path and the expected type",
    arguments: [
      (#"{"userId":1,"id":2,"title":"t"}"#, "body", TypeMismatch.Expectation.value, nil),
      (#"{"userId":1,"id":"2","title":"t","body":""}"#, "id", .integer, #""2""#),
      (#"{"userId":1,"id":2,"title":[],"body":""}"#, "title", .string, "[]"),
      ("[]", "", .object, "[]"),
    ] as [(String, String, TypeMismatch.Expectation, String?)])
  func mismatches(
    text: String, path: String, expected: TypeMismatch.Expectation, found: String?
  ) async throws {
    let client = JSONPlaceholder(transport: CannedTransport(["/x": .json("\n" + text)]))
    let error = try await #require(throws: FetchError.self) {
      try await client.fetch(Post.self, from: "/x")
    }
    guard case .mismatch(let mismatch) = error.cause else {
      Issue.record("\(error)")
      return
    }
    #expect((mismatch.path, mismatch.expected) == (path, expected))
    #expect((mismatch.found, mismatch.position.line) == (found, 2))
  }

  @Test("A caller's reader can use JSONDecoder, and can refuse a document")
  func reading() async throws {
    struct Refusal: Error, CustomStringConvertible { let description = "not for me" }
    struct Link: Decodable { let url: URL }
    let client = JSONPlaceholder(
      transport: CannedTransport(["/x": .json(#"{"url":"http://h/p"}"#)]))
    let link = try await client.fetch(
      Endpoint(from: "/x") { try JSONDecoder().decode(Link.self, from: Data($0.bytes)) })
    #expect(link.value.url.path == "/p")
    let error = try await #require(throws: FetchError.self) {
      try await client.fetch(Endpoint<Int>(from: "/x") { _ in throw Refusal() })
    }
    guard case .mismatch(let mismatch) = error.cause else {
      Issue.record("\(error)")
      return
    }
    #expect(mismatch.expected == .described("not for me"))
  }

  // MARK: Stored responses

  @Test("A stored response replaces a failure, with the error and its age")
  func fallback() async throws {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    let start = HTTPDate(seconds: 1_000_000)
    _ = try await JSONPlaceholder(transport: lists(), cache: cache, clock: { start })
      .fetch(.usersWithAlbums())
    let later = HTTPDate(seconds: start.seconds + 90)
    let failing = CannedTransport([
      "/users": .failure(.notConnected), "/albums": .status(503, #"{"message":"later"}"#),
      "/photos": .json("[{}]"),
    ])
    let client = JSONPlaceholder(transport: failing, cache: cache, clock: { later })
    let fetched = try await client.fetch(.usersWithAlbums())
    #expect(fetched.value[0].albums[0].photos.map(\.id) == [9])
    #expect(fetched.sources.map(\.storedAgo) == Array(repeating: .seconds(90), count: 3))
    #expect(fetched.errors.map(\.resource) == ["users", "albums", "photos"])
    #expect(fetched.errors[1].cause == .status(503, message: "later"))
    guard case .stale = fetched.sources[0].origin else {
      Issue.record("\(fetched.sources[0].origin)")
      return
    }
    let stored = try await client.fetch(.usersWithAlbums(), policy: .storedOnly)
    #expect(stored.value == fetched.value)
    #expect(failing.requests.count == 3)
    let error = await #expect(throws: FetchError.self) {
      try await client.fetch([Todo].self, from: "/todos", policy: .storedOnly)
    }
    #expect(
      error?.cause == .notStored(urls: ["https://jsonplaceholder.typicode.com/todos"]))
  }

  @Test("Each call has its own cache policy")
  func policies() async throws {
    let directory = try TemporaryDirectory()
    let fields =
      HeaderFields.contentTypeJSON.all + [.init(name: "Cache-Control", value: "max-age=86400")]
    let fresh = (1...4).map { CannedTransport.Answer.status(200, "\($0)", fields: .init(fields)) }
    let transport = CannedTransport(inTurn: ["/n": fresh + [.failure(.notConnected)]])
    let client = JSONPlaceholder(
      transport: transport, cache: ResponseCache(directory: directory.path))
    func number(_ policy: CachePolicy) async throws -> Int {
      try await client.fetch(from: "/n", policy: policy).value
    }
    await #expect(throws: FetchError.self) { try await number(.storedOnly) }
    #expect(try await number(.standard) == 1)
    #expect(try await number(.standard) == 1)
    #expect(try await number(.refresh) == 2)
    #expect(try await number(.reload) == 3)
    #expect(try await number(.storedOnly) == 3)
    #expect(try await number(.reload) == 4)
    #expect(transport.requests.count == 4)
    await #expect(throws: FetchError.self) { try await number(.reload) }
    #expect(try await number(.refresh) == 4)
  }

  @Test("A number that no model can hold is an error, and no older response is shown instead")
  func largeNumbers() async throws {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    _ = try await JSONPlaceholder(transport: lists(), cache: cache).fetch(.usersWithAlbums())
    let albums = #"[{"userId":1,"id":99999999999999999999,"title":"t"}]"#
    let client = JSONPlaceholder(transport: lists(albums: albums), cache: cache)
    for policy in [CachePolicy.standard, .storedOnly] {
      let error = await #expect(throws: FetchError.self) {
        try await client.fetch(.usersWithAlbums(), policy: policy)
      }
      #expect(error?.resource == "albums")
    }
  }

  /// A caller's own way to fetch, with errors of its own.
  private struct Own: Transport {
    struct Outage: Error {}
    var text: String?

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      guard let text else { throw Outage() }
      return TransportResponse(status: 200, body: Array(text.utf8), url: request.url)
    }
  }

  @Test("A stored response replaces any error of a custom transport")
  func ownTransport() async throws {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    let good = JSONPlaceholder(transport: Own(text: "[1]"), retries: .never, cache: cache)
    #expect(try await good.fetch([Int].self, from: "/n").value == [1])
    let patient = RetryPolicy(retries: 0, timeLimit: .seconds(600))
    for transport in [Own(), RetryingTransport(Own(), policy: patient)] as [any Transport] {
      let client = JSONPlaceholder(
        transport: transport, retries: transport is Own ? patient : nil, cache: cache)
      let stored = try await client.fetch([Int].self, from: "/n")
      #expect(stored.value == [1])
      #expect(
        stored.errors.map(\.description)
          == ["https://jsonplaceholder.typicode.com/n: other (Outage())"])
      let error = await #expect(throws: FetchError.self) {
        try await client.fetch([Int].self, from: "/m")
      }
      #expect(error?.resource == nil)
    }
  }

  @Test("A log shows no password")
  func passwords() async throws {
    let base = try #require(BaseURL("http://joe:secret@h/"))
    let failing = CannedTransport(["/x": .failure(.notConnected), "/y": .status(500)])
    let client = JSONPlaceholder(base: base, transport: failing)
    for policy in CachePolicy.allCases {
      for path in ["/x", "/y", "/z"] {
        let error = try await #require(throws: FetchError.self) {
          try await client.fetch(Int.self, from: path, policy: policy)
        }
        #expect("\(error)".contains("h\(path)"))
        #expect(!"\(error) \(error.cause)".contains("secret"))
      }
    }
  }

  @Test(
    "Member names that are numbers are not taken for indices",
    arguments: [#"{"-1":"x"}"#, #"{"0":"x"}"#, #"{"7":"x"}"#])
  func numberedNames(text: String) async throws {
    let client = JSONPlaceholder(transport: CannedTransport(["/x": .json(text)]))
    let error = try await #require(throws: FetchError.self) {
      try await client.fetch(
        Endpoint(from: "/x") { try JSONDecoder().decode([Int: Int].self, from: Data($0.bytes)) })
    }
    guard case .mismatch(let mismatch) = error.cause else {
      Issue.record("\(error)")
      return
    }
    #expect(text.contains("\"\(mismatch.path)\""))
    #expect(mismatch.found == #""x""#)
    enum Numbered: Int, CodingKey { case first = -1 }
    struct Keyed: Decodable {
      typealias CodingKeys = Numbered
      let first: Int
    }
    await #expect(throws: FetchError.self) { try await client.fetch(Keyed.self, from: "/x") }
  }

  @Test("Models are encoded as they are decoded")
  func encoding() async throws {
    let users = try await JSONPlaceholder.sample.fetch(.users())
    let text = try JSONEncoder().encode(users.value)
    #expect(try JSONDecoder().decode([User].self, from: text) == users.value)
    #expect(users.map(\.count).value == 10)
  }
}
