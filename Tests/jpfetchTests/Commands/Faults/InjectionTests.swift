import Foundation
import TestSupport
import Testing

@Suite(
  "System calls that fail, one at a time",
  .needsLibcurl, .needs("strace"),
  .notUnderSanitizer("strace sees the sanitizer's own calls"), .limited)
struct InjectionTests {
  /// A call, and the errors that it ends with; the first one everywhere, the others where there is
  /// time.
  private static let calls = [
    "openat EIO EACCES EMFILE", "read EIO EINTR", "pread64 EIO EINTR", "write EIO ENOSPC EINTR",
    "rename EIO EXDEV", "link EIO EPERM", "mmap ENOMEM", "socket EMFILE EACCES",
    "connect ECONNREFUSED ENETUNREACH", "recvfrom ECONNRESET EINTR", "sendto EPIPE ECONNRESET",
    "poll EINTR ENOMEM", "ftruncate EIO", "fsync EIO", "newfstatat EIO EACCES", "close EIO",
    "unlink EACCES", "mkdir EACCES",
  ]

  private static let isThorough = Effort.isFull

  private let directory: TemporaryDirectory
  private let server: LoopbackServer
  private let whole: Data
  private var folder: String { directory.path }

  init() async throws {
    directory = try TemporaryDirectory()
    server = try LoopbackServer { sampleReply($0) }
    whole = try await jpfetch("todos --json --sample").output
    let warm = try await jpfetch(Self.arguments(server) + ["--cache-dir", folder + "/warm"])
    try #require(warm.output == whole)
  }

  private static func arguments(_ server: LoopbackServer) -> [String] {
    ["todos", "--json", "--retry", "0", "--base-url", server.url]
  }

  @Test(
    "A failing system call never causes a crash, a hang, lost output or a forgotten file",
    .takesLong,
    arguments: ["cold", "warm", "offline", "output"])
  func injected(kind: String) async throws {
    defer { server.stop() }
    for call in Self.calls {
      let words = call.split(separator: " ").map(String.init)
      for error in words.dropFirst().prefix(Self.isThorough ? .max : 1) {
        // The first mmap is the dynamic loader's, which can't go on without it.
        for number in (words[0] == "mmap" ? 2 : 1)..<(Self.isThorough ? 40 : 3) {
          guard try await isHit(kind, words[0], error, number) else { break }
        }
      }
    }
  }

  /// - Returns: whether there was such a call.
  private func isHit(
    _ kind: String, _ call: String, _ error: String, _ number: Int
  ) async throws -> Bool {
    let (cache, out, trace) = (folder + "/cache", folder + "/out", folder + "/trace")
    for path in [cache, out] { try? FileManager.default.removeItem(atPath: path) }
    if kind != "cold" { try FileManager.default.copyItem(atPath: folder + "/warm", toPath: cache) }
    let more =
      switch kind {
      case "offline": ["--offline"]
      case "output": ["--offline", "-o", out]
      default: [String]()
      }
    let outcome = try await run(
      try #require(Places.program("strace")),
      ["-f", "-qq", "-o", trace, "-e", "trace=\(call)"]
        + ["-e", "inject=\(call):error=\(error):when=\(number)", Places.jpfetch]
        + Self.arguments(server) + ["--cache-dir", cache] + more)
    let calls = String(decoding: try Data(contentsOf: URL(filePath: trace)), as: UTF8.self)
    guard calls.contains("INJECTED") else { return false }
    let file = FileManager.default.contents(atPath: out) ?? Data()
    let output = kind == "output" ? file : outcome.output
    let details = Comment(rawValue: "\(kind) \(call) \(error) \(number)\n\(outcome)")
    if outcome.status == 0 {
      #expect(difference(between: output, and: whole) == nil, details)
    } else {
      // 127 is the dynamic loader's. Swift reads the command line from /proc, which may fail as well.
      let isUnread = outcome.status == 70 && outcome.errors.contains("cannot read the command line")
      #expect(isUnread || [3, 5, 6, 7, 74, 127].contains(outcome.status), details)
      #expect(output.isEmpty, details)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".part") }
    #expect(left.isEmpty, details)
    return true
  }
}
