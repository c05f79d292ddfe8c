import TestSupport
import Testing

@Suite(
  "No room to write: the response is printed, and no partial file remains",
  .needsLibcurl, .limited)
struct FullDiskTests {
  private let site: ServerAndStore

  /// Larger than the disk, and than the limit for a file.
  private static let body =
    "[" + (1...10_000).map { #"{"id":\#($0),"title":"title"}"# }.joined(separator: ",") + "]"

  init() throws {
    site = try ServerAndStore { _ in .reply(fields: ["Cache-Control: max-age=60000"], Self.body) }
  }

  /// - Parameter start: the command that limits the room.
  private func expectNotStored(_ command: [String], _ start: String, why: String) async throws {
    let lines = """
      \(start)
      J='\(Places.jpfetch)'; D='\(site.directory.path)'; U='\(site.url)'
      "$J" get /x --compact --cache-dir "$D/c" --base-url "$U" | wc -c
      "$J" get /x --no-cache -o "$D/out" --base-url "$U"; echo "exit $?"
      find "$D" -type f
      """
    let outcome = try await run(command[0], Array(command.dropFirst()) + ["-c", lines])
    outcome.expect(text: "\(Self.body.utf8.count + 1)\nexit 74\n")
    #expect(outcome.errorLines.count == 3, "\(outcome)")
    #expect(outcome.firstError.hasPrefix("jpfetch: warning: cannot write "), "\(outcome)")
    #expect(outcome.errorLines.count { $0.hasSuffix(": \(why)") } == 2, "\(outcome)")
  }

  @Test(
    "On a full disk, get prints the response, -o exits with 74, and no partial file remains",
    .needs("unshare", "mount"),
    .only("unshare -rm and mount aren't allowed here", if: Places.canMount))
  func fullDisk() async throws {
    try await expectNotStored(
      [try #require(Places.program("unshare")), "-rm", "/bin/sh"],
      "mount -t tmpfs -o size=64k none '\(site.directory.path)'", why: "no space left on device")
  }

  /// Unblocks SIGXFSZ, which the threads of the tests block, and runs bash.
  private static let bash =
    "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); "
    + "os.execv('/bin/bash', ['bash'] + sys.argv[1:])"

  @Test(
    "With a limit on file sizes, get prints the response, -o exits with 74, and no partial file remains",
    .needs("python3"),
    .notUnderSanitizer("a sanitizer writes files, too"))
  func fileLimit() async throws {
    try await expectNotStored(
      [try #require(Places.program("python3")), "-c", Self.bash], "ulimit -f 64",
      why: "file too large")
  }
}
