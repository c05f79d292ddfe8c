import Foundation
import TestSupport
import Testing

@Suite("jpfetch check", .needsLibcurl, .limited)
struct CheckTests {
  @Test("--wait ends when its time is up, even during a request")
  func waitForTooLong() async throws {
    let outcome = try await ServerAndStore { _ in [.hang] }.jpfetch("check users --wait 1500ms")
    outcome.expect(status: 3, errors: "")
    #expect(outcome.text.contains("\nfailed   reach   users: "), "\(outcome)")
    // Three times 10 s without the limit.
    #expect(outcome.duration < .seconds(20), "\(outcome)")
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
}
