import Foundation
import TestSupport
import Testing

@Suite(
  "Few file descriptors, or no second thread",
  .needsLibcurl, .limited)
final class ScarcityTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Runs jpfetch in a shell after a command that sets a limit.
  private func limited(by limit: String, _ arguments: [String]) async throws -> CommandRun {
    try await run(
      "/bin/sh",
      ["-c", "\(limit); exec \"$JPFETCH\" \"$@\"", "sh"] + arguments + ["--timeout", "30s"],
      environment: ["JPFETCH": Places.jpfetch])
  }

  /// Expects the usual outcome, or libcurl's or the system's message about what failed.
  private func expect(_ outcome: CommandRun, _ status: Int32, _ words: String) {
    let messages = [
      "(curl ", "curl_multi_init", "cannot open shared object file", "too many open files",
    ]
    let isLimit = outcome.status == 3 && messages.contains { outcome.errors.contains($0) }
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

  @Test(
    "With few file descriptors, a run has its usual outcome or says what failed",
    arguments: counts)
  func descriptors(count: Int) async throws {
    let limit = "ulimit -n \(count)"
    expect(
      try await limited(by: limit, ["--base-url", "http://127.0.0.1:1", "--no-cache"]), 3,
      "connection refused")
    let failing = try server(503)
    defer { failing.stop() }
    expect(
      try await limited(by: limit, ["--base-url", failing.url, "--no-cache"]), 5, "503 Status")
    let good = try server()
    defer { good.stop() }
    expect(try await limited(by: limit, ["--base-url", good.url, "--no-cache"]), 0, "")
  }

  @Test(
    "With too few file descriptors for a request, stored responses are shown", arguments: counts)
  func storedResponses(count: Int) async throws {
    let reply = try server()
    let cache = directory.path + "/c"
    let arguments = ["--base-url", reply.url, "--cache-dir", cache, "--json"]
    let good = try await jpfetch(arguments)
    good.expect(status: 0)
    reply.stop()
    defer { reply.stop() }
    let stale = try await limited(by: "ulimit -n \(count)", arguments)
    stale.expect(status: 0, output: good.output)
    #expect(stale.errors.contains("showing users, albums and photos stored"), "\(stale)")
  }

  /// Whether an unprivileged user can run the program, and these tests can be one.
  static func canBecomeUnprivileged() async -> Bool {
    guard geteuid() == 0 else { return false }
    let outcome = try? await run(
      "/usr/bin/setpriv", ["--reuid=65534", "--clear-groups", Places.jpfetch, "--version"])
    return outcome?.status == 0
  }

  @Test(
    "Requests and errors need no second thread",
    .needs("setpriv", "prlimit"),
    .only("needs root, and a checkout that others can read", if: canBecomeUnprivileged))
  func threads() async throws {
    func runAlone(baseURL: String) async throws -> CommandRun {
      try await run(
        "/usr/bin/setpriv",
        ["--reuid=65534", "--clear-groups", "prlimit", "--nproc=1", Places.jpfetch]
          + ["--base-url", baseURL, "--no-cache", "--timeout", "30s"])
    }
    let good = try server()
    defer { good.stop() }
    let whole = try await runAlone(baseURL: good.url)
    whole.expect(status: 0)
    let failing = try server(503)
    defer { failing.stop() }
    let failed = try await runAlone(baseURL: failing.url)
    failed.expect(status: 5)
    let refused = try await runAlone(baseURL: "http://127.0.0.1:1")
    refused.expect(status: 3)
    #expect(refused.errors.contains("connection refused"), "\(refused)")
  }
}
