import Foundation
import JPCore
import TestSupport
import Testing

@Suite("Named pipes", .limited)
struct PipeTests {
  private let directory: TemporaryDirectory
  private var pipe: String { directory.path + "/pipe" }

  init() throws {
    directory = try TemporaryDirectory()
    try #require(mkfifo(directory.path + "/pipe", 0o600) == 0)
  }

  private func bash(_ script: String) async throws -> CommandRun {
    try await run(
      "/bin/bash", ["-c", "cd '\(directory.path)' || exit\n\(script)"],
      environment: ["JPFETCH": Places.jpfetch])
  }

  @Test("A reader that starts after --timeout and reads slowly gets the whole output")
  func slowReader() async throws {
    let outcome = try await bash(
      """
      { sleep 0.3; exec 3< pipe; sleep 0.3; wc -c <&3; } &
      "$JPFETCH" photos --sample --json --timeout 100ms -o pipe; echo $?; wait
      """)
    let count = try await jpfetch("photos --sample --json").output.count
    #expect(Set(outcome.text.split(separator: "\n")) == ["0", "\(count)"], "\(outcome)")
  }

  @Test("-o >(command) sends the whole output to the command")
  func commandThatReads() async throws {
    let count = try await jpfetch("photos --sample --json").output.count
    let outcome = try await bash(
      #"""
      "$JPFETCH" photos --sample --json -o >(wc -c > count); echo $?
      until [ -s count ]; do sleep 0.01; done; cat count
      """#)
    outcome.expect(text: "0\n\(count)\n")
  }

  @Test("-H @<(command) reads the header fields that the command writes", .needsLibcurl)
  func commandThatWrites() async throws {
    let server = try LoopbackServer { _ in .reply("[]") }
    defer { server.stop() }
    // The long field doesn't fit into a pipe at once.
    let outcome = try await bash(
      #"""
      "$JPFETCH" get /x --base-url \#(server.url) \
        -H @<(sleep 0.2; echo 'X-One: 1'; sleep 0.2; head -c 90000 /dev/zero | tr '\0' '\n'; echo 'X-Two: 2')
      """#)
    outcome.expect(status: 0, errors: "")
    let head = try #require(server.requests.last?.head)
    #expect(head.contains("\r\nX-One: 1\r\n") && head.contains("\r\nX-Two: 2\r\n"))
  }

  @Test(
    "Ctrl-C ends every wait for a named pipe",
    arguments: [
      "users --sample -o pipe",
      "check ids users --sample --report tap=pipe",
      "users -H @pipe --base-url http://127.0.0.1:1",
    ])
  func interrupted(line: String) async throws {
    let outcome = try await bash(
      #"timeout --preserve-status -s INT -k 60 0.5 "$JPFETCH" \#(line)"#)
    // 137 if it had to be killed.
    outcome.expect(status: 130)
  }
}
