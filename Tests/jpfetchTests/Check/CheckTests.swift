import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@testable import jpfetch

@Suite(
  "jpfetch check",
  .evidence, .needsLibcurl, .limited)
struct CheckTests {
  /// Serves the sample, with other responses for some paths.
  private static func server(
    _ change: @escaping @Sendable (LoopbackServer.Request) -> [LoopbackServer.Step]? = { _ in nil }
  ) throws -> LoopbackServer {
    try LoopbackServer { change($0) ?? sampleReply($0) }
  }

  /// The sample's list with the first occurrence of a text replaced.
  private static func sample(_ path: String, _ old: String, _ new: String) -> String? {
    let bytes = sampleBody(path)
    let text = bytes.map { String(decoding: $0, as: UTF8.self) }
    return text.flatMap { text in
      text.range(of: old).map { text.replacingCharacters(in: $0, with: new) }
    }
  }

  @Test("All checks pass with the API's real data", .needsRealData)
  func realData() throws {
    let folder = try #require(Places.realData).path(percentEncoded: false)
    let outcome = try jpfetch("check", "--expect", "public", "--base-url", "file:\(folder)")
    #expect(outcome.status == 0)
    #expect(outcome.text.hasSuffix("\n6 passed, 1 skipped\n"))
  }

  @Test("All checks pass with built-in data, a server and stored responses")
  func pass() throws {
    let server = try Self.server { request in
      wholeSampleBody(request.path).map { .reply($0) }
    }
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    let places = ["--base-url", server.url, "--cache-dir", directory.path + "/c"]
    _ = try run(Places.jpfetch, ["cache", "warm"] + places)
    let rules = """
      type    Every response is JSON
      schema  Every record has all fields with their types
      counts  Every list has records, as many as expected
      ids     Every record has a unique, positive id
      refs    Every reference points to a record
      """.split(separator: "\n")
    for (source, words) in [
      ("sample", ["--sample"]), ("server", places), ("stored", places + ["--offline"]),
    ] {
      let counts = source == "sample" ? [] : ["--expect", "public"]
      let outcome = try run(Places.jpfetch, ["check"] + words + counts)
      #expect((outcome.status, outcome.errors) == (0, ""))
      let lines = outcome.text.split(separator: "\n")
      let pad = source == "sample" ? "ok       " : "ok  "
      #expect(lines[0] == "\(pad)reach   Every request got a response")
      #expect(
        lines[1]
          == (source == "sample"
            ? "skipped  status  local data has no HTTP response"
            : "ok  status  Every status is 2xx"))
      #expect(Array(lines[2...6]) == rules.map { pad + $0 })
      #expect(lines[7] == (source == "sample" ? "6 passed, 1 skipped" : "7 passed"))
      // A time is a server's.
      #expect(lines.count == (source == "server" ? 9 : 8))
      #expect(source != "server" || lines[8].hasPrefix("times: users "))
    }
    // A server is asked even if fresh responses are stored.
    #expect(server.requests.map(\.path).count == 12)
    server.stop()
    let gone = try run(Places.jpfetch, ["check", "--retry", "0"] + places)
    #expect((gone.status, gone.errors) == (3, ""))
    #expect(
      gone.text == """
        failed   reach  connection refused: \(server.url) (all 6 lists)
        not run  status, type, schema, counts, ids, refs  nothing to check
        1 failed, 6 not run

        """)
    let refs = try run(Places.jpfetch, ["check", "refs", "--retry", "0"] + places)
    #expect(refs.status == 3)
    #expect(refs.firstError == "jpfetch: error: connection refused: \(server.url)/users")
  }

  @Test("Files with empty lists, invalid JSON or no list fail")
  func files() throws {
    let directory = try TemporaryDirectory()
    func check() throws -> CommandRun {
      try run(
        Places.jpfetch,
        ["check", "users", "todos", "-q", "--base-url", "file:\(directory.path)"])
    }
    for list in ["users", "todos"] { try directory.write("[]", to: "\(list).json") }
    let empty = try check()
    #expect((empty.status, empty.errors) == (1, ""))
    #expect(
      empty.text == """
        failed  counts  expected at least 1, found 0 (all 2 lists)

        """)
    try directory.write("[{\n  \"id\": 1,", to: "users.json")
    try directory.write(#"{"todos":[{}]}"#, to: "todos.json")
    let broken = try check()
    #expect((broken.status, broken.errors) == (6, ""))
    for words in ["failed   type", "users.json:2:11", "failed   schema", "todos.json:1:1"] {
      #expect(broken.text.contains(words), "\(broken.text)")
    }
  }

  @Test(
    "Each problem is named with its place",
    arguments: [
      (
        "/photos", #""albumId": 1,"#, #""albumId": 999,"#,
        ["refs  album 999 doesn't exist: 1 photo; first: photos[0]"]
      ),
      (
        "/albums", #""id": 2,"#, #""id": 1,"#,
        [
          "ids   1 album repeats an earlier id; first: albums[1], id 1",
          "refs  album 2 doesn't exist: ",
        ]
      ),
      (
        "/users", #""email":"#, #""mail":"#,
        ["schema  users[0].email, line 2 column 3: expected a string, found nothing"]
      ),
      (
        "/users", #""id": 1,"#, #""id": true,"#,
        [
          "schema  users[0].id, line 3 column 11: expected an integer, found true",
          "ids     1 user has no valid id; first: users[0], id true",
          "refs    user 1 doesn't exist: 10 albums, 10 posts, 20 todos",
        ]
      ),
    ] as [(String, String, String, [String])])
  func wrong(path: String, old: String, new: String, lines: [String]) throws {
    let text = try #require(Self.sample(path, old, new))
    let server = try Self.server { $0.path == path ? .reply(text) : nil }
    defer { server.stop() }
    let outcome = try jpfetch("check", "-q", "--base-url", server.url, "--no-cache")
    #expect((outcome.status, outcome.errors) == (1, ""))
    let failed = outcome.text.split(separator: "\n")
    #expect(failed.count == lines.count)
    for (line, wanted) in zip(failed, lines) {
      #expect(line.hasPrefix("failed  \(wanted)"), "\(line)")
    }
  }

  @Test("The check fails if any of the six resources is down", arguments: Resource.all)
  func down(resource: Resource) throws {
    let server = try Self.server { request in
      request.path == "/\(resource.name)" ? .reply(status: 500, "{}") : nil
    }
    defer { server.stop() }
    let place = ["--base-url", server.url, "--no-cache", "--retry", "0"]
    let outcome = try run(Places.jpfetch, ["check"] + place)
    #expect(outcome.status == 5)
    #expect(
      outcome.text.contains("failed   status  500 Status: \(server.url)/\(resource.name)\n"))
    let other = try #require(Resource.all.first { $0.name != resource.name })
    let healthy = try run(Places.jpfetch, ["check", other.name, "ids"] + place)
    #expect((healthy.status, healthy.errors) == (0, ""))
  }

  @Test("Operands name checks and resources; a resource adds the lists that it refers to")
  func named() throws {
    let server = try Self.server()
    defer { server.stop() }
    let outcome = try jpfetch(
      "check", "refs", "ids", "posts", "--base-url", server.url, "--no-cache")
    #expect(outcome.status == 0)
    #expect(server.requests.map(\.path).sorted() == ["/posts", "/users"])
    #expect(
      outcome.text.split(separator: "\n").prefix(4) == [
        "ok  ids   Every record has a unique, positive id (users and posts)",
        "ok  refs  Every reference points to a record (posts)", "2 passed",
        "not fetched: albums, photos, comments and todos",
      ])
    let comments = try jpfetch("check", "refs", "comments", "--base-url", server.url, "--no-cache")
    #expect(comments.text.contains("(posts and comments)"))
    #expect(server.requests.suffix(3).map(\.path).sorted() == ["/comments", "/posts", "/users"])
  }

  @Test("A list that can't be fetched decides the exit status, and none of its checks passes")
  func unavailable() throws {
    for (steps, exit, line) in [
      (.reply(status: 503, "{}"), 5, "status 503 Status: URL"),
      (.reply("<!DOCTYPE html>"), 6, "type HTML instead of JSON: URL"),
      ([.reset], 3, "reach the server closed the connection too early: URL"),
    ] as [([LoopbackServer.Step], Int32, String)] {
      let server = try Self.server { $0.path == "/albums" ? steps : nil }
      defer { server.stop() }
      let outcome = try jpfetch(
        "check", "--base-url", server.url, "--no-cache", "--retry", "0", "-f", "json")
      #expect(outcome.status == exit)
      let root = try JSONDocument(Array(outcome.output)).root
      #expect(root["failed"]?.integer == 1)
      let failed = root["checks"]?.elements.first { $0["verdict"]?.string == "failed" }
      let words =
        "\(failed?["name"]?.string ?? "") "
        + (failed?["problems"]?.elements[0]["message"]?.string ?? "")
      let expected = line.replacing("URL", with: "\(server.url)/albums")
      #expect(words.hasPrefix(expected), "\(words)")
      let refs = root["checks"]?.elements.last { $0["name"]?.string == "refs" }
      #expect(refs?["verdict"]?.string == "not run")
    }
  }

  @Test("--expect and --max-time set what is expected")
  func expectations() throws {
    let server = try Self.server()
    defer { server.stop() }
    let outcome = try jpfetch(
      "check", "counts", "time", "--base-url", server.url, "--expect", "users=11,comments=500",
      "--max-time", "0ms", "--no-cache")
    #expect(outcome.status == 1)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines[0] == "failed  counts  users: expected 11, found 10")
    #expect(lines[1].hasPrefix("failed  time    users took "))
    #expect(lines[1].hasSuffix(" ms, longer than 0 ms"))
    #expect(
      server.requests.map(\.path).sorted() == Resource.all.map { "/\($0.name)" }.sorted())
  }

  @Test("Assertions follow the checks, in the order in which they were typed")
  func assertions() throws {
    let claims =
      [
        ("users.count = 10", nil), ("photos.id unique", nil), ("albums.userId in users.id", nil),
        ("users.email ~ @", nil),
        ("posts.count != 100", "posts: found 100"),
        (
          "photos.id > 3",
          "fails for 3 photos; first: photos[0] (id 1), found 1"
        ),
        (
          "albums.userId unique",
          "fails for 90 albums; first: albums[1] (id 2), found 1"
        ),
        (
          "albums.id in users.id",
          "fails for 90 albums; first: albums[10] (id 11), found 11"
        ),
        ("users.albums.photos.count = 500", nil), ("users.albums > 9", nil),
        ("users.city != Berlin", nil), ("todos.completed = true", "fails for 104 todos; first: "),
        ("albums.user.email ~ @", nil), ("photos.album.user.name != null", nil),
        (
          "users.albums.title ~ oaxaca",
          "fails for 4 users; first: users[1] (id 2), found other values"
        ),
        ("users.response.bytes > 100", nil),
        ("users.response.time < 1h", nil),
        ("users.response.time > 1h", "users.response.time: found "),
      ] as [(String, String?)]
    let outcome = try run(
      Places.jpfetch,
      ["check", "reach", "--sample", "-f", "json"] + claims.flatMap { ["--assert", $0.0] })
    #expect(outcome.status == 1)
    let checks = try #require(
      try JSONDocument(Array(outcome.output)).root["checks"]
    ).elements.dropFirst()
    #expect(checks.map { $0["name"]?.string } == claims.map(\.0))
    for (check, (claim, problem)) in zip(checks, claims) {
      #expect(check["verdict"]?.string == (problem == nil ? "passed" : "failed"))
      let found = check["problems"]?.elements.first?["message"]?.string
      #expect(found?.contains(problem ?? "") ?? (problem == nil), "\(claim): \(found ?? "")")
    }
  }

  @Test("An assertion about a response passes or fails")
  func responses() throws {
    let server = try Self.server {
      $0.path == "/posts" ? .reply(status: 404, fields: ["X-A: b"], "{}") : nil
    }
    defer { server.stop() }
    let claims = [
      ("users.response.status = 200", "passed"), ("users.response.status = 201,404", "failed"),
      ("users.response.header.content-type ~ json", "passed"),
      ("users.response.header.etag = null", "passed"),
      ("users.response.header.etag ~ x", "failed"), ("posts.response.status = 404", "passed"),
      ("posts.response.header.x-a = b", "passed"), ("posts.response.time < 1h", "passed"),
    ]
    let words = ["check", "reach", "users", "posts", "-f", "json", "--no-cache"]
    let asserts = claims.flatMap { ["--assert", $0.0] }
    let outcome = try run(Places.jpfetch, words + asserts + ["--base-url", server.url])
    let checks = try #require(try JSONDocument(Array(outcome.output)).root["checks"]).elements
    #expect(checks.dropFirst().map { $0["verdict"]?.string } == claims.map(\.1))
    let sample = try run(
      Places.jpfetch,
      ["check", "reach", "users", "--sample", "--assert", "users.response.status = 200"])
    #expect(sample.status == 1)
    #expect(sample.text.contains("users.response.status: found nothing\n"))
  }

  @Test("An assertion about records fails if one of them, or of the embedded ones, doesn't fit")
  func misfits() throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"[{"id":1,"name":"a"},{"name":"b"}]"#, to: "users.json")
    try directory.write(#"[{"id":1,"userId":2}]"#, to: "albums.json")
    let place = ["--base-url", "file:\(directory.path)", "-q"]
    for claim in ["users.name != x", "albums.user.name != x"] {
      let outcome = try run(Places.jpfetch, ["check", "reach", "users", "--assert", claim] + place)
      #expect(outcome.status == 1)
      #expect(
        outcome.text
          == "failed  \(claim)  users[0].username, line 1 column 2: expected a string, found nothing\n"
      )
    }
    let counted = try run(
      Places.jpfetch, ["check", "counts", "users", "--expect", "users=2"] + place)
    #expect(counted.status == 0)
  }

  @Test("A server that accepts connections without answering doesn't use up --wait")
  func waitForAnswers() throws {
    let hanging = Mutex(3)
    let server = try Self.server { _ in
      hanging.withLock {
        $0 -= 1; return $0 >= 0
      } ? [.hang] : nil
    }
    defer { server.stop() }
    let outcome = try jpfetch("check", "--base-url", server.url, "--wait", "60s")
    #expect(outcome.status == 0)
    #expect(outcome.duration < .seconds(40))
  }

  @Test("Only the selected checks decide")
  func selected() throws {
    let server = try Self.server { $0.path == "/users" ? .reply(status: 503, "") : nil }
    defer { server.stop() }
    let outcome = try jpfetch("check", "reach", "--base-url", server.url, "--retry", "0")
    #expect((outcome.status, outcome.errors) == (0, ""))
  }

  @Test("--wait tries again until all pass")
  func wait() throws {
    let failures = Mutex(4)
    let server = try Self.server { request in
      guard request.path == "/users" else { return nil }
      let fails = failures.withLock { count in
        count -= 1
        return count >= 0
      }
      return fails ? .reply(status: 503, "") : nil
    }
    defer { server.stop() }
    let outcome = try jpfetch("check", "--base-url", server.url, "--no-cache", "--wait", "30s")
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(server.requests.count { $0.path == "/users" } == 5)
    let port = try LoopbackServer.freePort()
    let never = try jpfetch(
      "check", "--base-url", "http://127.0.0.1:\(port)", "--no-cache", "--wait", "500ms")
    #expect(never.status == 3)
    #expect(never.duration < .seconds(20))
    #expect(never.errors == "jpfetch: warning: gave up after 500 ms\n")
    #expect(never.text.hasSuffix("\n1 failed, 6 not run\n"))
  }

  @Test("--against cache reports changes and stores nothing")
  func stored() throws {
    let changes = Mutex<[String: [LoopbackServer.Step]]>([:])
    let server = try Self.server { request in changes.withLock { $0[request.path] } }
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    let places = ["--base-url", server.url, "--cache-dir", directory.path + "/c"]
    func check() throws -> CommandRun {
      try run(Places.jpfetch, ["check", "drift", "--against", "cache"] + places)
    }
    let first = try check()
    #expect(first.status == 7)
    #expect(first.text.hasPrefix("not run  drift  nothing is stored yet: \(server.url)/users"))
    #expect(first.firstError == "jpfetch: error: nothing is stored yet: \(server.url)/users")
    _ = try run(Places.jpfetch, ["cache", "warm"] + places)
    #expect(try check().text.hasPrefix("ok  drift  Every list equals the one from --against\n"))
    let users = try #require(Self.sample("/users", #""email": "adab@"#, #""email": "ada@"#))
    changes.withLock { $0["/users"] = .reply(users) }
    for _ in 1...2 {
      // The stored response stays.
      let drifted = try check()
      #expect((drifted.status, drifted.errors) == (1, ""))
      #expect(drifted.text.hasPrefix("failed  drift  users: changed email of id 1\n1 fai"))
    }
  }

  /// A server with only one list.
  private static func users(_ users: String) throws -> LoopbackServer {
    try LoopbackServer { $0.path == "/users" ? .reply(users) : .reply(status: 404, "{}") }
  }

  @Test("--against another server or files; --ignore leaves out fields at any depth")
  func against() throws {
    let before = #"[{"id":1,"name":"a","at":1,"x":{"y":1,"z":2}}]"#
    let old = try Self.users(before)
    let new = try Self.users(#"[{"id":1,"name":"b","at":2,"x":{"y":2,"z":2}}]"#)
    let directory = try TemporaryDirectory()
    try directory.write(before, to: "users.json")
    defer {
      old.stop()
      new.stop()
    }
    func check(_ words: String...) throws -> CommandRun {
      let fields = ["-H", "X-A: b", "-H", "Authorization: Bearer x"]
      return try run(Places.jpfetch, ["check", "users", "drift"] + words + fields)
    }
    for place in [old.url, "file:\(directory.path)"] {
      let differs = try check("--base-url", new.url, "--against", place)
      #expect((differs.status, differs.errors) == (1, ""))
      #expect(differs.text.hasPrefix("failed  drift  users: changed name, at and x.y of id 1\n"))
      let ignoring = try check(
        "--base-url", new.url, "--against", place, "--ignore", "name,at,y,nick")
      #expect(ignoring.status == 0)
      #expect(ignoring.errors == "jpfetch: warning: --ignore nick: no record has it\n")
      #expect(
        ignoring.text.hasPrefix(
          "ok  drift  Every list equals the one from --against, except for name, at, y and nick "
            + "(users)\n"))
    }
    // The other server is sent no field that is for the first.
    #expect(new.requests.allSatisfy { $0.head.contains("X-A: b") })
    #expect(old.requests.allSatisfy { !$0.head.contains("X-A") && !$0.head.contains("Bearer") })
  }

  @Test("If the other list can't be fetched, drift doesn't pass, and the hint is about --against")
  func otherIsMissing() throws {
    let server = try Self.server()
    defer { server.stop() }
    let files = try jpfetch(
      "check", "users", "drift", "--base-url", server.url, "--against", "file:/nowhere")
    #expect(files.status == 3)
    #expect(files.text.hasPrefix("not run  drift  cannot read /nowhere/users.json: "))
    #expect(files.errors.hasSuffix(": --against file:DIR\n"))
  }

  @Test("--wait waits for the other server too")
  func waitForOther() throws {
    let failures = Mutex(3)
    let other = try Self.server { _ in
      let fails = failures.withLock { count in
        count -= 1
        return count >= 0
      }
      return fails ? .reply(status: 503, "{}") : nil
    }
    let server = try Self.server()
    defer {
      other.stop()
      server.stop()
    }
    let outcome = try jpfetch(
      "check", "users", "drift", "--base-url", server.url, "--against", other.url, "--wait", "60s")
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(other.requests.count == 4)
  }

  @Test("Several reports are written, each whole or not at all")
  func reports() throws {
    let directory = try TemporaryDirectory()
    let file = directory.path + "/a=b.xml"
    let outcome = try run(
      Places.jpfetch,
      ["check", "refs", "-f", "tap", "--report", "junit=\(file)", "--report"]
        + ["json=\(directory.path)/r.json"] + fromSampleFiles)
    #expect(outcome.text == "TAP version 14\n1..1\nok 1 - refs\n")
    let xml = try String(contentsOfFile: file, encoding: .utf8)
    #expect(xml.contains("<testcase classname=\"jpfetch.posts\" name=\"refs\" time=\"0"))
    let json = try Data(contentsOf: directory.url.appending(path: "r.json"))
    #expect(try JSONDocument(Array(json)).root["passed"]?.integer == 1)
    let other = directory.path + "/other.tap"
    let failed = try run(
      Places.jpfetch,
      ["check", "--report", "tap=http://u:pw@nowhere/x", "--report", "tap=\(other)"]
        + fromSampleFiles)
    #expect(FileManager.default.fileExists(atPath: other))
    #expect(failed.status == 74)
    #expect(failed.text.hasPrefix("ok       reach "))
    #expect(
      failed.firstError
        == "jpfetch: error: cannot write http://nowhere/x: no such file or directory")
  }

  @Test("A report is printed after the text, or appended to a file")
  func moreReports() throws {
    let directory = try TemporaryDirectory()
    try directory.write("before", to: "summary.md")
    let summary = directory.path + "/summary.md"
    let words = ["check", "reach", "users", "--sample", "--report", "github=-"]
    for format in ["markdown+", "markdown+", "markdown"] {
      let outcome = try run(Places.jpfetch, words + ["--report", "\(format)=\(summary)"])
      #expect((outcome.status, outcome.errors) == (0, ""))
      let lines = outcome.text.split(separator: "\n")
      #expect(lines.first == "ok  reach  Every request got a response (users)")
      #expect(lines.last?.hasPrefix("::notice title=jpfetch check summary::1 passed") == true)
      let text = try String(contentsOfFile: summary, encoding: .utf8)
      #expect(
        text.hasPrefix(format == "markdown" ? "### " : "before\n### jpfetch check: 1 passed\n"))
    }
    let file = directory.path + "/r.json"
    _ = try run(Places.jpfetch, ["check", "reach", "users", "--sample", "-o", file])
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("{\n  \"passed\": 1,"))
  }

  @Test(
    "A report on a full disk leaves the file unchanged",
    .notUnderSanitizer("a sanitizer writes files, too"))
  func noRoom() throws {
    let directory = try TemporaryDirectory()
    let before = String(repeating: "x", count: 1000) + "\n"
    try directory.write(before, to: "log")
    let outcome = try run(
      "/bin/bash",
      [
        "-c", "ulimit -f 1; \"$0\" check ids --sample --report markdown+=\"$1\"", Places.jpfetch,
        directory.path + "/log",
      ])
    #expect(outcome.status == 74)
    #expect(try String(contentsOfFile: directory.path + "/log", encoding: .utf8) == before)
  }

  @Test("A signal ends the wait for a reader of the pipe that a report is appended to")
  func pipe() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let outcome = try run(
      "/usr/bin/timeout",
      ["-k", "30", "2", Places.jpfetch, "check", "ids", "--sample", "--report", "text+=\(path)"])
    // 137 if it had to be killed.
    #expect(outcome.status == 124)
  }

  @Test("--dry-run lists the requests, of both servers, and sends none")
  func dryRun() throws {
    let server = try Self.server()
    defer { server.stop() }
    let words = ["check", "users", "ids", "--dry-run", "--base-url", server.url]
    let outcome = try run(Places.jpfetch, words + ["--against", "http://127.0.0.1:1"])
    #expect((outcome.status, outcome.errors) == (0, ""))
    let lines = outcome.text.split(separator: "\n").filter { $0.hasPrefix("GET") }
    #expect(lines == ["GET \(server.url)/users  miss", "GET http://127.0.0.1:1/users  miss"])
    let json = try run(Places.jpfetch, words + ["-f", "json"])
    #expect(try JSONDocument(Array(json.output)).root.elements.count == 1)
    #expect(server.requests.isEmpty)
  }

  @Test("--wait ends when its time is up, even during a request")
  func waitForTooLong() throws {
    let server = try Self.server { $0.path == "/users" ? [.hang] : nil }
    defer { server.stop() }
    let outcome = try jpfetch("check", "users", "--base-url", server.url, "--wait", "1500ms")
    #expect(outcome.status == 3)
    #expect(outcome.errors == "jpfetch: warning: gave up after 1500 ms\n")
    #expect(outcome.text.hasPrefix("failed   reach  no answer within "))
    // Three times 10 s without the limit.
    #expect(outcome.duration < .seconds(20))
  }

  @Test(
    "The hint about two reports on standard output keeps both",
    arguments: [["-f", "tap"], ["-o", "/nowhere/x"]])
  func twoOnOutput(words: [String]) throws {
    let outcome = try run(
      Places.jpfetch, ["check", "ids", "--report", "junit=-", "--sample"] + words)
    #expect((outcome.status, outcome.text) == (2, ""))
    #expect(
      outcome.errorLines == [
        "jpfetch: error: --report FORMAT=- works only with --format text on standard output",
        "  try: jpfetch check ids --report junit=FILE --sample \(words.joined(separator: " "))",
      ])
  }

  @Test(
    "Wrong operands are refused before anything is sent",
    arguments: [
      (["ref"], "unknown check or resource \"ref\"", "refs"),
      (["phots"], "unknown check or resource \"phots\"", "photos"),
      (["time"], "check time needs --max-time", nil),
      (["--expect", "user"], "--expect takes <resource>=<n>,... or public, not \"user\"", nil),
      (["--expect", "usrs=1"], "unknown resource \"usrs\"", "users"),
      (["--assert", "usrs.count = 1"], "unknown resource \"usrs\"", "users"),
      (["--assert", "users.count = x"], "users.count is a number, not \"x\"", nil),
      (["--expect", ""], "--expect takes <resource>=<n>,... or public, not \"\"", nil),
      (["--wait", "1s", "--sample"], "--wait and --sample cannot be combined", nil),
      (["drift"], "check drift needs --against", nil),
      (
        ["--against", "cache", "--offline"],
        "--against cache and --offline cannot be combined", nil
      ),
      (
        ["--against", "cache", "--sample"],
        "--against cache and --sample cannot be combined",
        nil
      ),
      (["-o", "a", "--report", "tap=a"], "--report takes each file once, not \"tap=a\"", nil),
      (["--report", "tap+=a"], "--report takes a separate file for tap, not \"tap+=a\"", nil),
      (
        ["--against", "nowhere"],
        "--against takes cache, or an http, https or file URL without a query, not \"nowhere\"", nil
      ),
      (
        ["--against", "http://127.0.0.1:1", "--offline"],
        "--against takes cache or a file URL with --offline, not \"http://127.0.0.1:1\"", nil
      ),
      (["--ignore", "title"], "--ignore needs --against", nil),
      (
        ["--sample", "--against", "file:.", "--ignore", "users.name"],
        "--ignore takes names of fields, such as phone, not \"users.name\"", nil
      ),
      (["refs", "users", "--sample"], "check refs: these lists have no references", nil),
      (["--assert", "time < 1s"], "unknown resource \"time\"", nil),
      (
        ["--dry-run", "-f", "tap"],
        "check --dry-run with --format takes text or json, not \"tap\"", nil
      ),
      (["--assert", "usrs.response.status = 200"], "unknown resource \"usrs\"", "users"),
      (
        ["--assert", "users.response.status = ok"],
        "users.response.status is a number, not \"ok\"", nil
      ),
      (["--report", "tap"], "--report takes <format>=<file>, not \"tap\"", nil),
      (
        ["--report", "tap=a", "--report", "json=a"],
        "--report takes each file once, not \"json=a\"",
        nil
      ),
      (
        ["--report", "xml=a"],
        "--report takes text, tap, junit, json, github, markdown, not \"xml\"", nil
      ),
      (["-f", "csv"], "--format takes text, tap, junit, json, github, markdown, not \"csv\"", nil),
      (["--partial"], "--partial is not valid with check", nil),
      (["--wait", "soon"], "--wait takes a time such as 500ms, 10s or 2m, not \"soon\"", nil),
    ] as [([String], String, String?)])
  func usage(words: [String], message: String, nearest: String?) {
    let error = usageError(["check"] + words)
    #expect(error?.message == message)
    #expect(error?.nearest == nearest)
  }
}
