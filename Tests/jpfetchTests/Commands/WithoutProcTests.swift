import Foundation
import TestSupport
import Testing

@Suite(
  "Where /proc isn't mounted", .evidence, .needs("unshare", "mount"),
  .only(if: Places.canMount, "unshare -rm and mount aren't allowed here"), .limited)
struct WithoutProcTests {
  @Test("The command line can't be read, so nothing is done", arguments: ["users", "--version"])
  func refused(word: String) throws {
    let script = #"mount -t tmpfs none /proc && exec "$0" "$@""#
    let outcome = try run(
      try #require(Places.program("unshare")),
      ["-rm", "/bin/sh", "-c", script, Places.jpfetch, word, "--offline"])
    #expect((outcome.status, outcome.text) == (70, ""))
    #expect(
      outcome.errorLines
        == ["jpfetch: error: cannot read the command line: /proc is not mounted"])
  }
}
