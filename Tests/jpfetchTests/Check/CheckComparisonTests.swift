import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@Suite(
  "jpfetch check --against",
  .evidence, .needsLibcurl)
struct CheckComparisonTests {
  private static let before = #"[{"id":1,"name":"a","at":1,"x":{"y":1,"z":2}}]"#
  private static let now = #"[{"id":1,"name":"b","at":2,"x":{"y":2,"z":2}}]"#

  private static func server(_ users: String) throws -> LoopbackServer {
    try LoopbackServer { $0.path == "/users" ? .reply(users) : .reply(status: 404, "{}") }
  }

  private func check(_ words: String...) throws -> CommandRun {
    try run(Places.jpfetch, ["check", "users", "drift"] + words)
  }

  @Test("Another server, and a folder of files")
  func places() throws {
    let old = try Self.server(Self.before)
    let new = try Self.server(Self.now)
    let directory = try TemporaryDirectory()
    try directory.write(Self.before, to: "users.json")
    defer {
      old.stop()
      new.stop()
    }
    for place in [old.url, "file:\(directory.path)"] {
      let differs = try check("--base-url", new.url, "--against", place)
      #expect((differs.status, differs.errors) == (1, ""))
      #expect(
        differs.text.hasPrefix("failed  drift  users: 1 changed record: id 1 (name, at and x.y)\n"))
      let same = try check("--base-url", old.url, "--against", place)
      #expect((same.status, same.errors) == (0, ""))
      #expect(same.text.hasPrefix("ok  drift  Every list equals that of \(place) (users)\n"))
    }
  }

  @Test("Where the other one fails, the hint is about --against")
  func otherHint() throws {
    let server = try Self.server(Self.before)
    defer { server.stop() }
    let files = try check("--base-url", server.url, "--against", "file:/nowhere")
    #expect(files.status == 3)
    #expect(
      files.toldLines.last
        == "  try: name a directory with users.json, albums.json and so on: --against file:DIR")
    let port = try LoopbackServer.freePort()
    let other = "http://127.0.0.1:\(port)"
    let gone = try check("--base-url", server.url, "--against", other, "--retry", "0")
    #expect(
      gone.toldLines.last?.hasPrefix("  try: check that the server is running, or --against; ")
        == true)
    let own = try check("--base-url", "file:/nowhere", "--against", server.url)
    #expect(
      own.toldLines.last
        == "  try: name a directory with users.json, albums.json and so on: --base-url file:DIR")
  }

  @Test("The other server is sent no header field that is for the first")
  func fields() throws {
    let old = try Self.server(Self.before)
    let new = try Self.server(Self.before)
    defer {
      old.stop()
      new.stop()
    }
    let words = ["--base-url", new.url, "-H", "Authorization: Bearer x", "-H", "X-A: b"]
    let outcome = try run(
      Places.jpfetch, ["check", "users", "drift", "--against", old.url] + words)
    #expect(outcome.status == 0)
    #expect(new.requests.allSatisfy { $0.head.contains("X-A: b") })
    #expect(old.requests.allSatisfy { !$0.head.contains("X-A") && !$0.head.contains("Bearer") })
    _ = try run(
      Places.jpfetch, ["check", "users", "drift", "--against", new.url + "/"] + words)
    #expect(new.requests.allSatisfy { $0.head.contains("X-A: b") })
  }

  @Test(
    "What may differ: a field, one in an object, the object, of one list; others don't pass",
    arguments: [
      ("name,at,x.y", nil), ("NAME,at,x", nil), ("users.name,users.at,x", nil),
      ("name,at", "id 1 (x.y)"), ("name,x,users.att", "id 1 (at)"), ("na me", "--ignore takes"),
      ("users.albums", "--ignore takes members of the records, not their albums"),
      ("albums.title", "--ignore takes members of the records, not their albums"),
    ] as [(String, String?)])
  func ignored(fields: String, problem: String?) throws {
    let new = try Self.server(Self.now)
    defer { new.stop() }
    let directory = try TemporaryDirectory()
    try directory.write(Self.before, to: "users.json")
    try directory.write("[]", to: "albums.json")
    let outcome = try check(
      "--base-url", new.url, "--against", "file:\(directory.path)", "--ignore", fields)
    guard let problem else {
      #expect((outcome.status, outcome.errors) == (0, ""))
      return
    }
    let isUsage = problem.hasPrefix("--")
    #expect(outcome.status == (isUsage ? 2 : 1))
    #expect((isUsage ? outcome.errors : outcome.text).contains(problem))
  }

  @Test("What is ignored is said; of what is nowhere, that it is")
  func ignoredWords() throws {
    let server = try Self.server(Self.before)
    defer { server.stop() }
    let place = ["--base-url", server.url, "--against", server.url]
    let outcome = try run(
      Places.jpfetch, ["check", "users", "drift", "--ignore", "name,nick"] + place)
    #expect(outcome.status == 0)
    #expect(
      outcome.text.contains(" equals that of \(server.url), except for name and nick (users)\n"))
    #expect(outcome.errors == "jpfetch: warning: --ignore nick: no record has it\n")
    let tap = try run(
      Places.jpfetch, ["check", "users", "drift", "--ignore", "name", "-f", "tap"] + place)
    #expect(tap.text.contains("\n# ignored: name\n"))
  }

  @Test("A field that only the other side has is known")
  func otherSide() throws {
    let server = try Self.server(#"[{"id":1,"nick":"a"}]"#)
    let plain = try Self.server(#"[{"id":1}]"#)
    defer {
      server.stop()
      plain.stop()
    }
    for (one, other) in [(server, plain), (plain, server)] {
      let outcome = try check("--base-url", one.url, "--against", other.url, "--ignore", "nick")
      #expect((outcome.status, outcome.errors) == (0, ""))
    }
  }

  @Test("--wait waits for the other server too")
  func waitForOther() throws {
    let failures = Mutex(3)
    let other = try LoopbackServer { _ in
      let fails = failures.withLock { count in
        count -= 1
        return count >= 0
      }
      return fails ? .reply(status: 503, "{}") : .reply(Self.before)
    }
    let server = try Self.server(Self.before)
    defer {
      other.stop()
      server.stop()
    }
    let outcome = try check("--base-url", server.url, "--against", other.url, "--wait", "60s")
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(other.requests.count == 4)
  }

  @Test("Where the other one can't be had, nothing passes, and it is told why")
  func unavailable() throws {
    let new = try Self.server(Self.now)
    defer { new.stop() }
    let port = try LoopbackServer.freePort()
    let outcome = try check(
      "--base-url", new.url, "--against", "http://127.0.0.1:\(port)", "--wait", "500ms",
      "--retry", "0")
    #expect(outcome.status == 3)
    let start =
      "not run  drift  not checked: users: connection refused: http://127.0.0.1:\(port)/users"
    #expect(outcome.text.hasPrefix(start))
    #expect(
      outcome.toldLines.dropFirst().first?.hasPrefix(
        "jpfetch: error: connection refused: http://127.0.0.1:\(port)/users")
        == true)
  }
}
