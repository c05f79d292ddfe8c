import TestSupport
import Testing

@testable import JPCore

@Suite("One look-up for each request", .limited)
final class WalkTests {
  private let directory: TemporaryDirectory
  private let cache: ResponseCache

  /// Stores `/users`, `/users/2` and `/albums`, and damages the files: each look-up of one of them is
  /// then reported.
  init() async throws {
    directory = try TemporaryDirectory()
    cache = ResponseCache(directory: directory.path)
    let server = CannedTransport([
      "/users": .json(#"[{"id":1},{"id":2}]"#), "/users/2": .json(#"{"id":2}"#),
      "/albums": .json(#"[{"id":1,"userId":1}]"#),
    ])
    let fetcher = Fetcher(server, base: .host, cache: cache)
    for path in ["/users", "/users/2", "/albums"] { _ = try await fetcher.document(at: path) }
    let entries = try ResponseStore(directory: directory.path).entries()
    #expect(entries.count == 3)
    for entry in entries {
      try directory.write("damaged", to: String(entry.path.dropFirst(directory.path.count + 1)))
    }
  }

  private func fetcher(_ policy: CachePolicy = .standard) -> Fetcher {
    let gone = CannedTransport { _ in .failure(.notConnected) }
    return Fetcher(base: .host, cache: cache, policy: policy) {
      RetryingTransport(gone, policy: .never)
    }
  }

  /// Plans and makes a document's request, which fails.
  private func lookUps(of fetcher: Fetcher) async throws -> Int? {
    let request = try await fetcher.planned("/users/2", derives: true) { $0 }
    await #expect(throws: FetchError.self) { try await fetcher.outcomes(of: [request]) }
    return request.run?.problems.count
  }

  @Test("Users, albums and photos need one look-up each")
  func lists() async throws {
    let fetcher = fetcher()
    let requests = try await fetcher.requests(of: .usersWithAlbums)
    await #expect(throws: FetchError.self) { try await fetcher.outcomes(of: requests) }
    // Photos aren't stored.
    #expect((requests.count, requests[0].run?.problems.count) == (3, 2))
  }

  @Test("A record needs one look-up of itself and one of its list, offline and without the server")
  func record() async throws {
    #expect(try await lookUps(of: fetcher(.storedOnly)) == 2)
    #expect(try await lookUps(of: fetcher()) == 2)
  }

  @Test("A typed endpoint needs one look-up of the record and one of its list")
  func endpoint() async throws {
    let server = CannedTransport(["/users/2": .json(#"{"id":2}"#)])
    let fetcher = Fetcher(server, base: .host, cache: cache)
    let fetched = try await Endpoint<Int?>(from: "/users/2") {
      $0.root["id"]?.integer.map { Int($0) }
    }
    .get(fetcher)
    #expect(fetched.value == 2)
    #expect(fetched.irregularities.count == 2)
  }
}
