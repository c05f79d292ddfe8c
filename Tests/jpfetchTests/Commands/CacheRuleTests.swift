import Foundation
import Synchronization
import TestSupport
import Testing

/// A rule as a user sees it: a few runs against a server that changes its answer between them.
struct CacheRule: Sendable, CustomTestStringConvertible {
  /// The server's answer from now on, and one run.
  struct Step: Sendable {
    var reply: [LoopbackServer.Step]?
    var arguments: [String] = []
    var status: Int32 = 0
    var output: String
    /// The number of requests that the run sends.
    var asked: Int
    /// A part of each request's head.
    var head: String?
  }

  let name: String
  let steps: [Step]
  var testDescription: String { name }

  init(_ name: String, _ steps: Step...) {
    self.name = name
    self.steps = steps
  }
}

extension CacheRule.Step {
  /// The server has a new answer, and is asked.
  static func says(
    _ status: Int = 200, _ fields: [String] = [], _ body: String = "1",
    to arguments: [String] = [], exit: Int32 = 0, shows output: String? = nil, head: String? = nil
  ) -> Self {
    let shown = output ?? (exit == 0 ? body + "\n" : "")
    return .init(
      reply: .reply(status: status, fields: fields, body), arguments: arguments, status: exit,
      output: shown, asked: 1, head: head)
  }

  /// The server is not asked.
  static func stored(
    _ body: String = "1", _ arguments: String..., exit: Int32 = 0
  ) -> Self {
    .init(
      arguments: arguments, status: exit, output: exit == 0 ? body + "\n" : "", asked: 0)
  }

  /// The server is asked, and doesn't answer.
  static func down(_ body: String?, _ arguments: String...) -> Self {
    .init(
      reply: [.reset], arguments: arguments, status: body == nil ? 3 : 0,
      output: body.map { $0 + "\n" } ?? "", asked: 1)
  }
}

extension CacheRule {
  private static let fresh = "Cache-Control: max-age=60000"
  private static let tag = "ETag: \"a\""

  /// An example of each rule; the tables of cases are in JPCoreTests/Cache.
  static let all: [CacheRule] = [
    CacheRule(
      "RFC 9111 §3: a fresh 404 has the same exit status", .says(404, [fresh], "{}", exit: 4),
      .stored(exit: 4)),
    CacheRule(
      "RFC 9111 §3: 204 is stored, also without a lifetime", .says(204, [], "", exit: 6),
      .stored("", "--offline", exit: 6)),
    CacheRule(
      "RFC 9111 §5.2.2.5: no-store", .says(200, ["\(fresh), no-store"]), .says(200, [], "2")),
    CacheRule(
      "RFC 9111 §3.5: a response to a credential isn't stored",
      .says(200, [fresh], to: ["-H", "X-JWT: a"]), .says(200, [], "2")),
    CacheRule(
      "404 replaces a good response, and removes it if the 404 can't be stored",
      .says(200, [fresh]),
      .says(404, ["Cache-Control: no-store"], "{}", to: ["--refresh"], exit: 4),
      .stored("", "--offline", exit: 7)),
    CacheRule(
      "403 doesn't replace a good response", .says(200, []),
      .says(403, [fresh], "{}", exit: 4), .stored(exit: 4), .stored("1", "--offline")),
    CacheRule(
      "The server isn't asked again during the lifetime of a 503", .says(200, []),
      .says(503, [fresh], "{}", shows: "1\n"), .stored(), .says(200, [], "2", to: ["--refresh"]),
      .stored("2", "--offline")),
    CacheRule(
      "RFC 9111 §4.2.3: Age counts", .says(200, ["Cache-Control: max-age=60", "Age: 61"]),
      .says(200, [], "2")),
    CacheRule(
      "RFC 9111 §4.2.2: heuristic freshness",
      .says(200, ["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"]), .stored()),
    CacheRule(
      "RFC 9111 §5.2.1.1: --max-age", .says(200, [fresh]),
      .says(200, [], "2", to: ["--max-age", "0"])),
    CacheRule(
      "RFC 9111 §4.1: variants by Vary",
      .says(200, [fresh, "Vary: Accept"], "1", to: ["-H", "Accept: a/b"]),
      .says(200, [fresh, "Vary: Accept"], "2", to: ["-H", "Accept: a/c"]),
      .stored("1", "-H", "Accept: a/b"), .stored("2", "-H", "Accept: a/c", "--offline"),
      .stored("", "-H", "Accept: a/d", "--offline", exit: 7)),
    CacheRule(
      "Fields given with --header count as if Vary named them",
      .says(200, [fresh], to: ["-H", "X-Tenant: a"]),
      .says(200, [fresh], "2", to: ["-H", "X-Tenant: b"]), .stored("1", "-H", "X-Tenant: a")),
    CacheRule(
      "RFC 9111 §4.3.1: requests have the entity tag and the date",
      .says(200, [tag, "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Cache-Control: no-cache"]),
      .says(304, [tag], "", shows: "1\n", head: "If-None-Match: \"a\""),
      .says(304, [tag], "", shows: "1\n", head: "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT")),
    CacheRule(
      "RFC 9111 §4.3.4: freshened by 304", .says(200, [tag]),
      .says(304, [tag, fresh], "", shows: "1\n"), .stored()),
    CacheRule(
      "RFC 9111 §5.2.2.2: must-revalidate forbids a stale response, except offline",
      .says(200, ["Cache-Control: must-revalidate"]), .down(nil, "--max-stale", "1d"),
      .stored("1", "--offline")),
    CacheRule(
      "RFC 5861 §4: stale-if-error, which --max-stale overrides",
      .says(200, ["Cache-Control: max-age=1, stale-if-error=9", "Age: 100"]), .down(nil),
      .down("1", "--max-stale", "1d"), .down(nil, "--max-stale", "50")),
  ]
}

@Suite(
  "The rules of RFC 9111 in the program",
  .evidence, .needsLibcurl, .limited)
struct CacheRuleTests {
  private final class Current: Sendable {
    let reply = Mutex<[LoopbackServer.Step]>([.reset])
  }

  @Test("The program follows the rule", arguments: CacheRule.all)
  func rule(_ rule: CacheRule) async throws {
    let directory = try TemporaryDirectory()
    let current = Current()
    let server = try LoopbackServer { _ in current.reply.withLock(\.self) }
    defer { server.stop() }
    for (number, step) in rule.steps.enumerated() {
      if let reply = step.reply { current.reply.withLock { $0 = reply } }
      let before = server.requests.count
      let outcome = try await runSuspending(
        Places.jpfetch,
        ["get", "/x", "--compact", "--retry", "0", "-q"] + step.arguments
          + ["--base-url", server.url, "--cache-dir", directory.path + "/c"])
      let place = Comment(rawValue: "step \(number): \(outcome.errors)")
      #expect((outcome.status, outcome.text) == (step.status, step.output), place)
      let requests = server.requests.dropFirst(before)
      #expect(requests.count == step.asked, place)
      if let head = step.head { #expect(requests.allSatisfy { $0.head.contains(head) }, place) }
    }
  }
}
