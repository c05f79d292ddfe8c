import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@Suite("Responses like those of the public service and its outages", .needsLibcurl, .limited)
struct ServiceTests {
  @Test("Header fields about rate limits don't delay a retry")
  func rateLimit() async throws {
    let tries = Mutex(0)
    let fields = [
      "X-Ratelimit-Limit: 1000", "X-Ratelimit-Remaining: 0", "X-Ratelimit-Reset: 4102444800",
      "RateLimit: limit=9, remaining=0, reset=9999",
    ]
    let site = try ServerAndStore { _ in
      let isFirst = tries.withLock { tries in
        tries += 1
        return tries == 1
      }
      return .reply(status: isFirst ? 503 : 200, fields: fields, isFirst ? "{}" : "[]")
    }
    let outcome = try await site.jpfetch("users -e none --count -v")
    outcome.expect(status: 0, text: "0\n")
    #expect(outcome.firstError.firstMatch(of: /retry 1 of 2 in \d+ ms: 503/) != nil, "\(outcome)")
  }

  @Test("Chunked gzip content without a length is decoded")
  func gzip() async throws {
    let packed = Gzip.stored(Array(#"[{"id":1,"name":"A"}]"#.utf8))
    let site = try ServerAndStore { _ in
      let head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\n"
        + "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
      var steps: [LoopbackServer.Step] = [.send(head)]
      for part in [packed.prefix(12), packed.dropFirst(12)] {
        steps += [.send(String(part.count, radix: 16) + "\r\n"), .send(Array(part)), .send("\r\n")]
      }
      return steps + [.send("0\r\n\r\n"), .close]
    }
    try await site.jpfetch("users -e none -F id,name -f csv").expect(text: "id,name\r\n1,A\r\n")
    #expect(site.requests.first?.head.lowercased().contains("\r\naccept-encoding: ") == true)
  }

  @Test("A host name without an address is the error net.dns, with exit 3")
  func noAddress() async throws {
    // A label can have 63 characters at most, so no name server is asked.
    let label = String(repeating: "a", count: 64)
    let outcome = try await jpfetch(
      "users -e none --retry 0 --json --base-url", ["http://\(label).example"])
    outcome.expect(status: 3, text: "")
    #expect(outcome.codes == ["net.dns"], "\(outcome)")
  }

  @Test("If several requests fail, the first in the catalogue's order is reported", .needsLibcurl)
  func order() async throws {
    // Later ones fail earlier.
    let site = try ServerAndStore { request in
      switch request.path {
      case "/posts": .reply(status: 500, "{}", after: .milliseconds(300))
      case "/users": .reply("[]")
      default: .reply(status: 404, "{}")
      }
    }
    let outcome = try await site.jpfetch("users -e posts.comments,todos --json --retry 0")
    outcome.expect(status: 5)
    #expect(outcome.codes == ["http.500"], "\(outcome)")
  }

  private static let failuresOfPosts: [(String, Int32)] = [
    ("posts 404 -e comments", 4), ("posts 1 -e comments", 6),
  ]

  @Test(
    "If records are requested by id, the first failure in the catalogue's order is reported, too",
    .needsLibcurl,
    arguments: [("albums 7 -e user", 5), ("albums 7 8 -e user", 5)] + failuresOfPosts)
  func orderWithIDs(line: String, status: Int32) async throws {
    let site = try ServerAndStore { request in
      switch request.path {
      case "/posts/1": .reply(#"{"id":1,"userId":1}"#)
      case "/comments": .reply("no JSON")
      case "/users": .reply(status: 500, "{}")
      default: .reply(status: 404, "{}")
      }
    }
    try await site.jpfetch(line + " --retry 0").expect(status: status)
  }

  @Test("A failure in files has the same exit status as on a server", arguments: failuresOfPosts)
  func orderFromFiles(line: String, status: Int32) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"[{"id":1,"userId":1}]"#, to: "posts.json")
    try directory.write("no JSON", to: "comments.json")
    try await jpfetch(line, directory.options).expect(status: status)
  }

  @Test(
    "A warning about missing parents is only about the selected records",
    arguments: [
      ("albums 1 -e user", ""), ("albums 1 2 -e user", "1 album has no user"),
      ("albums -e user", "1 album has no user"),
    ])
  func missingParents(line: String, warning: String) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"[{"id":1}]"#, to: "users.json")
    try directory.write(#"[{"id":1,"userId":1},{"id":2,"userId":9}]"#, to: "albums.json")
    let outcome = try await jpfetch(line + " --json", directory.options)
    outcome.expect(status: 0)
    #expect(outcome.errors.isEmpty == warning.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains(warning) || warning.isEmpty, "\(outcome)")
  }
}
