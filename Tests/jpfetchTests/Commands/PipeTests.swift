import Foundation
import JPCore
import TestSupport
import Testing

@Suite("Named pipes: no wait is longer than --timeout", .evidence, .limited)
struct PipeTests {
  private let directory: TemporaryDirectory
  private var pipe: String { directory.path + "/pipe" }

  init() throws {
    directory = try TemporaryDirectory()
    try #require(mkfifo(directory.path + "/pipe", 0o600) == 0)
  }

  private func bash(_ script: String) throws -> CommandRun {
    try run(
      "/bin/bash", ["-c", "cd '\(directory.path)' || exit\n\(script)"],
      environment: ["JPFETCH": Places.jpfetch])
  }

  @Test(
    "Without a reader, the output can't be written",
    arguments: [
      "users --sample --timeout 100ms -o", "check ids --sample --timeout 100ms -o",
      "get /users --sample --timeout 100ms -o", "users --sample -o",
    ])
  func noReader(line: String) throws {
    let outcome = try run(Places.jpfetch, shellWords(line) + [pipe])
    #expect((outcome.status, outcome.text) == (74, ""))
    let limit = line.contains("--timeout") ? "100 ms" : "3 s"
    #expect(
      outcome.firstError
        == "jpfetch: error: cannot write \(pipe): no program read it within \(limit)")
  }

  @Test("Without a reader, a report can't be written; the others are")
  func noReaderOfReport() throws {
    let outcome = try jpfetch(
      "check", "ids", "--sample", "--timeout", "100ms", "--report", "junit=\(pipe)")
    #expect(outcome.status == 74)
    #expect(outcome.text.hasPrefix("ok  ids"))
  }

  @Test("A late reader, and one that reads slowly, get everything")
  func slowReader() throws {
    let outcome = try bash(
      """
      { sleep 0.3; exec 3< pipe; sleep 0.3; wc -c <&3; } &
      "$JPFETCH" photos --sample --json --timeout 60s -o pipe; echo $?; wait
      """)
    let count = try jpfetch("photos", "--sample", "--json").output.count
    #expect(Set(outcome.text.split(separator: "\n")) == ["0", "\(count)"])
  }

  @Test("A command can take the output: -o >(command)")
  func commandThatReads() throws {
    let count = try jpfetch("photos", "--sample", "--json").output.count
    let outcome = try bash(
      #"""
      "$JPFETCH" photos --sample --json -o >(wc -c > count); echo $?
      until [ -s count ]; do sleep 0.01; done; cat count
      """#)
    #expect(outcome.text == "0\n\(count)\n")
  }

  @Test(
    "Without a writer, or with one that writes nothing, --header can't be read",
    arguments: ["", "exec 3<> pipe; "])
  func noWriter(start: String) throws {
    let line = "users -H @pipe --timeout 100ms --base-url http://127.0.0.1:1"
    let outcome = try bash(#"\#(start)"$JPFETCH" \#(line)"#)
    #expect((outcome.status, outcome.text) == (2, ""))
    #expect(
      outcome.firstError == "jpfetch: error: --header @pipe: its writer took longer than 100 ms")
  }

  @Test("A command can write the header fields: -H @<(command)", .needsLibcurl)
  func commandThatWrites() throws {
    let server = try LoopbackServer { _ in .reply("[]") }
    defer { server.stop() }
    // The long field doesn't fit into a pipe at once.
    let outcome = try bash(
      #"""
      "$JPFETCH" get /x --base-url \#(server.url) \
        -H @<(sleep 0.2; echo 'X-One: 1'; sleep 0.2; head -c 90000 /dev/zero | tr '\0' '\n'; echo 'X-Two: 2')
      """#)
    #expect((outcome.status, outcome.errors) == (0, ""))
    let head = try #require(server.requests.last?.head)
    #expect(head.contains("\r\nX-One: 1\r\n") && head.contains("\r\nX-Two: 2\r\n"))
  }

  @Test(
    "Ctrl-C ends every wait",
    arguments: [
      "users --sample --timeout 600s -o pipe",
      "check ids --sample --timeout 600s --report tap=pipe",
      "users -H @pipe --timeout 600s --base-url http://127.0.0.1:1",
    ])
  func interrupted(line: String) throws {
    let outcome = try bash(
      #"timeout --preserve-status -s INT -k 60 0.5 "$JPFETCH" \#(line)"#)
    // 137 if it had to be killed.
    #expect(outcome.status == 130)
  }
}
