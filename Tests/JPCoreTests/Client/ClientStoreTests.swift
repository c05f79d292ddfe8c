import TestSupport
import Testing

@testable import JPCore

@Suite("A client's store", .limited)
struct ClientStoreTests {
  private static func fresh(_ body: String) -> CannedTransport.Answer {
    .status(200, body, fields: [.init(name: "Cache-Control", value: "max-age=86400")])
  }

  @Test("removeAll empties a directory and memory")
  func removeAll() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("kept", to: "other.txt")
    for cache in [ResponseCache(directory: directory.path), .inMemory()] {
      let transport = CannedTransport(["/a": Self.fresh("1"), "/b": Self.fresh("2")])
      let client = JSONPlaceholder(transport: transport, cache: cache)
      for _ in 1...2 {
        #expect(try await client.fetch(Int.self, from: "/a").value == 1)
        #expect(try await client.fetch(Int.self, from: "/b").value == 2)
      }
      #expect(transport.requests.count == 2)
      try cache.removeAll()
      await #expect(throws: FetchError.self) {
        try await client.fetch(Int.self, from: "/a", policy: .storedOnly)
      }
      #expect(try await client.fetch(Int.self, from: "/a").value == 1)
      #expect(transport.requests.count == 3)
    }
    #expect(try SystemFile.names(in: directory.path).contains("other.txt"))
  }
}
