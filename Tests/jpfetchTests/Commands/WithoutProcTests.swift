import Foundation
import TestSupport
import Testing

@Suite(
  "Systems without /proc", .needs("unshare", "mount"),
  .only("unshare -rm and mount aren't allowed here", if: Places.canMount),
  .notUnderSanitizer("it writes about /proc, too"), .limited)
struct WithoutProcTests {
  @Test(
    "Without /proc, jpfetch reports that it can't read the command line, and exits with 70",
    arguments: ["users", "--version"])
  func refused(word: String) async throws {
    let script = #"mount -t tmpfs none /proc && exec "$0" "$@""#
    let outcome = try await run(
      try #require(Places.program("unshare")),
      ["-rm", "/bin/sh", "-c", script, Places.jpfetch, word, "--offline"])
    outcome.expect(status: 70, text: "")
    #expect(
      outcome.errorLines
        == ["jpfetch: error: cannot read the command line from /proc"], "\(outcome)")
  }
}
