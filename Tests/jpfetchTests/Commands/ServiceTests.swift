import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@Suite("What the public service and its outages look like", .evidence, .needsLibcurl, .limited)
struct ServiceTests {
  @Test("Without --base-url, the public service is asked")
  func address() throws {
    let plan = try jpfetch("users", "-e", "none", "--dry-run").text
    #expect(plan.hasPrefix("GET https://jsonplaceholder.typicode.com/users "))
  }

  @Test(
    "An outage that comes as HTML replaces no stored response", arguments: [403, 502, 503, 520])
  func outage(status: Int) throws {
    let site = try ServerAndStore()
    let line = "users -e none --json --retry 0"
    let good = try site.jpfetch(line)
    #expect((good.status, good.errors) == (0, ""))
    site.answer { _ in
      .reply(status: status, type: "text/html", "<!DOCTYPE html><title>Sorry</title>")
    }
    let stale = try site.jpfetch(line)
    #expect((stale.status, stale.text, stale.codes.count) == (0, good.text, 1))
    let offline = try site.jpfetch(line + " --offline")
    #expect((offline.status, offline.text, offline.errors) == (0, good.text, ""))
    let without = try site.jpfetch(line + " --no-cache")
    #expect((without.status, without.text) == (status == 403 ? 4 : 5, ""))
  }

  @Test("A response of any age is shown offline, and in place of a failure")
  func oldResponse() throws {
    let fields = ["Cache-Control: max-age=1", "Age: 300000000"]
    let site = try ServerAndStore { _ in .reply(fields: fields, #"[{"id":1}]"#) }
    let line = "users -e none --json --retry 0"
    let good = try site.jpfetch(line)
    #expect((good.status, good.errors) == (0, ""))
    let offline = try site.jpfetch(line + " --offline")
    #expect((offline.status, offline.text, offline.errors) == (0, good.text, ""))
    site.server.stop()
    let stale = try site.jpfetch(line)
    #expect((stale.status, stale.text, stale.codes) == (0, good.text, ["net.refused"]))
  }

  @Test("no-cache, Pragma and an invalid Expires are confirmed by the entity tag in every run")
  func ownServer() throws {
    let tag = "W/\"5c7b-q1\""
    let fields = ["Cache-Control: no-cache", "Pragma: no-cache", "Expires: -1", "ETag: \(tag)"]
    let site = try ServerAndStore { request in
      let isKnown = request.head.contains("\r\nIf-None-Match: \(tag)\r\n")
      return .reply(status: isKnown ? 304 : 200, fields: fields, isKnown ? "" : #"[{"id":1}]"#)
    }
    var words: [String?] = []
    for _ in 1...3 {
      let meta = try site.json("users -e none --meta")
      #expect(meta["data"]?.elements.count == 1)
      words.append(meta["sources"]?.elements.first?["cache"]?.string)
    }
    #expect(words == ["miss", "revalidated", "revalidated"])
  }

  @Test(
    "--refresh and --max-age 0 confirm a fresh response", arguments: ["--refresh", "--max-age 0"])
  func refresh(option: String) throws {
    let fields = ["Cache-Control: max-age=43200", "ETag: W/\"1\""]
    let site = try ServerAndStore { request in
      let isKnown = request.head.contains("\r\nIf-None-Match: W/\"1\"\r\n")
      return .reply(status: isKnown ? 304 : 200, fields: fields, isKnown ? "" : #"[{"id":1}]"#)
    }
    func word(_ option: String) throws -> String? {
      let meta = try site.json("users -e none --meta \(option)")
      return meta["sources"]?.elements.first?["cache"]?.string
    }
    #expect(try word("") == "miss")
    #expect(try word("") == "hit")
    #expect(try word(option) == "revalidated")
    #expect(try word("--offline") == "offline")
    site.server.stop()
    #expect(try word(option) == "stale")
  }

  @Test("Fields about rate limits don't delay the next try")
  func rateLimit() throws {
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
    let outcome = try site.jpfetch("users -e none --count -v")
    #expect((outcome.status, outcome.text) == (0, "0\n"))
    #expect(outcome.firstError.firstMatch(of: /retry 1 of 2 in \d+ ms: 503/) != nil)
  }

  @Test("Gzip in chunks, without a length, is decoded")
  func gzip() throws {
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
    #expect(try site.jpfetch("users -e none -F id,name -f csv").text == "id,name\r\n1,A\r\n")
    #expect(site.requests.first?.head.lowercased().contains("\r\naccept-encoding: ") == true)
  }

  @Test("--meta has the facts of each source")
  func sources() throws {
    let date = "Wed, 25 Nov 2026 03:34:13 GMT"
    let site = try ServerAndStore { _ in
      .reply(
        fields: ["Date: \(date)", "ETag: W/\"x\"", "Age: 70", "Cache-Control: max-age=9999999999"],
        "[]")
    }
    _ = try site.jpfetch("users -e none")
    let meta = try site.json("users -e none --meta")
    #expect(
      meta.members.map(\.name)
        == ["data", "sources", "oldest", "newest", "irregularities", "errors", "counts"])
    let source = try #require(meta["sources"]?.elements.first)
    #expect(source["source"]?.string == "users")
    #expect(source["url"]?.string == "\(site.url)/users")
    #expect(source["status"]?.integer == 200)
    #expect(source["cache"]?.string == "hit")
    #expect(try #require(source["age"]?.integer) >= 70)
    #expect(source["date"]?.string == date)
    #expect(source["etag"]?.string == "W/\"x\"")
    #expect(meta["counts"]?["users"]?.integer == 0)
  }

  @Test("At most six requests are under way, unless --jobs says otherwise")
  func jobs() throws {
    let gate = Gate(for: 6)
    let site = try ServerAndStore { request in
      gate.pass()
      return sampleReply(request, after: .milliseconds(60))
    }
    #expect(try site.jpfetch("todos 1 2 3 4 5 6 7 8 9 --timeout 60s").status == 0)
    #expect(site.server.mostInFlight == 6)
  }

  @Test("A host without an address is net.dns, exit 3")
  func noAddress() throws {
    // A label can have 63 characters, so that nobody is asked for its address.
    let label = String(repeating: "a", count: 64)
    let outcome = try jpfetch(
      "users", "-e", "none", "--retry", "0", "--json", "--base-url", "http://\(label).example")
    #expect((outcome.status, outcome.text, outcome.codes) == (3, "", ["net.dns"]))
  }

  @Test("Of several failures, the first in the catalogue's order decides", .needsLibcurl)
  func order() throws {
    // Later ones fail earlier.
    let site = try ServerAndStore { request in
      switch request.path {
      case "/posts": .reply(status: 500, "{}", after: .milliseconds(300))
      case "/users": .reply("[]")
      default: .reply(status: 404, "{}")
      }
    }
    let outcome = try site.jpfetch("users -e posts.comments,todos --json --retry 0")
    #expect((outcome.status, outcome.codes) == (5, ["http.500"]))
  }
}
