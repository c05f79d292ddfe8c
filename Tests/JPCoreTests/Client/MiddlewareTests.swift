import JPCore
import Synchronization
import TestSupport
import Testing

@Suite("Middleware, and whose fields and responses are whose")
struct MiddlewareTests {
  /// Adds a token, and gets a new one where the server refuses it.
  private actor Bearer: Middleware {
    private var number: Int
    init(_ number: Int = 1) { self.number = number }

    func prepare(_ request: inout TransportRequest) {
      request.fields.append(.init(name: "Authorization", value: "Bearer \(number)"))
    }

    func received(_ outcome: Result<Provenance, FetchError>) -> MiddlewareDecision {
      guard case .failure(let error) = outcome, error.status == 401 else { return .accept }
      number += 1
      return .askAgain
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

  @Test("After a refused token, the server is asked once more, with the new one")
  func refresh() async throws {
    let server = Self.server()
    let client = JSONPlaceholder(middleware: [Bearer()], transport: server)
    for _ in 1...2 {
      #expect(try await client.fetch(String.self, from: "/x").value == "Bearer 2")
    }
    #expect(
      server.requests.map { $0.fields["Authorization"] } == ["Bearer 1", "Bearer 2", "Bearer 2"])

    let strict = Self.server(from: 9)
    let refused = JSONPlaceholder(middleware: [Bearer()], transport: strict)
    let error = await #expect(throws: FetchError.self) {
      try await refused.fetch(String.self, from: "/x")
    }
    #expect(error?.status == 401)
    #expect(strict.requests.count == 2)
  }

  @Test("Asked again, the server answers, not the store")
  func again() async throws {
    actor Doubt: Middleware {
      var hasAsked = false
      func received(_ outcome: Result<Provenance, FetchError>) -> MiddlewareDecision {
        defer { hasAsked = true }
        return hasAsked ? .accept : .askAgain
      }
    }
    let fields: HeaderFields = ["Cache-Control": "max-age=86400"]
    let server = CannedTransport(
      inTurn: ["/x": [.status(200, "1", fields: fields), .status(200, "2", fields: fields)]])
    let client = JSONPlaceholder(middleware: [Doubt()], transport: server, cache: .inMemory())
    #expect(try await client.fetch(Int.self, from: "/x").value == 2)
  }

  @Test("After a refused token, all three lists of a joined answer are requested once more")
  func joined() async throws {
    let server = CannedTransport { request in
      request.fields["Authorization"] == "Bearer 2" ? .json("[]") : .status(401)
    }
    let client = JSONPlaceholder(middleware: [Bearer()], transport: server)
    #expect(try await client.fetch(.usersWithAlbums()).value.isEmpty)
    #expect(server.requests.suffix(3).allSatisfy { $0.fields["Authorization"] == "Bearer 2" })
  }

  @Test(
    "Responses to requests with a credential are stored only in a partition, which other users don't see"
  )
  func partitions() async throws {
    let directory = try TemporaryDirectory()
    let server = Self.server(from: 1)
    func fetched(_ token: Int, _ cache: ResponseCache) async throws -> String {
      try await JSONPlaceholder(middleware: [Bearer(token)], transport: server, cache: cache)
        .fetch(from: "/x").value
    }
    let shared = ResponseCache(directory: directory.path)
    for _ in 1...2 { #expect(try await fetched(5, shared) == "Bearer 5") }
    #expect(server.requests.count == 2)
    let ada = ResponseCache(directory: directory.path, partition: "../ada")
    let eve = ResponseCache(directory: directory.path, partition: "eve")
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
    let cache = ResponseCache(directory: directory.path, partition: "ada")
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

  @Test("Middleware receives every part of an answer, and the call throws its errors")
  func log() async throws {
    struct Stop: Error {}
    final class Log: Middleware {
      let lines = Mutex<[String]>([])
      func received(
        _ outcome: Result<Provenance, FetchError>
      ) throws -> MiddlewareDecision {
        let line =
          switch outcome {
          case .success(let source): "\(source.origin) \(source.resource ?? "-")"
          case .failure(let error): "\(error.status ?? 0)"
          }
        lines.withLock { $0.append(line) }
        if line == "404" { throw Stop() }
        return .accept
      }
    }
    let log = Log()
    let client = JSONPlaceholder(
      middleware: [log],
      transport: CannedTransport([
        "/users": .json("[]"), "/albums": .json("[]"), "/photos": .json("[]"),
        "/x": .status(403),
      ]))
    _ = try await client.fetch(.usersWithAlbums())
    _ = try? await client.fetch(Int.self, from: "/x")
    await #expect(throws: Stop.self) { try await client.fetch(Int.self, from: "/y") }
    #expect(
      log.lines.withLock(\.self)
        == ["network users", "network albums", "network photos", "403", "404"])
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

  @Test(
    "A field's name shows whether it is a credential",
    arguments: [
      ("X-Author", true), ("X-Authority", true), ("X-Keyboard", true), ("Monkey", true),
      ("Authorization", false), ("X-Auth", false), ("X-Api-Key", false), ("X-AuthToken", false),
    ])
  func words(name: String, isStored: Bool) async throws {
    let directory = try TemporaryDirectory()
    let server = Self.server(from: 0)
    for _ in 1...2 {
      let client = JSONPlaceholder(
        fields: [.init(name: name, value: "Bearer 1")], transport: server,
        cache: ResponseCache(directory: directory.path))
      _ = try await client.fetch(String.self, from: "/x")
    }
    #expect(server.requests.count == (isStored ? 1 : 2))
  }
}
