import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@Suite(
  "The built program and a server",
  .needsLibcurl, .limited)
struct ServerTests {
  @Test(
    "In a pipe an empty list has no message, and CSV and TSV have their header",
    arguments: [
      ("get /albums -f table", ""), ("get /albums -f json", "[]\n"),
      ("get /albums -f ndjson", ""), ("get /albums -f csv", "userId,id,title\r\n"),
      ("get /users/1/albums -f tsv", "userId\tid\ttitle\n"),
      ("get /albums -f csv --no-header", ""), ("get /nosuch -f csv", ""), ("albums", ""),
    ])
  func emptyLists(line: String, text: String) async throws {
    let server = try LoopbackServer { _ in .reply("[]") }
    defer { server.stop() }
    let outcome = try await jpfetch(line, ["--base-url", server.url])
    outcome.expect(status: 0, text: text, errors: "")
  }

  @Test(
    "All lists that a run needs, and nothing else, are requested at the same time",
    arguments: [
      ("--json", ["/albums", "/photos", "/users"]),
      ("users 1 comments --count", ["/comments", "/posts", "/users/1"]),
      (
        "search brennan -f csv",
        ["/albums", "/comments", "/photos", "/posts", "/todos", "/users"]
      ),
    ])
  func concurrency(line: String, paths: [String]) async throws {
    let gate = Gate(for: paths.count)
    let site = try ServerAndStore { request in
      gate.pass()
      return sampleReply(request)
    }
    let outcome = try await site.jpfetch(line + " --timeout 30s")
    outcome.expect(status: 0, errors: "")
    #expect(site.server.mostInFlight == paths.count)
    #expect(site.requests.map(\.path).sorted() == paths)
  }

  @Test(
    "The output doesn't depend on the order of the responses",
    arguments: [
      ["/users", "/albums", "/photos"], ["/users", "/photos", "/albums"],
      ["/albums", "/users", "/photos"], ["/albums", "/photos", "/users"],
      ["/photos", "/users", "/albums"], ["/photos", "/albums", "/users"],
    ])
  func order(paths: [String]) async throws {
    let site = try ServerAndStore { request in
      let position = paths.firstIndex(of: request.path) ?? 0
      return sampleReply(request, after: .milliseconds(40 * position))
    }
    let outcome = try await site.jpfetch("--json")
    try await outcome.expect(output: sampleJSON.value)
  }

  @Test("An id is encoded in the URL of its record")
  func encodedID() async throws {
    let site = try ServerAndStore { sampleReply($0) }
    try await site.jpfetch("todos 'b?c é'").expect(status: 4)
    #expect(site.requests.map(\.path) == ["/todos/b%3Fc%20%C3%A9"])
  }

  @Test(
    "A response that the server sends unasked is never used for the next request",
    arguments: [.zero, .milliseconds(1), .milliseconds(10)] as [Duration])
  func unaskedAnswer(delay: Duration) async throws {
    let site = try ServerAndStore { request in
      let record = #"{"id":1,"userId":1,"albumId":1,"postId":1,"title":"\#(request.path)"}"#
      return .reply("[\(record)]") + .reply(#"[{"id":1,"title":"unasked"}]"#, after: delay)
    }
    for _ in 0..<3 {
      let outcome = try await site.jpfetch(
        "users -e albums.photos,posts.comments,todos --json --compact --no-cache")
      outcome.expect(status: 0, errors: "")
      for resource in Resource.all {
        #expect(outcome.text.contains("\"title\":\"/\(resource.name)\""), "\(outcome)")
      }
    }
  }

  @Test("get takes any path and any URL")
  func get() async throws {
    let site = try ServerAndStore { .reply(#"{"path":"\#($0.path)"}"#) }
    for (target, path) in [("/a?b=c", "/a?b=c"), ("a", "/a"), (site.url + "/u", "/u")] {
      try await site.jpfetch("get --compact", [target]).expect(text: "{\"path\":\"\(path)\"}\n")
    }
  }

  @Test("get sends queries, encoded, and header fields in the order in which they were typed")
  func queriesAndFields() async throws {
    let site = try ServerAndStore { _ in .reply("[]") }
    _ = try await site.jpfetch(
      "get /posts?x=1 --query 'b=2 &' --query a=é= -H 'X-One: 1 ' --header x-two:2 "
        + "-H 'Accept: text/json'")
    let request = try #require(site.requests.first)
    #expect(request.path == "/posts?x=1&b=2%20%26&a=%C3%A9%3D")
    #expect(request.head.contains("\r\nX-One: 1\r\nx-two: 2\r\nAccept: text/json\r\n"))
    for path in ["/posts?", "/posts?b=1&"] {
      _ = try await site.jpfetch("get --query a=", [path])
      #expect(site.requests.last?.path == path + "a=")
    }
  }

  @Test(
    "A signal ends jpfetch by that signal and without a message, unless the shell ignores it",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func signals(signal: Int32) async throws {
    let directory = try TemporaryDirectory()
    let number = directory.path + "/process"
    let (requests, asked) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { request in
      // Wait until the shell has written the process's number.
      while request.path == "/x", !FileManager.default.fileExists(atPath: number) { usleep(1000) }
      if request.path == "/x" { Self.send(signal, toProcessIn: number) } else { asked.yield() }
      return [.hang]
    }
    defer { server.stop() }
    let outcome = try await run(
      "/bin/sh",
      [
        "-c",
        """
        "$JPFETCH" get /x --retry 0 --timeout 2s --base-url \(server.url) &
        echo $! >'\(number).part'; mv '\(number).part' '\(number)'; wait $!; echo $?
        """,
      ], environment: ["JPFETCH": Places.jpfetch])
    // A shell starts background jobs with these two ignored; jpfetch leaves them so.
    let isIgnored = signal == SIGINT || signal == SIGQUIT
    outcome.expect(text: isIgnored ? "3\n" : "\(128 + signal)\n")
    let process = Process()
    process.executableURL = URL(filePath: Places.jpfetch)
    process.arguments = ["get", "/y", "--base-url", server.url]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    _ = await requests.first { true }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
    #expect(try errors.fileHandleForReading.readToEnd() == nil)
  }

  private static func send(_ signal: Int32, toProcessIn file: String) {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    guard let process = Int32(text.filter(\.isNumber)) else { return }
    kill(process, signal)
  }

  @Test("Each kind of irregularity in a list is one warning")
  func issues() async throws {
    let site = try ServerAndStore { request in
      switch request.path {
      case "/users": .reply(#"[{"id":1},{"id":1}]"#)
      case "/albums":
        .reply(#"[{"id":5,"userId":1},{"id":6,"userId":7},{"id":7,"userId":null},{"id":8}]"#)
      default: .reply(#"[{"id":1,"albumId":5},{"id":3,"albumId":9},{"id":4,"albumId":7}]"#)
      }
    }
    let outcome = try await site.jpfetch("--json --compact")
    outcome.expect(
      status: 0,
      text: #"[{"id":1,"albums":[{"id":5,"userId":1,"photos":"#
        + #"[{"id":1,"albumId":5}]}]},{"id":1,"albums":[]}]"# + "\n",
      errors: #"""
        {"warning":{"code":"data.repeated-ids","message":"1 user repeats an earlier id; first: id 1","source":"users","url":null}}
        {"warning":{"code":"data.orphans","message":"left out 1 photo with no album; first: id 3, albumId 9","source":"photos","url":null}}
        {"warning":{"code":"data.orphans","message":"left out 1 photo whose album is left out; first: id 4, albumId 7","source":"photos","url":null}}
        {"warning":{"code":"data.orphans","message":"left out 3 albums with no user; first: id 6, userId 7","source":"albums","url":null}}

        """#)
  }

  @Test(
    "Children whose key is null, missing or no id are left out with a warning; parents are null",
    arguments: [
      (#""userId":null,"#, "null", false), ("", "missing", false), (#""userId":9,"#, "9", true),
      (#""userId":true,"#, "true", true), (#""userId":"","#, "\"\"", true),
    ])
  func children(member: String, key: String, isDangling: Bool) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"[{"id":1}]"#, to: "users.json")
    try directory.write(#"[{"id":4,"userId":1},{\#(member)"id":5}]"#, to: "albums.json")
    let users = try await jpfetch("users -e albums -F albums.id -f ndjson", directory.options)
    let warning = "jpfetch: warning: left out 1 album with no user; first: id 5, userId \(key)\n"
    users.expect(status: 0, text: "{\"albums\":[{\"id\":4}]}\n")
    #expect(users.codes == ["data.orphans"], "\(users)")
    try await jpfetch("users --count-by albums.count", directory.options)
      .expect(status: 0, errors: warning)
    let meta = try await jpfetch("users -e albums --meta --compact -q", directory.options)
    #expect(meta.text.contains(#""irregularities":[{"code":"data.orphans""#), "\(meta)")
    let albums = try await jpfetch("albums 5 -e user -F user -f ndjson", directory.options)
    albums.expect(status: 0, text: "{\"user\":null}\n")
    #expect(albums.codes == (isDangling ? ["data.orphans"] : []), "\(albums)")
  }

  @Test(
    "Children that are left out with their parent are counted once, down and back up",
    arguments: [
      ("users -e albums.photos", ["photos 1", "photos 2", "albums 2"]),
      ("users photos", ["photos 1", "photos 2", "albums 2"]),
      ("users -F albums.user.name", ["albums 2"]), ("users -e albums", ["albums 2"]),
      ("albums -e photos", ["photos 1"]), ("users 1 -e albums.photos", []),
    ])
  func leftOutWithParents(line: String, expected: [String]) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"[{"id":1,"name":"n"}]"#, to: "users.json")
    try directory.write(
      #"[{"id":4,"userId":1},{"id":5,"userId":9},{"id":6,"userId":null}]"#, to: "albums.json")
    try directory.write(
      #"[{"id":1,"albumId":4},{"id":2,"albumId":5},{"id":3,"albumId":6},{"id":4,"albumId":7}]"#,
      to: "photos.json")
    let outcome = try await jpfetch(line + " --meta -q", directory.options)
    let meta = try JSONDocument(Array(outcome.output)).root
    let issues = try #require(meta["irregularities"]).elements
    let counts = issues.map { "\($0["source"]?.string ?? "") \($0["count"]?.integer ?? 0)" }
    #expect(counts == expected, "\(outcome)")
    #expect(issues.allSatisfy { $0["code"]?.string == "data.orphans" })
  }

  @Test("--meta and -vv show the times of a transfer, -vv also for a failure")
  func transferTimes() async throws {
    let site = try ServerAndStore {
      $0.path == "/x" ? .reply("[]") : .reply(status: 500, "{}")
    }
    let fetched = try await site.jpfetch("get /x --meta")
    let source = try #require(try JSONDocument(Array(fetched.output)).root["sources"]).elements[0]
    let times = try ["dns", "connect", "tls", "firstByte"].map { name in
      try #require(source["times"]?[name]?.integer)
    }
    #expect(times[0] <= times[1] && times[1] <= times[3] && times[2] == 0)
    let sample = try await jpfetch("get /users/1 --meta --sample")
    let whole = try JSONDocument(Array(sample.output)).root
    #expect(whole["sources"]?.elements[0]["times"]?.kind == .null)
    #expect(whole["oldest"]?.kind == .null && whole["newest"]?.kind == .null)
    let failed = try await site.jpfetch("get /y -vv --retry 0")
    #expect(failed.errors.hasPrefix("get  500  2 bytes  "), "\(failed)")
    for part in ["first byte ", "\n  {}\n", "\n  > User-Agent: jpfetch/"] {
      #expect(failed.errors.contains(part), "\(failed)")
    }
  }

  @Test("--partial leaves out misfits and missing lists, warns about each, and exits with 8")
  func incomplete() async throws {
    let site = try ServerAndStore { request in
      switch request.path {
      case "/users": .reply(#"[{"id":1,"name":"A"},{"id":{},"name":"B"}]"#)
      case "/albums": .reply(#"[{"id":5,"userId":1},{"id":null,"userId":1},{"userId":1}]"#)
      default: .reply(status: 503, #"{"message":"closed"}"#)
      }
    }
    func fetch(_ line: String) async throws -> CommandRun {
      try await site.jpfetch(line + " --retry 0 --no-cache")
    }
    try await fetch("").expect(status: 6, text: "")
    try await fetch("photos --partial").expect(status: 5, text: "")
    let both = try await fetch("--partial --json --compact")
    both.expect(status: 8)
    #expect(both.codes == ["http.503", "data.misfits", "data.misfits"], "\(both)")
    both.expect(text: #"[{"id":1,"name":"A","albums":[{"id":5,"userId":1,"photos":null}]}]"# + "\n")
    let csv = try await fetch("--partial --quiet -f csv")
    csv.expect(status: 8, errors: "")
    #expect(csv.text.hasSuffix(",1,\r\n"), "\(csv)")
    let tree = try await fetch("--partial -q -f tree")
    #expect(tree.text.hasSuffix("└── photos missing\n"), "\(tree)")
    let meta = try await fetch("--partial -q --json --meta")
    let root = try JSONDocument(Array(meta.output)).root
    #expect(
      root["errors"]?.elements.map { $0["code"]?.string } == [
        "data.misfits", "data.misfits", "http.503",
      ])
    #expect(root["counts"]?["albums"]?.integer == 1)
    #expect(root["counts"]?["photos"]?.kind == .null)
    // Ids that aren't there are left out; without any, the run fails.
    let some = try await fetch("users 1 8 -f ndjson --partial")
    some.expect(status: 8, text: #"{"id":1,"name":"A"}"# + "\n")
    #expect(
      some.jsonMessages.first?["warning"]?["message"]?.string
        == "user 8 missing: no user with id 8", "\(some)")
    let missing = try await fetch("users 1 8 --partial -q --json --meta")
    let hint = try JSONDocument(Array(missing.output)).root["errors"]?.elements.first?["hint"]
    #expect(hint?.string == "list all users without an id")
    try await fetch("users 8 9 --partial").expect(status: 4, text: "")
  }

  @Test("After a redirect, an error names the URL that failed")
  func redirected() async throws {
    let target = "http://127.0.0.1:1/x"
    let site = try ServerAndStore { _ in .reply(status: 302, fields: ["Location: \(target)"], "") }
    let outcome = try await site.jpfetch("get /gone")
    outcome.expect(status: 3)
    #expect(outcome.errors.contains("connection refused: \(target)"), "\(outcome)")
  }

  @Test(
    "A host name that isn't ASCII is sent as xn--..., in any locale", arguments: ["C", "C.UTF-8"])
  func internationalHosts(locale: String) async throws {
    let server = try LoopbackServer { request in
      let port =
        request.head.split(separator: "\r\n").first { $0.hasPrefix("Host: ") }?
        .split(separator: ":").last ?? ""
      let target = "Location: http://bücher.localhost:\(port)/users"
      return request.path == "/go"
        ? .reply(status: 302, fields: [target], "") : sampleReply(request)
    }
    defer { server.stop() }
    let host = server.url.replacing("127.0.0.1", with: "bücher.localhost")
    for line in [
      "get \(host)/users", "get \(host.replacing("bücher", with: "BU\u{308}CHER"))/users",
      "get \(host.replacing("bücher", with: "b%C3%BCcher"))/users", "get \(server.url)/go",
      "users -e none --base-url \(host)", "check drift users --sample --against \(host)",
    ] {
      let outcome = try await jpfetch(
        line, ["--no-cache", "--retry", "0"], environment: ["LC_ALL": locale])
      let isSent = server.requests.last?.head.contains("\r\nHost: xn--bcher-kva.localhost:") == true
      // A libcurl without IDN can't convert the name.
      let isRefused = outcome.status == 3 && outcome.errors.contains("write the host as xn--...")
      #expect(outcome.status == 0 && isSent || isRefused, "\(outcome)")
    }
  }

  @Test(
    "A slash, a question mark or an equals sign before a combining mark is still a separator",
    arguments: [
      ("get /\u{301}x", "/%CC%81x"), ("get \u{301}x", "/%CC%81x"),
      ("get /users/\u{301}", "/users/%CC%81"), ("get /x?\u{301}=1", "/x?%CC%81=1"),
      ("get /x --query a=\u{301}", "/x?a=%CC%81"),
    ])
  func combiningMarks(line: String, path: String) async throws {
    let site = try ServerAndStore { _ in .reply(#"[{"id":1}]"#) }
    try await site.jpfetch(line).expect(status: 0)
    #expect(site.requests.map(\.path) == [path])
    let whole = line.replacing("get /", with: "get \(site.url)/")
    try await site.jpfetch(whole + " --refresh").expect(status: 0)
    #expect(site.requests.last?.path == path)
  }

  @Test("There are two retries, each of which -v reports, or as many as --retry says")
  func retries() async throws {
    let tries = Mutex(0)
    let site = try ServerAndStore { _ in
      let number = tries.withLock { tries in
        tries += 1
        return tries
      }
      return number < 3 ? .reply(status: 503, fields: ["Retry-After: 0"], "") : .reply("[]")
    }
    let outcome = try await site.jpfetch("todos --count -v")
    #expect(
      (outcome.status, site.requests.count, outcome.errorLines.count) == (0, 3, 3), "\(outcome)")
    #expect(outcome.firstError.hasPrefix("jpfetch: retry 1 of 2 in "), "\(outcome)")
    #expect(outcome.firstError.hasSuffix(" ms: 503: \(site.url)/todos"), "\(outcome)")
    site.answer { _ in .reply(status: 503, "") }
    try await site.jpfetch("todos --no-cache --retry 0").expect(status: 5)
    #expect(site.requests.count == 4)
  }
}

@Suite("Writing", .limited)
struct OutputTests {
  private func shell(_ script: String) async throws -> CommandRun {
    try await run("/bin/sh", ["-c", script], environment: ["JPFETCH": Places.jpfetch])
  }

  @Test(
    "A full disk is the error output.write, with exit 74",
    .only(if: Places.hasFullDevice, "needs /dev/full"))
  func fullDisk() async throws {
    let outcome = try await shell(#""$JPFETCH" todos --sample --json > /dev/full"#)
    outcome.expect(status: 74)
    #expect(outcome.errors.contains(#""code":"output.write""#), "\(outcome)")
    #expect(
      outcome.errors.contains("cannot write the output: no space left on device"), "\(outcome)")
  }

  @Test("A closed standard output is an error, and no file or socket takes its descriptor")
  func closedStreams() async throws {
    let server = try LoopbackServer { sampleReply($0) }
    defer { server.stop() }
    for streams in [">&-", "<&- >&-"] {
      let outcome = try await shell(#""$JPFETCH" users --base-url \#(server.url) \#(streams)"#)
      outcome.expect(status: 74)
    }
    try await shell(#""$JPFETCH" todos --sample 2>&- <&-"#).expect(status: 0)
  }

  @Test("When the reader of a pipe leaves, SIGPIPE ends the process without a message")
  func closedPipe() async throws {
    for prefix in ["", "trap '' PIPE; "] {
      let outcome = try await shell(
        #"\#(prefix){ "$JPFETCH" comments --sample --json; echo $? >&2; } | head -c 1 > /dev/null"#)
      outcome.expect(errors: "141\n")
    }
  }

  @Test("When the reader of a named pipe leaves, SIGPIPE ends the process without a message")
  func closedNamedPipe() async throws {
    let server = try LoopbackServer { sampleReply($0) }
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    for source in ["--sample", "--no-cache --base-url \(server.url)"] {
      let outcome = try await shell(
        #"""
        cd "\#(directory.path)" && rm -f pipe && mkfifo pipe && head -c 1 pipe > /dev/null &
        until [ -p "\#(directory.path)/pipe" ]; do sleep 0.01; done
        "$JPFETCH" comments \#(source) -f csv -o "\#(directory.path)/pipe"; echo $? >&2
        """#)
      outcome.expect(errors: "141\n")
    }
  }
}
