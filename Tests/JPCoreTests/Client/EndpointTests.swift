import JPCore
import TestSupport
import Testing

@Suite("Typed endpoints", .limited)
struct EndpointTests {
  private static let users = #"[{"id":1,"name":"a"},{"id":2,"name":"b"}]"#
  private static let albums =
    #"[{"userId":1,"id":1,"title":"x"},{"userId":2,"id":2,"title":"y"},{"userId":1,"id":3,"title":"z"}]"#

  private struct Person: Decodable { let name: String }

  private static func fresh(_ body: String) -> CannedTransport.Answer {
    .status(
      200, body,
      fields: .init(
        HeaderFields.contentTypeJSON.all + [.init(name: "Cache-Control", value: "max-age=86400")]))
  }

  /// What a client asks for in a call that fails.
  private static func asked(
    _ call: (JSONPlaceholder) async throws -> Void
  ) async -> [String] {
    let transport = CannedTransport([:])
    try? await call(JSONPlaceholder(transport: transport))
    let base = BaseURL.jsonPlaceholder.text
    return transport.requests.map { String($0.url.dropFirst(base.count)) }
  }

  @Test("Each endpoint requests its path")
  func paths() async {
    func asked<Value>(_ endpoint: Endpoint<Value>) async -> [String] {
      await Self.asked { _ = try await $0.fetch(endpoint) }
    }
    #expect(await asked(.users()) == ["/users"])
    #expect(await asked(.user(1)) == ["/users/1"])
    #expect(await asked(.albums()) == ["/albums"])
    #expect(await asked(.albums(ofUser: 1)) == ["/users/1/albums"])
    #expect(await asked(.album(2)) == ["/albums/2"])
    #expect(await asked(.photos()) == ["/photos"])
    #expect(await asked(.photos(ofAlbum: 3)) == ["/albums/3/photos"])
    #expect(await asked(.photo(3)) == ["/photos/3"])
    #expect(await asked(.posts()) == ["/posts"])
    #expect(await asked(.posts(ofUser: 1)) == ["/users/1/posts"])
    #expect(await asked(.post(4)) == ["/posts/4"])
    #expect(await asked(.comments()) == ["/comments"])
    #expect(await asked(.comments(ofPost: 1)) == ["/posts/1/comments"])
    #expect(await asked(.comment(5)) == ["/comments/5"])
    #expect(await asked(.todos()) == ["/todos"])
    #expect(await asked(.todos(ofUser: 1)) == ["/users/1/todos"])
    #expect(await asked(.todo(6)) == ["/todos/6"])
    #expect(
      await asked(.posts(ofUser: 1).page(2, limit: 5)) == ["/users/1/posts?_page=2&_limit=5"])
  }

  @Test("Built-in data answers every endpoint, with queries and pages")
  func sample() async throws {
    let api = JSONPlaceholder.sample
    #expect(try await api.fetch(.users()).value.count == 10)
    #expect(try await api.fetch(.user(3)).value.id == 3)
    #expect(try await api.fetch(.albums(ofUser: 2)).value.map(\.id) == Array(11...20))
    #expect(try await api.fetch(.photos(ofAlbum: 3)).value.count == 50)
    #expect(try await api.fetch(.comments(ofPost: 1)).value.map(\.id) == Array(1...5))
    #expect(try await api.fetch(.todos(ofUser: 10)).value.last == api.fetch(.todo(200)).value)
    let page = try await api.fetch(.posts().page(3, limit: 30))
    #expect(page.value.map(\.id) == Array(61...90))
    #expect(page.totalCount == 100)
    #expect(
      try await api.fetch(.posts(ofUser: 1).page(2, limit: 6)).value.map(\.id) == [7, 8, 9, 10])
    #expect(try await api.fetch(.posts().page(.max, limit: .max)).value.isEmpty)
    let todos = try await api.fetch(
      [Todo].self, from: "/todos", query: ["userId": 3, "completed": true])
    #expect(todos.value.count > 0 && todos.value.allSatisfy { $0.userId == 3 && $0.completed })
    let error = await #expect(throws: FetchError.self) { try await api.fetch(.user(11)) }
    #expect(error?.cause == .status(404, message: nil))
  }

  @Test("A complete stored list answers for its records, online and offline")
  func storedLists() async throws {
    let directory = try TemporaryDirectory()
    let transport = CannedTransport([
      "/users": Self.fresh(Self.users), "/albums": Self.fresh(Self.albums),
    ])
    let api = JSONPlaceholder(
      transport: transport, cache: ResponseCache(directory: directory.path))
    let person = Endpoint(Person.self, from: "/users/2")
    await #expect(throws: FetchError.self) { try await api.fetch(person, policy: .storedOnly) }
    _ = try await api.fetch([Person].self, from: "/users")
    _ = try await api.fetch(.albums())
    let asked = transport.requests.count
    for policy in [CachePolicy.standard, .storedOnly] {
      let albums = try await api.fetch(.albums(ofUser: 1), policy: policy)
      #expect(albums.value.map(\.title) == ["x", "z"])
      #expect(albums.sources.map { $0.derivedFrom != nil } == [true])
      #expect(try await api.fetch(.album(2), policy: policy).value.title == "y")
      let error = await #expect(throws: FetchError.self) {
        try await api.fetch(.album(9), policy: policy)
      }
      #expect(error?.cause == .status(404, message: nil))
      let page = try await api.fetch(.albums(ofUser: 1).page(2, limit: 1), policy: policy)
      #expect(page.value.map(\.title) == ["z"])
      #expect(page.totalCount == 2)
    }
    #expect(transport.requests.count == asked)
    #expect(try await api.fetch(person, policy: .storedOnly).value.name == "b")
    // What stands for the whole is asked for itself.
    #expect(try await api.fetch(.album(2), policy: .reload).value.title == "y")
    #expect(transport.requests.last?.url.hasSuffix("/albums/2") == true)
  }

  @Test("A query can be a literal, pairs or a dictionary, with values of several types")
  func queries() async throws {
    let transport = CannedTransport([
      "/x?b=1&a=%26&c=true&d=1.5": .json("1"), "/x?id=1&id=2": .json("2"),
    ])
    let api = JSONPlaceholder(transport: transport)
    func value(_ query: QueryItems) async throws -> Int {
      try await api.fetch(from: "/x", query: query).value
    }
    #expect(try await value(["b": 1, "a": "&", "c": true, "d": 1.5]) == 1)
    #expect(try await value(["id": 1, "id": "2"]) == 2)
    let ids = [1, 2].map { ("id", $0) }
    #expect(try await value(QueryItems(ids)) == 2)
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
    let directory = try TemporaryDirectory()
    let transport = CannedTransport(inTurn: [
      "/n": [
        .json("1"), .json("2"), .failure(.notConnected), .json("2"), Self.fresh("2"),
        Self.fresh("2"), Self.fresh("3"),
      ]
    ])
    let api = JSONPlaceholder(
      transport: transport, cache: ResponseCache(directory: directory.path))
    let number = Endpoint(Int.self, from: "/n")
    #expect(await words(api.updates(number)) == ["1"])
    #expect(await words(api.updates(number)) == ["1 stale", "2"])
    #expect(await words(api.updates(number)) == ["2 stale", "2 stale failed"])
    // The server confirms it, so it isn't stale any more.
    #expect(await words(api.updates(number)) == ["2 stale", "2"])
    #expect(await words(api.updates(number)) == ["2 stale", "2"])
    #expect(await words(api.updates(number)) == ["2"])
    #expect(transport.requests.count == 6)
    #expect(await words(api.updates(number, policy: .standard)) == ["2"])
    #expect(transport.requests.count == 6)
    #expect(await words(api.updates(number)) == ["2", "3"])
    #expect(await words(api.updates(Endpoint(Int.self, from: "/m"))) == ["error"])
  }

  @Test("updates emits built-in data once")
  func sampleUpdates() async throws {
    var count = 0
    for try await users in JSONPlaceholder.sample.updates(.usersWithAlbums()) {
      #expect(users.value.count == 10)
      count += 1
    }
    #expect(count == 1)
  }
}
