import JPCore
import TestSupport
import Testing

@testable import jpfetch

@Suite(
  "Progress on a terminal", .needsLibcurl,
  .needs("util-linux's script", from: "bsdutils") { Places.hasScript }, .limited)
struct ProgressTests {
  /// Moves to the line's start and erases it.
  private static let erasing = "\r\u{1B}[K"

  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer { request in
      sampleReply(request, after: request.path == "/photos" ? .milliseconds(1200) : .zero)
    }
  }

  /// The lines that were drawn, one after the other, each over the one before.
  private static func lines(_ screen: String) -> [Substring] {
    let texts = screen.split(separator: erasing)
    return texts.filter { !$0.contains("\n") }
  }

  private func command(_ options: String = "") -> String {
    "\"$JPFETCH\" --no-cache --color never --base-url \(server.url) \(options)"
  }

  @Test("A slow run shows the pending lists, and erases the line before it prints anything else")
  func shown() async throws {
    let text = try await screen(command(), columns: 100)
    #expect(text.contains("\(Self.erasing)waiting for photos  "))
    #expect(text.contains("\(Self.erasing)id "))
    let retried = try await screen(
      "\"$JPFETCH\" get /x -v --timeout 2s --retry 9 --base-url http://127.0.0.1:9", columns: 100)
    #expect(retried.contains("\(Self.erasing)jpfetch: retry "))
    #expect(!retried.contains(" sjpfetch: "))
    let quiet = try await screen(command("-q"), columns: 100)
    #expect(!quiet.contains("\u{1B}"))
    try await jpfetch("--base-url \(server.url)").expect(errors: "")
  }

  @Test("A quick run draws no progress line")
  func quick() async throws {
    let server = try LoopbackServer { sampleReply($0) }
    defer { server.stop() }
    let line = "\"$JPFETCH\" users --no-cache --color never --base-url \(server.url)"
    // On a busy machine, some runs aren't quick.
    var drawings: [Bool] = []
    for _ in 1...5 where !drawings.contains(false) {
      drawings.append(try await screen(line, columns: 100).contains("\u{1B}"))
    }
    #expect(drawings.contains(false))
  }

  /// Waits for a server that isn't there.
  private static let waiting =
    "\"$JPFETCH\" check reach users --wait 1s --color never --base-url http://127.0.0.1:9"

  @Test("The line shows what has come of what was announced, and the limit from half of it on")
  func amounts() async throws {
    let half = String(repeating: " ", count: 2048)
    let server = try LoopbackServer { _ in
      [
        .send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4098\r\n\r\n"),
        .send("[" + half), .pause(.milliseconds(2300)), .send(half + "]"), .close,
      ]
    }
    let line = "\"$JPFETCH\" todos --no-cache --timeout 4s --base-url \(server.url)"
    let lines = Self.lines(try await screen(line, columns: 100))
    #expect(lines.contains("waiting for todos 2 KiB of 4 KiB  1 s"))
    #expect(lines.contains("waiting for todos 2 KiB of 4 KiB  2 of 4 s"))
    // The time stays in a narrow terminal.
    let narrowLines = Self.lines(try await screen(line, columns: 26))
    #expect(narrowLines.contains("todos  2 of 4 s"))
  }

  @Test("A progress line that hasn't changed isn't written again")
  func unchanged() async throws {
    let lines = Self.lines(try await screen(command(), columns: 100))
    #expect(!lines.isEmpty)
    for (line, next) in zip(lines, lines.dropFirst()) { #expect(line != next) }
  }

  @Test(
    "A terminal that can't erase a line gets no progress line",
    arguments: [["TERM": "dumb"], ["TERM": ""], [:]])
  func dumb(environment: [String: String]) async throws {
    for line in [command(), Self.waiting] {
      #expect(try await !screen(line, columns: 100, environment).contains("\u{1B}"))
    }
  }

  @Test("The progress line fits the window's current width, and COLUMNS can only narrow it")
  func resized() async throws {
    let text = try await screen("(sleep 0.6; stty cols 9 </dev/tty) & " + command(), columns: 60)
    #expect(Self.lines(text).allSatisfy { $0.count < 60 })
    #expect(text.contains("\(Self.erasing)photos …\(Self.erasing)"))
    for columns in ["9", "1000"] {
      let narrow = try await screen(
        command(), columns: 10, ["TERM": "xterm", "COLUMNS": columns])
      #expect(!Self.lines(narrow).isEmpty && Self.lines(narrow).allSatisfy { $0.count < 10 })
    }
  }

  @Test("A background job draws no progress line")
  func background() async throws {
    let text = try await screen("set -m; \(command("-n 1")) & wait", columns: 100)
    #expect(text.contains("Ada Brennan") && !text.contains(Self.erasing))
  }

  @Test(
    "A signal that ends the run erases the progress line",
    arguments: ["INT", "HUP", "QUIT", "TERM"])
  func signals(signal: String) async throws {
    let ended = try await screen(
      "ulimit -c 0; timeout --foreground -s \(signal) 0.7 \(command())", columns: 80)
    // On a busy machine, the line may not be there yet.
    #expect(ended.contains("photos  ") == ended.hasSuffix(Self.erasing))
  }

  @Test("If SIGINT is ignored, Ctrl-C doesn't end the run")
  func ignored() async throws {
    // A shell without job control ignores it for commands in the background.
    let text = try await screen("\(command()) & sleep 0.7; kill -INT $!; wait", columns: 80)
    #expect(text.contains("\(Self.erasing)id "))
  }
}
