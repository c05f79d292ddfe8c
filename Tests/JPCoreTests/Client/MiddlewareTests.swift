import JPCore
import TestSupport
import Testing

@Suite("Middleware, and whose fields and responses are whose", .limited)
struct MiddlewareTests {
  private struct Bearer: Middleware {
    let number: Int
    func prepare(_ request: inout TransportRequest) {
      request.fields.append(.init(name: "Authorization", value: "Bearer \(number)"))
    }
  }

  private struct Tenant: Middleware {
    let name: String
    func prepare(_ request: inout TransportRequest) {
      request.fields.append(.init(name: "X-Tenant", value: name))
    }
  }

  /// Answers each token, from some number on, with its own field's value.
  private static func server(
    from number: Int = 2, cacheControl: String = "max-age=86400"
  ) -> CannedTransport {
    CannedTransport { request in
      let fields: HeaderFields = [.init(name: "Cache-Control", value: cacheControl)]
      let token = request.fields["Authorization"] ?? "none"
      guard let last = token.split(separator: " ").last, Int(last) ?? .max >= number else {
        return .status(401, fields: fields)
      }
      return .status(200, "\"\(token)\(request.fields["X-Tenant"] ?? "")\"", fields: fields)
    }
  }

  @Test(
    "Responses to requests with a credential are stored only in a store of one user"
  )
  func storesOfOneUser() async throws {
    let directory = try TemporaryDirectory()
    let server = Self.server(from: 1)
    func fetched(_ token: Int, _ cache: ResponseCache) async throws -> String {
      try await JSONPlaceholder(
        middleware: [Bearer(number: token)], transport: server, cache: cache
      )
      .fetch(from: "/x").value
    }
    let shared = ResponseCache(directory: directory.path)
    for _ in 1...2 { #expect(try await fetched(5, shared) == "Bearer 5") }
    #expect(server.requests.count == 2)
    let ada = ResponseCache(directory: directory.path + "/ada", isOfOneUser: true)
    let eve = ResponseCache(directory: directory.path + "/eve", isOfOneUser: true)
    for _ in 1...2 {
      #expect(try await fetched(6, ada) == "Bearer 6")
      #expect(try await fetched(7, eve) == "Bearer 7")
    }
    // A new token is still the same user's.
    #expect(try await fetched(8, ada) == "Bearer 6")
    #expect(server.requests.count == 4)
  }

  @Test("A stored refusal of one token isn't used for another token")
  func storedRefusal() async throws {
    let directory = try TemporaryDirectory()
    let server = Self.server()
    let cache = ResponseCache(directory: directory.path, isOfOneUser: true)
    for token in 1...2 {
      let authorized = JSONPlaceholder(
        fields: [.init(name: "Authorization", value: "Bearer \(token)")], transport: server,
        cache: cache)
      let value = try? await authorized.fetch(String.self, from: "/x").value
      #expect(value == (token == 1 ? nil : "Bearer 2"))
    }
  }

  @Test("Fields that middleware adds select the stored response")
  func variants() async throws {
    let directory = try TemporaryDirectory()
    let server = Self.server(from: 0)
    for _ in 1...2 {
      for name in ["red", "blue"] {
        let client = JSONPlaceholder(
          middleware: [Tenant(name: name)], transport: server,
          cache: ResponseCache(directory: directory.path))
        #expect(try await client.fetch(String.self, from: "/x").value == "none\(name)")
      }
    }
    #expect(server.requests.count == 2)
  }

  @Test("An error of middleware is the call's")
  func error() async throws {
    struct Stop: Error {}
    struct Gate: Middleware {
      func prepare(_ request: inout TransportRequest) throws { throw Stop() }
    }
    let client = JSONPlaceholder(middleware: [Gate()], transport: CannedTransport([:]))
    await #expect(throws: Stop.self) { try await client.fetch(Int.self, from: "/x") }
  }

  // MARK: Fields

  @Test("Header fields are sent only to the base URL's scheme, host and port")
  func origins() async throws {
    let server = CannedTransport { _ in .json("1") }
    let base = try #require(BaseURL("http://joe:pw@Host:80/api"))
    let client = JSONPlaceholder(
      base: base,
      fields: [.init(name: "X-Key", value: "k"), .init(name: "User-Agent", value: "mine")],
      fieldsElsewhere: [.init(name: "X-Other", value: "o")], transport: server)
    for url in ["/x", "http://host/y", "https://host/z", "http://host:81/z", "http://host.evil/z"] {
      _ = try await client.fetch(Int.self, from: url)
    }
    #expect(server.requests.map { $0.fields["X-Key"] } == ["k", "k", nil, nil, nil])
    #expect(server.requests.map { $0.fields["X-Other"] } == [nil, nil, "o", "o", "o"])
    #expect(
      server.requests.map { $0.fields["User-Agent"] }
        == ["mine", "mine", "JPCore", "JPCore", "JPCore"])
  }
}
