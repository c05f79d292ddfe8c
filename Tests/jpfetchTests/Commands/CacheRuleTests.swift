import Foundation
import Synchronization
import TestSupport
import Testing

/// One rule, and what a user sees of it: a few runs against a server that says one thing after the
/// other.
struct CacheRule: Sendable, CustomTestStringConvertible {
  /// What the server says until the next step, and one run.
  struct Step: Sendable {
    var reply: [LoopbackServer.Step]?
    var arguments: [String] = []
    var status: Int32 = 0
    var output: String
    /// How many requests the run sends.
    var asked: Int
    /// What each request's head contains.
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
  /// The server has something new to say, and is asked.
  static func says(
    _ status: Int = 200, _ fields: [String] = [], _ body: String = "1",
    to arguments: [String] = [], exit: Int32 = 0, shows output: String? = nil, asked: Int = 1,
    head: String? = nil
  ) -> Self {
    let shown = output ?? (exit == 0 ? body + "\n" : "")
    return .init(
      reply: .reply(status: status, fields: fields, body), arguments: arguments, status: exit,
      output: shown, asked: asked, head: head)
  }

  /// The server is not asked.
  static func stored(
    _ body: String = "1", _ arguments: String..., exit: Int32 = 0
  ) -> Self {
    .init(
      arguments: arguments, status: exit, output: exit == 0 ? body + "\n" : "", asked: 0)
  }

  /// The server is asked, and gives no answer.
  static func down(_ body: String?, _ arguments: String...) -> Self {
    .init(
      reply: [.reset], arguments: arguments, status: body == nil ? 3 : 0,
      output: body.map { $0 + "\n" } ?? "", asked: 1)
  }
}

extension CacheRule {
  private static let fresh = "Cache-Control: max-age=60000"
  private static let tag = "ETag: \"a\""

  static let all: [CacheRule] = storing + freshness + matching + validation + standingIn

  private static let storing: [CacheRule] =
    [(404, 4), (410, 4), (405, 4), (414, 4), (300, 5), (301, 5), (308, 5), (418, 4), (302, 5)].map {
      status, exit in
      CacheRule(
        "RFC 9111 §3: a fresh \(status) ends as it did online",
        .says(status, [fresh], "{}", exit: exit), .stored(exit: exit))
    } + [
      CacheRule("RFC 9111 §3: 203 needs no freshness", .says(203), .stored("1", "--offline")),
      CacheRule(
        "RFC 9111 §3: 404 needs none either", .says(404, [], "{}", exit: 4),
        .stored("", "--offline", exit: 4)),
      CacheRule("RFC 9111 §3: 204", .says(204, [fresh], "", exit: 6), .stored(exit: 6)),
      CacheRule("RFC 9111 §3: 201 needs freshness", .says(201), .stored("", "--offline", exit: 7)),
      CacheRule("RFC 9111 §3: 201 with freshness", .says(201, [fresh]), .stored()),
      CacheRule(
        "RFC 9111 §3: a part is never stored", .says(206, [fresh], exit: 5),
        .stored("", "--offline", exit: 7)),
      CacheRule(
        "RFC 9111 §5.2.2.5: no-store", .says(200, ["\(fresh), no-store"]), .says(200, [], "2")),
      CacheRule(
        "RFC 9111 §5.2.1.5: no-store in the request",
        .says(200, [fresh], to: ["-H", "Cache-Control: no-store"]), .says(200, [], "2")),
      CacheRule(
        "RFC 9111 §3.1: no cookie is stored", .says(200, [fresh, "Set-Cookie: a=1"]), .stored()),
      CacheRule(
        "RFC 9111 §3.5: nor what a credential was sent for",
        .says(200, [fresh], to: ["-H", "X-JWT: a"]), .says(200, [], "2")),
      CacheRule(
        "404 takes the good response's place, and is gone with it where it isn't storable",
        .says(200, [fresh]),
        .says(404, ["Cache-Control: no-store"], "{}", to: ["--refresh"], exit: 4),
        .stored("", "--offline", exit: 7)),
      CacheRule(
        "403 stands beside the good response", .says(200, []),
        .says(403, [fresh], "{}", exit: 4), .stored(exit: 4), .stored("1", "--offline")),
      CacheRule(
        "A page with 403 is a failure and never stored", .says(200, []),
        .says(403, [fresh], "<html>", shows: "1\n"), .says(200, [], "2")),
      CacheRule(
        "503 with freshness: not asked again until then", .says(200, []),
        .says(503, [fresh], "{}", shows: "1\n"), .stored(), .says(200, [], "2", to: ["--refresh"]),
        .stored("2", "--offline")),
      CacheRule(
        "503 without freshness is not stored", .says(200, []), .says(503, [], "{}", shows: "1\n"),
        .says(200, [], "2")),
    ]

  private static let freshness: [CacheRule] =
    [
      "Cache-Control: max-age=60, max-age=61", "Cache-Control: max-age=1.5",
      "Cache-Control: max-age=-1",
      "Cache-Control: max-age=x", "Cache-Control: s-maxage=60", "Expires: 0", "Expires: tomorrow",
      "Cache-Control: no-cache, max-age=60", "Cache-Control: max-age=60\r\nAge: 61",
      "Pragma: no-cache\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT",
      "Expires: Thu, 01 Jan 2037 00:00:00 GMT\r\nExpires: Thu, 01 Jan 2037 00:00:00 GMT",
    ].map { field in
      CacheRule("RFC 9111 §4.2.1: stale with \(field)", .says(200, [field]), .says(200, [], "2"))
    }
    + [
      "Expires: Thu, 01 Jan 2037 00:00:00 GMT", "Expires: Thursday, 01-Jan-37 00:00:00 GMT",
      "Expires: Thu Jan  1 00:00:00 2037", "expires: thu, 01 JAN 2037 00:00:00 gmt",
      "Cache-Control: MAX-AGE=\"60000\"", "Cache-Control: max-age=99999999999999999999",
      "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT",
      "Last-Modified: Sunday, 06-Nov-94 08:49:37 GMT",
    ].map { field in
      CacheRule(
        "RFC 9111 §4.2.1, RFC 9110 §5.6.7: fresh with \(field)", .says(200, [field]), .stored())
    } + [
      CacheRule(
        "RFC 9111 §5.2.1.1: --max-age", .says(200, [fresh]),
        .says(200, [], "2", to: ["--max-age", "0"])),
      CacheRule(
        "RFC 9111 §5.2.1.4: no-cache in the request", .says(200, [fresh]),
        .says(200, [], "2", to: ["-H", "Cache-Control: no-cache"])),
    ]

  private static let matching: [CacheRule] = [
    CacheRule(
      "RFC 9111 §4.1: variants by Vary",
      .says(200, [fresh, "Vary: Accept"], "1", to: ["-H", "Accept: a/b"]),
      .says(200, [fresh, "Vary: Accept"], "2", to: ["-H", "Accept: a/c"]),
      .stored("1", "-H", "Accept: a/b"), .stored("2", "-H", "Accept: a/c", "--offline"),
      .stored("", "-H", "Accept: a/d", "--offline", exit: 7)),
    CacheRule(
      "RFC 9111 §4.1: Vary: * matches no later request", .says(200, [fresh, "Vary: *"]),
      .says(200, [fresh, "Vary: *"], "2"), .down(nil), .stored("2", "--offline")),
    CacheRule(
      "The user's own fields count as if Vary named them",
      .says(200, [fresh], to: ["-H", "X-Tenant: a"]),
      .says(200, [fresh], "2", to: ["-H", "X-Tenant: b"]), .stored("1", "-H", "X-Tenant: a")),
    CacheRule(
      "A newer answer counts, whatever Date the older one has",
      .says(200, [fresh, "Vary: Accept", "Date: Fri, 31 Dec 9999 23:59:59 GMT"]),
      .says(200, [fresh], "2", to: ["--refresh"]), .stored("2"), .stored("2", "--offline")),
    CacheRule(
      "RFC 3986 §6.2.2: one key for what is sent alike, and another one for a needless escape",
      .says(200, [fresh]), .stored("1", "HTTP://$HOST/x"),
      .says(200, [fresh], "2", to: ["$HOST/%78"])),
  ]

  private static let validation: [CacheRule] = [
    CacheRule(
      "RFC 9111 §4.3.1: asked about by entity tag and date",
      .says(200, [tag, "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Cache-Control: no-cache"]),
      .says(304, [tag], "", shows: "1\n", head: "If-None-Match: \"a\""),
      .says(304, [tag], "", shows: "1\n", head: "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT")),
    CacheRule(
      "RFC 9111 §4.3.4: freshened by 304", .says(200, [tag]),
      .says(304, [tag, fresh], "", shows: "1\n"), .stored()),
    CacheRule(
      "RFC 9111 §4.3.4: a 304 of another tag", .says(200, [tag]),
      .says(304, ["ETag: \"b\""], "", shows: "1\n", asked: 2)),
    CacheRule(
      "A stored 404 is confirmed as well", .says(404, [tag], "{}", exit: 4),
      .says(304, [tag, fresh], "", exit: 4, head: "If-None-Match: \"a\""), .stored("", exit: 4)),
    CacheRule(
      "A tag that can't be sent again is dropped", .says(200, ["ETag: \"a\rb\""]),
      .says(200, [], "2"), .says(200, [], "3")),
  ]

  private static let standingIn: [CacheRule] = [
    CacheRule("RFC 9111 §4.2.4: stale in the place of a failure", .says(), .down("1")),
    CacheRule("The same in the place of 429", .says(), .says(429, [], "{}", shows: "1\n")),
    CacheRule(
      "RFC 9111 §5.2.2.2: not with must-revalidate", .says(200, ["Cache-Control: must-revalidate"]),
      .down(nil, "--max-stale", "1d"), .stored("1", "--offline")),
    CacheRule(
      "RFC 9111 §5.2.2.4: nor with no-cache", .says(200, ["Cache-Control: no-cache"]), .down(nil),
      .stored("1", "--offline")),
    CacheRule(
      "Unless --max-stale is given", .says(200, ["Cache-Control: no-cache"]),
      .down("1", "--max-stale", "1d")),
    CacheRule(
      "RFC 5861 §4: stale-if-error",
      .says(200, ["Cache-Control: max-age=1, stale-if-error=9", "Age: 100"]), .down(nil)),
    CacheRule(
      "Unless --max-stale is given",
      .says(200, ["Cache-Control: max-age=1, stale-if-error=9", "Age: 100"]),
      .down("1", "--max-stale", "1d"), .down(nil, "--max-stale", "50")),
    CacheRule(
      "A failure is believed for five minutes at most",
      .says(503, ["Cache-Control: max-age=2147483647", "Age: 301"], "{}", exit: 5),
      .says(200, [], "2")),
    CacheRule("Never with --max-stale 0", .says(), .down(nil, "--max-stale", "0")),
  ]
}

@Suite(
  "The rules of RFC 9111, as a user sees them",
  .evidence, .needsLibcurl)
struct CacheRuleTests {
  private final class Current: Sendable {
    let reply = Mutex<[LoopbackServer.Step]>([.reset])
  }

  @Test("Rule", arguments: CacheRule.all)
  func rule(_ rule: CacheRule) async throws {
    let directory = try TemporaryDirectory()
    let current = Current()
    let server = try LoopbackServer { _ in current.reply.withLock(\.self) }
    defer { server.stop() }
    let host = server.url.replacing("http://", with: "")
    for (number, step) in rule.steps.enumerated() {
      if let reply = step.reply { current.reply.withLock { $0 = reply } }
      let arguments = step.arguments.map { $0.replacing("$HOST", with: host) }
      let urls = arguments.filter { $0.contains("://") || $0.hasPrefix(host) }
        .map { $0.contains("://") ? $0 : "http://\($0)" }
      let options = arguments.filter { !$0.contains(host) }
      let before = server.requests.count
      let outcome = try await runSuspending(
        Places.jpfetch,
        ["get", urls.first ?? "/x", "--compact", "--retry", "0", "-q"] + options
          + ["--base-url", server.url, "--cache-dir", directory.path + "/c"])
      let place = Comment(rawValue: "step \(number): \(outcome.errors)")
      #expect((outcome.status, outcome.text) == (step.status, step.output), place)
      let requests = server.requests.dropFirst(before)
      #expect(requests.count == step.asked, place)
      if let head = step.head { #expect(requests.allSatisfy { $0.head.contains(head) }, place) }
    }
  }
}
