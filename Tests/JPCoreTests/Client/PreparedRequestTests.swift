import JPCore
import TestSupport
import Testing

@Suite("Requests as the configuration prepares them, and fields for one server only", .limited)
struct PreparedRequestTests {
  @Test(
    "A prepared request has a stored response of its own or, with a credential, none at all",
    arguments: [("X-Tenant", 3), ("Authorization", 4)] as [(HeaderFields.Name, Int)])
  func storage(name: HeaderFields.Name, requests: Int) async throws {
    let server = CannedTransport { request in
      .status(
        200, "\"\(request.headerFields[name] ?? "")\"",
        headerFields: [.init(name: "Cache-Control", value: "max-age=86400")])
    }
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    for value in [nil, "red", "blue", "red"] as [String?] {
      let api = JSONPlaceholder(
        cache: cache,
        configuration: .init(
          prepare: { request in request.headerFields[name] = value }, transport: server))
      #expect(try await api.fetch(Endpoint(String.self, path: "/x")).value == value ?? "")
    }
    #expect(server.requests.count == requests)
  }

  @Test("The call throws the error that preparing the request throws")
  func error() async throws {
    struct Stop: Error {}
    let client = JSONPlaceholder(
      configuration: .init(prepare: { _ in throw Stop() }, transport: CannedTransport([:])))
    await #expect(throws: Stop.self) { try await client.fetch(Endpoint(Int.self, path: "/x")) }
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
