import JPCore
import TestSupport
import Testing

@Suite("Prepared responses", .limited)
struct CannedTransportTests {
  @Test("Prepared responses are sent in order, the last one repeats, and requests are recorded")
  func inTurn() async throws {
    let transport = CannedTransport(inTurn: ["/n": [.json("1"), .json("2")]])
    let client = JSONPlaceholder(configuration: .init(transport: transport))
    var numbers: [Int] = []
    for _ in 0..<3 { numbers.append(try await client.fetch(Endpoint(path: "/n")).value) }
    #expect(numbers == [1, 2, 2])
    #expect(transport.requests.map(\.path) == ["/n", "/n", "/n"])
  }

  @Test("A path without a prepared response is named in the error")
  func unprepared() async throws {
    let client = JSONPlaceholder(
      configuration: .init(transport: CannedTransport(["/users": .json("[]")])))
    let error = await #expect(throws: FetchError.self) { try await client.fetch(.post(1)) }
    #expect(error?.description.contains("no response is prepared for /posts/1") == true)
  }

  @Test("A closure can answer with the built-in data below any base URL")
  func sample() async throws {
    let transport = CannedTransport { request in .sample(request) }
    let client = JSONPlaceholder(
      baseURL: "http://h/api", configuration: .init(transport: transport))
    let sample = JSONPlaceholder.sample
    #expect(try await client.fetch(.users).value == sample.fetch(.users).value)
    #expect(try await client.fetch(.todo(200)).value == sample.fetch(.todo(200)).value)
    let lastPage = Endpoint([Post].self, path: "/posts", query: ["_page": 10, "_limit": 10])
    let below = Endpoint([Post].self, path: "/users/1/posts")
    let filtered = Endpoint([Post].self, path: "/posts", query: ["userId": 1, "_limit": 10])
    for client in [client, sample] {
      let posts = try await client.fetch(lastPage)
      #expect(posts.value.map(\.id) == Array(91...100))
      #expect(posts.sources[0].headerFields["X-Total-Count"] == "100")
      #expect(posts.sources[0].headerFields["Link"] == nil)
      for endpoint in [below, filtered] {
        let error = await #expect(throws: FetchError.self) { try await client.fetch(endpoint) }
        #expect(error?.status == 404)
      }
    }
  }

  @Test("Prepared failures are retried only if the test asks for retries")
  func retries() async throws {
    let transport = CannedTransport(
      inTurn: ["/n": [.failure(.connectionLost), .failure(.connectionLost), .json("2")]])
    await #expect(throws: FetchError.self) {
      try await JSONPlaceholder(configuration: .init(transport: transport)).fetch(
        Endpoint(Int.self, path: "/n"))
    }
    let patient = RetryPolicy()
    let client = JSONPlaceholder(configuration: .init(transport: transport, retries: patient))
    #expect(try await client.fetch(Endpoint(Int.self, path: "/n")).value == 2)
  }

  @Test("A caller can make a stale answer, and answers that differ only in age are equal")
  func values() throws {
    let error = FetchError(url: "http://h/x", cause: .status(422, message: "no"))
    func fetched(_ age: Duration) -> Answer<Int> {
      let response = HTTPResponse(status: 200, body: [], url: "http://h/x")
      let source = Source(response, origin: .stale, storedAgo: age, failure: error)
      return Answer(1, sources: [source])
    }
    let stale = fetched(.seconds(90))
    #expect(stale.isStale && stale.storedAgo == .seconds(90) && stale.errors == [error])
    #expect(stale == fetched(.seconds(91)))
    #expect(stale != Answer(2, sources: stale.sources) && stale != Answer(1))
  }

  @Test("An answer is as old as its oldest part, and stale if any part is")
  func parts() {
    func fetched(_ parts: (Source.Origin, Duration?)...) -> Answer<Int> {
      let response = HTTPResponse(status: 200, body: [], url: "http://h/x")
      return Answer(1, sources: parts.map { Source(response, origin: $0, storedAgo: $1) })
    }
    let mixed = fetched(
      (.network, nil), (.fresh, .seconds(60)), (.stale, .seconds(90)), (.fresh, .seconds(30)))
    #expect(mixed.storedAgo == .seconds(90) && mixed.isStale)
    let fresh = fetched((.fresh, .seconds(30)), (.network, nil), (.revalidated, .seconds(0)))
    #expect(fresh.storedAgo == .seconds(30) && !fresh.isStale)
    #expect(fetched((.network, nil)).storedAgo == nil)
  }

  @Test("A cancelled task gets a CancellationError, even for built-in data")
  func cancelled() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await JSONPlaceholder.sample.fetch(.users)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
