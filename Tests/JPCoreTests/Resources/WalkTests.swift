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

  private var fetcher: Fetcher {
    Fetcher(CannedTransport { _ in .failure(.connectionRefused) }, base: .host, cache: cache)
  }

  /// Makes requests, which fail, and counts the look-ups.
  private func lookUps(of requests: [PlannedRequest], by fetcher: Fetcher) async throws -> Int? {
    let outcomes = try await fetcher.outcomes(of: requests)
    #expect(outcomes.last?.failure != nil)
    return requests[0].cacheRun?.problems.count
  }

  @Test("Users, albums and photos need one look-up each")
  func lists() async throws {
    let requests = try await fetcher.planRequests(
      of: RecordQuery(.users, embeddings: Resource.users.embeddings(["albums.photos"])))
    // Photos aren't stored.
    #expect(try await lookUps(of: requests, by: fetcher) == 2)
  }

  @Test(
    "A record needs one look-up of itself and one of its list, offline and without the server",
    arguments: [CachePolicy.storedOnly, .standard])
  func record(policy: CachePolicy) async throws {
    let fetcher = fetcher.withPolicy(policy)
    let request = try await fetcher.planRequest(for: "/users/2", allowsList: true)
    #expect(try await lookUps(of: [request], by: fetcher) == 2)
  }
}
