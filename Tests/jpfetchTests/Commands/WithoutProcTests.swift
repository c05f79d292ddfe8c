import Foundation
import TestSupport
import Testing

@Suite(
  "Systems without /proc", .needs("unshare", "mount"),
  .only("unshare -rm and mount aren't allowed here", if: Places.canMount),
  .notUnderSanitizer("it writes about /proc, too"), .limited)
struct WithoutProcTests {
  @Test("Without /proc, all arguments count")
  func arguments() async throws {
    let script = #"mount -t tmpfs none /proc && exec "$0" "$@""#
    let words = ["users", "2", "--sample", "-F", "id", "-f", "csv", "--no-header"]
    let outcome = try await run(
      try #require(Places.program("unshare")),
      ["-rm", "/bin/sh", "-c", script, Places.jpfetch] + words)
    outcome.expect(status: 0, text: "2\r\n", errors: "")
  }
}

@Suite(
  "Preloaded libraries", .needs("cc"), .only(if: Places.isLinux, "LD_PRELOAD is for Linux"),
  .notUnderSanitizer("its library has to be the first one"), .limited)
struct PreloadedLibraryTests {
  @Test(
    "If a preloaded library changes the environment, all arguments count",
    arguments: [
      #"setenv("PROBE", "1", 1)"#, #"putenv("PROBE=1")"#, #"unsetenv("LD_PRELOAD")"#,
    ])
  func arguments(statement: String) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      """
      #define _GNU_SOURCE
      #include <stdlib.h>
      __attribute__((constructor)) static void start(void) { \(statement); }
      """, to: "probe.c")
    let library = directory.path + "/probe.so"
    try await run(
      try #require(Places.program("cc")),
      ["-shared", "-fPIC", "-o", library, directory.path + "/probe.c"]
    ).expect(status: 0)
    let preload = ["LD_PRELOAD": library]
    let words = ["users", "2", "--sample", "-F", "id", "-f", "csv", "--no-header"]
    let outcome = try await jpfetch("", words, environment: preload)
    outcome.expect(status: 0, text: "2\r\n", errors: "")
    try await jpfetch("users", [""], environment: preload).expect(status: 2)
  }
}
