import JPCore
import TestSupport
import Testing

@Suite("Middleware, and fields for one server only", .limited)
struct MiddlewareTests {
  private struct Adding: Middleware {
    let name: HeaderFields.Name
    let value: String
    func prepare(_ request: inout HTTPRequest) {
      request.headerFields.append(.init(name: name, value: value))
    }
  }

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
      configuration: .init(middleware: [Adding(name: name, value: value)], transport: server)
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

  @Test(
    "Requests that differ in a header field added by middleware have different stored responses")
  func variants() async throws {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    for name in ["red", "blue", "red", "blue"] {
      #expect(try await answer("X-Tenant", name, cache) == name)
    }
    #expect(server.requests.count == 2)
  }

  @Test("The call throws the error that middleware throws")
  func error() async throws {
    struct Stop: Error {}
    struct Gate: Middleware {
      func prepare(_ request: inout HTTPRequest) throws { throw Stop() }
    }
    let client = JSONPlaceholder(
      configuration: .init(middleware: [Gate()], transport: CannedTransport([:])))
    await #expect(throws: Stop.self) { try await client.fetch(Endpoint(Int.self, path: "/x")) }
  }

  // MARK: Around a call

  /// Sends a token, and gets a new one if the server refuses it: once for all requests that were sent
  /// with the old one.
  private actor Login: Middleware {
    private var token = 1
    private(set) var refreshes = 0

    func prepare(_ request: inout HTTPRequest) {
      request.headerFields["Authorization"] = "\(token)"
    }

    func intercept(
      _ request: HTTPRequest, next: any Transport
    ) async throws -> HTTPResponse {
      let response = try await next.send(request)
      guard response.status == 401 else { return response }
      if request.headerFields["Authorization"] == "\(token)" {
        token += 1
        refreshes += 1
      }
      var again = request
      // Its own, not the default one, which does nothing.
      prepare(&again)
      return try await next.send(again)
    }
  }

  @Test("Middleware can refresh a token once for three refused requests, and send each again")
  func refresh() async throws {
    let server = CannedTransport { request in
      request.headerFields["Authorization"] == "2" ? .sample(request) : .status(401)
    }
    let login = Login()
    let api = JSONPlaceholder(configuration: .init(middleware: [login], transport: server))
    #expect(try await api.fetch(.usersWithAlbums()).value.count == 10)
    #expect(await login.refreshes == 1)
    #expect(server.requests.count == 6)
  }

  @Test("The first middleware is the outermost, and a response to a changed request isn't stored")
  func order() async throws {
    struct Marking: Middleware {
      let mark: String
      func intercept(
        _ request: HTTPRequest, next: any Transport
      ) async throws -> HTTPResponse {
        var other = request
        other.headerFields["X-Mark"] = (request.headerFields["X-Mark"] ?? "") + mark
        return try await next.send(other)
      }
    }
    let server = CannedTransport { request in
      .status(
        200, "\"\(request.headerFields["X-Mark"] ?? "")\"",
        headerFields: ["Cache-Control": "max-age=86400"])
    }
    let directory = try TemporaryDirectory()
    let api = JSONPlaceholder(
      cache: ResponseCache(directory: directory.path),
      configuration: .init(middleware: [Marking(mark: "a"), Marking(mark: "b")], transport: server))
    for _ in 1...2 {
      #expect(try await api.fetch(Endpoint(String.self, path: "/x")).value == "ab")
    }
    #expect(server.requests.count == 2)
  }

  /// Answers in place of the server, or changes its response.
  private struct Answering: Middleware {
    enum Kind: CaseIterable {
      case withoutServer, otherStatus, otherContent
    }

    let kind: Kind

    func intercept(_ request: HTTPRequest, next: any Transport) async throws -> HTTPResponse {
      func response(_ status: Int, _ body: String) -> HTTPResponse {
        HTTPResponse(
          status: status, headerFields: ["Cache-Control": "max-age=86400"], body: Array(body.utf8),
          url: request.url)
      }
      switch kind {
      case .withoutServer: return response(200, "2")
      case .otherStatus:
        _ = try await next.send(request)
        return response(404, "{}")
      case .otherContent:
        _ = try await next.send(request)
        return response(200, "2")
      }
    }
  }

  @Test(
    "A response made by middleware isn't stored, and doesn't replace the stored one",
    arguments: Answering.Kind.allCases)
  private func responsesOfMiddleware(kind: Answering.Kind) async throws {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    let endpoint = Endpoint(Int.self, path: "/n")
    let server = CannedTransport(["/n": .json("1")])
    let changed = JSONPlaceholder(
      cache: cache,
      configuration: .init(middleware: [Answering(kind: kind)], transport: server))
    _ = try? await changed.fetch(endpoint)
    await #expect(throws: FetchError.self) {
      try await changed.fetch(endpoint, policy: .storedOnly)
    }

    let plain = JSONPlaceholder(cache: cache, configuration: .init(transport: server))
    #expect(try await plain.fetch(endpoint).value == 1)
    _ = try? await changed.fetch(endpoint, policy: .revalidate)
    #expect(try await plain.fetch(endpoint, policy: .storedOnly).value == 1)
  }

  // MARK: Fields

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
