import Foundation
import JPCore
import TestSupport
import Testing

@Suite(
  "Offline after cache warm",
  .needsLibcurl, .limited)
struct OfflineTests {
  private let site: ServerAndStore

  init() throws {
    site = try ServerAndStore()
  }

  private func warm() async throws { try await site.jpfetch("cache warm").expect(status: 0) }

  @Test("Offline, a stored list answers filters at any depth, but no pages")
  func filters() async throws {
    try await warm()
    for (path, ids) in [
      ("/posts/1/comments?id=2", [2]), ("/users?address.city=Port+Townsend", [8]),
      ("/users/3/albums?userId=1&id=22", [22]), ("/albums?id=1&id=2", [1, 2]),
    ] as [(String, [Int64])] {
      #expect(
        try await site.json("get \(path) --offline").elements.map { $0["id"]?.integer } == ids,
        "\(path)")
    }
    for path in ["/posts?user%49d=1&x=", "/albums?_page=1"] {
      let unknown = try await site.jpfetch("get --offline", [path])
      unknown.expect(status: 7, text: "")
      #expect(unknown.firstError.hasSuffix(" \(site.url)\(path)"), "\(unknown)")
    }
  }

  @Test("If the server fails, a stored list replaces a filter's response, with a warning")
  func standIn() async throws {
    try await warm()
    site.server.stop()
    let outcome = try await site.jpfetch("get /posts?userId=2 --strict")
    #expect((outcome.status, outcome.text.hasPrefix("[\n  {\n")) == (8, true), "\(outcome)")
    #expect(
      outcome.errors.hasPrefix("jpfetch: warning: showing a response stored "),
      "\(outcome)")
    #expect(
      outcome.errors.contains("\n  connection refused: \(site.url)/posts?userId=2: "), "\(outcome)")
  }
}
