import Synchronization
import TestSupport
import Testing

@testable import JPCore

@Suite("A client's store")
struct ClientStoreTests {
  private static func fresh(_ body: String) -> CannedTransport.Answer {
    .status(200, body, fields: [.init(name: "Cache-Control", value: "max-age=86400")])
  }

  @Test("All that is stored can be removed, from a directory and from memory")
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

  @Test("In memory, too, a stale response stands in, a 304 freshens it, and a 404 removes it")
  func memory() async throws {
    let now = Mutex(HTTPDate(seconds: 1_000_000))
    let fields: HeaderFields = [
      .init(name: "Cache-Control", value: "max-age=60"), .init(name: "ETag", value: "\"1\""),
    ]
    let transport = CannedTransport(inTurn: [
      "/n": [
        .status(200, "1", fields: fields), .failure(.reset), .status(304, "", fields: fields),
        .status(404),
      ]
    ])
    let client = JSONPlaceholder(
      transport: transport, cache: .inMemory(), clock: { now.withLock(\.self) })
    func origin(after seconds: Int) async throws -> String {
      now.withLock { $0 = HTTPDate(seconds: $0.seconds + seconds) }
      let fetched = try await client.fetch(Int.self, from: "/n")
      #expect(fetched.value == 1)
      return fetched.sources[0].word
    }
    #expect(try await origin(after: 0) == "miss")
    #expect(try await origin(after: 59) == "hit")
    #expect(try await origin(after: 1) == "stale")
    #expect(try await origin(after: 0) == "revalidated")
    #expect(try await origin(after: 59) == "hit")
    await #expect(throws: FetchError.self) { try await origin(after: 1) }
    await #expect(throws: FetchError.self) {
      try await client.fetch(Int.self, from: "/n", policy: .storedOnly)
    }
    #expect(transport.requests[1].fields["If-None-Match"] == "\"1\"")
  }

  @Test("Memory has room for so much, and what came first goes first")
  func room() async throws {
    let transport = CannedTransport { request in Self.fresh("\"\(request.path)\"") }
    let client = JSONPlaceholder(transport: transport, cache: .inMemory(maxBytes: 2000))
    for path in ["/a", "/b", "/c", "/d"] {
      _ = try await client.fetch(String.self, from: path)
    }
    var stored: [String] = []
    for path in ["/a", "/b", "/c", "/d"] {
      let fetched = try? await client.fetch(String.self, from: path, policy: .storedOnly)
      stored += fetched.map { [$0.value] } ?? []
    }
    #expect(stored == ["/b", "/c", "/d"])
    // What is too large takes nothing's place.
    let long = "/" + String(repeating: "x", count: 2000)
    let fetched = try await client.fetch(String.self, from: long)
    #expect(fetched.irregularities.count == 1)
  }
}
