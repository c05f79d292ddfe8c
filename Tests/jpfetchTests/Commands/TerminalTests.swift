import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@Suite(
  "On a terminal", .needs("util-linux's script", from: "bsdutils") { Places.hasScript },
  .limited)
struct TerminalTests {
  /// ``fromSampleFiles`` as a shell takes it.
  private static let files = fromSampleFiles.joined(separator: " ")

  /// Both streams on a terminal of this width.
  func terminal(
    _ command: String, columns: Int, in directory: String = "/",
    _ environment: [String: String] = ["TERM": "xterm"]
  ) async throws -> String {
    try await screen("cd '\(directory)'; \"$JPFETCH\" \(command)", columns: columns, environment)
  }

  @Test(
    "No line is wider than the terminal, for each resource and each width",
    .notUnderSanitizer("the other tests show a sanitizer the same code"),
    arguments: Resource.all.map(\.name), Effort.isFull ? [40, 60, 80, 100, 132] : [80])
  func looks(name: String, columns: Int) async throws {
    let resource = try #require(Resource.named(name))
    let all = resource.relationPaths.map(\.dottedPath).joined(separator: ",")
    let commands = [
      "-e none -n 3", "-e \(all) -n 3", "2 -e none", "-e \(all) -n 2 -f tree",
    ]
    var text = ""
    for words in commands {
      let line = "\(name) \(words)"
      text += "$ jpfetch \(line)\n"
      text += try await terminal("\(line) \(Self.files) --color never", columns: columns)
    }
    let tooWide = text.split(separator: "\n").filter {
      !$0.hasPrefix("$") && $0.displayWidth > columns
    }
    #expect(tooWide == [])
    try expectSnapshot("looks/\(name)-\(columns).txt", of: text)
  }

  @Test(
    "Errors and check reports are wrapped to the width of the terminal", .needsLibcurl,
    arguments: [80, 40])
  func screens(columns: Int) async throws {
    let directory = try TemporaryDirectory()
    for list in Resource.all { try directory.write("[]", to: "\(list.name).json") }
    try directory.write("[{\n  \"id\": 1,", to: "broken/posts.json")
    let reply = Mutex<[LoopbackServer.Step]?>(nil)
    let server = try LoopbackServer { request in reply.withLock(\.self) ?? sampleReply(request) }
    defer { server.stop() }
    let environment = [
      "TERM": "dumb", "JPFETCH_BASE_URL": server.url, "XDG_CACHE_HOME": directory.path,
    ]
    var text = ""
    func show(_ lines: String...) async throws {
      for line in lines {
        let screen = try await terminal(line, columns: columns, in: directory.path, environment)
        text += "$ jpfetch \(line)\n\(screen)"
      }
    }
    try await show("check --sample", "check --base-url file:.", "posts --base-url file:broken")
    reply.withLock { $0 = .reply(status: 503, "closed for today") }
    try await show("todos --retry 0")
    reply.withLock { $0 = .reply(fields: ["Content-Type: text/html"], "<title>Sign in</title>") }
    try await show("todos")
    reply.withLock { $0 = nil }
    try await show("users -e none -n 1")
    server.stop()
    try await show("users -e none -n 1 --retry 0", "albums --retry 0", "check --retry 0")
    // libcurl's line has the port, too.
    let port = try #require(server.url.split(separator: ":").last)
    text = text.replacing(port, with: "PORTS")
      // The line may be broken in it, depending on its length.
      .replacing(/\d+\s+seconds?\s+(ago|old)/) { "0 seconds \($0.1)" }
    try expectSnapshot("screens-\(columns).txt", of: text)
  }

  @Test(
    "Nothing is cut with --wide where that fits, and in a pipe")
  func wide() async throws {
    let environment = ["COLUMNS": "20", "TERM": "xterm"]
    let piped = try await jpfetch("--wide", fromSampleFiles, environment: environment)
    #expect(!piped.text.contains("\u{1B}") && !piped.text.contains("…"), "\(piped)")
    let line = "\(Self.files) --wide --color never -q"
    let shown = try await terminal(line, columns: 400)
    #expect(difference(between: shown, and: piped.text) == nil)
  }

  @Test("A list of stored responses fits any terminal", .needsLibcurl, arguments: [1, 2, 3, 7, 50])
  func storedResponses(columns: Int) async throws {
    let directory = try TemporaryDirectory()
    let server = try LoopbackServer { _ in .reply(fields: ["Cache-Control: max-age=600"], "[]") }
    defer { server.stop() }
    let url = "\(server.url)/\(String(repeating: "山", count: 30))"
    _ = try await jpfetch("get \(url) --cache-dir", [directory.path])
    let text = try await terminal(
      "cache list --color never --cache-dir '\(directory.path)'", columns: columns)
    let lines = text.split(separator: "\n")
    #expect(lines.filter { $0.displayWidth > columns } == [])
    if columns == 50 {
      #expect(lines[0] == server.url)
      // A path that doesn't fit is whole, on lines of its own.
      let parts = lines.dropFirst(2).prefix { !$0.hasPrefix("1 response ") }
      let path = parts.map { $0.drop { $0 == " " } }.joined()
      #expect(path == "/" + String(repeating: "%E5%B1%B1", count: 30), "\(lines)")
    }
  }
}
