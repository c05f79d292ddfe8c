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
    #expect(outcome.text.hasSuffix("\n6 passed, 1 skipped · 5910 records\n"), "\(outcome)")
  }

  @Test("check asks the server even if its responses are stored; --offline checks the stored ones")
  func storedResponses() async throws {
    let site = try Self.site { request in wholeSampleBody(request.path).map { .reply($0) } }
    _ = try await site.jpfetch("cache warm")
    let offline = try await site.jpfetch("check --expect public --offline")
    offline.expect(
      status: 0,
      text: """
        checking users, albums, photos, posts, comments and todos of \(site.url), as stored
        ok  reach   every list is stored
        ok  status  every status is 2xx
        ok  type    every response is JSON
        ok  schema  every record has all fields with their types
        ok  counts  every list has records, as many as expected
        ok  ids     every record has a unique, positive id
        ok  refs    every reference points to a record
        7 passed · 5910 records

        """, errors: "")
    let online = try await site.jpfetch("check --expect public")
    online.expect(status: 0, errors: "")
    let words = offline.text.replacing("list is stored", with: "request got a response")
      .replacing(", as stored", with: "").dropLast()
    #expect(online.text.hasPrefix(words + " in "), "\(online)")
    #expect(site.requests.count == 12)
  }

  @Test("A list that can't be fetched sets the exit status only if a selected check needs the list")
  func unavailable() async throws {
    let site = try Self.site("/users", .reply(status: 503, "{}"))
    let failed = try await site.jpfetch("check --retry 0")
    failed.expect(status: 5, errors: "")
    #expect(failed.text.contains("failed   status  503 Status: \(site.url)/users\n"), "\(failed)")
    let reached = try await site.jpfetch("check reach --retry 0")
    reached.expect(status: 0, errors: "")
    site.server.stop()
    let gone = try await site.jpfetch("check --retry 0")
    gone.expect(status: 3, errors: "")
    // No check reports it.
    let refs = try await site.jpfetch("check refs --retry 0")
    refs.expect(status: 3)
    #expect(refs.firstError == "jpfetch: error: connection refused: \(site.url)/users", "\(refs)")
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
        failed  schema  users[0].id, line 3 column 11: expected an integer, found true
        failed  ids     1 user has no valid id; first: users[0], id true
        failed  refs    user 1 doesn't exist: 10 albums, 10 posts, 20 todos

        """, errors: "")
  }

  @Test("--expect sets the expected counts, and --max-time the longest time for a list")
  func expectations() async throws {
    let outcome = try await Self.site().jpfetch(
      "check counts time --expect users=11,comments=500 --max-time 0ms")
    outcome.expect(status: 1)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines[1] == "failed  counts  users: expected 11, found 10")
    #expect(lines[2].hasPrefix("failed  time    users took "))
  }

  @Test("Assertions follow the checks, in the order in which they were typed")
  func assertions() async throws {
    let nineUsers = "9 of 10 users fail; first: id 1, found \"Brennan & Daughters\""
    let claims = [
      ("users.count = 10", "holds"), ("photos.id unique", "holds"),
      ("albums.userId in users.id", "holds"), ("posts.count != 100", "posts: found 100"),
      ("photos.id > 3", "3 of 5000 photos fail; first: id 1, found 1"),
      ("albums.userId unique", "90 of 100 albums fail; first: id 2, found 1"),
      ("albums.id in users.id", "90 of 100 albums fail; first: id 11, found 11"),
      ("users.albums.photos.count = 500", "holds"), ("users.albums > 9", "holds"),
      ("todos.completed = true", "98 of 200 todos fail; first: id 1, found false"),
      ("photos.album.user.name != null", "holds"),
      (
        "users.albums.title ~ oaxaca",
        "4 of 10 users fail; first: id 2, found other values"
      ),
      ("users.company unique", "holds"), ("users.company ~ 'okafor'", nineUsers),
      (
        "albums.user = 'Ada Brennan'", "90 of 100 albums fail; first: id 11, found \"José Álvarez\""
      ),
      ("users.company in users.company.name", "holds"), ("albums.user in users.name", "holds"),
      // A quoted name of a list changes nothing for the names after it.
      ("\"users\".count = 10", "holds"), ("\"users\".city unique", "holds"),
      ("albums.user.name in \"users\".name", "holds"),
      ("users.response.bytes > 100", "holds"),
      ("users.response.status = 200", "users.response.status: found nothing"),
    ]
    let outcome = try await jpfetch(
      "check reach --sample -f json", claims.flatMap { ["--assert", $0.0] })
    outcome.expect(status: 1)
    let checks = try #require(try JSONDocument(Array(outcome.output)).root["checks"]).elements
    #expect(checks.dropFirst().map { $0["name"]?.string } == claims.map(\.0))
    #expect(checks.dropFirst().map { $0["message"]?.string } == claims.map(\.1))
  }

  @Test("An assertion can test a response's status, header fields and time")
  func responses() async throws {
    let site = try Self.site("/posts", .reply(status: 404, fields: ["X-A: b"], "{}"))
    let claims = [
      ("users.response.status = 200", "passed"), ("users.response.status = 201,404", "failed"),
      ("users.response.header.etag = null", "passed"), ("users.response.time > 1h", "failed"),
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
        failed  users.name != x
                  users[1].id, line 1 column 22: expected an integer or a string, found nothing
        failed  albums.user.name != x
                  users[1].id, line 1 column 22: expected an integer or a string, found nothing

        """)
  }

  @Test(
    "--wait repeats the checks until all pass, also if a request gets no response",
    arguments: [.reply(status: 503, ""), [.hang]] as [[LoopbackServer.Step]])
  func wait(steps: [LoopbackServer.Step]) async throws {
    let site = try Self.site(failing: 3, with: steps)
    let outcome = try await site.jpfetch("check users --wait 60s")
    outcome.expect(status: 0, errors: "")
    #expect(site.requests.count == 4)
    #expect(outcome.duration < .seconds(40), "\(outcome)")
  }

  @Test(
    "--wait ends when its time is up, even during a request",
    arguments: [[.reset], [.hang]] as [[LoopbackServer.Step]])
  func waitForTooLong(steps: [LoopbackServer.Step]) async throws {
    let outcome = try await Self.site { _ in steps }.jpfetch("check users --wait 1500ms")
    outcome.expect(
      status: 3, errors: "jpfetch: warning: the checks didn't pass within 1500 ms (--wait)\n")
    #expect(outcome.text.contains("\nfailed   reach  "), "\(outcome)")
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
      first.text.contains("\nnot run  drift  no stored response: \(site.url)/users"), "\(first)")
    #expect(first.firstError == "jpfetch: error: no stored response: \(site.url)/users", "\(first)")
    _ = try await site.jpfetch("users")
    let equal = try await check()
    #expect(
      equal.text.hasPrefix(
        """
        checking users of \(site.url), against the stored responses
        ok  drift  every list equals the one from --against
        1 passed · 1 record in 
        """), "\(equal)")
    users.withLock { $0 = #"[{"id":1,"name":"b"}]"# }
    for _ in 1...2 {
      let drifted = try await check()
      drifted.expect(status: 1, errors: "")
      #expect(
        drifted.text.contains("\nfailed  drift  users: changed name of id 1\n1 failed · 1 record"),
        "\(drifted)")
    }
  }

  @Test(
    "--against compares with another server or with files; --ignore leaves out fields at any depth")
  func against() async throws {
    let before = #"[{"id":1,"name":"a","at":1,"x":{"y":1,"z":2}}]"#
    let old = try Self.site { _ in .reply(before) }
    let new = try Self.site { _ in .reply(#"[{"id":1,"name":"b","at":2,"x":{"y":2,"z":2}}]"#) }
    try old.directory.write(before, to: "users.json")
    for place in [old.url, "file:\(old.directory.path)"] {
      let line = "check users drift -H 'X-A: b' -H 'Authorization: Bearer x' --against \(place) "
      let differs = try await new.jpfetch(line)
      differs.expect(status: 1, errors: "")
      #expect(
        differs.text.contains("\nfailed  drift  users: changed name, at and x.y of id 1\n"),
        "\(differs)")
      let ignoring = try await new.jpfetch(line + "--ignore name,at,y,nick")
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

  @Test(
    "If the list to compare with can't be fetched, drift is \"not run\" and the exit status is 3")
  func otherIsMissing() async throws {
    let outcome = try await Self.site().jpfetch("check users drift --against file:/nowhere")
    outcome.expect(status: 3)
    #expect(
      outcome.text.contains("\nnot run  drift  cannot read /nowhere/users.json: "), "\(outcome)")
    #expect(outcome.errors.hasSuffix(": --against file:DIR\n"), "\(outcome)")
  }

  @Test(
    "Lists that are missing for the same reason are reported in one line",
    arguments: [
      ("check --offline", "failed   reach  no stored response: URL (all 6 lists)"),
      (
        "check users albums drift --against cache",
        "not run  drift  no stored response: URL (both lists)"
      ),
      (
        "check reach --base-url file:/nowhere",
        "failed  reach  cannot read /nowhere/*.json: no such file or directory (all 6 lists)"
      ),
      (
        "check drift --sample --against file:/nowhere",
        "not run  drift  cannot read /nowhere/*.json: no such file or directory (all 6 lists)"
      ),
      // refs concerns one of the two lists.
      (
        "check users posts --base-url file:/nowhere",
        "not run  type, schema, counts, ids, refs  the lists could not be fetched"
      ),
    ])
  func missingTogether(line: String, text: String) async throws {
    let site = try Self.site()
    let namesSource = line.contains("--sample") || line.contains("--base-url")
    var options: [String] = []
    if !namesSource { options = site.options }
    let outcome = try await jpfetch(line, options)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.contains(Substring(text.replacing("URL", with: site.url))), "\(outcome)")
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
        # checking users, albums, photos, posts, comments and todos of \(fromSampleFiles[1])
        ok 1 - refs
        # 1 passed · 1130 records

        """)
    #expect(
      outcome.firstError
        == "jpfetch: error: cannot write http://nowhere/x: no such file or directory", "\(outcome)")
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
    #expect(lines[1] == "ok  reach  every list can be read")
    #expect(lines.last?.hasPrefix("::notice title=jpfetch check summary::1 passed") == true)
    let written = try String(contentsOfFile: summary, encoding: .utf8)
    #expect(written.hasPrefix("### jpfetch check"))
  }

  @Test("Two outputs to the same file are refused, however the file is named")
  func oneFile() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("old", to: "old")
    let path = directory.path
    #expect(symlink("old", path + "/link") == 0 && symlink("new", path + "/dangling") == 0)
    #expect(link(path + "/old", path + "/name") == 0)
    for (first, second) in [
      ("old", "./old"), ("old", "\(path)/old"), ("link", "old"), ("name", "old"),
      ("new", "../\(directory.url.lastPathComponent)/new"), ("dangling", "new"),
      ("/dev/stdout", "/dev/fd/1"),
    ] {
      for option in ["--output ", "--report json="] {
        let line = "check ids --sample -f tap \(option)\(first) --report tap=\(second)"
        let outcome = try await run(
          "/bin/sh", ["-c", "cd '\(path)' && exec \(Places.jpfetch) \(line)"])
        outcome.expect(status: 2, text: "")
      }
    }
    #expect(try String(contentsOfFile: path + "/old", encoding: .utf8) == "old")
    // A descriptor leads to the file that it was opened with.
    for line in ["-o old --report tap=/dev/fd/3 3>>old", "--report tap=/dev/stdout >>old"] {
      let outcome = try await run(
        "/bin/sh", ["-c", "cd '\(path)' && exec \(Places.jpfetch) check ids --sample \(line)"])
      outcome.expect(status: 2)
    }
    #expect(try String(contentsOfFile: path + "/old", encoding: .utf8) == "old")
    #expect(!FileManager.default.fileExists(atPath: path + "/new"))
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
    let lines = outcome.text.split(separator: "\n").filter { $0.hasPrefix("GET") }
    #expect(lines == ["GET \(site.url)/users  miss", "GET http://127.0.0.1:1/users  miss"])
    let json = try await site.jpfetch(line, ["-f", "json"])
    #expect(try JSONDocument(Array(json.output)).root.elements.count == 1, "\(json)")
    #expect(site.requests.isEmpty)
  }

  @Test(
    "Two reports on standard output are refused, with the advice to write one to a file",
    arguments: ["-f tap", "-o /nowhere/x"])
  func twoOnOutput(words: String) {
    let line = shellWords("check ids --report junit=- --sample \(words)")
    #expect(
      usageError(line)?.message
        == "--report FORMAT=- works only with --format text on standard output")
    #expect(usageError(line)?.advice?.text == "write --report junit=FILE")
  }

  @Test(
    "Wrong operands and options of check are refused, with advice",
    arguments: [
      ("ref", "unknown check or resource \"ref\" → did you mean refs?"),
      ("phots", "unknown check or resource \"phots\" → did you mean photos?"),
      ("time", "check time needs --max-time → add --max-time <duration>"),
      ("drift", "check drift needs --against → add --against {<url>|file:<dir>|cache}"),
      ("refs users --sample", "check refs: users refer to no other list"),
      ("--expect user", "--expect doesn't take \"user\" → <resource>=<n>,... or public"),
      ("--expect usrs=1", "unknown resource \"usrs\" → did you mean users?"),
      ("--assert 'usrs.count = 1'", "unknown resource \"usrs\" → did you mean users?"),
      (
        "--assert 'users.count = x'", "users.count is a number, not \"x\" → see: jpfetch help where"
      ),
      (
        "--assert 'users.response.status = ok'",
        "users.response.status is a number, not \"ok\" → see: jpfetch help where"
      ),
      (
        "--against cache --offline",
        "--against cache and --offline cannot be combined → leave out one of them"
      ),
      (
        "--against cache --sample",
        "--against cache and --sample cannot be combined → leave out one of them"
      ),
      (
        "--against nowhere",
        "--against doesn't take \"nowhere\" → write http://nowhere"
      ),
      (
        "--against http://127.0.0.1:1 --offline",
        "--against http://127.0.0.1:1 needs a server, but --offline forbids requests → "
          + "leave out --offline, or compare with file:DIR"
      ),
      ("--ignore title", "--ignore needs --against → add --against {<url>|file:<dir>|cache}"),
      ("--report tap", "--report doesn't take \"tap\" → a format and a file: tap=FILE"),
      ("--report a.xml", "--report doesn't take \"a.xml\" → a format and a file: junit=FILE"),
      (
        "--report tap+=a",
        "--report doesn't take \"tap+\" → did you mean tap?"
      ),
      (
        "--report tap=a --report json=a",
        "--report json=a and --report tap=a are the same file → name another file"
      ),
      (
        "-o a --report tap=a", "--report tap=a and --output a are the same file → name another file"
      ),
      (
        "--report github=- --report github=-",
        "--report github=- is given twice → leave out one of them"
      ),
      ("-w 'users.id > 3'", "--where is not valid with check → did you mean --assert?"),
      (
        "--report xml=a",
        "--report doesn't take \"xml\" → did you mean junit?"
      ),
      ("--dry-run -f tap", "--format with --dry-run doesn't take \"tap\" → formats: text, json"),
    ])
  func usage(line: String, message: String) {
    let error = usageError(["check"] + shellWords(line))
    #expect(error?.line == message)
  }
}
