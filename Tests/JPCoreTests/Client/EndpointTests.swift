import Foundation
import JPCore
import TestSupport
import Testing

@Suite("Typed endpoints", .limited)
struct EndpointTests {
  private static func fresh(_ body: String) -> CannedTransport.Response {
    .status(200, body, headerFields: [.init(name: "Cache-Control", value: "max-age=86400")])
  }

  /// The path that an endpoint requests.
  private func path<Value>(_ endpoint: Endpoint<Value>) async -> String? {
    let transport = CannedTransport([:])
    _ = try? await JSONPlaceholder(configuration: .init(transport: transport)).fetch(endpoint)
    return transport.requests.first?.path
  }

  @Test("Each endpoint requests its path")
  func paths() async {
    #expect(await [path(.users), path(.user(1))] == ["/users", "/users/1"])
    #expect(
      await [path(.albums), path(.album(2)), path(.albums(ofUser: 1))]
        == ["/albums", "/albums/2", "/albums"])
    #expect(
      await [path(.photos), path(.photo(3)), path(.photos(ofAlbum: 3))]
        == ["/photos", "/photos/3", "/photos"])
    #expect(
      await [path(.posts), path(.post(4)), path(.posts(ofUser: 1))] == [
        "/posts", "/posts/4", "/posts",
      ])
    #expect(
      await [path(.comments), path(.comment(5)), path(.comments(ofPost: 1))]
        == ["/comments", "/comments/5", "/comments"])
    #expect(
      await [path(.todos), path(.todo(6)), path(.todos(ofUser: 1))]
        == ["/todos", "/todos/6", "/todos"])
  }

  @Test("The built-in data answers endpoints for children and records")
  func sample() async throws {
    let api = JSONPlaceholder.sample
    #expect(try await api.fetch(.comments(ofPost: 1)).value.map(\.id) == Array(1...5))
    #expect(try await api.fetch(.todos(ofUser: 10)).value.last == api.fetch(.todo(200)).value)
    let error = await #expect(throws: FetchError.self) { try await api.fetch(.user(11)) }
    #expect(error?.cause == .status(404, message: nil))
  }

  @Test(
    "A stored list answers requests for its records, online and offline, except with .ignoringStored"
  )
  func storedLists() async throws {
    let albums = #"[{"userId":1,"id":1,"title":"x"},{"userId":2,"id":2,"title":"y"}]"#
    let transport = CannedTransport([
      "/albums": Self.fresh(albums), "/albums/2": .json(#"{"userId":2,"id":2,"title":"z"}"#),
    ])
    let directory = try TemporaryDirectory()
    let api = JSONPlaceholder(
      cache: ResponseCache(directory: directory.path), configuration: .init(transport: transport))
    await #expect(throws: FetchError.self) { try await api.fetch(.album(2), policy: .storedOnly) }
    _ = try await api.fetch(.albums)
    let ofUser = try await api.fetch(.albums(ofUser: 1), policy: .storedOnly)
    #expect(ofUser.value.map(\.title) == ["x"])
    // A stored list knows nothing about a server's pages.
    await #expect(throws: FetchError.self) {
      try await api.fetch(
        Endpoint([Album].self, path: "/albums", query: ["_page": 1]), policy: .storedOnly)
    }
    for policy in [CachePolicy.standard, .storedOnly] {
      let album = try await api.fetch(.album(2), policy: policy)
      #expect(album.value.title == "y" && album.sources[0].url.hasSuffix("/albums"))
    }
    #expect(transport.requests.count == 1)
    // The record itself is asked for.
    #expect(try await api.fetch(.album(2), policy: .ignoringStored).value.title == "z")
    #expect(transport.requests.last?.path == "/albums/2")
  }

  // MARK: Updates

  /// What each answer says, in words.
  private func words<Value>(
    _ updates: Updates<Value>
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
        .json("1"), .json("2"), .failure(.connectionRefused), .json("2"), Self.fresh("2"),
        Self.fresh("2"), Self.fresh("3"),
      ]
    ])
    let directory = try TemporaryDirectory()
    let api = JSONPlaceholder(
      cache: ResponseCache(directory: directory.path), configuration: .init(transport: transport))
    let number = Endpoint(Int.self, path: "/n")
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
    #expect(await words(api.updates(Endpoint(Int.self, path: "/m"))) == ["error"])
    let constant = Endpoint(path: "/users") { _ in 1 }
    #expect(await words(JSONPlaceholder.sample.updates(constant)) == ["1"])
  }

  @Test("A task that is cancelled while it reads updates always gets a CancellationError")
  func cancelledUpdates() async throws {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    let prepared = CannedTransport(["/n": .json("1")])
    let number = Endpoint(Int.self, path: "/n")
    _ = try await JSONPlaceholder(cache: cache, configuration: .init(transport: prepared))
      .fetch(number)
    let slow = CannedTransport { _ in
      try await Task.sleep(for: .seconds(3600))
      return .json("2")
    }
    let api = JSONPlaceholder(cache: cache, configuration: .init(transport: slow))
    for _ in 1...300 {
      let reader = Task {
        for try await answer in api.updates(number) where answer.isStale {
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      await #expect(throws: CancellationError.self) { try await reader.value }
    }
  }

  @Test("If reading the stored answer throws a CancellationError, updates send no request")
  func cancelledLookUp() async throws {
    let directory = try TemporaryDirectory()
    let transport = CannedTransport(["/n": .json("1")])
    let api = JSONPlaceholder(
      cache: ResponseCache(directory: directory.path), configuration: .init(transport: transport))
    _ = try await api.fetch(Endpoint(Int.self, path: "/n"))
    let cancelling = Endpoint<Int>(path: "/n") { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) {
      for try await _ in api.updates(cancelling) {}
    }
    #expect(transport.requests.count == 1)
  }

  @Test("Updates send no request until they are read, and each loop sends a new one")
  func coldUpdates() async throws {
    let transport = CannedTransport(["/n": .json("1")])
    let api = JSONPlaceholder(configuration: .init(transport: transport))
    let updates = api.updates(Endpoint(Int.self, path: "/n"))
    #expect(transport.requests.isEmpty)
    for _ in 1...2 { #expect(await words(updates) == ["1"]) }
    #expect(transport.requests.count == 2)
  }

  // MARK: Endpoints made from others

  @Test("A mapped endpoint gives the mapped value, from fetch and from updates")
  func mapped() async throws {
    let names = Endpoint.users.map { users, _ in users.map(\.name) }
    #expect(try await JSONPlaceholder.sample.fetch(names).value.count == 10)
    let count = Endpoint([User].self, path: "/users").map { users, _ in users.count }
    #expect(await words(JSONPlaceholder.sample.updates(count)) == ["10"])
  }

  /// An error of the caller's own.
  private struct Refusal: Error, Equatable {
    let code: Int
  }

  @Test("The call rethrows a CancellationError that a reader or map threw")
  func ownCancellation() async throws {
    let endpoints: [Endpoint<[User]>] = [
      Endpoint(path: "/users") { _ in throw CancellationError() },
      .users.map { _, _ in throw CancellationError() },
      Endpoint([User].self, path: "/users").map { _, _ in throw CancellationError() },
    ]
    for endpoint in endpoints {
      await #expect(throws: CancellationError.self) {
        try await JSONPlaceholder.sample.fetch(endpoint)
      }
    }
  }

  @Test("A map sees the value and its source; the call rethrows its error, and stores the response")
  func rules() async throws {
    let transport = CannedTransport(inTurn: [
      "/n": [
        .status(203, "1", headerFields: ["X-Draft": "no"]),
        .status(200, "2", headerFields: ["X-Draft": "yes"]),
      ]
    ])
    let directory = try TemporaryDirectory()
    let api = JSONPlaceholder(
      cache: ResponseCache(directory: directory.path), configuration: .init(transport: transport))
    let numbers = Endpoint(Int.self, path: "/n")
    let published = numbers.map { value, source in
      if source.headerFields["X-Draft"] != "no" { throw Refusal(code: value) }
      return [value, source.status]
    }
    #expect(try await api.fetch(published).value == [1, 203])
    for endpoint in [published, published.map { numbers, _ in numbers }] {
      await #expect(throws: Refusal(code: 2)) { try await api.fetch(endpoint) }
    }
    #expect(try await api.fetch(numbers, policy: .storedOnly).value == 2)
  }

  // MARK: Joined records

  @Test("A join for one record requests that record, and whole lists of the records below it")
  func joins() async throws {
    let transport = CannedTransport { request in .sample(request) }
    let api = JSONPlaceholder(configuration: .init(transport: transport))
    let all = try await JSONPlaceholder.sample.fetch(.usersWithAlbums()).value
    #expect(try await api.fetch(.userWithAlbums(3)).value == all[2])
    #expect(Set(transport.requests.map(\.path)) == ["/users/3", "/albums", "/photos"])
    #expect(try await api.fetch(.albumWithPhotos(17)).value == all[1].albums[6])
    let short = try await api.fetch(.usersWithAlbums(includingPhotos: false)).value
    #expect(short.map(\.albums.count) == all.map(\.albums.count))
    #expect(short.allSatisfy { user in user.albums.allSatisfy(\.photos.isEmpty) })
    #expect(transport.requests.map(\.path).suffix(2).sorted() == ["/albums", "/users"])
    let error = await #expect(throws: FetchError.self) { try await api.fetch(.userWithAlbums(11)) }
    #expect(error?.status == 404)
  }

  @Test("A joined model can be encoded and decoded again, and shows its record's members")
  func codable() async throws {
    let users = [try await JSONPlaceholder.sample.fetch(.userWithAlbums(1)).value]
    #expect(users[0].name == users[0].user.name)
    #expect(users[0].albums[0].title == users[0].albums[0].album.title)
    let server = CannedTransport(["/x": .json(try JSONEncoder().encode(users))])
    let api = JSONPlaceholder(configuration: .init(transport: server))
    #expect(try await api.fetch(Endpoint([UserWithAlbums].self, path: "/x")).value == users)
  }
}
