import Foundation
import JPCore
import TestSupport
import Testing

@Suite("--output: a file whole or not at all, and nothing else", .evidence, .limited)
struct OutputFileTests {
  private let directory: TemporaryDirectory
  private var file: String { directory.path + "/out" }

  init() throws { directory = try TemporaryDirectory() }

  private func write(to path: String) throws -> CommandRun {
    try jpfetch("users", "1", "-e", "none", "--json", "--sample", "-o", path)
  }

  private func expectWritten(_ path: String) throws {
    let outcome = try write(to: path)
    #expect((outcome.status, outcome.text, outcome.errors) == (0, "", ""))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("{\n  \"id\": 1,"))
  }

  private func expectRefused(_ path: String, _ why: String) throws {
    let outcome = try write(to: path)
    let hint = "check the directory, its permissions and its free space"
    #expect((outcome.status, outcome.text) == (74, ""))
    let error = try JSONDocument(Array(outcome.errors.utf8)).root["error"]
    #expect(error?["code"]?.string == "output.write")
    #expect(error?["exit"]?.integer == 74)
    #expect(error?["message"]?.string == "cannot write \(path): \(why)")
    #expect(error?["hint"]?.string == hint)
  }

  private func mode(_ path: String) throws -> UInt16 {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return UInt16(status.st_mode & 0o7777)
  }

  /// The names in the directory.
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  @Test("A file keeps its permissions, except set-user-id and the like")
  func ownPermissions() throws {
    for (old, new) in [(0o600, 0o600), (0o4755, 0o755), (0o2640, 0o640), (0o1777, 0o777)] {
      try Data("old".utf8).write(to: URL(filePath: file))
      #expect(chmod(file, mode_t(old)) == 0)
      try expectWritten(file)
      #expect(try mode(file) == UInt16(new))
    }
    #expect(try names() == ["out"])
  }

  @Test("A new file has the permissions that umask allows", arguments: ["022", "077", "002"])
  func newPermissions(mask: String) throws {
    let outcome = try run(
      "/bin/sh",
      ["-c", "umask \(mask); exec \(Places.jpfetch) users -e none --sample -o '\(file)'"])
    #expect(outcome.status == 0)
    #expect(try mode(file) == 0o666 & ~(try #require(UInt16(mask, radix: 8))))
  }

  @Test(
    "A file of another user loses its owner and its permissions",
    .only(if: geteuid() == 0, "only root can give files to others"))
  func otherOwner() throws {
    try Data("old".utf8).write(to: URL(filePath: file))
    #expect(chown(file, 65534, 65534) == 0 && chmod(file, 0o4777) == 0)
    try expectWritten(file)
    var status = stat()
    #expect(lstat(file, &status) == 0 && status.st_uid == 0)
    #expect(try mode(file) & 0o7133 == 0)
  }

  @Test(
    "A private file of another user, or of another group, stays private",
    .only(if: geteuid() == 0, "only root can give files to others"))
  func privateFile() throws {
    try Data("old".utf8).write(to: URL(filePath: file))
    #expect(chown(file, 65534, 65534) == 0 && chmod(file, 0o600) == 0)
    try expectWritten(file)
    #expect(try mode(file) == 0o600)
    #expect(chown(file, 0, 65534) == 0 && chmod(file, 0o660) == 0)
    try expectWritten(file)
    var status = stat()
    #expect(lstat(file, &status) == 0 && status.st_gid == 65534)
    #expect(try mode(file) == 0o660)
  }

  @Test(
    "A new group doesn't get the permissions of the old one",
    .needs("setpriv"),
    .only(
      if: geteuid() == 0 && ScarcityTests.isReadable,
      "needs root, and a checkout that others can read"))
  func otherGroup() throws {
    try Data("old".utf8).write(to: URL(filePath: file))
    #expect(chown(file, 65534, 4321) == 0 && chmod(file, 0o676) == 0)
    #expect(chmod(directory.path, 0o777) == 0)
    let outcome = try run(
      "/usr/bin/setpriv",
      ["--reuid=65534", "--regid=65534", "--clear-groups", Places.jpfetch, "--sample", "-o", file])
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(try mode(file) == 0o606)
  }

  @Test("A link's target is replaced or created, and the link stays")
  func links() throws {
    let folder = directory.path
    try FileManager.default.createDirectory(
      atPath: folder + "/in", withIntermediateDirectories: false)
    #expect(symlink("in/two", folder + "/one") == 0 && symlink("three", folder + "/in/two") == 0)
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

  @Test("A path that can't be written is an error")
  func refused() throws {
    let folder = directory.path
    #expect(symlink("b", folder + "/a") == 0 && symlink("a", folder + "/b") == 0)
    try expectRefused(folder + "/a", "too many levels of symbolic links")
    try Data("x".utf8).write(to: URL(filePath: folder + "/file"))
    try expectRefused(folder + "/file/x", "not a directory")
    try expectRefused(folder + "/none/x", "no such file or directory")
    try expectRefused(folder + "/" + String(repeating: "n", count: 256), "file name too long")
    #expect(try names() == ["a", "b", "file"])
    if Places.hasFullDevice { try expectRefused("/dev/full", "no space left on device") }
  }

  @Test("A file name can have the maximum length")
  func longName() throws {
    try expectWritten(directory.path + "/" + String(repeating: "n", count: 255))
    #expect(try names().count == 1)
  }

  @Test(
    "In a directory like /tmp, files of other users are not opened",
    .only(if: geteuid() == 0, "only root can give files to others"))
  func traps() throws {
    let folder = directory.path + "/tmp"
    #expect(mkdir(folder, 0o777) == 0 && chmod(folder, 0o1777) == 0)
    for name in ["fifo", "file", "link"] {
      let path = "\(folder)/\(name)"
      switch name {
      case "fifo": #expect(mkfifo(path, 0o666) == 0)
      case "file": try Data("x".utf8).write(to: URL(filePath: path))
      default: #expect(symlink("/dev/null", path) == 0)
      }
      #expect(lchown(path, 65534, 65534) == 0)
      try expectRefused(path, "permission denied")
    }
    // The owner of the directory is trusted.
    #expect(chown(folder, 65534, 65534) == 0)
    try expectWritten(folder + "/file")
  }

  @Test("Devices and pipes are written to directly; - is standard output")
  func devices() throws {
    #expect(try write(to: "/dev/null").status == 0)
    let table = try run(
      "/bin/sh", ["-c", "\(Places.jpfetch) users 1 -e none --sample -o /dev/stdout | cat"])
    #expect((table.errors, table.text.contains("Ada")) == ("", true))
    #expect(try write(to: "-").text.hasPrefix("{\n  \"id\": 1,"))
  }

  @Test("/dev/stdout and /dev/fd continue at the descriptor's offset")
  func descriptors() throws {
    let outcome = try run(
      "/bin/sh",
      [
        "-c",
        """
        J='\(Places.jpfetch) users 1 -e none --sample -F id --json --compact'
        { echo a; $J -o /dev/stdout; $J -o /dev/fd/3 3>&1; echo b; } >'\(file)'
        $J -o /dev/fd/9; cat '\(file)'
        { echo c >&2; $J -o /dev/stderr; } 2>'\(file)'; cat '\(file)'
        """,
      ])
    #expect(outcome.text == "a\n{\"id\":1}\n{\"id\":1}\nb\nc\n{\"id\":1}\n")
    #expect(outcome.errors.contains("cannot write /dev/fd/9: bad file descriptor"))
  }

  @Test(
    "In a directory like /tmp, directories and links of other users are not followed",
    .only(if: geteuid() == 0, "only root can give files to others"))
  func trapsOnTheWay() throws {
    let folder = directory.path + "/tmp"
    #expect(mkdir(folder, 0o777) == 0 && chmod(folder, 0o1777) == 0)
    #expect(mkdir(folder + "/theirs", 0o777) == 0 && mkdir(directory.path + "/ours", 0o777) == 0)
    #expect(symlink(directory.path + "/ours", folder + "/link") == 0)
    for name in ["theirs", "link"] {
      #expect(lchown("\(folder)/\(name)", 65534, 65534) == 0)
      try expectRefused("\(folder)/\(name)/x", "permission denied")
      let export = try jpfetch(
        "cache", "export", "\(folder)/\(name)", "--cache-dir", directory.path + "/c")
      #expect(export.status != 0)
    }
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
