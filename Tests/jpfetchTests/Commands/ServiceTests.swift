import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@Suite("Responses like those of the public service and its outages", .needsLibcurl, .limited)
struct ServiceTests {
  @Test("Without --base-url, the public service is asked")
  func address() async throws {
    let plan = try await jpfetch("users -e none --dry-run")
    #expect(plan.text.contains(" https://jsonplaceholder.typicode.com/users "), "\(plan)")
  }

  @Test(
    "An outage with an HTML page doesn't replace a stored response",
    arguments: [403, 502, 503, 520])
  func outage(status: Int) async throws {
    let site = try ServerAndStore()
    let line = "users -e none --json --retry 0"
    let good = try await site.jpfetch(line)
    good.expect(status: 0, errors: "")
    site.answer { _ in
      .reply(status: status, type: "text/html", "<!DOCTYPE html><title>Sorry</title>")
    }
    let stale = try await site.jpfetch(line)
    stale.expect(status: 0, text: good.text)
    #expect(stale.codes.count == 1, "\(stale)")
    let offline = try await site.jpfetch(line + " --offline")
    offline.expect(status: 0, text: good.text, errors: "")
    let without = try await site.jpfetch(line + " --no-cache")
    without.expect(status: status == 403 ? 4 : 5, text: "")
  }

  @Test("A response of any age is shown offline, and in place of a failure")
  func oldResponse() async throws {
    let fields = ["Cache-Control: max-age=1", "Age: 300000000"]
    let site = try ServerAndStore { _ in .reply(fields: fields, #"[{"id":1}]"#) }
    let line = "users -e none --json --retry 0"
    let good = try await site.jpfetch(line)
    good.expect(status: 0, errors: "")
    let offline = try await site.jpfetch(line + " --offline")
    offline.expect(status: 0, text: good.text, errors: "")
    site.server.stop()
    let stale = try await site.jpfetch(line)
    stale.expect(status: 0, text: good.text)
    #expect(stale.codes == ["net.refused"], "\(stale)")
  }

  @Test("A response with no-cache is revalidated by its entity tag in every run")
  func ownServer() async throws {
    let tag = "W/\"5c7b-q1\""
    let fields = ["Cache-Control: no-cache", "Pragma: no-cache", "Expires: -1", "ETag: \(tag)"]
    let site = try ServerAndStore { request in
      let isKnown = request.head.contains("\r\nIf-None-Match: \(tag)\r\n")
      return .reply(status: isKnown ? 304 : 200, fields: fields, isKnown ? "" : #"[{"id":1}]"#)
    }
    var words: [String?] = []
    for _ in 1...3 {
      let meta = try await site.json("users -e none --meta")
      #expect(meta["data"]?.elements.count == 1)
      words.append(meta["sources"]?.elements.first?["cache"]?.string)
    }
    #expect(words == ["miss", "revalidated", "revalidated"])
  }

  @Test(
    "--refresh and --max-age 0 revalidate a fresh response",
    arguments: ["--refresh", "--max-age 0"])
  func refresh(option: String) async throws {
    let fields = ["Cache-Control: max-age=43200", "ETag: W/\"1\""]
    let site = try ServerAndStore { request in
      let isKnown = request.head.contains("\r\nIf-None-Match: W/\"1\"\r\n")
      return .reply(status: isKnown ? 304 : 200, fields: fields, isKnown ? "" : #"[{"id":1}]"#)
    }
    func expectWord(_ expected: String, _ option: String = "") async throws {
      let meta = try await site.json("users -e none --meta \(option)")
      #expect(meta["sources"]?.elements.first?["cache"]?.string == expected)
    }
    try await expectWord("miss")
    try await expectWord("hit")
    try await expectWord("revalidated", option)
    try await expectWord("offline", "--offline")
    site.server.stop()
    try await expectWord("stale", option)
  }

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

  @Test("--meta has the URL, status, cache state, age, date and entity tag of each source")
  func sources() async throws {
    let date = "Wed, 25 Nov 2026 03:34:13 GMT"
    let site = try ServerAndStore { _ in
      .reply(
        status: 203,
        fields: ["Date: \(date)", "ETag: W/\"x\"", "Age: 70", "Cache-Control: max-age=9999999999"],
        "[]")
    }
    _ = try await site.jpfetch("users -e none")
    let meta = try await site.json("users -e none --meta")
    #expect(
      meta.members.map(\.name)
        == ["data", "sources", "oldest", "newest", "irregularities", "errors", "counts"])
    let source = try #require(meta["sources"]?.elements.first)
    #expect(source["source"]?.string == "users")
    #expect(source["url"]?.string == "\(site.url)/users")
    #expect(source["status"]?.integer == 203)
    #expect(source["cache"]?.string == "hit")
    #expect(try #require(source["age"]?.integer) >= 70)
    #expect(source["date"]?.string == date)
    #expect(source["etag"]?.string == "W/\"x\"")
    #expect(meta["counts"]?["users"]?.integer == 0)
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
