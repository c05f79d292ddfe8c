import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

/// Answers `/users` and the others with the built-in data.
func sampleReply(
  _ request: LoopbackServer.Request, after delay: Duration = .zero
) -> [LoopbackServer.Step] {
  let body = sampleBody(request.path)
  return body.map { .reply($0, after: delay) } ?? .reply(status: 404, "{}", after: delay)
}

@Suite(
  "The built program and a server",
  .evidence, .needsLibcurl)
struct ServerTests {
  @Test("Three requests are under way at the same time, and nothing else is asked for")
  func concurrency() throws {
    let gate = Gate(for: 3)
    let server = try LoopbackServer { request in
      gate.pass()
      return .reply(wholeSampleBody(request.path) ?? [])
    }
    defer { server.stop() }
    let outcome = try jpfetch("--base-url", server.url, "--json", "--timeout", "30s")
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(server.mostInFlight == 3)
    #expect(server.requests.map(\.path).sorted() == ["/albums", "/photos", "/users"])
    #expect(try outcome.output == jpfetch("--sample", "--json").output)
  }

  @Test("Whoever answers first, the output is the same")
  func randomDelays() throws {
    let server = try LoopbackServer { sampleReply($0, after: .milliseconds(.random(in: 0...40))) }
    defer { server.stop() }
    let outputs = try (0..<20).map { _ in try jpfetch("--base-url", server.url, "--json").output }
    #expect(Set(outputs).count == 1)
  }

  @Test("A member that the server adds is in the output, in its place and as it was spelled")
  func addedMember() throws {
    let server = try LoopbackServer { request in
      request.path == "/users"
        ? .reply(#"[{"id":1,"nickname":1e400,"name":"\u0041"}]"#) : .reply("[]")
    }
    defer { server.stop() }
    let outcome = try jpfetch("--base-url", server.url + "/", "--json", "--compact")
    #expect(
      outcome.text == #"[{"id":1,"nickname":1e400,"name":"\u0041","albums":[]}]"# + "\n")
  }

  @Test("Records by id are asked for apart; what they embed comes as lists")
  func ids() throws {
    let server = try LoopbackServer { sampleReply($0) }
    defer { server.stop() }
    let users = try jpfetch("users", "3", "1", "--base-url", server.url, "--json")
    #expect((users.status, users.errors) == (0, ""))
    #expect(
      server.requests.map(\.path).sorted() == ["/albums", "/photos", "/users/1", "/users/3"])
    let files = try run(Places.jpfetch, ["users", "3", "1", "--json"] + fromSampleFiles)
    #expect(files.output == users.output)
    let odd = try jpfetch("todos", "a/b?c é", "--base-url", server.url)
    #expect(odd.status == 4)
    #expect(server.requests.last?.path == "/todos/a%2Fb%3Fc%20%C3%A9")
  }

  @Test(
    "What a server sends behind an answer is never taken for the next one",
    arguments: [.zero, .milliseconds(1), .milliseconds(10)] as [Duration])
  func unaskedAnswer(delay: Duration) throws {
    let server = try LoopbackServer { request in
      let id = request.path.split(separator: "/").last ?? ""
      return .reply(#"{"id":\#(id),"userId":1,"title":"asked for","completed":true}"#)
        + .reply(#"{"id":9,"userId":1,"title":"unasked","completed":true}"#, after: delay)
    }
    defer { server.stop() }
    for _ in 0..<3 {
      let outcome = try jpfetch(
        "todos", "1", "2", "3", "4", "5", "6", "-j", "1", "-e", "none", "-F", "id,title",
        "-f", "csv", "--no-header", "--base-url", server.url)
      #expect((outcome.status, outcome.errors) == (0, ""))
      #expect(outcome.text == (1...6).map { "\($0),asked for\r\n" }.joined())
    }
  }

  @Test("Any path, and any URL, can be had")
  func get() throws {
    let server = try LoopbackServer { .reply(#"{"path":"\#($0.path)"}"#) }
    defer { server.stop() }
    for (target, path) in [("/a?b=c", "/a?b=c"), ("a", "/a"), (server.url + "/u", "/u")] {
      let outcome = try jpfetch("get", target, "--base-url", server.url, "--compact")
      #expect(outcome.text == "{\"path\":\"\(path)\"}\n")
    }
  }

  @Test("Queries are encoded, and header fields sent, in their order")
  func queriesAndFields() throws {
    let server = try LoopbackServer { _ in .reply("[]") }
    defer { server.stop() }
    _ = try jpfetch(
      "get", "/posts?x=1", "--query", "b=2 &", "--query", "a=é=", "--base-url", server.url, "-H",
      "X-One: 1 ", "--header", "x-two:2", "-H", "Accept: text/json")
    let request = try #require(server.requests.first)
    #expect(request.path == "/posts?x=1&b=2%20%26&a=%C3%A9%3D")
    #expect(request.head.contains("\r\nX-One: 1\r\nx-two: 2\r\nAccept: text/json\r\n"))
    _ = try jpfetch("get", "/posts", "--query", "a=", "--base-url", server.url)
    #expect(server.requests.last?.path == "/posts?a=")
  }

  @Test("--jobs bounds the requests that are under way")
  func jobs() throws {
    let gate = Gate(for: 2)
    let server = try LoopbackServer { request in
      gate.pass()
      return sampleReply(request, after: .milliseconds(60))
    }
    defer { server.stop() }
    let outcome = try jpfetch(
      "todos", "1", "2", "3", "4", "5", "6", "--base-url", server.url, "-j2")
    #expect(outcome.status == 0)
    #expect(server.mostInFlight == 2)
  }

  @Test("A dry run sends nothing, and tells what the next run does")
  func dryRun() throws {
    let server = try LoopbackServer { request in
      let fields =
        request.path == "/users"
        ? ["Cache-Control: max-age=600", "ETag: \"1\""]
        : ["ETag: \"\(request.path)\""]
      return .reply(fields: fields, "[]")
    }
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    let places = ["--base-url", server.url, "--cache-dir", directory.path]
    func words(_ arguments: String...) throws -> [String?] {
      let outcome = try run(Places.jpfetch, ["--dry-run", "--json"] + places + arguments)
      #expect(outcome.status == 0)
      return try JSONDocument(Array(outcome.output)).root.elements.map { $0["cache"]?.string }
    }
    #expect(try words() == ["miss", "miss", "miss"])
    #expect(try words("--offline") == ["missing", "missing", "missing"])
    #expect(server.requests.isEmpty)
    _ = try run(Places.jpfetch, places)
    #expect(try words() == ["hit", "revalidate", "revalidate"])
    #expect(try words("--refresh") == ["revalidate", "revalidate", "revalidate"])
    #expect(try words("--offline") == ["offline", "offline", "offline"])
    #expect(try words("--no-cache") == ["miss", "miss", "miss"])
    #expect(server.requests.count == 3)
    let text = try run(
      Places.jpfetch, ["albums", "--dry-run", "-H", "Pragma: a b"] + places)
    #expect(
      text.text.hasSuffix(
        """
         ago
          curl -gsSfL --compressed --max-time 10 -H 'Accept: application/json' \
        -H 'Pragma: a b' \(server.url)/albums

        """))
    for field in ["Authorization: secret", "X-Auth-Token: secret", "Cookie: a=secret"] {
      let masked = try run(Places.jpfetch, ["albums", "--dry-run", "-H", field] + places)
      #expect(masked.text.contains(": ***'") && !masked.text.contains("secret"))
    }
    let own = try run(Places.jpfetch, ["albums", "--dry-run", "-H", "X-One: a b"] + places)
    #expect(own.text.hasPrefix("GET \(server.url)/albums  miss\n"))
    let get = try jpfetch("get", "/x", "--dry-run", "--base-url", server.url)
    #expect(get.text.hasPrefix("GET \(server.url)/x  miss\n  curl "))
  }

  @Test("Signals end it as shells expect, quietly", arguments: [SIGINT, SIGTERM])
  func signals(signal: Int32) throws {
    let directory = try TemporaryDirectory()
    let number = directory.path + "/process"
    let asked = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { request in
      // The shell has written it by then, or does before long.
      while request.path == "/x", !FileManager.default.fileExists(atPath: number) { usleep(1000) }
      if request.path == "/x" { Self.send(signal, toProcessIn: number) } else { asked.signal() }
      return [.hang]
    }
    defer { server.stop() }
    let outcome = try run(
      "/bin/sh",
      [
        "-c",
        """
        "$JPFETCH" get /x --retry 0 --timeout 2s --base-url \(server.url) &
        echo $! >'\(number).part'; mv '\(number).part' '\(number)'; wait $!; echo $?
        """,
      ], environment: ["JPFETCH": Places.jpfetch])
    // A shell starts what runs in the background with SIGINT ignored, and that is respected.
    #expect(outcome.text == (signal == SIGINT ? "3\n" : "143\n"))
    let process = Process()
    process.executableURL = URL(filePath: Places.jpfetch)
    process.arguments = ["get", "/y", "--base-url", server.url]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    asked.wait()
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

  @Test("What does not fit together is told on standard error, a line each")
  func irregularities() throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/users": .reply(#"[{"id":1},{"id":1}]"#)
      case "/albums": .reply(#"[{"id":5,"userId":1},{"id":6,"userId":7}]"#)
      default: .reply(#"[{"id":1,"albumId":5},{"id":3,"albumId":9}]"#)
      }
    }
    defer { server.stop() }
    let outcome = try jpfetch("--base-url", server.url, "--json", "--compact")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == #"""
        {"warning":{"code":"data.repeated-ids","message":"1 user repeats an earlier id: the first is 1","source":"users","url":null}}
        {"warning":{"code":"data.orphans","message":"left out 1 photo with no album: the first is 3, with albumId 9","source":"photos","url":null}}
        {"warning":{"code":"data.orphans","message":"left out 1 album with no user: the first is 6, with userId 7","source":"albums","url":null}}

        """#)
    #expect(
      outcome.text == #"[{"id":1,"albums":[{"id":5,"userId":1,"photos":"#
        + #"[{"id":1,"albumId":5}]}]},{"id":1,"albums":[]}]"# + "\n")
  }

  @Test("--meta tells how long the parts of a transfer took; -vv too, of a failure as well")
  func transferTimes() throws {
    let server = try LoopbackServer { $0.path == "/x" ? .reply("[]") : .reply(status: 500, "{}") }
    defer { server.stop() }
    let place = ["--base-url", server.url, "--no-cache", "--retry", "0"]
    let fetched = try run(Places.jpfetch, ["get", "/x", "--meta"] + place)
    let source = try #require(try JSONDocument(Array(fetched.output)).root["sources"]).elements[0]
    let times = try ["dns", "connect", "tls", "firstByte"].map { name in
      try #require(source["times"]?[name]?.integer)
    }
    #expect(times[0] <= times[1] && times[1] <= times[3] && times[2] == 0)
    let sample = try run(Places.jpfetch, ["get", "/users/1", "--meta", "--sample"])
    let own = try #require(try JSONDocument(Array(sample.output)).root["sources"]).elements[0]
    #expect(own["times"]?.kind == .null)
    let failed = try run(Places.jpfetch, ["get", "/y", "-vv"] + place)
    #expect(failed.errors.contains("first byte "))
    #expect(failed.errors.hasPrefix("get  500  2 bytes  "))
    #expect(failed.errors.contains("\n  {}\n"))
    #expect(failed.errors.contains("\n  > User-Agent: jpfetch/"))
  }

  @Test("A record that a stale list doesn't have: it is told that the server wasn't asked")
  func missingInStaleList() throws {
    let directory = try TemporaryDirectory()
    let server = try LoopbackServer { sampleReply($0) }
    let place = [
      "--base-url", server.url, "--cache-dir", "\(directory.path)/c", "--retry", "0",
    ]
    _ = try run(Places.jpfetch, ["users", "-e", "none"] + place)
    server.stop()
    let missing = try run(Places.jpfetch, ["users", "99", "-e", "none", "-v"] + place)
    #expect(missing.status == 4)
    #expect(missing.errors.contains("jpfetch: error: no user with id 99\n"))
    #expect(missing.errors.contains("\n  connection refused: \(server.url)/users/99\n"))
    // What failed comes first.
    let rows = missing.errorLines.filter { $0.hasPrefix("users ") }.map { $0.prefix(10) }
    #expect(rows == ["users  -  ", "users  404"])
  }

  @Test(
    "--lenient leaves out what doesn't fit, --partial what didn't arrive; both say so and exit 8")
  func incomplete() throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/users": .reply(#"[{"id":1,"name":"A"},{"id":2,"name":{}}]"#)
      case "/users/1": .reply(#"{"id":1}"#)
      case "/users/8": .reply(status: 404, "{}")
      case "/albums": .reply(#"[{"id":5,"userId":1},{"id":6,"userId":"x"},{"id":7,"userId":[]}]"#)
      default: .reply(status: 503, #"{"message":"closed"}"#)
      }
    }
    defer { server.stop() }
    let places = ["--base-url", server.url, "--retry", "0"]
    func run(_ arguments: String...) throws -> CommandRun {
      try TestSupport.run(Places.jpfetch, arguments + places)
    }
    let strict = try run("--partial")
    #expect((strict.status, strict.text) == (6, ""))
    #expect(
      strict.errorLines == [
        "jpfetch: error: unexpected data: \(server.url)/users",
        "  users[1].name, line 1 column 37: expected a string, found {}",
        "  try: jpfetch --partial --base-url \(server.url) --retry 0 --lenient",
      ])
    #expect(try run("--lenient").status == 5)
    let both = try run("--lenient", "--partial", "--json", "--compact")
    #expect(both.status == 8)
    #expect(
      both.codes == ["http.503", "data.misfits", "data.misfits"])
    #expect(
      both.text
        == #"[{"id":1,"name":"A","albums":[{"id":5,"userId":1,"photos":null}]}]"# + "\n")
    let csv = try run("--lenient", "--partial", "--quiet", "-f", "csv")
    #expect((csv.status, csv.errors) == (8, ""))
    #expect(csv.text.hasSuffix(",1,\r\n"))
    #expect(
      try run("--lenient", "--partial", "-q", "-f", "tree").text.hasSuffix("└── photos missing\n"))
    let meta = try run("--lenient", "--partial", "-q", "--json", "--meta")
    let root = try JSONDocument(Array(meta.output)).root
    #expect(
      root["errors"]?.elements.map { $0["code"]?.string } == ["body.type", "body.type", "http.503"])
    #expect(root["counts"]?["albums"]?.integer == 1)
    #expect(root["counts"]?["photos"]?.kind == .null)
    // Single records: what didn't arrive isn't in the list; without any there is nothing to print.
    let singles = try run("users", "1", "9", "-e", "none", "-f", "ndjson", "--partial")
    #expect((singles.status, singles.text) == (8, "{\"id\":1}\n"))
    #expect(
      singles.jsonMessages.first?["warning"]?["message"]?.string
        == "user 9 is missing: 503 Status: \(server.url)/users/9: closed")
    let missing = try run("users", "1", "8", "--partial", "-q", "--json", "--meta", "-e", "none")
    let hint = try JSONDocument(Array(missing.output)).root["errors"]?.elements.first?["hint"]
    #expect(hint?.string == "jpfetch users -F id --base-url \(server.url)")
    let none = try run("users", "9", "-e", "none", "--partial")
    #expect((none.status, none.text) == (5, ""))
  }

  @Test("Behind a redirect, the URL that failed is named")
  func redirected() throws {
    let port = try LoopbackServer.freePort()
    let server = try LoopbackServer { request in
      let target = request.path == "/gone" ? "http://127.0.0.1:\(port)/x" : "/empty"
      return request.path == "/empty"
        ? .reply("") : .reply(status: 302, fields: ["Location: \(target)"], "")
    }
    defer { server.stop() }
    let gone = try jpfetch("get", "/gone", "--base-url", server.url)
    #expect(gone.status == 3)
    #expect(gone.errors.contains("connection refused: http://127.0.0.1:\(port)/x"))
    let empty = try jpfetch("get", "/other", "--base-url", server.url)
    #expect(
      empty.firstError == "jpfetch: error: no content: \(server.url)/empty")
  }

  @Test("A proxy that refuses is named")
  func proxy() throws {
    let proxy = try LoopbackServer { _ in .reply(status: 407, "") }
    defer { proxy.stop() }
    let outcome = try jpfetch(
      "get", "https://host.invalid/x", environment: ["https_proxy": proxy.url])
    #expect(outcome.status == 3)
    #expect(
      outcome.firstError
        == "jpfetch: error: the proxy asks for a user name and password"
    )
  }

  @Test("What may pass is tried again, and -v says so")
  func retries() throws {
    let server = try LoopbackServer { _ in [.reset] }
    defer { server.stop() }
    let tries = Tries()
    let flaky = try LoopbackServer { request in
      tries.next() < 2 ? .reply(status: 503, fields: ["Retry-After: 0"], "") : .reply("[]")
    }
    defer { flaky.stop() }
    let outcome = try jpfetch("todos", "--count", "--base-url", flaky.url, "-v")
    #expect(outcome.status == 0)
    #expect(flaky.requests.count == 3)
    #expect(outcome.errorLines.count == 3)
    #expect(outcome.firstError.hasPrefix("jpfetch: retry 1 of 2 in "))
    #expect(outcome.firstError.hasSuffix(" ms: 503: \(flaky.url)/todos"))
    let never = try jpfetch("todos", "--base-url", server.url, "--retry", "1", "--json")
    #expect(never.status == 3)
    #expect(server.requests.count == 2)
    let long = try LoopbackServer { _ in .reply(status: 429, fields: ["Retry-After: 3600"], "") }
    defer { long.stop() }
    #expect(try jpfetch("todos", "--base-url", long.url).status == 4)
    #expect(long.requests.count == 1)
  }

  private final class Tries: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock { count in
        defer { count += 1 }
        return count
      }
    }
  }

  @Test("Of several failures the first in the catalogue's order is told, not the fastest")
  func severalFailures() throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/users": .reply(status: 404, "{}", after: .milliseconds(100))
      case "/albums": .reply(status: 500, "{}")
      default: [.reset]
      }
    }
    defer { server.stop() }
    let outcome = try jpfetch("--base-url", server.url)
    #expect(outcome.status == 4)
    #expect(outcome.firstError == "jpfetch: error: 404 Status: \(server.url)/users")
  }

  @Test("A password in a URL is not repeated in an error")
  func password() throws {
    let server = try LoopbackServer { _ in .reply(status: 401, "{}") }
    defer { server.stop() }
    let url = server.url.replacing("http://", with: "http://me:secret@")
    for format in ["table", "json"] {
      let outcome = try jpfetch("--base-url", url, "--format", format)
      #expect(outcome.status == 4)
      #expect(outcome.errors.contains("\(server.url)/users"))
      #expect(!outcome.errors.contains("secret"))
    }
  }
}

@Suite("Writing", .evidence)
struct OutputTests {
  private func shell(_ script: String) throws -> CommandRun {
    try run("/bin/sh", ["-c", script], environment: ["JPFETCH": Places.jpfetch])
  }

  @Test("A full disk is an error", .only(if: Places.hasFullDevice, "there is no /dev/full"))
  func fullDisk() throws {
    let outcome = try shell(#""$JPFETCH" todos --sample --json > /dev/full"#)
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains(#""code":"output.write""#))
    #expect(outcome.errors.contains("cannot write the output: no space left on device"))
  }

  @Test("A closed standard output is an error")
  func closedOutput() throws {
    let outcome = try shell(#""$JPFETCH" todos --sample >&-"#)
    #expect(outcome.status == 74)
    #expect(outcome.firstError == "jpfetch: error: cannot write the output: bad file descriptor")
  }

  @Test("Closed streams are not given to files and sockets")
  func closedStreams() throws {
    let server = try LoopbackServer { sampleReply($0) }
    defer { server.stop() }
    for streams in [">&-", "<&- >&-"] {
      let outcome = try shell(#""$JPFETCH" users --base-url \#(server.url) \#(streams)"#)
      #expect(outcome.status == 74)
      #expect(
        outcome.firstError == "jpfetch: error: cannot write the output: bad file descriptor")
    }
    #expect(try shell(#""$JPFETCH" todos --sample 2>&- <&-"#).status == 0)
  }

  @Test("When the reader leaves, the process dies of SIGPIPE and says nothing")
  func closedPipe() throws {
    for prefix in ["", "trap '' PIPE; "] {
      let outcome = try shell(
        #"\#(prefix){ "$JPFETCH" comments --sample --json; echo $? >&2; } | head -c 1 > /dev/null"#)
      #expect(outcome.errors == "141\n")
    }
  }

  @Test("So it does when the reader of a pipe leaves that is named", arguments: ["json", "csv"])
  func closedNamedPipe(format: String) throws {
    let server = try LoopbackServer { sampleReply($0) }
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    for source in ["--sample", "--no-cache --base-url \(server.url)"] {
      let outcome = try shell(
        #"""
        cd "\#(directory.path)" && rm -f pipe && mkfifo pipe && head -c 1 pipe > /dev/null &
        until [ -p "\#(directory.path)/pipe" ]; do sleep 0.01; done
        "$JPFETCH" comments \#(source) -f \#(format) -o "\#(directory.path)/pipe"; echo $? >&2
        """#)
      #expect(outcome.errors == "141\n")
    }
  }

  @Test("A retry that waits for its turn loses none of its time")
  func retryInLine() throws {
    let tries = Mutex(0)
    let server = try LoopbackServer { request in
      guard request.path == "/photos/1" else {
        return .reply(#"{"id":2}"#, after: .milliseconds(3500))
      }
      let isFirst = tries.withLock { tries in
        tries += 1
        return tries == 1
      }
      return isFirst ? .reply(status: 503, "{}") : .reply(#"{"id":1}"#, after: .seconds(2))
    }
    defer { server.stop() }
    // The line takes longer than one answer may, and no answer gets near that alone.
    let outcome = try jpfetch(
      "photos", "1", "2", "-e", "none", "-j", "1", "--timeout", "5s", "--no-cache", "--json",
      "--compact", "--base-url", server.url)
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(outcome.text == #"[{"id":1},{"id":2}]"# + "\n")
  }

  /// Sanitizers map files of their own, and memory without end.
  private static let isSanitized = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil

  @Test(
    "A file beyond the shell's limit is an error, and nothing is left of it",
    .notUnderSanitizer("a sanitizer needs files beyond the limit"))
  func fileSizeLimit() throws {
    let directory = try TemporaryDirectory()
    let outcome = try run(
      "/bin/sh",
      [
        "-c",
        "cd '\(directory.path)'; ulimit -f 1; exec '\(Places.jpfetch)' todos --sample --json -o x",
      ])
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("cannot write x: file too large"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }
}
