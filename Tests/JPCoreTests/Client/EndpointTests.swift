import JPCore
import TestSupport
import Testing

@Suite("Typed endpoints", .limited)
struct EndpointTests {
  private static func fresh(_ body: String) -> CannedTransport.Answer {
    .status(200, body, fields: [.init(name: "Cache-Control", value: "max-age=86400")])
  }

  /// The path that an endpoint requests.
  private func path<Value>(_ endpoint: Endpoint<Value>) async -> String? {
    let transport = CannedTransport([:])
    _ = try? await JSONPlaceholder(transport: transport).fetch(endpoint)
    return transport.requests.first?.path
  }

  @Test("Each endpoint requests its path")
  func paths() async {
    #expect(await [path(.users()), path(.user(1))] == ["/users", "/users/1"])
    #expect(
      await [path(.albums()), path(.album(2)), path(.albums(ofUser: 1))]
        == ["/albums", "/albums/2", "/users/1/albums"])
    #expect(
      await [path(.photos()), path(.photo(3)), path(.photos(ofAlbum: 3))]
        == ["/photos", "/photos/3", "/albums/3/photos"])
    #expect(
      await [path(.posts()), path(.post(4)), path(.posts(ofUser: 1).page(2, limit: 5))]
        == ["/posts", "/posts/4", "/users/1/posts?_page=2&_limit=5"])
    #expect(
      await [path(.comments()), path(.comment(5)), path(.comments(ofPost: 1))]
        == ["/comments", "/comments/5", "/posts/1/comments"])
    #expect(
      await [path(.todos()), path(.todo(6)), path(.todos(ofUser: 1))]
        == ["/todos", "/todos/6", "/users/1/todos"])
  }

  @Test("Built-in data answers endpoints, with queries and pages")
  func sample() async throws {
    let api = JSONPlaceholder.sample
    #expect(try await api.fetch(.usersWithAlbums()).value.count == 10)
    #expect(try await api.fetch(.comments(ofPost: 1)).value.map(\.id) == Array(1...5))
    #expect(try await api.fetch(.todos(ofUser: 10)).value.last == api.fetch(.todo(200)).value)
    let page = try await api.fetch(.posts().page(3, limit: 30))
    #expect(page.value.map(\.id) == Array(61...90))
    #expect(page.totalCount == 100)
    #expect(try await api.fetch(.posts().page(.max, limit: .max)).value.isEmpty)
    let error = await #expect(throws: FetchError.self) { try await api.fetch(.user(11)) }
    #expect(error?.cause == .status(404, message: nil))
  }

  @Test("A stored list answers for its records, online and offline, unless the call reloads")
  func storedLists() async throws {
    let albums = #"[{"userId":1,"id":1,"title":"x"},{"userId":2,"id":2,"title":"y"}]"#
    let transport = CannedTransport(["/albums": Self.fresh(albums)])
    let directory = try TemporaryDirectory()
    let api = JSONPlaceholder(
      transport: transport, cache: ResponseCache(directory: directory.path))
    await #expect(throws: FetchError.self) { try await api.fetch(.album(2), policy: .storedOnly) }
    _ = try await api.fetch(.albums())
    let ofUser = try await api.fetch(.albums(ofUser: 1), policy: .storedOnly)
    #expect(ofUser.value.map(\.title) == ["x"])
    // A stored list knows nothing about a server's pages.
    await #expect(throws: FetchError.self) {
      try await api.fetch(.albums(ofUser: 1).page(1, limit: 5), policy: .storedOnly)
    }
    for policy in [CachePolicy.standard, .storedOnly] {
      let album = try await api.fetch(.album(2), policy: policy)
      #expect(album.value.title == "y" && album.sources[0].derivedFrom != nil)
    }
    #expect(transport.requests.count == 1)
    // The record itself is asked for.
    #expect(try await api.fetch(.album(2), policy: .reload).value.title == "y")
    #expect(transport.requests.last?.path == "/albums/2")
  }

  // MARK: Updates

  /// What each answer says, in words.
  private func words<Value>(
    _ updates: AsyncThrowingStream<Fetched<Value>, any Error>
  ) async -> [String] {
    var words: [String] = []
    do {
      for try await answer in updates {
        let stale = answer.isStale ? " stale" : ""
        words.append("\(answer.value)\(stale)" + (answer.errors.isEmpty ? "" : " failed"))
      }
    } catch {
      words.append("error")
    }
    return words
  }

  @Test("updates emits the stored answer at once, then the server's if it differs")
  func updates() async throws {
    let transport = CannedTransport(inTurn: [
      "/n": [
        .json("1"), .json("2"), .failure(.notConnected), .json("2"), Self.fresh("2"),
        Self.fresh("2"), Self.fresh("3"),
      ]
    ])
    let directory = try TemporaryDirectory()
    let api = JSONPlaceholder(
      transport: transport, cache: ResponseCache(directory: directory.path))
    let number = Endpoint(Int.self, from: "/n")
    for expected in [
      ["1"], ["1 stale", "2"], ["2 stale", "2 stale failed"],
      // The server confirms it, so it isn't stale any more.
      ["2 stale", "2"], ["2 stale", "2"], ["2"],
    ] {
      #expect(await words(api.updates(number)) == expected)
    }
    #expect(transport.requests.count == 6)
    #expect(await words(api.updates(number, policy: .standard)) == ["2"])
    #expect(transport.requests.count == 6)
    #expect(await words(api.updates(number)) == ["2", "3"])
    #expect(await words(api.updates(Endpoint(Int.self, from: "/m"))) == ["error"])
    let constant = Endpoint(from: "/users") { _ in 1 }
    #expect(await words(JSONPlaceholder.sample.updates(constant)) == ["1"])
  }
}
