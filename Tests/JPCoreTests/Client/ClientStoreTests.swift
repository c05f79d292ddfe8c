import TestSupport
import Testing

@testable import JPCore

@Suite("A client's store", .limited)
struct ClientStoreTests {
  @Test("removeAll empties a directory, but for the files of others")
  func removeAll() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("kept", to: "other.txt")
    let cache = ResponseCache(directory: directory.path)
    let client = JSONPlaceholder(
      cache: cache,
      configuration: .init(transport: CannedTransport(["/a": .json("1"), "/b": .json("2")])))
    for path in ["/a", "/b"] { _ = try await client.fetch(Endpoint(Int.self, path: path)) }
    #expect(try await client.fetch(Endpoint(Int.self, path: "/a"), policy: .storedOnly).value == 1)
    try cache.removeAll()
    for path in ["/a", "/b"] {
      await #expect(throws: FetchError.self) {
        try await client.fetch(Endpoint(Int.self, path: path), policy: .storedOnly)
      }
    }
    #expect(try SystemFile.names(in: directory.path).contains("other.txt"))
  }
}
