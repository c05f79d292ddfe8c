import Foundation
import TestSupport
import Testing

@Suite(
  "Where /proc isn't mounted", .evidence, .needs("unshare", "mount"),
  .only(if: Places.canMount, "unshare -rm and mount aren't allowed here"), .limited)
struct WithoutProcTests {
  private func jpfetch(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> CommandRun {
    let script = #"mount -t tmpfs none /proc && exec "$0" "$@""#
    return try run(
      try #require(Places.program("unshare")),
      ["-rm", "/bin/sh", "-c", script, Places.jpfetch] + arguments, environment: environment)
  }

  @Test("The command line and the environment count")
  func words() throws {
    let wrong = try jpfetch("users", "--offline", "--nonsense")
    #expect((wrong.status, wrong.text) == (2, ""))
    #expect(wrong.firstError == "jpfetch: error: unknown option --nonsense")
    #expect(try jpfetch("users", "--offline").status == 7)
    let row = try jpfetch(
      "users", "3", "--sample", "-F", "id", environment: ["JPFETCH_FORMAT": "csv"])
    #expect((row.status, row.text) == (0, "id\r\n3\r\n"))
    #expect(try jpfetch("--version").text.hasPrefix("jpfetch "))
  }
}
