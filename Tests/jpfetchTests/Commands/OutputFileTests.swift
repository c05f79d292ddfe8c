import Foundation
import JPCore
import TestSupport
import Testing

@Suite("--output writes a file whole or not at all", .limited)
struct OutputFileTests {
  private let directory: TemporaryDirectory
  private var file: String { directory.path + "/out" }

  init() throws { directory = try TemporaryDirectory() }

  private func expectWritten(_ path: String, umask: String = "022") async throws {
    let line = #"umask \#(umask); exec "$0" users 1 -e none --json --sample -o "$1""#
    let outcome = try await run("/bin/sh", ["-c", line, Places.jpfetch, path])
    outcome.expect(status: 0, text: "", errors: "")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("{\n  \"id\": 1,"))
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

  @Test(
    "A file of another user or group keeps its owner, its group and its permissions",
    .only(if: geteuid() == 0, "only root can give files to others"),
    arguments: [(65534, 0o777), (65534, 0o600), (0, 0o660)] as [(uid_t, mode_t)])
  func otherOwner(owner: uid_t, mode: mode_t) async throws {
    try writeOld(owner: owner, group: 65534, mode: mode)
    try await expectWritten(file, umask: "0")
    #expect(try rights() == [Int(owner), 65534, Int(mode)])
  }

  /// Gives a file an access list, or prints the one that it has. A named user may read and write the
  /// file, its group may not.
  private static let accessList = """
    import os, struct, sys
    entries = [(1, 6, -1), (2, 6, 4321), (4, 0, -1), (16, 6, -1), (32, 0, -1)]
    value = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in entries)
    name, action, path = "system.posix_acl_access", sys.argv[1], sys.argv[2]
    if action == "set": os.setxattr(path, name, value)
    print(os.getxattr(path, name) == value)
    """

  private static func canHaveAccessList() async -> Bool {
    guard let python = Places.program("python3"), let directory = try? TemporaryDirectory(),
      (try? directory.write("", to: "out")) != nil
    else { return false }
    let words = ["-c", accessList, "set", directory.path + "/out"]
    let run = try? await run(python, words)
    return run?.status == 0
  }

  @Test(
    "A file with an access list is written in place, and keeps its list", .needs("python3"),
    .only(if: Places.isLinux, "macOS has other access lists"),
    .only("this file system has no access lists") { await canHaveAccessList() },
    arguments: ["users --sample -o", "check ids users --sample --report"])
  func accessList(line: String) async throws {
    try writeOld(mode: 0o600)
    let python = try #require(Places.program("python3"))
    try await run(python, ["-c", Self.accessList, "set", file]).expect(text: "True\n")
    let target = line.hasSuffix("--report") ? "tap=\(file)" : file
    try await jpfetch(line, [target]).expect(status: 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) != "old")
    try await run(python, ["-c", Self.accessList, "get", file]).expect(text: "True\n")
    #expect(try names() == ["out"])
    #expect(try rights()[2] == 0o660)
  }

  @Test("Until it is complete, nobody else can read a file that is replaced", .needs("strace"))
  func temporaryFile() async throws {
    try writeOld(mode: 0o644)
    let (outcome, lines) = try await traced(
      "openat,fchmod,fchown,write,fsync,rename,renameat", ["users", "--sample", "-o", file])
    outcome.expect(status: 0)
    let start = try #require(lines.firstIndex { $0.contains(".part") })
    #expect(lines[start].contains("O_EXCL") && lines[start].contains("0600"), "\(lines[start])")
    let names = ["write(", "fchown(", "0644", "fsync(", "rename"]
    let steps = names.map { name in lines[start...].firstIndex { $0.contains(name) } }
    let positions = steps.compactMap(\.self)
    #expect(positions.count == names.count && positions == positions.sorted(), "\(lines[start...])")
  }

  @Test(
    "A file that is a mount point is written in place, also in a read-only directory",
    .needs("unshare", "mount"),
    .only("unshare -rm and mount aren't allowed here", if: Places.canMount),
    arguments: ["", "mount --bind . . && mount -o remount,bind,ro . && cd \"$PWD\" && "])
  func mount(start: String) async throws {
    let outside = try TemporaryDirectory()
    try outside.write("old", to: "mounted")
    try directory.write("old", to: "out")
    let script = #"""
      mount --bind "$OUTSIDE/mounted" out &&
      "$JPFETCH" users 1 --sample --json -F id --compact -o out &&
      cat out && "$JPFETCH" check ids users --sample -q --report tap=out
      """#
    let outcome = try await run(
      try #require(Places.program("unshare")),
      ["-rm", "/bin/sh", "-c", "cd '\(directory.path)' && " + start + script],
      environment: ["JPFETCH": Places.jpfetch, "OUTSIDE": outside.path])
    outcome.expect(status: 0, text: "{\"id\":1}\n", errors: "")
    let mounted = try String(contentsOfFile: outside.path + "/mounted", encoding: .utf8)
    #expect(mounted.hasPrefix("TAP version") && mounted.contains("\nok 1 - ids"))
    #expect(try names() == ["out"])
  }

  private func writeUnprivileged(to path: String) async throws -> CommandRun {
    try await run(
      "/usr/bin/setpriv",
      ["--reuid=65534", "--regid=65534", "--clear-groups", Places.jpfetch, "--sample", "-o", path])
  }

  @Test(
    "A file that its owner has made read-only isn't changed",
    .needs("setpriv"),
    .only(
      "needs root, and a checkout that others can read", if: ScarcityTests.canBecomeUnprivileged))
  func readOnly() async throws {
    try writeOld(owner: 65534, group: 65534, mode: 0o444)
    #expect(chmod(directory.path, 0o777) == 0)
    let outcome = try await writeUnprivileged(to: file)
    outcome.expect(status: 74)
    #expect(outcome.firstError.contains(" \(file): "), "\(outcome)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
  }

  @Test(
    "If fsync isn't supported, the file is written; if fsync fails with EIO, it is not",
    .needs("strace"), .notUnderSanitizer("strace sees the sanitizer's own calls"),
    arguments: [("EINVAL", 0), ("ENOSYS", 0), ("EOPNOTSUPP", 0), ("EIO", 74)] as [(String, Int32)])
  func sync(error: String, status: Int32) async throws {
    let outcome = try await run(
      try #require(Places.program("strace")),
      ["-f", "-qq", "-o", "/dev/null", "-e", "inject=fsync:error=\(error)", Places.jpfetch]
        + ["todos", "--sample", "-o", file])
    outcome.expect(status: status)
    #expect(try names() == (status == 0 ? ["out"] : []))
  }

  @Test(
    "If replacing a file changes its group, the permissions of the old group are dropped",
    .needs("setpriv"),
    .only(
      "needs root, and a checkout that others can read", if: ScarcityTests.canBecomeUnprivileged))
  func otherGroup() async throws {
    try writeOld(owner: 65534, group: 4321, mode: 0o676)
    #expect(chmod(directory.path, 0o777) == 0)
    try await writeUnprivileged(to: file).expect(status: 0, errors: "")
    #expect(try rights()[2] == 0o606)
  }

  @Test(
    "In a directory in which no file can be made, our file is written in place",
    .needs("setpriv"),
    .only(
      "needs root, and a checkout that others can read", if: ScarcityTests.canBecomeUnprivileged))
  func closedDirectory() async throws {
    try writeOld(owner: 65534, group: 65534, mode: 0o640)
    #expect(chmod(directory.path, 0o755) == 0)
    try await writeUnprivileged(to: file).expect(status: 0, errors: "")
    #expect(try String(contentsOfFile: file, encoding: .utf8) != "old")
    let other = directory.path + "/other"
    let refused = try await writeUnprivileged(to: other)
    refused.expect(status: 74)
    #expect(refused.firstError.contains(" \(other): "), "\(refused)")
    #expect(try names() == ["out"])
  }

  @Test(
    "A file can be written in another user's directory inside one like /tmp",
    .only(if: geteuid() == 0, "only root can give files to others"))
  func otherDirectory() async throws {
    let shared = directory.path + "/tmp"
    #expect(mkdir(shared, 0o777) == 0 && chmod(shared, 0o1777) == 0)
    let folder = shared + "/theirs"
    #expect(mkdir(folder, 0o755) == 0 && chown(folder, 65534, 65534) == 0)
    try await expectWritten(folder + "/new")
  }

  @Test(
    "Output is written as it is made, not collected", .needs("prlimit"),
    .notUnderSanitizer("it reserves much memory"), .only(if: Places.isLinux, "needs prlimit"),
    arguments: ["out", "/dev/null", "-"])
  func memory(path: String) async throws {
    // A small document that is printed as 100 MB.
    let numbers = Array(repeating: "1", count: 100_000).joined(separator: ",")
    let start = String(repeating: "[", count: 500)
    let end = String(repeating: "]", count: 500)
    try directory.write(start + numbers + end, to: "d/x.json")
    let line =
      #"cd "$1" && exec prlimit --data="$((60 << 20))" "$0" get /x --base-url file:d -o "$2" >/dev/null"#
    let outcome = try await run("/bin/sh", ["-c", line, Places.jpfetch, directory.path, path])
    outcome.expect(status: 0, errors: "")
  }

  @Test(
    "A signal during the output leaves the old file, or the whole new one if it is written in place",
    .needs("strace"), arguments: [1, 2])
  func signal(names: Int) async throws {
    let words = ["comments", "-e", "post.user", "--json", "--sample"]
    let whole = try await jpfetch(words).output
    // More than two pieces.
    try #require(whole.count > 1 << 17)
    try writeOld(mode: 0o644)
    if names == 2 { #expect(link(file, directory.path + "/two") == 0) }
    let outcome = try await run(
      try #require(Places.program("strace")),
      ["-qq", "-o", "/dev/null", "-e", "inject=write:signal=TERM:when=1", Places.jpfetch]
        + words + ["-o", file])
    outcome.expect(status: 143, text: "", errors: "")
    let written = try Data(contentsOf: URL(filePath: file))
    if names == 1 {
      #expect(difference(between: written, and: Data("old".utf8)) == nil)
      #expect(try self.names() == ["out"])
    } else {
      #expect(difference(between: written, and: whole) == nil)
    }
  }
}
