import Foundation
import TestSupport
import Testing

@Suite(
  "Few file descriptors, or no second thread",
  .evidence, .needsLibcurl, .limited)
final class ScarcityTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Runs jpfetch in a shell after a command that sets a limit.
  private func jpfetch(_ limit: String, _ arguments: [String]) throws -> CommandRun {
    try run(
      "/bin/sh",
      ["-c", "\(limit); exec \"$JPFETCH\" \"$@\"", "sh"] + arguments + ["--timeout", "30s"],
      environment: ["JPFETCH": Places.jpfetch])
  }

  /// Expects the usual outcome, or the error for too few descriptors.
  private func expect(_ outcome: CommandRun, _ status: Int32, _ words: String) {
    let isLimit =
      outcome.status == 3 && outcome.errors.contains("too many open files")
      && outcome.errors.contains("raise ulimit -n")
    #expect(
      isLimit || outcome.status == status && (words.isEmpty || outcome.errors.contains(words)),
      "\(outcome)")
  }

  private func server(_ status: Int = 200) throws -> LoopbackServer {
    try LoopbackServer { request in
      .reply(status: status, fields: ["Cache-Control: max-age=0"], sampleBody(request.path) ?? [])
    }
  }

  private static let counts = Effort.isFull ? Array(4...16) : [4, 7, 10, 16]

  @Test("Too few descriptors are an error that says so", arguments: counts)
  func descriptors(count: Int) throws {
    let limit = "ulimit -n \(count)"
    let port = try LoopbackServer.freePort()
    expect(
      try jpfetch(limit, ["--base-url", "http://127.0.0.1:\(port)", "--no-cache"]), 3,
      "connection refused")
    let failing = try server(503)
    defer { failing.stop() }
    expect(try jpfetch(limit, ["--base-url", failing.url, "--no-cache"]), 5, "503 Status")
    let good = try server()
    defer { good.stop() }
    expect(try jpfetch(limit, ["--base-url", good.url, "--no-cache"]), 0, "")
  }

  @Test("With too few descriptors, stored responses are used", arguments: counts)
  func storedResponses(count: Int) throws {
    let reply = try server()
    let cache = directory.path + "/c"
    let arguments = ["--base-url", reply.url, "--cache-dir", cache, "--json"]
    let good = try run(Places.jpfetch, arguments)
    #expect(good.status == 0)
    reply.stop()
    defer { reply.stop() }
    let stale = try jpfetch("ulimit -n \(count)", arguments)
    #expect((stale.status, stale.output) == (0, good.output))
    #expect(stale.errors.contains("showing users, albums and photos stored"))
  }

  private static let isRoot = geteuid() == 0

  /// Whether an unprivileged user can run the program.
  static let isReadable: Bool = {
    let outcome = try? run(
      "/usr/bin/setpriv", ["--reuid=65534", "--clear-groups", Places.jpfetch, "--version"])
    return outcome?.status == 0
  }()

  @Test(
    "Requests and errors need no second thread",
    .needs("setpriv", "prlimit"),
    .only(if: isRoot && isReadable, "needs root, and a checkout that others can read"))
  func threads() throws {
    func jpfetch(_ arguments: String...) throws -> CommandRun {
      try run(
        "/usr/bin/setpriv",
        ["--reuid=65534", "--clear-groups", "prlimit", "--nproc=1", Places.jpfetch] + arguments
          + ["--no-cache", "--timeout", "30s"])
    }
    let good = try server()
    defer { good.stop() }
    #expect(try jpfetch("--base-url", good.url).status == 0)
    let failing = try server(503)
    defer { failing.stop() }
    #expect(try jpfetch("--base-url", failing.url).status == 5)
    let refused = try jpfetch("--base-url", "http://127.0.0.1:\(LoopbackServer.freePort())")
    #expect(refused.status == 3)
    #expect(refused.errors.contains("connection refused"))
  }
}
