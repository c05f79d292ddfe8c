import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@Suite(
  "jpfetch check",
  .evidence, .needsLibcurl)
struct CheckTests {
  /// Answers with the sample's data, in what is changed of it.
  private static func server(
    _ change: @escaping @Sendable (LoopbackServer.Request) -> [LoopbackServer.Step]? = { _ in nil }
  ) throws -> LoopbackServer {
    try LoopbackServer { change($0) ?? sampleReply($0) }
  }

  /// The sample's list with one text in the place of another, the first time that it stands there.
  private static func sample(_ path: String, _ old: String, _ new: String) -> String? {
    let bytes = sampleBody(path)
    let text = bytes.map { String(decoding: $0, as: UTF8.self) }
    return text.flatMap { text in
      text.range(of: old).map { text.replacingCharacters(in: $0, with: new) }
    }
  }

  @Test("All pass on built-in data, from a server, and from what is stored")
  func pass() throws {
    let server = try Self.server { request in
      wholeSampleBody(request.path).map { .reply($0) }
    }
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    let places = ["--base-url", server.url, "--cache-dir", directory.path + "/c"]
    _ = try run(Places.jpfetch, ["cache", "warm"] + places)
    for arguments in [["--sample"], places, places + ["--offline"]] {
      let counts = arguments.count > 1 ? ["--expect", "public"] : []
      let outcome = try run(Places.jpfetch, ["check"] + arguments + counts)
      #expect((outcome.status, outcome.errors) == (0, ""))
      let lines = outcome.text.split(separator: "\n")
      let (isSample, isOffline) = (arguments == ["--sample"], arguments.count > 4)
      #expect(
        lines.first
          == (isSample
            ? "ok  reach   Every list can be read"
            : "ok  reach   Every \(isOffline ? "list is stored" : "resource answers")"))
      #expect(lines.contains(isSample ? "5 passed, 2 skipped" : "7 passed"))
      #expect(lines.last?.hasPrefix("times: users ") == true)
    }
    // Whatever is stored, a server is asked what it says now.
    #expect(server.requests.map(\.path).count == 12)
    server.stop()
    let gone = try run(Places.jpfetch, ["check", "refs", "--retry", "0"] + places)
    #expect(gone.status == 3)
    #expect(
      gone.text.hasPrefix(
        "not run  refs  not checked: albums: connection refused: \(server.url)/albums\n"))
    #expect(
      gone.toldLines.first?.hasPrefix("jpfetch: error: connection refused: \(server.url)/users")
        == true)
  }

  @Test(
    "What is wrong is named, with where it is",
    arguments: [
      (
        "/photos", #""albumId": 1,"#, #""albumId": 999,"#, 1,
        ["failed   refs    1 photo has no album; first: photos[0] (id 1), albumId 999"]
      ),
      (
        "/albums", #""id": 2,"#, #""id": 1,"#, 1,
        [
          "failed   ids     1 album repeats an earlier id; first: albums[1] (id 1)",
          "failed   refs    ",
        ]
      ),
      (
        "/users", #""email":"#, #""mail":"#, 1,
        [
          "failed   schema  users[0].email, line 2 column 3: expected a string, found nothing"
        ]
      ),
      (
        "/users", #""id": 1,"#, #""id": true,"#, 1,
        [
          "failed   schema  users[0].id, line 3 column 11: expected an integer, found true",
          "failed   ids     1 user has no valid id; first: users[0], id true",
          "failed   refs    10 albums have no user; first: albums[0] (id 1), userId 1",
        ]
      ),
    ] as [(String, String, String, Int32, [String])])
  func wrong(path: String, old: String, new: String, exit: Int32, lines: [String]) throws {
    let text = try #require(Self.sample(path, old, new))
    let server = try Self.server { $0.path == path ? .reply(text) : nil }
    defer { server.stop() }
    let outcome = try jpfetch("check", "--base-url", server.url, "--no-cache")
    #expect((outcome.status, outcome.errors) == (exit, ""))
    let failed = outcome.text.split(separator: "\n").filter { $0.hasPrefix("failed") }
      .map {
        $0.replacing("failed  ", with: "failed   ").replacing("failed    ", with: "failed   ")
      }
    #expect(failed.count == lines.count)
    for (line, wanted) in zip(failed, lines) {
      #expect(line.hasPrefix(wanted), "\(line)")
    }
  }

  @Test("Each of the six resources that is down fails the check", arguments: Resource.all)
  func down(resource: Resource) throws {
    let server = try Self.server { request in
      request.path == "/\(resource.name)" ? .reply(status: 500, "{}") : nil
    }
    defer { server.stop() }
    let place = ["--base-url", server.url, "--no-cache", "--retry", "0"]
    let outcome = try run(Places.jpfetch, ["check"] + place)
    #expect(outcome.status == 5)
    #expect(
      outcome.text.contains("failed   status  status 500: \(server.url)/\(resource.name)\n"))
    let other = try #require(Resource.all.first { $0.name != resource.name })
    let healthy = try run(Places.jpfetch, ["check", other.name, "ids"] + place)
    #expect((healthy.status, healthy.errors) == (0, ""))
  }

  @Test("Words name checks and resources; what is left out is said in every report")
  func named() throws {
    let server = try Self.server()
    defer { server.stop() }
    let place = ["--base-url", server.url, "--no-cache"]
    let text = try run(Places.jpfetch, ["check", "refs", "ids", "posts"] + place)
    #expect(text.status == 0)
    #expect(server.requests.map(\.path).sorted() == ["/posts", "/users"])
    let lines = text.text.split(separator: "\n")
    #expect(lines.first == "ok  ids   Every record has a unique, positive id (users and posts)")
    #expect(lines.dropLast().last == "not fetched: albums, photos, comments and todos")
    let words = ["check", "reach", "albums", "--sample", "-f"]
    let others = "users, photos, posts, comments, todos"
    #expect(
      try run(Places.jpfetch, words + ["tap"]).text
        == "TAP version 14\n1..1\n# not fetched: \(others)\nok 1 - reach\n")
    let junit = try run(Places.jpfetch, words + ["junit"]).text
    #expect(junit.contains("<property name=\"not fetched\" value=\"\(others)\"/>"))
    let json = try JSONDocument(Array(try run(Places.jpfetch, words + ["json"]).output)).root
    #expect(json["leftOut"]?.elements.count == 5)
    #expect(json["sources"]?.elements.map { $0["source"]?.string } == ["albums"])
  }

  @Test("What can't be had has the exit status of the fetch, and is never a pass")
  func unavailable() throws {
    for (steps, exit, line) in [
      (.reply(status: 503, "{}"), 5, "status  status 503: URL"),
      (.reply("<!DOCTYPE html>"), 6, "type    HTML instead of JSON: URL"),
      ([.reset], 3, "reach   the server closed the connection before the answer was whole: URL"),
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
        .split(separator: " ").joined(separator: " ")
      #expect(words.hasPrefix(expected), "\(words)")
      let refs = root["checks"]?.elements.last { $0["name"]?.string == "refs" }
      #expect(refs?["verdict"]?.string == "not run")
    }
  }

  @Test("Counts and times can be expected, and other resources")
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

  @Test("Assertions are looked at behind the checks, in the order in which they are typed")
  func assertions() throws {
    let claims =
      [
        ("users.count = 10", nil), ("photos.id unique", nil), ("albums.userId in users.id", nil),
        ("users.email ~ @", nil), ("time < 1h", nil), ("time > 1h", "took "),
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

  @Test("What is claimed of a response holds or fails, and is not looked at where there is none")
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
      ("posts.response.header.x-a = b", "passed"), ("posts.response.time < 1h", "not run"),
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
    #expect(sample.text.contains("not checked: users: no server answered\n"))
  }

  @Test(
    "Records that don't fit are no pass for a claim about records, and ids that are missing fail")
  func misfits() throws {
    let users = #"[{"id":1,"name":"a"},{"name":"b"},{"id":3,"name":"c"}]"#
    let directory = try TemporaryDirectory()
    try directory.write(users, to: "users.json")
    try directory.write("[]", to: "albums.json")
    let place = ["--base-url", "file:\(directory.path)", "users"]
    let outcome = try run(
      Places.jpfetch, ["check", "reach", "ids", "--assert", "users.name != b"] + place)
    #expect(outcome.status == 1)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.contains("failed   ids    1 user has no valid id; first: users[1], id missing"))
    #expect(lines.contains { $0.hasSuffix("not checked: users: 1 of its records doesn't fit") })
    try directory.write(#"[{"id":1,"userId":2}]"#, to: "albums.json")
    let related = try run(
      Places.jpfetch, ["check", "reach", "albums", "--assert", "albums.user.name != null"] + place)
    // The user is there, but doesn't fit.
    #expect(related.status == 1)
    #expect(related.text.contains("not run  albums.user.name != null\n"))
    try directory.write("[]", to: "albums.json")
    let counted = try run(
      Places.jpfetch, ["check", "counts", "--expect", "users=3", "-f", "json"] + place)
    let root = try JSONDocument(Array(counted.output)).root
    #expect(root["sources"]?.elements.first?["records"]?.integer == 3)
    let empty = try run(
      Places.jpfetch, ["check", "reach", "albums", "--base-url", "file:\(directory.path)"])
    #expect(empty.text.contains("\nno records: albums\n"))
  }

  @Test("A server that takes connections before it answers any doesn't use up the wait")
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

  @Test("A selected check that passes is a pass, whatever the others would say")
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
    #expect(never.text.split(separator: "\n").count == 13)
  }

  @Test("--against cache reports what has changed, and stores nothing")
  func drift() throws {
    let changes = Mutex<[String: [LoopbackServer.Step]]>([:])
    let server = try Self.server { request in changes.withLock { $0[request.path] } }
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    let places = ["--base-url", server.url, "--cache-dir", directory.path + "/c"]
    func check(_ words: String...) throws -> CommandRun {
      try run(Places.jpfetch, ["check", "drift", "--against", "cache"] + words + places)
    }
    let first = try check()
    #expect(first.status == 7)
    #expect(
      first.text.hasPrefix(
        "not run  drift  not checked: users: not stored: \(server.url)/users\n"))
    #expect(
      first.toldLines == [
        "jpfetch: error: not stored: \(server.url)/users",
        "  try: online, once: jpfetch cache warm \(places.joined(separator: " ")); "
          + "jpfetch --sample needs no network",
      ])
    _ = try run(Places.jpfetch, ["cache", "warm"] + places)
    #expect(
      try check().text.hasPrefix("ok  drift  Every list equals the stored one\n1"))

    let users = try #require(Self.sample("/users", #""email": "adab@"#, #""email": "ada@"#))
    changes.withLock { $0["/users"] = .reply(users) }
    let stored = try run(Places.jpfetch, ["users", "--offline", "--json"] + places).output
    for _ in 1...2 {
      // What is stored stays.
      let drifted = try check()
      #expect((drifted.status, drifted.errors) == (1, ""))
      #expect(drifted.text.hasPrefix("failed  drift  users: 1 changed record: id 1 (email)\n1 fai"))
    }
    #expect(try run(Places.jpfetch, ["users", "--offline", "--json"] + places).output == stored)
  }

  @Test("What isn't stored is not waited for")
  func waitForNothing() throws {
    let server = try Self.server()
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    let outcome = try jpfetch(
      "check", "drift", "--against", "cache", "--wait", "60s", "--base-url", server.url,
      "--cache-dir", directory.path)
    #expect(outcome.status == 7)
    #expect(outcome.duration < .seconds(30))
    let offline = try run(
      Places.jpfetch, ["check", "--against", "cache"], environment: ["JPFETCH_OFFLINE": "1"])
    #expect(
      offline.toldLines.first
        == "jpfetch: error: --against cache and JPFETCH_OFFLINE cannot be combined")
  }

  @Test("Reports are written beside each other, whole or not at all")
  func reports() throws {
    let directory = try TemporaryDirectory()
    let file = directory.path + "/a=b.xml"
    let outcome = try run(
      Places.jpfetch,
      ["check", "refs", "-f", "tap", "--report", "junit=\(file)", "--report"]
        + ["json=\(directory.path)/r.json"] + fromSampleFiles)
    #expect(outcome.text == "TAP version 14\n1..1\nok 1 - refs\n")
    let xml = try String(contentsOfFile: file, encoding: .utf8)
    #expect(xml.contains("<testcase classname=\"jpfetch.posts\" name=\"refs\" time=\"0.00"))
    let json = try Data(contentsOf: directory.url.appending(path: "r.json"))
    #expect(try JSONDocument(Array(json)).root["passed"]?.integer == 1)
    let other = directory.path + "/other.tap"
    let failed = try run(
      Places.jpfetch,
      ["check", "--report", "tap=/nowhere/x", "--report", "tap=\(other)"] + fromSampleFiles)
    #expect(FileManager.default.fileExists(atPath: other))
    #expect(failed.status == 74)
    #expect(failed.text.hasPrefix("ok  reach "))
    #expect(
      failed.toldLines[0] == "jpfetch: error: cannot write /nowhere/x: no such file or directory")
  }

  @Test("Reports are printed behind the text, and appended where that is asked for")
  func moreReports() throws {
    let directory = try TemporaryDirectory()
    let summary = directory.path + "/summary.md"
    try directory.write("before\n", to: "summary.md")
    let words = ["check", "reach", "users", "--sample", "--report", "github=-"]
    for _ in 1...2 {
      let outcome = try run(
        Places.jpfetch, words + ["--report", "markdown=\(summary)"],
        environment: ["GITHUB_STEP_SUMMARY": summary])
      #expect((outcome.status, outcome.errors) == (0, ""))
      let lines = outcome.text.split(separator: "\n")
      #expect(lines.first == "ok  reach  Every list can be read (users)")
      #expect(lines.last?.hasPrefix("::notice title=jpfetch check summary::1 passed") == true)
    }
    let text = try String(contentsOfFile: summary, encoding: .utf8)
    #expect(text.hasPrefix("before\n### jpfetch check: 1 passed\n"))
    #expect(text.split(separator: "### jpfetch check").count == 3)
    let log = directory.path + "/log"
    for _ in 1...2 { _ = try run(Places.jpfetch, words + ["--report", "text+=\(log)"]) }
    #expect(try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count == 8)
    let whole = directory.path + "/whole.md"
    for _ in 1...2 { _ = try run(Places.jpfetch, words + ["--report", "markdown=\(whole)"]) }
    let once = try String(contentsOfFile: whole, encoding: .utf8)
    #expect(once.split(separator: "### jpfetch check").count == 1)
    let twice = try run(Places.jpfetch, words + ["-f", "tap"])
    #expect(twice.status == 2)
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

  @Test("Waiting ends when its time is over, also while an answer hangs, and says what failed last")
  func waitForTooLong() throws {
    let server = try Self.server { $0.path == "/users" ? [.hang] : nil }
    defer { server.stop() }
    let outcome = try jpfetch("check", "users", "--base-url", server.url, "--wait", "1500ms")
    #expect(outcome.status == 3)
    #expect(outcome.toldLines.count == 1)
    #expect(
      outcome.toldLines.first?.hasPrefix(
        "jpfetch: warning: gave up after 1500 ms: reach: no answer within "
      )
        == true)
    // Three times 10 s, were it not ended.
    #expect(outcome.duration < .seconds(20))
  }

  @Test("What isn't looked at is never a pass: counts of another server are skipped, and it's said")
  func skipped() throws {
    let server = try Self.server()
    defer { server.stop() }
    let place = ["--base-url", server.url, "--no-cache"]
    let outcome = try run(Places.jpfetch, ["check"] + place)
    #expect(outcome.status == 0)
    #expect(!outcome.text.contains("counts  Every"))
    #expect(outcome.text.contains("\nskipped: counts: this server needs --expect\n"))
    let some = try run(Places.jpfetch, ["check", "--expect", "users=10"] + place)
    #expect(
      some.text.contains("ok  counts  Every list has as many records as expected (users)\n"))
    let nothing = try run(Places.jpfetch, ["check", "refs", "users", "--sample"])
    #expect((nothing.status, nothing.text) == (2, ""))
    #expect(
      nothing.toldLines.first == "jpfetch: error: check refs: these resources have no references")
  }

  @Test(
    "Two reports on standard output: the hint keeps both",
    arguments: [["-f", "tap"], ["-o", "/nowhere/x"]])
  func twoOnOutput(words: [String]) throws {
    let outcome = try run(
      Places.jpfetch, ["check", "ids", "--report", "junit=-", "--sample"] + words)
    #expect((outcome.status, outcome.text) == (2, ""))
    #expect(
      outcome.toldLines == [
        "jpfetch: error: --report FORMAT=- works only with --format text on standard output",
        "  try: write that report to a file: --report junit=FILE",
      ])
  }

  @Test(
    "Wrong words are told before anything is asked",
    arguments: [
      (["ref"], "unknown check or resource \"ref\"", "refs"),
      (["phots"], "unknown check or resource \"phots\"", "photos"),
      (["time"], "check time needs --max-time", nil),
      (["--expect", "user"], "--expect takes <resource>=<n>,... or public, not \"user\"", nil),
      (["--expect", "usrs=1"], "unknown resource \"usrs\"", "users"),
      (["--assert", "usrs.count = 1"], "unknown resource \"usrs\"", "users"),
      (
        ["users", "--sample", "--assert", "users.emial ~ @"], "unknown field \"emial\" of users",
        "email"
      ),
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
      (["--report", "tap+=a"], "--report takes a file of its own for tap, not \"tap+=a\"", nil),
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
        ["counts", "--base-url", "http://127.0.0.1:1"],
        "check counts on this server needs --expect",
        nil
      ),
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
  func usage(words: [String], message: String, nearest: String?) throws {
    let outcome = try run(Places.jpfetch, ["check"] + words)
    #expect((outcome.status, outcome.text) == (2, ""))
    #expect(
      outcome.toldLines == ["jpfetch: error: \(message)"]
        + (nearest.map { ["  did you mean \($0)?"] } ?? []) + [
          helpLine(for: message, of: ["check"] + words, nearest)
        ])
  }
}
