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

  @Test("With JPFETCH_OFFLINE, --max-stale is accepted and limits nothing")
  func maxStale() async throws {
    site.answer {
      .reply(fields: ["Age: 100", "Cache-Control: max-age=1"], sampleBody($0.path) ?? [])
    }
    try await warm()
    let outcome = try await site.jpfetch(
      "todos --count --max-stale 1s", environment: ["JPFETCH_OFFLINE": "1"])
    outcome.expect(status: 0, text: "200\n")
  }

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

  @Test("A record with a field of the wrong type is shown and stored like any other record")
  func oddRecord() async throws {
    site.answer { request in
      let odd = #"{"id":1,"userId":1,"title":"a","completed":"true"}"#
      let good = #"{"id":2,"userId":1,"title":"b","completed":true}"#
      switch request.path {
      case "/todos": return .reply("[\(odd),\(good)]")
      case "/todos/2": return .reply(good)
      default: return .reply(status: 404, "{}")
      }
    }
    for (line, status) in [
      ("todos", 0), ("todos 2", 0), ("todos --count", 0), ("todos -w completed -F id", 0),
      ("todos -S completed", 0), ("get /todos/1 --offline", 0),
      ("todos 2 9 --partial --offline", 8), ("todos 1 --offline", 0),
    ] as [(String, Int32)] {
      try await site.jpfetch(line).expect(status: status)
    }
  }

  @Test(
    "A response that doesn't fit its path isn't stored, and a warning says why",
    arguments: [
      ("/users", #"{"data":[]}"#, #"line 1 column 1: expected an array, found {"data":[]}"#),
      ("/users", "[7]", "[0], line 1 column 2: expected an object, found 7"),
      (
        "/users", #"[{"a":1}]"#,
        "[0].id, line 1 column 2: expected an integer or a string, found nothing"
      ),
      (
        "/users", #"[{"id":"x"},{"id":1.5}]"#,
        "[1].id, line 1 column 19: expected an integer or a string, found 1.5"
      ),
      ("/users/3", #"{"id":"x"}"#, #"id, line 1 column 7: expected 3, found "x""#),
      ("/users/3", "[]", "line 1 column 1: expected an object, found []"),
      (
        "/users/3", #"{"a":1}"#,
        "id, line 1 column 1: expected an integer or a string, found nothing"
      ),
      ("/users/3", #"{"id":4}"#, "id, line 1 column 7: expected 3, found 4"),
    ])
  func unfit(path: String, body: String, reason: String) async throws {
    site.answer { _ in .reply(body) }
    let outcome = try await site.jpfetch("get", [path])
    outcome.expect(
      status: 0, errors: "jpfetch: warning: not stored: \(site.url)\(path)\n  \(reason)\n")
    try await site.jpfetch("get --offline", [path]).expect(status: 7)
  }

  private func firstSource(_ line: String) async throws -> JSONValue {
    try #require(try await site.json(line)["sources"]).elements[0]
  }

  @Test(
    "-v and --meta name the list that an answer came from, and --include exits with 7")
  func fromList() async throws {
    try await warm()
    let (user, users) = ("\(site.url)/users/1", "\(site.url)/users")
    let verbose = try await site.jpfetch("get /users/1 --offline -v")
    #expect(verbose.errors.hasSuffix(" \(users)\n"), "\(verbose)")
    let source = try await firstSource("get /users/1 --offline --meta")
    #expect(source["url"]?.string == users)
    // A list has no header fields for its records.
    let head = try await site.jpfetch("get /users/1 --offline -i")
    head.expect(status: 7, text: "")
    let missing = try await site.jpfetch("get /users/99 --offline")
    missing.expect(status: 4, text: "")
    #expect(
      missing.errors.hasPrefix(
        "jpfetch: error: no user with id 99\n  according to a response stored "),
      "\(missing)")
    let plan = try await site.jpfetch("get /users/1 --offline --dry-run")
    #expect(plan.text.hasPrefix("# offline \(user), stored "), "\(plan)")
    // A stored response for the record is used before the list.
    try await site.jpfetch("get /users/1").expect(status: 0)
    let stored = try await site.jpfetch("get /users/1 --offline -v")
    #expect(stored.errors.hasSuffix(" \(user)\n"), "\(stored)")
  }

  @Test("If the server fails, a stored list replaces a response that isn't stored, with a warning")
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
    let record = try await site.jpfetch("posts 3")
    #expect(record.firstError.contains("warning: showing posts stored "), "\(record)")
    let records = try await site.jpfetch("posts 1 2")
    #expect(records.firstError.contains("warning: showing posts stored "), "\(records)")
    let source = try await firstSource("get /users/3 --meta")
    #expect(source["cache"]?.string == "stale")
    #expect(source["url"]?.string == "\(site.url)/users")
    let missing = try await site.jpfetch("get /users/99")
    missing.expect(status: 3, text: "")
    #expect(missing.firstError.contains("connection refused: \(site.url)/users/99"), "\(missing)")
  }

  @Test(
    "--dry-run shows a stored 404 as a hit with its status; a 503 isn't stored, so it is a miss")
  func plan() async throws {
    for (status, words) in [(404, "hit, status 404, stored "), (503, "miss\n")] {
      site.answer { _ in .reply(status: status, fields: ["Cache-Control: max-age=600"], "{}") }
      _ = try await site.jpfetch("get /users/\(status) --retry 0")
      let plan = try await site.jpfetch("get /users/\(status) --dry-run")
      #expect(plan.text.contains(" \(site.url)/users/\(status)  # \(words)"), "\(plan)")
    }
  }

  @Test("A record is found in the list of a file, even if another record has a wrong field")
  func files() async throws {
    let record = #"{"id":1,"name":"A"}"#
    try site.directory.write("[\(record),{\"id\":2,\"name\":5}]", to: "users.json")
    for (line, status, text) in [
      ("get /users/1", 0, record + "\n"), ("users 1 --json", 0, record + "\n"),
      ("get /users/3", 4, ""), ("get /x/1", 4, ""), ("get /users/1 -i", 4, ""),
    ] as [(String, Int32, String)] {
      let outcome = try await jpfetch(line, ["--compact"] + site.directory.options)
      outcome.expect(status: status, text: text)
    }
  }
}
