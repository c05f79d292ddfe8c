import TestSupport
import Testing

/// A rule as a user sees it: a few runs against a server that changes its answer between them.
struct CacheRule: Sendable, CustomTestStringConvertible {
  /// The server's answer from now on, and one run.
  struct Step: Sendable {
    var reply: [LoopbackServer.Step]?
    var path: String
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
    _ status: Int = 200, _ fields: [String] = [], _ body: String = "1", at path: String = "/x",
    to arguments: [String] = [], exit: Int32 = 0, shows output: String? = nil, head: String? = nil
  ) -> Self {
    let shown = exit == 0 ? (output ?? body) + "\n" : ""
    return .init(
      reply: .reply(status: status, fields: fields, body), path: path, arguments: arguments,
      status: exit, output: shown, asked: 1, head: head)
  }

  /// The server is not asked.
  static func stored(
    _ body: String = "1", at path: String = "/x", _ arguments: String..., exit: Int32 = 0
  ) -> Self {
    .init(
      path: path, arguments: arguments, status: exit, output: exit == 0 ? body + "\n" : "",
      asked: 0)
  }

  /// The server is asked, and doesn't answer.
  static func down(
    _ body: String?, at path: String = "/x", _ arguments: String...
  ) -> Self {
    .init(
      reply: [.reset], path: path, arguments: arguments, status: body == nil ? 3 : 0,
      output: body.map { $0 + "\n" } ?? "", asked: 1)
  }
}

extension CacheRule {
  private static let fresh = "Cache-Control: max-age=60000"
  private static let tag = "ETag: \"a\""
  private static let longAgo = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let date = "Last-Modified: \(longAgo)"

  /// An example of each rule that an option or a header field on the wire decides; the tables of
  /// cases are in JPCoreTests/Cache.
  private static let responses: [CacheRule] = [
    CacheRule(
      "A fresh response is used, except with --refresh and --no-cache", .says(200, [fresh]),
      .stored(), .says(200, [fresh], "2", to: ["--refresh"]),
      .says(200, [fresh], "3", to: ["--no-cache"]), .stored("2")),
    CacheRule(
      "RFC 9111 §4.2.2: without an explicit lifetime, an old Last-Modified makes nothing fresh",
      .says(200, [date]), .says(200, [date, "Cache-Control: public"], "2"), .says(200, [], "3")),
    CacheRule(
      "RFC 9111 §3: a fresh 404 has the same exit status", .says(404, [fresh], "{}", exit: 4),
      .stored(exit: 4)),
    CacheRule(
      "RFC 9111 §3: 204 is stored, also without a lifetime", .says(204, [], "", exit: 6),
      .stored("", "--offline", exit: 6)),
    CacheRule(
      "404 replaces a good response, and removes it if the 404 can't be stored",
      .says(200, [fresh]),
      .says(404, ["Cache-Control: no-store"], "{}", to: ["--refresh"], exit: 4),
      .stored("", "--offline", exit: 7)),
    CacheRule(
      "403 and 405 aren't stored, and don't replace a good response", .says(200, []),
      .says(403, [fresh], "{}", exit: 4), .says(405, [fresh], "{}", exit: 4),
      .stored("1", "--offline")),
    CacheRule(
      "An HTML page or a server that is gone doesn't replace a good response", .says(200, []),
      .says(200, [fresh], "<!DOCTYPE html>", shows: "1"), .down("1"), .stored("1", "--offline")),
    CacheRule(
      "A 503 isn't stored: the server is asked again", .says(200, []),
      .says(503, [fresh], "{}", shows: "1"), .says(503, [fresh], "{}", shows: "1"),
      .says(200, [], "2"), .stored("2", "--offline")),
    CacheRule(
      "A request with its own condition neither uses nor changes the store",
      .says(200, [fresh, tag]),
      .says(
        304, [tag], "", to: ["-H", "If-None-Match: \"b\""], exit: 5, head: "If-None-Match: \"b\""),
      .says(304, [], "", to: ["-H", "If-Modified-Since: \(longAgo)", "--refresh"], exit: 5),
      .says(206, [fresh], "9", to: ["-H", "Range: bytes=0-0"], exit: 5),
      .says(200, [fresh], "2", to: ["-H", "If-None-Match: \"b\""]),
      .stored("", "-H", "If-None-Match: \"b\"", "--offline", exit: 7), .stored("1")),
    CacheRule(
      "RFC 9111 §5.2.1.1: --max-age", .says(200, [fresh]),
      .says(200, [], "2", to: ["--max-age", "0"])),
    CacheRule(
      "A field that the user set selects the response, whether Vary names it or not",
      .says(200, [fresh], "1", to: ["-H", "X-Tenant: red"]),
      .says(200, [fresh], "2", to: ["-H", "X-Tenant: blue"]),
      .stored("1", "-H", "x-tenant: red"), .stored("", "--offline", exit: 7)),
    CacheRule(
      "RFC 9111 §4.1: a User-Agent that the user sets selects the response",
      .says(200, [fresh, "Vary: Cookie2, User-Agent"]), .stored(),
      .says(200, [fresh], "2", to: ["-H", "User-Agent: other"]), .stored("1"),
      .stored("2", "-H", "User-Agent: other")),
    CacheRule(
      "RFC 9111 §4.1: variants by Vary",
      .says(200, [fresh, "Vary: Accept"], "1", to: ["-H", "Accept: a/b"]),
      .says(200, [fresh, "Vary: Accept"], "2", to: ["-H", "Accept: a/c"]),
      .stored("1", "-H", "Accept: a/b"), .stored("2", "-H", "Accept: a/c", "--offline"),
      .stored("", "-H", "Accept: a/d", "--offline", exit: 7)),
    CacheRule(
      "RFC 9111 §4.3.1: requests have the entity tag and the date",
      .says(200, [tag, date, "Cache-Control: no-cache"]),
      .says(304, [tag], "", shows: "1", head: "If-None-Match: \"a\""),
      .says(304, [tag], "", shows: "1", head: "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT")),
    CacheRule(
      "RFC 9111 §4.3.4: Express, for example under json-server, has less Vary in its 304",
      .says(200, [tag, "Vary: Origin, Accept-Encoding"]),
      .says(304, [tag, "Vary: Origin"], "", shows: "1", head: "If-None-Match"),
      .says(304, [tag, "Vary: Origin"], "", shows: "1", head: "If-None-Match"), .down("1")),
    CacheRule(
      "RFC 9111 §5.2.2.2: must-revalidate forbids a stale response, except offline",
      .says(200, ["Cache-Control: must-revalidate"]), .down(nil, "--max-stale", "1d"),
      .stored("1", "--offline")),
    CacheRule(
      "RFC 9111 §5.2.2.5: no-store is found after an escaped quote, before a colon with a space, and if Connection names it",
      .says(200, ["Cache-Control: ext=\"\\\"\", no-store"]), .stored("", "--offline", exit: 7),
      .says(200, ["Cache-Control : no-store"]), .stored("", "--offline", exit: 7),
      .says(200, ["Cache-Control: no-store", "Connection: cache-control"]),
      .stored("", "--offline", exit: 7)),
    CacheRule(
      "Connection doesn't hide a field that says how long a response is fresh",
      .says(200, [fresh, "Age: 60001", "Connection: Age, Vary"]), .says(200, [], "2")),
    CacheRule(
      "no-cache forbids a stale response, and --max-stale overrides it; in a request it is --refresh",
      .says(200, ["Cache-Control: no-cache"]), .down(nil), .down("1", "--max-stale", "1d"),
      .down("1", "--max-stale", "1d", "-H", "Cache-Control: no-cache"), .says(200, [fresh], "2"),
      .says(200, [fresh], "3", to: ["-H", "Cache-Control: no-cache"]),
      .stored("3", "-H", "Cache-Control: max-age=0")),
  ]

  private static let users = "/users"
  private static let user = "/users/1"
  private static let list = #"[{"id":1},{"id":2}]"#
  private static let one = #"{"id":1}"#
  private static let renamed = #"{"id":1,"name":"new"}"#

  /// The answers of a stored list.
  private static let lists: [CacheRule] = [
    CacheRule(
      "A list answers for its records offline, unless a newer response is stored",
      .says(200, [fresh], list, at: users), .stored(one, at: user, "--offline"),
      .stored(at: "/users/9", "--offline", exit: 4), .says(200, [], renamed, at: user),
      .stored(renamed, at: user, "--offline")),
    CacheRule(
      "A fresh list replaces a failure, too",
      .says(200, [fresh], list, at: users), .down(one, at: user),
      .says(503, [fresh], "{}", at: user, shows: one),
      .down(nil, at: user, "--max-stale", "0")),
    CacheRule(
      "A part of a list answers for no record",
      .says(200, [fresh, "Link: <http://h/users?_page=2>;\trel = \"next\""], list, at: users),
      .stored(at: user, "--offline", exit: 7)),
    CacheRule(
      "A list with a larger X-Total-Count is a part, too",
      .says(200, [fresh, "X-Total-Count: 3"], list, at: users),
      .stored(at: user, "--offline", exit: 7)),
    CacheRule(
      "A refusal doesn't hide the list that has the record", .says(200, [], list, at: users),
      .says(403, [fresh], "{}", at: user, exit: 4), .stored(one, at: user, "--offline")),
    CacheRule(
      "A stale list replaces a failure",
      .says(200, [], list, at: users), .down(one, at: user), .down(nil, at: user, "-i"),
      .down(nil, at: user, "--max-stale", "0"),
      .says(503, [fresh], "{}", at: user, shows: one)),
    CacheRule(
      "A newer response for a record replaces a failure before the list",
      .says(200, [], list, at: users), .says(200, [], renamed, at: user), .down(renamed, at: user)),
    CacheRule(
      "If the newer response may not replace a failure, the older one that may does",
      .says(200, [], list, at: users),
      .says(200, ["Cache-Control: must-revalidate"], renamed, at: user), .down(one, at: user),
      .says(200, ["Cache-Control: must-revalidate"], list, at: users),
      .down(nil, at: user)),
    CacheRule(
      "must-revalidate forbids a stale list, too",
      .says(200, ["Cache-Control: must-revalidate"], list, at: users),
      .says(503, [fresh], "{}", at: user, exit: 5)),
    CacheRule(
      "If the server fails, a stored 404 that isn't fresh is no answer, nor a list without the record",
      .says(404, ["Cache-Control: max-age=0"], "{}", at: "/users/9", exit: 4),
      .down(nil, at: "/users/9"), .stored(at: "/users/9", "--offline", exit: 4),
      .says(200, [], list, at: users), .down(nil, at: "/users/8"),
      .says(503, [], "{}", at: "/users/8", exit: 5),
      .stored(at: "/users/8", "--offline", exit: 4)),
    CacheRule(
      "A record is stored only for a path with its id, byte for byte",
      .says(200, [fresh], #"{"id":7}"#, at: "/users/8"),
      .stored(at: "/users/8", "--offline", exit: 7),
      .says(200, [fresh], #"{"id":"ada"}"#, at: "/users/ADA"),
      .stored(at: "/users/ADA", "--offline", exit: 7),
      .says(200, [fresh], #"{"id":"9"}"#, at: "/users/9"),
      .stored(#"{"id":"9"}"#, at: "/users/9")),
  ]

  static let all = responses + lists
}

/// Why `get` and the command for a resource end with the same status.
private struct SharedFailure: Sendable, CustomTestStringConvertible {
  let reply: [LoopbackServer.Step]
  var arguments = ""
  let status: Int32
  var testDescription: String { "\(status) \(arguments)" }

  static let all = [
    SharedFailure(reply: [.reset], status: 3),
    SharedFailure(reply: .reply(status: 404, "{}"), status: 4),
    SharedFailure(reply: .reply(status: 500, "{}"), status: 5),
    SharedFailure(reply: .reply(""), status: 6),
    SharedFailure(reply: .reply("[]"), arguments: "--offline", status: 7),
  ]
}

@Suite(
  "The rules of RFC 9111 in the program",
  .needsLibcurl, .limited)
struct CacheRuleTests {
  @Test(
    "Each run sends the requests and prints the output that its rule requires",
    arguments: CacheRule.all)
  func rule(_ rule: CacheRule) async throws {
    let site = try ServerAndStore()
    for (number, step) in rule.steps.enumerated() {
      if let reply = step.reply { site.answer { _ in reply } }
      let before = site.requests.count
      let outcome = try await site.jpfetch(
        "get", [step.path, "--compact", "--retry", "0", "-q"] + step.arguments)
      let details = Comment(rawValue: "step \(number)\n\(outcome)\n\(site.server.log)")
      outcome.expect(status: step.status, text: step.output, "step \(number)")
      let requests = site.requests.dropFirst(before)
      #expect(requests.count == step.asked, details)
      if let head = step.head { #expect(requests.allSatisfy { $0.head.contains(head) }, details) }
      // The store adds no condition to the user's own.
      let ownConditions = step.arguments.count { $0.hasPrefix("If-") }
      if ownConditions > 0 {
        let sent = requests.map { $0.head.split(separator: "\r\nIf-").count - 1 }
        #expect(sent.allSatisfy { $0 == ownConditions }, details)
      }
    }
  }

  @Test(
    "If only a part of a list arrived, nobody says that there is no other record",
    arguments: ["users 1 15", "albums 15 user", "users 1 15 --offline"])
  func partOfList(line: String) async throws {
    let site = try ServerAndStore { request in
      if request.path == "/albums/15" { return .reply(#"{"id":15,"userId":15}"#) }
      return .reply(fields: ["X-Total-Count: 20"], #"[{"id":1}]"#)
    }
    try await site.jpfetch("users").expect(status: 0)
    let outcome = try await site.jpfetch(line)
    outcome.expect(status: 6, text: "")
    #expect(outcome.errors.contains("expected the whole list"), "\(outcome)")
    #expect(outcome.errors.contains("no user with id 15"), "\(outcome)")
  }

  @Test("A 404 that is a page, not the API's answer, says nothing about a record")
  func pageInsteadOfRecord() async throws {
    let site = try ServerAndStore { request in
      if request.path == "/users" {
        return .reply(fields: ["Cache-Control: no-cache"], #"[{"id":1}]"#)
      }
      return .reply(status: 404, type: "text/html", "<title>404 Not Found</title>")
    }
    for store in ["--no-cache", ""] {
      let outcome = try await site.jpfetch("users 1 --json --retry 0 \(store)")
      outcome.expect(status: 4, text: "")
      #expect(outcome.codes == ["http.404"], "\(outcome)")
      #expect(!outcome.errors.contains("no user with id"), "\(outcome)")
      try await site.jpfetch("users").expect(status: 0)
    }
    // It is a failure, which the stored list may replace.
    let stale = try await site.jpfetch("users 1 --json --compact --retry 0 --max-stale 1d")
    stale.expect(status: 0, text: "{\"id\":1}\n")
    #expect(stale.codes == ["http.404"], "\(stale)")
  }

  @Test(
    "get and the command for a resource use each other's stored responses",
    arguments: [("get /users", "users -e none"), ("users -e none", "get /users")])
  func sharedStore(first: String, second: String) async throws {
    let site = try ServerAndStore { request in
      .reply(fields: ["Cache-Control: max-age=600"], sampleBody(request.path) ?? [])
    }
    let stored = try await site.jpfetch(first, ["--json"])
    stored.expect(status: 0)
    try await site.jpfetch(second, ["--json"]).expect(status: 0, output: stored.output)
    #expect(site.requests.count == 1)
  }

  @Test(
    "get and the command for a resource end with the same status", arguments: SharedFailure.all)
  fileprivate func sharedStatus(_ failure: SharedFailure) async throws {
    let site = try ServerAndStore { _ in failure.reply }
    for line in ["get /users/9", "users 9"] {
      let outcome = try await site.jpfetch("\(line) --retry 0 \(failure.arguments)")
      outcome.expect(status: failure.status, text: "")
    }
  }
}
