import JPCore
import Synchronization
import TestSupport
import Testing

@Suite("Requests as the configuration prepares them, and fields for one server only", .limited)
struct PreparedRequestTests {
  /// Answers for a day with the token and the tenant, and refuses token 1.
  private let server = CannedTransport { request in
    let token = request.headerFields["Authorization"] ?? ""
    return .status(
      token == "1" ? 401 : 200, "\"\(token)\(request.headerFields["X-Tenant"] ?? "")\"",
      headerFields: [.init(name: "Cache-Control", value: "max-age=86400")])
  }

  private func answer(
    _ name: HeaderFields.Name, _ value: String, _ cache: ResponseCache
  ) async throws -> String {
    try await JSONPlaceholder(
      cache: cache,
      configuration: .init(
        prepare: { request in request.headerFields[name] = value }, transport: server)
    ).fetch(Endpoint(path: "/x")).value
  }

  @Test("Responses to requests with a credential aren't stored")
  func credentials() async throws {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    await #expect(throws: FetchError.self) { try await answer("Authorization", "1", cache) }
    for token in ["5", "6", "5"] {
      #expect(try await answer("Authorization", token, cache) == token)
    }
    #expect(server.requests.count == 4)
  }

  @Test("Requests that are prepared with different header fields have different stored responses")
  func variants() async throws {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    for name in ["red", "blue", "red", "blue"] {
      #expect(try await answer("X-Tenant", name, cache) == name)
    }
    #expect(server.requests.count == 2)
  }

  @Test("The call throws the error that preparing the request throws")
  func error() async throws {
    struct Stop: Error {}
    let client = JSONPlaceholder(
      configuration: .init(prepare: { _ in throw Stop() }, transport: CannedTransport([:])))
    await #expect(throws: Stop.self) { try await client.fetch(Endpoint(Int.self, path: "/x")) }
  }

  /// Sends a request that was refused with an old token again, with a new one.
  private final class Login: Transport {
    private let server: any Transport
    private let token = Mutex(1)

    init(to server: any Transport) { self.server = server }

    func prepare(_ request: inout HTTPRequest) {
      request.headerFields["Authorization"] = "\(token.withLock(\.self))"
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let response = try await server.send(request)
      guard response.status == 401 else { return response }
      token.withLock { token in
        if request.headerFields["Authorization"] == "\(token)" { token += 1 }
      }
      var second = request
      prepare(&second)
      return try await server.send(second)
    }
  }

  @Test("A transport around another one can refresh a token once for three refused requests")
  func refresh() async throws {
    let server = CannedTransport { request in
      request.headerFields["Authorization"] == "2" ? .sample(request) : .status(401)
    }
    let login = Login(to: server)
    let api = JSONPlaceholder(
      configuration: .init(prepare: { login.prepare(&$0) }, transport: login))
    #expect(try await api.fetch(.usersWithAlbums()).value.count == 10)
    #expect(server.requests.count == 6)
  }

  @Test("Header fields are sent only to the base URL's scheme, host and port")
  func origins() async throws {
    let server = CannedTransport { _ in .json("1") }
    let base: BaseURL = "http://joe:pw@Host:80/api"
    let client = JSONPlaceholder(
      baseURL: base,
      configuration: .init(
        headerFields: [.init(name: "X-Key", value: "k"), .init(name: "User-Agent", value: "mine")],
        headerFieldsElsewhere: [.init(name: "X-Other", value: "o")], transport: server))
    for url in ["/x", "http://host/y", "https://host/z", "http://host:81/z", "http://host.test/z"] {
      _ = try await client.fetch(Endpoint(Int.self, path: url))
    }
    #expect(server.requests.map { $0.headerFields["X-Key"] } == ["k", "k", nil, nil, nil])
    #expect(server.requests.map { $0.headerFields["X-Other"] } == [nil, nil, "o", "o", "o"])
    #expect(
      server.requests.map { $0.headerFields["User-Agent"] }
        == ["mine", "mine", "JPCore", "JPCore", "JPCore"])
  }
}
