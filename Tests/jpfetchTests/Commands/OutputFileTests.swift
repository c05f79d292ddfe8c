import Foundation
import JPCore
import TestSupport
import Testing

@Suite("--output: a file whole or not at all, and nothing else", .evidence, .limited)
struct OutputFileTests {
  private let directory: TemporaryDirectory
  private var file: String { directory.path + "/out" }

  init() throws { directory = try TemporaryDirectory() }

  private func write(to path: String, umask: String = "022") throws -> CommandRun {
    let line = #"umask \#(umask); exec "$0" users 1 -e none --json --sample -o "$1""#
    return try run("/bin/sh", ["-c", line, Places.jpfetch, path])
  }

  private func expectWritten(_ path: String, umask: String = "022") throws {
    let outcome = try write(to: path, umask: umask)
    #expect((outcome.status, outcome.text, outcome.errors) == (0, "", ""))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("{\n  \"id\": 1,"))
  }

  private func expectRefused(_ path: String, _ why: String) throws {
    let outcome = try write(to: path)
    #expect((outcome.status, outcome.text, outcome.codes) == (74, "", ["output.write"]))
    let message = outcome.jsonMessages.first?["error"]?["message"]?.string
    #expect(message == "cannot write \(path): \(why)")
  }

  /// The owner, the group and the permissions of the file.
  private func rights() throws -> [Int] {
    var status = stat()
    try #require(lstat(file, &status) == 0)
    return [Int(status.st_uid), Int(status.st_gid), Int(status.st_mode & 0o7777)]
  }

  private func writeOld(owner: uid_t = geteuid(), group: gid_t = getegid(), mode: mode_t) throws {
    try Data("old".utf8).write(to: URL(filePath: file))
    #expect(chown(file, owner, group) == 0 && chmod(file, mode) == 0)
  }

  /// The names in the directory.
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  @Test("A file keeps its permissions, except set-user-id and the like")
  func ownPermissions() throws {
    for (old, new) in [(0o600, 0o600), (0o4755, 0o755), (0o2640, 0o640), (0o1777, 0o777)] {
      try writeOld(mode: mode_t(old))
      try expectWritten(file)
      #expect(try rights()[2] == new)
    }
    #expect(try names() == ["out"])
  }

  @Test("A new file has the permissions that umask allows")
  func newPermissions() throws {
    try expectWritten(file, umask: "027")
    #expect(try rights()[2] == 0o640)
  }

  @Test(
    "A file of another user loses its owner and some permissions; a private file stays private",
    .only(if: geteuid() == 0, "only root can give files to others"),
    arguments: [
      (65534, 0o4777, [0, 0, 0o666]), (65534, 0o600, [0, 0, 0o600]), (0, 0o660, [0, 65534, 0o660]),
    ] as [(uid_t, mode_t, [Int])])
  func otherOwner(owner: uid_t, mode: mode_t, rights: [Int]) throws {
    try writeOld(owner: owner, group: 65534, mode: mode)
    try expectWritten(file, umask: "0")
    #expect(try self.rights() == rights)
  }

  @Test(
    "A new group doesn't get the permissions of the old one",
    .needs("setpriv"),
    .only(
      if: geteuid() == 0 && ScarcityTests.isReadable,
      "needs root, and a checkout that others can read"))
  func otherGroup() throws {
    try writeOld(owner: 65534, group: 4321, mode: 0o676)
    #expect(chmod(directory.path, 0o777) == 0)
    let outcome = try run(
      "/usr/bin/setpriv",
      ["--reuid=65534", "--regid=65534", "--clear-groups", Places.jpfetch, "--sample", "-o", file])
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(try rights()[2] == 0o606)
  }

  @Test("A link's target is replaced or created, and the link stays")
  func links() throws {
    let folder = directory.path
    #expect(mkdir(folder + "/in", 0o777) == 0 && symlink("in/two", folder + "/one") == 0)
    #expect(symlink("three", folder + "/in/two") == 0)
    for _ in 0..<2 { try expectWritten(folder + "/one") }
    #expect(try String(contentsOfFile: folder + "/in/three", encoding: .utf8).hasPrefix("{"))
    #expect(try names() == ["in", "one"])
  }

  @Test("A failure leaves the file unchanged, also behind a link")
  func failure() throws {
    try expectWritten(file)
    let expected = try Data(contentsOf: URL(filePath: file))
    let link = directory.path + "/link"
    #expect(symlink(file, link) == 0)
    #expect(try jpfetch("todos", "999", "--sample", "-o", link).status == 4)
    #expect(try Data(contentsOf: URL(filePath: file)) == expected)
    #expect(try names() == ["link", "out"])
  }

  @Test("A path that can't be written is an error; a name can have the maximum length")
  func refused() throws {
    let folder = directory.path
    #expect(symlink("b", folder + "/a") == 0 && symlink("a", folder + "/b") == 0)
    try expectRefused(folder + "/a", "too many levels of symbolic links")
    try Data("x".utf8).write(to: URL(filePath: file))
    try expectRefused(file + "/x", "not a directory")
    try expectRefused(folder + "/none/x", "no such file or directory")
    let longest = String(repeating: "n", count: 255)
    try expectRefused(folder + "/n" + longest, "file name too long")
    #expect(try names() == ["a", "b", "out"])
    try expectWritten(folder + "/" + longest)
    if Places.hasFullDevice { try expectRefused("/dev/full", "no space left on device") }
  }

  @Test(
    "In a directory like /tmp, what other users have left is neither opened nor followed",
    .only(if: geteuid() == 0, "only root can give files to others"))
  func traps() throws {
    let folder = directory.path + "/tmp"
    #expect(mkdir(folder, 0o777) == 0 && chmod(folder, 0o1777) == 0)
    #expect(mkfifo(folder + "/fifo", 0o666) == 0 && mkdir(folder + "/theirs", 0o777) == 0)
    #expect(symlink(directory.path, folder + "/link") == 0)
    try Data("x".utf8).write(to: URL(filePath: folder + "/file"))
    for name in ["fifo", "theirs", "link", "file"] {
      #expect(lchown("\(folder)/\(name)", 65534, 65534) == 0)
    }
    for (mode, name) in [
      (0o1777, "fifo"), (0o1777, "file"), (0o1777, "link"), (0o1777, "link/x"),
      (0o1777, "theirs/x"), (0o1775, "file"),
    ] {
      #expect(chmod(folder, mode_t(mode)) == 0)
      try expectRefused("\(folder)/\(name)", "permission denied")
    }
    // The owner of the directory is trusted.
    #expect(chown(folder, 65534, 65534) == 0)
    try expectWritten(folder + "/file")
  }

  @Test("Devices and descriptors are written to directly, at their offset; - is standard output")
  func descriptors() throws {
    let outcome = try run(
      "/bin/sh",
      [
        "-c",
        """
        J='\(Places.jpfetch) users 1 -e none --sample -F id --json --compact'
        F=/dev/fd; [ -d /proc/self/fd ] && F=/proc/self/fd
        { echo a; $J -o /dev/stdout; $J -o /dev/fd/3 3>&1; $J -o $F/4 4>&1; $J -o -; } >'\(file)'
        { $J -o /dev/null; echo b; } >>'\(file)'
        $J -o /dev/fd/9; cat '\(file)'
        { echo c >&2; $J -o /dev/stderr; } 2>'\(file)'; cat '\(file)'
        """,
      ])
    let one = "{\"id\":1}\n"
    #expect(outcome.text == "a\n\(one)\(one)\(one)\(one)b\nc\n\(one)")
    #expect(outcome.errors.contains("cannot write /dev/fd/9: bad file descriptor"))
  }

  @Test("Signals are blocked only for the last write and the rename", .needs("strace"))
  func deferral() throws {
    let (outcome, calls) = try traced(
      "rt_sigprocmask,write,rename", ["photos", "--json", "--sample", "-o", file])
    #expect(outcome.status == 0)
    let end = try #require(calls.firstIndex { $0.contains("rename(") })
    let start = try #require(
      calls[..<end].lastIndex { $0.contains("SIG_BLOCK") && $0.contains("INT") })
    #expect(calls[start..<end].count { $0.contains("write(") } == 1)
  }
}
