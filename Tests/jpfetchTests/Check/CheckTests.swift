import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@testable import jpfetch

@Suite(
  "jpfetch check",
  .needsLibcurl, .limited)
struct CheckTests {
  /// The sample on a server, with other responses to some requests.
  private static func site(
    _ change: @escaping @Sendable (LoopbackServer.Request) -> [LoopbackServer.Step]? = { _ in nil }
  ) throws -> ServerAndStore {
    try ServerAndStore { change($0) ?? sampleReply($0) }
  }

  /// The sample on a server, with another response for one path.
  private static func site(
    _ path: String, _ steps: [LoopbackServer.Step]
  ) throws -> ServerAndStore {
    try site { request in
      if request.path == path { return steps }
      return nil
    }
  }

  /// The sample on a server, after failures.
  private static func site(
    failing count: Int, with steps: [LoopbackServer.Step]
  ) throws -> ServerAndStore {
    let failures = Mutex(count)
    return try site { _ in
      failures.withLock { count in
        count -= 1
        return count >= 0 ? steps : nil
      }
    }
  }

  @Test("All checks pass with the API's real data", .needsRealData)
  func realData() async throws {
    let folder = try #require(Places.realData).path(percentEncoded: false)
    let outcome = try await jpfetch("check --expect public --base-url", ["file:\(folder)"])
    outcome.expect(status: 0)
    #expect(outcome.text.hasSuffix("\n5 passed · 5910 records\n"), "\(outcome)")
  }

  @Test("check asks the server even if its responses are stored; --offline checks the stored ones")
  func storedResponses() async throws {
    let site = try Self.site { request in wholeSampleBody(request.path).map { .reply($0) } }
    _ = try await site.jpfetch("cache warm")
    let offline = try await site.jpfetch("check --expect public --offline")
    offline.expect(
      status: 0,
      text: """
        checking \(site.url), as stored
        ok       reach   every list could be fetched and read
        ok       schema  every record has all fields with their types
        ok       counts  every list has records, as many as expected
        ok       ids     every record has a unique, positive id
        ok       refs    every reference points to a record
        5 passed · 5910 records

        """, errors: "")
    let online = try await site.jpfetch("check --expect public")
    online.expect(status: 0, errors: "")
    let words = offline.text.replacing(", as stored", with: "").dropLast()
    #expect(online.text.hasPrefix(words + " in "), "\(online)")
    #expect(site.requests.count == 12)
  }

  @Test("If a list can't be had, reach says why, named or not, and the status is the fetch's")
  func unavailable() async throws {
    let site = try Self.site { request in
      switch request.path {
      case "/photos": .reply(status: 503, "{}")
      case "/todos": .reply(#"{"a":1}"#)
      default: nil
      }
    }
    for (line, status) in [("check", 5), ("check ids refs photos todos", 5), ("check todos", 6)] {
      let failed = try await site.jpfetch(line + " --retry 0")
      failed.expect(status: Int32(status), errors: "")
      let lines = failed.text.split(separator: "\n")
      #expect(lines.count { $0.hasPrefix("failed ") } == (status == 5 ? 2 : 1), "\(failed)")
      #expect(
        lines.contains(
          "failed   reach   todos: line 1 column 1: expected an array, found {\"a\":1}"),
        "\(failed)"
      )
      if status == 5 {
        #expect(lines.contains("failed   reach   photos: status 503"), "\(failed)")
        #expect(lines.contains("not run  ids     missing data for photos and todos"), "\(failed)")
      }
    }
    let users = try await site.jpfetch("check users ids")
    users.expect(status: 0, errors: "")
  }

  @Test("Without a server, two reports say the same in one line, and -vv has libcurl's line")
  func noServer() async throws {
    let site = try Self.site()
    site.server.stop()
    let first = try await site.jpfetch("check --retry 0")
    first.expect(status: 3, errors: "")
    #expect(
      first.text == """
        checking \(site.url)
        failed   reach   users, albums, photos, posts, comments and todos: connection refused
        not run  schema  missing data for users, albums, photos, posts, comments and todos
        not run  counts  missing data for users, albums, photos, posts, comments and todos
        not run  ids     missing data for users, albums, photos, posts, comments and todos
        not run  refs    missing data for users, albums, photos, posts, comments and todos
        1 failed, 4 not run

        """)
    let second = try await site.jpfetch("check --retry 0 -vv")
    #expect(second.text == first.text)
    #expect(second.errors.contains("onnect to 127.0.0.1 port"), "\(second)")
  }

  @Test("A wrong id is exit 1, and each check that it affects reports it")
  func problems() async throws {
    let text = String(decoding: sampleBody("/users") ?? [], as: UTF8.self)
      .replacing(#""id": 1,"#, with: #""id": true,"#, maxReplacements: 1)
    let site = try Self.site("/users", .reply(text))
    let outcome = try await site.jpfetch("check -q")
    outcome.expect(
      status: 1,
      text: """
        failed   schema  users[0].id: expected an integer, found true (line 3 column 11)
        failed   ids     users[0].id: expected a positive whole number, found true
        failed   refs    albums[0].userId: expected the id of an existing user, found 1 (10 records)
        failed   refs    posts[0].userId: expected the id of an existing user, found 1 (10 records)
        failed   refs    todos[0].userId: expected the id of an existing user, found 1 (20 records)

        """, errors: "")
  }

  @Test("--expect sets the expected counts, and --max-time the longest time for a list")
  func expectations() async throws {
    let outcome = try await Self.site().jpfetch(
      "check counts time --expect users=11,comments=500 --max-time 0ms")
    outcome.expect(status: 1)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines[1] == "failed   counts  users: expected 11, found 10")
    #expect(lines[2].hasPrefix("failed   time    users") && lines[2].contains(": took "))
  }

  @Test("Assertions follow the checks, in the order in which they were typed")
  func assertions() async throws {
    let claims = [
      ("users.count = 10", "holds"), ("users = 9,10", "holds"), ("photos.id unique", "holds"),
      ("posts <= 99", "posts: found 100"),
      ("posts.count != 100", "posts: found 100"),
      ("photos.id > 3", "photos[0].id: found 1 (3 of 5000 records fail)"),
      ("albums.userId unique", "albums[1].userId: found 1 (90 of 100 records fail)"),
      ("users.albums.photos.count = 500", "holds"), ("users.albums > 9", "holds"),
      ("todos.completed = true", "todos[0].completed: found false (98 of 200 records fail)"),
      ("photos.album.user.name != null", "holds"),
      (
        "users.albums.title ~ oaxaca",
        "users[1].albums.title: found other values (4 of 10 records fail)"
      ),
      ("users.company unique", "holds"),
      (
        "users.company ~ 'okafor'",
        "users[0].company.name: found \"Brennan & Daughters\" (9 of 10 records fail)"
      ),
      (
        "albums.user = 'Ada Brennan'",
        "albums[10].user.name: found \"José Álvarez\" (90 of 100 records fail)"
      ),
      // A quoted name of a list changes nothing for the names after it.
      ("\"users\".count = 10", "holds"), ("\"users\".city unique", "holds"),
      ("users.response.bytes > 100", "holds"),
      ("users.response.status = 200", "users: found nothing"),
    ]
    let outcome = try await jpfetch(
      "check reach --sample -f json", claims.flatMap { ["--assert", $0.0] })
    outcome.expect(status: 1)
    let checks = try #require(try JSONDocument(Array(outcome.output)).root["checks"]).elements
    #expect(checks.dropFirst().map { $0["name"]?.string } == claims.map(\.0))
    #expect(checks.dropFirst().map { $0["message"]?.string } == claims.map(\.1))
  }

  @Test("--assert and --where read the same language: all of it means the same in both")
  func oneLanguage() async throws {
    let directory = try TemporaryDirectory()
    let lists = [
      "users": #"[{"id":1,"name":"3"},{"id":2,"name":"Ann"}]"#,
      "albums": #"[{"id":1,"userId":1,"title":"Red"},{"id":2,"userId":1,"title":"a, b=c"}]"#,
      "todos": #"""
      [{"id":1,"userId":1,"title":"x","completed":true},{"id":2,"userId":2,"completed":true}]
      """#,
      "posts": #"[{"id":1,"userId":1,"title":"x","completed":false}]"#,
    ]
    for (name, list) in lists { try directory.write(list, to: "\(name).json") }
    // A list, a condition, and whether it holds for every record, for one, or is wrong usage.
    let conditions: [(list: String, condition: String, count: Int?)] = [
      ("todos", "completed", 2), ("todos", "!completed", 0), ("todos", "!\"completed\"", 0),
      ("posts", "completed", 0), ("posts", "!completed", 1), ("todos", "!title", nil),
      ("todos", "!completed = true", nil), ("todos", "title", nil), ("todos", "id", nil),
      ("todos", "title ~ ^x$", 1), ("todos", "title ~ '^x'", 0), ("todos", "title ~ x.*", nil),
      ("albums", "user = 1", 2), ("albums", "user = '3'", 2), ("albums", "user = 2,null", 0),
      ("albums", "user = 3,Ann", nil), ("users", "albums = 0", 1), ("users", "albums ~ 0", nil),
      ("users", "albums.title ~ D$", 1), ("albums", "title = Red,'a, b=c'", 2),
      ("albums", "title = Red,title=x", nil), ("albums", "id>0 id<9", nil),
      ("albums", "id => 0", nil), ("albums", "id < 2x", 2), ("users", "name = 3 and id = 1", nil),
    ]
    for (list, condition, count) in conditions {
      let found = try await jpfetch(list, ["-w", condition, "--count"] + directory.options)
      var claim = "\(list).\(condition)"
      if condition.hasPrefix("!") { claim = "!\(list).\(condition.dropFirst())" }
      let checked = try await jpfetch("check ids \(list) --assert", [claim] + directory.options)
      guard let count else {
        found.expect(status: 2, text: "")
        checked.expect(status: 2, text: "")
        continue
      }
      found.expect(status: 0, text: "\(count)\n")
      let total = list == "posts" ? 1 : 2
      checked.expect(status: count == total ? 0 : 1)
    }
  }

  @Test("An assertion can test a response's status, header fields and time")
  func responses() async throws {
    let site = try Self.site("/posts", .reply(status: 404, fields: ["X-A: b"], "{}"))
    let claims = [
      ("users.response.status = 200", "passed"), ("users.response.status = 201,404", "failed"),
      ("users.response.header.etag = null", "passed"),
      ("users.response.header.etag != null", "failed"),
      ("users.response.header.etag != a", "passed"), ("users.response.time > 1h", "failed"),
      ("posts.response.status = 404", "passed"), ("posts.response.header.x-a = b", "passed"),
      ("posts.response.time < 1h", "passed"),
    ]
    let asserts = claims.map { " --assert '\($0.0)'" }.joined()
    let outcome = try await site.jpfetch("check reach users posts -f json" + asserts)
    let checks = try #require(try JSONDocument(Array(outcome.output)).root["checks"]).elements
    #expect(checks.dropFirst().map { $0["verdict"]?.string } == claims.map(\.1))
  }

  @Test("In an assertion, a quoted \"count\" or \"response\" is a member of the records")
  func quotedMembers() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"[{"id":1,"count":"a","response":{"status":"b"}}]"#, to: "users.json")
    let asserts = ["users.\"count\" = a", "users.\"response\".status = b"]
    let outcome = try await jpfetch(
      "check reach users --base-url",
      ["file:\(directory.path)"] + asserts.flatMap { ["--assert", $0] })
    outcome.expect(status: 0)
  }

  @Test("An assertion about records fails if one of them, or an embedded record, has no id")
  func misfits() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"[{"id":1,"name":"a"},{"name":"b"}]"#, to: "users.json")
    try directory.write(#"[{"id":1,"userId":2}]"#, to: "albums.json")
    let outcome = try await jpfetch(
      "check counts users -q --base-url",
      [
        "file:\(directory.path)", "--expect", "users=2", "--assert", "users.name != x", "--assert",
        "albums.user.name != x",
      ])
    outcome.expect(
      status: 1,
      text: """
        failed   users.name != x  users[1].id: expected an integer or a string, found nothing (line 1 column 22)
        failed   albums.user.name != x  users[1].id: expected an integer or a string, found nothing (line 1 column 22)

        """)
  }

  @Test(
    "--wait repeats the checks until all pass, also if a request gets no response",
    arguments: [.reply(status: 503, ""), [.hang]] as [[LoopbackServer.Step]])
  func wait(steps: [LoopbackServer.Step]) async throws {
    let site = try Self.site(failing: 3, with: steps)
    let outcome = try await site.jpfetch("check users --wait 60s --timeout 1s")
    outcome.expect(status: 0, errors: "")
    #expect(site.requests.count == 4)
    #expect(outcome.duration < .seconds(40), "\(outcome)")
  }

  @Test(
    "--wait ends when its time is up, even during a request",
    arguments: [[.reset], [.hang]] as [[LoopbackServer.Step]])
  func waitForTooLong(steps: [LoopbackServer.Step]) async throws {
    let outcome = try await Self.site { _ in steps }.jpfetch("check users --wait 1500ms")
    outcome.expect(status: 3, errors: "")
    #expect(outcome.text.contains("\nfailed   reach   users: "), "\(outcome)")
    // Three times 10 s without the limit.
    #expect(outcome.duration < .seconds(20), "\(outcome)")
  }

  @Test("--wait also waits for the server of --against")
  func waitForOther() async throws {
    let other = try Self.site(failing: 3, with: .reply(status: 503, "{}"))
    let outcome = try await Self.site().jpfetch(
      "check users drift --wait 60s --against \(other.url)")
    outcome.expect(status: 0, errors: "")
    #expect(other.requests.count == 4)
  }

  @Test("--against cache reports changes to the stored lists, and stores nothing")
  func stored() async throws {
    let users = Mutex(#"[{"id":1,"name":"a"}]"#)
    let site = try Self.site { request in
      guard request.path == "/users" else { return nil }
      return .reply(users.withLock(\.self))
    }
    func check() async throws -> CommandRun {
      try await site.jpfetch("check users drift --against cache")
    }
    let first = try await check()
    first.expect(status: 7)
    #expect(
      first.text.contains("\nfailed   reach   users: --against: no stored response\n"), "\(first)")
    #expect(first.text.contains("\nnot run  drift   missing data for users\n"), "\(first)")
    _ = try await site.jpfetch("users")
    let equal = try await check()
    #expect(
      equal.text.hasPrefix(
        """
        checking users of \(site.url), against the stored responses
        ok       drift   every list equals the one from --against
        1 passed · 1 record in 
        """), "\(equal)")
    users.withLock { $0 = #"[{"id":1,"name":"b"}]"# }
    for _ in 1...2 {
      let drifted = try await check()
      drifted.expect(status: 1, errors: "")
      #expect(
        drifted.text.contains("\nfailed   drift   users 1  name  a → b\n1 failed · 1 record"),
        "\(drifted)")
    }
  }

  @Test(
    "--against compares with another server or with files; --ignore leaves out fields at any depth")
  func against() async throws {
    let before = #"[{"id":1,"name":"a","at":1,"x":{"y":1,"z":2},"p,q.r":1}]"#
    let old = try Self.site { _ in .reply(before) }
    let new = try Self.site { _ in
      .reply(#"[{"id":1,"name":"b","at":2,"x":{"y":2,"z":2},"p,q.r":2}]"#)
    }
    try old.directory.write(before, to: "users.json")
    for place in [old.url, "file:\(old.directory.path)"] {
      let line = "check users drift -H 'X-A: b' -H 'Authorization: Bearer x' --against \(place) "
      let differs = try await new.jpfetch(line)
      differs.expect(status: 1, errors: "")
      #expect(
        differs.text.contains(
          """

          failed   drift   users 1  name  a → b
          failed   drift   users 1  at  1 → 2
          failed   drift   users 1  x.y  1 → 2
          failed   drift   users 1  p,q.r  1 → 2

          """), "\(differs)")
      let ignoring = try await new.jpfetch(line + #"--ignore 'name,at,y,"p,q.r",nick'"#)
      ignoring.expect(status: 0, errors: "jpfetch: warning: --ignore nick: no record has it\n")
    }
    // The other server is sent no field that is for the first.
    for request in new.requests { #expect(request.head.contains("X-A: b")) }
    for request in old.requests {
      #expect(!request.head.contains("X-A"))
      #expect(!request.head.contains("Bearer"))
    }
  }

  @Test("If a list can't be fetched, no warning says that a field of --ignore is unknown")
  func ignoredUnknown() async throws {
    let old = try Self.site { _ in .reply("[]") }
    let new = try Self.site { request in
      request.path == "/users" ? .reply(#"[{"id":1}]"#) : .reply(status: 404, "{}")
    }
    let run = try await new.jpfetch(
      "check users albums drift --ignore title --against \(old.url)")
    #expect(!run.errors.contains("no record has it"), "\(run)")
  }

  @Test("If the lists to compare with can't be fetched, drift isn't run, and the status is 3")
  func otherIsMissing() async throws {
    let outcome = try await Self.site().jpfetch("check users albums drift --against file:/nowhere")
    outcome.expect(status: 3, errors: "")
    let why = "users and albums: --against: the file can't be read: no such file or directory"
    #expect(outcome.text.contains("\nfailed   reach   \(why)\n"), "\(outcome)")
    #expect(
      outcome.text.contains("\nnot run  drift   missing data for users and albums\n"), "\(outcome)")
  }

  @Test("The JSON report has what drift found in fields of its own")
  func driftAsJSON() async throws {
    let directory = try TemporaryDirectory()
    for (folder, name) in [("old", "a"), ("new", "b")] {
      try directory.write(#"[{"id":7,"name":"\#(name)"}]"#, to: "\(folder)/users.json")
    }
    let outcome = try await jpfetch(
      "check users drift -f json --base-url",
      ["file:\(directory.path)/new", "--against", "file:\(directory.path)/old"])
    outcome.expect(status: 1)
    let check = try JSONDocument(Array(outcome.output)).root["checks"]?.elements.first
    let problem = try #require(check?["problems"]?.elements.first)
    let members = problem.members.map { "\($0.name) \($0.value.string ?? "")" }
    #expect(
      members == [
        "list users", "id 7", "message name  a → b", "expected a", "found b", "path [0].name",
      ])
  }

  @Test("If one report can't be written, the other reports are still written whole")
  func reports() async throws {
    let directory = try TemporaryDirectory()
    let file = directory.path + "/a=b.xml"
    let outcome = try await jpfetch(
      "check refs -f tap --report tap=http://u:pw@nowhere/x --report",
      ["junit=\(file)"] + fromSampleFiles)
    outcome.expect(
      status: 74,
      text: """
        TAP version 13
        1..1
        # checking \(fromSampleFiles[1])
        ok 1 - refs
        # 1 passed · 1130 records

        """)
    // Without the user and the password.
    #expect(outcome.firstError.contains(" http://nowhere/x"), "\(outcome)")
    let xml = try String(contentsOfFile: file, encoding: .utf8)
    #expect(xml.contains("<testcase classname=\"jpfetch.posts\" name=\"refs\" time=\"0"))
    let other = directory.path + "/r.json"
    _ = try await jpfetch("check reach users --sample -o", [other])
    #expect(
      try String(contentsOfFile: other, encoding: .utf8).hasPrefix("{\n  \"server\": \"sample:\","))
  }

  @Test("--report prints a report after the text, or replaces a file")
  func moreReports() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("before", to: "summary.md")
    let summary = directory.path + "/summary.md"
    let outcome = try await jpfetch(
      "check reach users --sample --report github=- --report", ["markdown=\(summary)"])
    outcome.expect(status: 0, errors: "")
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.first == "checking users of the built-in data")
    #expect(lines[1] == "ok       reach   every list could be fetched and read")
    #expect(lines.last?.hasPrefix("::notice title=jpfetch check summary::1 passed") == true)
    let written = try String(contentsOfFile: summary, encoding: .utf8)
    #expect(written.hasPrefix("### jpfetch check"))
  }

  @Test(
    "A report that can't be written in full leaves the existing file unchanged",
    .notUnderSanitizer("a sanitizer writes files, too"))
  func noRoom() async throws {
    let directory = try TemporaryDirectory()
    let before = String(repeating: "x", count: 1000) + "\n"
    try directory.write(before, to: "log")
    let outcome = try await run(
      "/bin/bash",
      [
        "-c", "ulimit -f 1; \"$0\" check --sample --report json=\"$1\"", Places.jpfetch,
        directory.path + "/log",
      ])
    outcome.expect(status: 74)
    #expect(try String(contentsOfFile: directory.path + "/log", encoding: .utf8) == before)
  }

  @Test("--dry-run lists the requests to both servers, and sends none")
  func dryRun() async throws {
    let site = try Self.site()
    let line = "check users ids --dry-run"
    let outcome = try await site.jpfetch(line, ["--against", "http://127.0.0.1:1"])
    outcome.expect(status: 0, errors: "")
    outcome.expect(
      text: """
        curl -gsSfL --compressed \(site.url)/users  # miss
        curl -gsSfL --compressed http://127.0.0.1:1/users  # miss

        """)
    let json = try await site.jpfetch(line, ["-f", "json"])
    #expect(try JSONDocument(Array(json.output)).root.elements.count == 1, "\(json)")
    #expect(site.requests.isEmpty)
  }
}
