import JPCore
import TestSupport
import Testing

@Suite("Middleware, and whose fields and responses are whose", .limited)
struct MiddlewareTests {
  private struct Adding: Middleware {
    let name: HeaderFields.Name
    let value: String
    func prepare(_ request: inout TransportRequest) {
      request.fields.append(.init(name: name, value: value))
    }
  }

  /// Answers for a day with the token and the tenant, and refuses token 1.
  private let server = CannedTransport { request in
    let token = request.fields["Authorization"] ?? ""
    return .status(
      token == "1" ? 401 : 200, "\"\(token)\(request.fields["X-Tenant"] ?? "")\"",
      fields: [.init(name: "Cache-Control", value: "max-age=86400")])
  }

  private func answer(
    _ name: HeaderFields.Name, _ value: String, _ cache: ResponseCache
  ) async throws -> String {
    try await JSONPlaceholder(
      middleware: [Adding(name: name, value: value)], transport: server, cache: cache
    ).fetch(from: "/x").value
  }

  @Test("Responses to requests with a credential are stored only in a private store")
  func privateStores() async throws {
    let directory = try TemporaryDirectory()
    func cache(_ name: String, isPrivate: Bool) -> ResponseCache {
      ResponseCache(directory: "\(directory.path)/\(name)", isPrivate: isPrivate)
    }
    let shared = cache("shared", isPrivate: false)
    for _ in 1...2 { #expect(try await answer("Authorization", "5", shared) == "5") }
    #expect(server.requests.count == 2)
    let ada = cache("ada", isPrivate: true)
    let eve = cache("eve", isPrivate: true)
    // A new token is still the same user's.
    for (token, cache, expected) in [
      ("6", ada, "6"), ("7", eve, "7"), ("6", ada, "6"), ("7", eve, "7"), ("8", ada, "6"),
    ] {
      #expect(try await answer("Authorization", token, cache) == expected)
    }
    #expect(server.requests.count == 4)
  }

  @Test("A refusal of one token isn't stored, so it isn't used for another token")
  func refusal() async throws {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path, isPrivate: true)
    await #expect(throws: FetchError.self) { try await answer("Authorization", "1", cache) }
    #expect(try await answer("Authorization", "2", cache) == "2")
  }

  @Test("Fields that middleware adds select the stored response")
  func variants() async throws {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    for name in ["red", "blue", "red", "blue"] {
      #expect(try await answer("X-Tenant", name, cache) == name)
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
