import JPCore
import TestSupport
import Testing

@Suite("Canned answers", .limited)
struct CannedTransportTests {
  private static let posts =
    #"[{"userId":1,"id":1,"title":"a","body":""},{"userId":2,"id":2,"title":"b","body":""}]"#

  @Test("Answers are given in order, the last one repeats, and requests are recorded")
  func inTurn() async throws {
    let transport = CannedTransport(inTurn: ["/n": [.json("1"), .json("2")]])
    let client = JSONPlaceholder(transport: transport)
    var numbers: [Int] = []
    for _ in 0..<3 { numbers.append(try await client.fetch(from: "/n").value) }
    #expect(numbers == [1, 2, 2])
    #expect(transport.requests.map(\.path) == ["/n", "/n", "/n"])
  }

  @Test("A closure computes the answers")
  func closure() async throws {
    let transport = CannedTransport { request in .json(#""\#(request.path)""#) }
    let client = JSONPlaceholder(transport: transport)
    #expect(try await client.fetch(String.self, from: "/a", query: ["b": 1]).value == "/a?b=1")
  }

  @Test(
    "A list answers queries by its fields and for pages, also below a base URL's path",
    arguments: [
      ("/posts?userId=2", [2]), ("/posts?id=1&id=2", [1, 2]), ("/posts?_page=2&_limit=1", [2]),
      ("/posts?userId=1&_page=1", [1]), ("/posts?id=3", []),
    ])
  func queries(target: String, ids: [Int]) async throws {
    let transport = CannedTransport(["/api/posts": .json(Self.posts)])
    let client = JSONPlaceholder(
      base: try #require(BaseURL("http://h/api")), transport: transport)
    #expect(try await client.fetch([Post].self, from: target).value.map(\.id) == ids)
    #expect(transport.requests.map(\.path) == ["/api" + target])
  }

  @Test(
    "A query that a list may not answer is 404", arguments: ["/posts?q=x", "/n?id=1", "/m?id=1"])
  func others(target: String) async throws {
    let client = JSONPlaceholder(
      transport: CannedTransport([
        "/posts": .json(Self.posts), "/n": .json("[]"), "/m": .failure(.reset),
      ]))
    let error = await #expect(throws: FetchError.self) {
      try await client.fetch([Post].self, from: target)
    }
    #expect(error?.cause == .status(404, message: nil))
  }

  @Test("Tests can make and compare the library's values")
  func values() throws {
    let error = FetchError(
      url: "http://h/x", cause: .status(422, message: "no"),
      response: TransportResponse(
        status: 422, body: Array(#"{"message":"no"}"#.utf8), url: "http://h/x")
    )
    func fetched(_ age: Duration) -> Fetched<Int> {
      let response = TransportResponse(
        status: 200, body: [], url: "http://h/x", origin: .stale, storedAgo: age)
      return Fetched(1, sources: [Provenance(response, failure: error)])
    }
    let stale = fetched(.seconds(90))
    #expect(stale.isStale && stale.storedAgo == .seconds(90) && stale.errors == [error])
    #expect(stale == fetched(.seconds(90)) && stale != fetched(.seconds(91)))
    #expect(!Fetched(1).isStale && Fetched(1).storedAgo == nil && Fetched(1).totalCount == nil)
  }

  @Test("A cancelled task gets nothing, not even built-in data")
  func cancelled() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await JSONPlaceholder.sample.fetch(.users())
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
