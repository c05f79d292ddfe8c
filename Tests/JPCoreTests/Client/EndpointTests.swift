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
        == ["/albums", "/albums/2", "/users/1/albums"])
    #expect(
      await [path(.photos), path(.photo(3)), path(.photos(ofAlbum: 3))]
        == ["/photos", "/photos/3", "/albums/3/photos"])
    #expect(
      await [path(.posts), path(.post(4)), path(.posts(ofUser: 1).page(2, size: 5))]
        == ["/posts", "/posts/4", "/users/1/posts?_page=2&_limit=5"])
    #expect(
      await [path(.comments), path(.comment(5)), path(.comments(ofPost: 1))]
        == ["/comments", "/comments/5", "/posts/1/comments"])
    #expect(
      await [path(.todos), path(.todo(6)), path(.todos(ofUser: 1))]
        == ["/todos", "/todos/6", "/users/1/todos"])
  }

  @Test("The built-in data answers endpoints for joins, children, pages and records")
  func sample() async throws {
    let api = JSONPlaceholder.sample
    #expect(try await api.fetch(.usersWithAlbums()).value.count == 10)
    #expect(try await api.fetch(.comments(ofPost: 1)).value.map(\.id) == Array(1...5))
    #expect(try await api.fetch(.todos(ofUser: 10)).value.last == api.fetch(.todo(200)).value)
    let page = try await api.fetch(.posts.page(3, size: 30))
    #expect(page.value.map(\.id) == Array(61...90))
    #expect(page.totalCount == 100)
    #expect(try await api.fetch(.posts.page(.max, size: .max)).value.isEmpty)
    let error = await #expect(throws: FetchError.self) { try await api.fetch(.user(11)) }
    #expect(error?.cause == .status(404, message: nil))
  }

  @Test(
    "A stored list answers requests for its records, online and offline, except with .ignoringStored"
  )
  func storedLists() async throws {
    let albums = #"[{"userId":1,"id":1,"title":"x"},{"userId":2,"id":2,"title":"y"}]"#
    let transport = CannedTransport(["/albums": Self.fresh(albums)])
    let directory = try TemporaryDirectory()
    let api = JSONPlaceholder(
      cache: ResponseCache(directory: directory.path), configuration: .init(transport: transport))
    await #expect(throws: FetchError.self) { try await api.fetch(.album(2), policy: .storedOnly) }
    _ = try await api.fetch(.albums)
    let ofUser = try await api.fetch(.albums(ofUser: 1), policy: .storedOnly)
    #expect(ofUser.value.map(\.title) == ["x"])
    // A stored list knows nothing about a server's pages.
    await #expect(throws: FetchError.self) {
      try await api.fetch(.albums(ofUser: 1).page(1, size: 5), policy: .storedOnly)
    }
    for policy in [CachePolicy.standard, .storedOnly] {
      let album = try await api.fetch(.album(2), policy: policy)
      #expect(album.value.title == "y" && album.sources[0].derivedFrom != nil)
    }
    #expect(transport.requests.count == 1)
    // The record itself is asked for.
    #expect(try await api.fetch(.album(2), policy: .ignoringStored).value.title == "y")
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
    let names = Endpoint.users.map { users in users.map(\.name) }
    #expect(try await JSONPlaceholder.sample.fetch(names).value.count == 10)
    let count = Endpoint([User].self, path: "/users").map(\.count)
    #expect(await words(JSONPlaceholder.sample.updates(count)) == ["10"])
  }

  /// An error of the caller's own.
  private struct Refusal: Error, Equatable {
    let code: Int
  }

  @Test("The FetchError's `underlying` is the error that a reader, map or validation closure threw")
  func ownErrors() async throws {
    let refusal = Refusal(code: 7)
    let endpoints: [Endpoint<[User]>] = [
      Endpoint(path: "/users") { _ in throw refusal },
      .users.map { _ in throw refusal }, .users.validated { _, _ in throw refusal },
      Endpoint(path: "/users").validated { _, _ in throw refusal },
    ]
    for endpoint in endpoints {
      let error = await #expect(throws: FetchError.self) {
        try await JSONPlaceholder.sample.fetch(endpoint)
      }
      #expect(error?.underlying as? Refusal == refusal)
    }
    let other = await #expect(throws: FetchError.self) {
      try await JSONPlaceholder.sample.fetch(Endpoint(Int.self, path: "/users"))
    }
    #expect(other?.underlying == nil)
  }

  @Test("The call rethrows a CancellationError that a reader, map or validation closure threw")
  func ownCancellation() async throws {
    let endpoints: [Endpoint<[User]>] = [
      Endpoint(path: "/users") { _ in throw CancellationError() },
      .users.map { _ in throw CancellationError() },
      .users.validated { _, _ in throw CancellationError() },
      Endpoint(path: "/users").validated { _, _ in throw CancellationError() },
    ]
    for endpoint in endpoints {
      await #expect(throws: CancellationError.self) {
        try await JSONPlaceholder.sample.fetch(endpoint)
      }
    }
  }

  @Test("A validation sees the value and the response; if it throws, a stored response is used")
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
    let published = Endpoint(Int.self, path: "/n").validated { value, response in
      if response.headerFields["X-Draft"] != "no" { throw Refusal(code: value) }
    }
    let first = try await api.fetch(published)
    #expect(first.value == 1)
    #expect(first.sources.map(\.status) == [203])
    let second = try await api.fetch(published)
    #expect(second.value == 1)
    #expect(second.errors.first?.underlying as? Refusal == Refusal(code: 2))
  }

  @Test(
    "page() replaces an earlier page, and numbers and sizes below 1 are refused",
    arguments: [0, -1])
  func invalidPages(number: Int) async throws {
    let transport = CannedTransport { _ in .json("[]") }
    let api = JSONPlaceholder(configuration: .init(transport: transport))
    for endpoint in [
      Endpoint.posts.page(number, size: 5), .posts.page(1, size: number),
      Endpoint([Post].self, path: "/posts").page(number, size: 5),
    ] {
      let error = await #expect(throws: FetchError.self) { try await api.fetch(endpoint) }
      #expect(error?.description.contains("pages and their sizes begin at 1") == true)
    }
    #expect(transport.requests.isEmpty)
    let pages = Endpoint([Post].self, path: "/posts?a=1&_page=7&_limit=9").page(2, size: 5)
    _ = try await api.fetch(pages.page(3, size: 4))
    #expect(transport.requests.map(\.path) == ["/posts?a=1&_page=3&_limit=4"])
  }

  @Test(
    "pages() ends at the server's total count or, without one, at the first page that isn't full")
  func pages() async throws {
    var sizes: [Int] = []
    for try await page in JSONPlaceholder.sample.pages(of: .posts, size: 30) {
      sizes.append(page.value.count)
    }
    #expect(sizes == [30, 30, 30, 10])
    for (count, expected) in [(0, [0]), (4, [4, 0]), (5, [4, 1])] {
      let numbers = CannedTransport { request in
        let isFirst = request.path.contains("_page=1&")
        let first = min(4, count)
        return try .json(Array(repeating: 1, count: isFirst ? first : count - first))
      }
      let api = JSONPlaceholder(configuration: .init(transport: numbers))
      var found: [Int] = []
      for try await page in api.pages(of: Endpoint([Int].self, path: "/n"), size: 4) {
        found.append(page.value.count)
      }
      #expect(found == expected.filter { $0 > 0 } || found == expected)
    }
  }

  @Test("A server that ignores pages and sends a longer list is asked only once")
  func pagesOfServerWithoutPages() async throws {
    let transport = CannedTransport { _ in .json("[1, 2, 3, 4, 5]") }
    let api = JSONPlaceholder(configuration: .init(transport: transport))
    var found: [[Int]] = []
    for try await page in api.pages(of: Endpoint([Int].self, path: "/n"), size: 4) {
      found.append(page.value)
    }
    #expect(found == [[1, 2, 3, 4, 5]])
    #expect(transport.requests.count == 1)
  }

  @Test("If the server repeats the same full page, pages() stops after the second request")
  func pagesOfServerThatRepeats() async throws {
    let transport = CannedTransport { _ in .json("[1, 2, 3, 4]") }
    let api = JSONPlaceholder(configuration: .init(transport: transport))
    var found: [[Int]] = []
    for try await page in api.pages(of: Endpoint([Int].self, path: "/n"), size: 4) {
      found.append(page.value)
      // Without its end, this loop would go on for ever.
      if found.count > 9 { break }
    }
    #expect(found == [[1, 2, 3, 4]])
    #expect(transport.requests.count == 2)
  }

  @Test("pages() works with any Equatable elements, such as those of a mapped endpoint")
  func pagesOfMappedElements() async throws {
    struct Title: Equatable {
      let text: String
    }
    let titles = Endpoint.posts.map { posts in posts.map { post in Title(text: post.title) } }
    var count = 0
    for try await page in JSONPlaceholder.sample.pages(of: titles, size: 60) {
      count += page.value.count
    }
    #expect(count == 100)
  }

  @Test("If the server's pages are smaller than requested, pages() goes on up to the total count")
  func smallerPages() async throws {
    let server = CannedTransport { request in
      let number = request.path.contains("_page=3") ? 1 : 2
      return .status(
        200, "[\(Array(repeating: "1", count: number).joined(separator: ","))]",
        headerFields: ["X-Total-Count": "5"])
    }
    let api = JSONPlaceholder(configuration: .init(transport: server))
    var counts: [Int] = []
    for try await page in api.pages(of: Endpoint([Int].self, path: "/n"), size: 500) {
      counts.append(page.value.count)
    }
    #expect(counts == [2, 2, 1])
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

  @Test("A joined model is encoded as the tool prints it, can be decoded again, and can be changed")
  func codable() async throws {
    let users = try await JSONPlaceholder.sample.fetch(.usersWithAlbums()).value
    let transport = CannedTransport(["/x": try .json(users)])
    let api = JSONPlaceholder(configuration: .init(transport: transport))
    #expect(try await api.fetch(Endpoint([UserWithAlbums].self, path: "/x")).value == users)
    let title = try await api.fetch(
      Endpoint(path: "/x") { document in
        document.root.elements[0]["albums"]?.elements[0]["photos"]?.elements[0]["title"]?.string
      }
    ).value
    #expect(title == users[0].albums[0].photos[0].title)
    var user = users[0]
    user.name = "Ada"
    user.albums[0].title = "Sea"
    #expect(user.user.name == "Ada")
    #expect(user.albums[0].album.title == "Sea")
  }
}
