import Foundation
import JPCore
import TestSupport
import Testing

@Suite(
  "The built program and a server",
  .needsLibcurl, .limited)
struct ServerTests {
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
    // A shell starts background jobs with these two ignored; jpfetch leaves them so.
    let isIgnored = signal == SIGINT || signal == SIGQUIT
    let timeout = isIgnored ? "2s" : "60s"
    let outcome = try await run(
      "/bin/sh",
      [
        "-c",
        """
        "$JPFETCH" get /x --retry 0 --timeout \(timeout) --base-url \(server.url) &
        echo $! >'\(number).part'; mv '\(number).part' '\(number)'; wait $!; echo $?
        """,
      ], environment: ["JPFETCH": Places.jpfetch])
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

  @Test(
    "Signals end jpfetch if it is the first process of a container",
    .needs("pgrep"), .only("unshare -rpf isn't allowed here", if: canUnshare),
    arguments: [("INT", 130), ("TERM", 143), ("QUIT", 131), ("HUP", 129)] as [(String, Int32)])
  func firstProcess(signal: String, status: Int32) async throws {
    let server = try LoopbackServer { _ in [.hang] }
    defer { server.stop() }
    let outcome = try await run(
      "/bin/sh",
      [
        "-c",
        """
        unshare -rpf \(Places.jpfetch) get /x --base-url \(server.url) --no-cache &
        outer=$!
        until inner=$(pgrep -P $outer); do sleep 0.1; done
        while kill -\(signal) $inner 2>/dev/null; do sleep 0.3; done
        wait $outer
        """,
      ], limit: .seconds(30))
    outcome.expect(status: status)
  }

  private static func canUnshare() async -> Bool {
    guard let unshare = Places.program("unshare") else { return false }
    let outcome = try? await run(unshare, ["-rpf", "/bin/true"])
    return outcome?.status == 0
  }

  @Test("--meta has the times of a transfer, in their order")
  func transferTimes() async throws {
    let site = try ServerAndStore { _ in .reply("[]") }
    let root = try await site.json("get /x --meta")
    let source = try #require(root["sources"]).elements[0]
    let times = try ["dns", "connect", "tls", "firstByte"].map { name in
      try #require(source["times"]?[name]?.integer)
    }
    #expect(times[0] <= times[1] && times[1] <= times[3] && times[2] == 0)
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
