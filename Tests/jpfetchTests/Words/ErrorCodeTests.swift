import Foundation
import JPCore
import TestSupport
import Testing

@Suite("Codes of errors, each with its exit status", .evidence, .limited)
struct ErrorCodeTests {
  /// What a server does, a line, and how the run ends.
  struct Case: Sendable, CustomTestStringConvertible {
    let code: String
    let exit: Int32
    var line = "users -e none"
    var answer: [LoopbackServer.Step] = .reply("[]")

    var testDescription: String { "\(code): \(line)" }
  }

  /// MessageTests has `bug`; CacheTests and ServerTests have those that are warnings only.
  private static let cases: [Case] = [
    Case(code: "usage", exit: 2, line: "users --bogus"),
    Case(
      code: "record.missing", exit: 4, line: "users 9 -e none", answer: .reply(status: 404, "{}")),
    // A label can have 63 characters, so that nobody is asked for its address.
    Case(
      code: "net.dns", exit: 3,
      line: "users -e none --base-url http://\(String(repeating: "a", count: 64)).example"),
    Case(code: "net.refused", exit: 3, line: "users -e none --base-url http://127.0.0.1:1"),
    Case(code: "net.reset", exit: 3, answer: [.reset]),
    Case(code: "net.timeout", exit: 3, line: "users -e none --timeout 100ms", answer: [.hang]),
    Case(code: "net.other", exit: 3, answer: [.send("Welcome!\r\n\r\n"), .close]),
    Case(code: "http.404", exit: 4, answer: .reply(status: 404, "{}")),
    Case(code: "http.429", exit: 4, answer: .reply(status: 429, "{}")),
    Case(code: "http.500", exit: 5, answer: .reply(status: 500, "{}")),
    Case(code: "http.503", exit: 5, answer: .reply(status: 503, "{}")),
    Case(code: "http.302", exit: 5, answer: .reply(status: 302, "")),
    Case(code: "body.empty", exit: 6, answer: .reply("")),
    Case(code: "body.html", exit: 6, answer: .reply(type: "text/html", "<!DOCTYPE html>")),
    Case(code: "body.json", exit: 6, answer: .reply("[1,")),
    Case(code: "body.type", exit: 6, answer: .reply("{}")),
    Case(
      code: "body.too-large", exit: 6,
      answer: .reply(
        fields: (0..<30).map { "X-\($0): \(String(repeating: "a", count: 60_000))" }, "[]")),
    Case(code: "cache.missing", exit: 7, line: "users -e none --offline"),
    Case(code: "output.write", exit: 74, line: "users -e none -o /no/such/directory/file"),
  ]

  @Test("Each code is printed with its exit status", .needsLibcurl, arguments: cases)
  func code(of end: Case) throws {
    let answer = end.answer
    let site = try ServerAndStore { _ in answer }
    let isElsewhere = end.line.contains("--base-url")
    let places = isElsewhere ? ["--cache-dir", site.store] : site.places
    let outcome = try run(
      Places.jpfetch, shellWords(end.line) + ["--json", "--retry", "0"] + places)
    #expect((outcome.status, outcome.text, outcome.codes) == (end.exit, "", [end.code]))
    let error = try #require(outcome.jsonMessages.first?["error"])
    #expect(error["exit"]?.integer == Int64(end.exit))
    #expect(
      error.members.map(\.name)
        == ["code", "exit", "source", "url", "message", "hint", "status", "path"])
  }

  @Test("A TLS failure and a proxy that refuses have codes of their own", .needsLibcurl)
  func encrypted() throws {
    let server = try LoopbackServer { _ in .reply(status: 407, "{}") }
    defer { server.stop() }
    let secure = server.url.replacing("http:", with: "https:")
    for (base, environment, code) in [
      (secure, [:], "net.tls"), ("http://127.0.0.2:1", ["http_proxy": server.url], "net.proxy"),
    ] as [(String, [String: String], String)] {
      let outcome = try run(
        Places.jpfetch, ["users", "-e", "none", "--json", "--retry", "0", "--base-url", base],
        environment: environment)
      #expect((outcome.status, outcome.text, outcome.codes) == (3, "", [code]))
    }
  }

  @Test("help errors lists every code, and help exit-codes every status")
  func help() throws {
    func firstWords(_ topic: String) throws -> [Substring] {
      try jpfetch("help", topic).text.split(separator: "\n")
        .compactMap { $0.split(separator: " ").first }
    }
    let codes = try firstWords("errors")
    for code in [
      "usage", "record.missing", "net.dns", "net.refused", "net.reset", "net.timeout", "net.tls",
      "net.proxy", "net.other", "http.<status>", "body.empty", "body.html", "body.json",
      "body.type", "body.too-large", "cache.missing", "cache.unusable", "data.orphans",
      "data.repeated-ids", "data.misfits", "output.write", "bug",
    ] {
      #expect(codes.contains(code[...]), "\(code)")
    }
    let statuses = try firstWords("exit-codes")
    for status in ["0", "1", "2", "3", "4", "5", "6", "7", "8", "70", "74", "130,"] {
      #expect(statuses.contains(status[...]), "\(status)")
    }
  }

  @Test("Of several failures, the first in the catalogue's order decides", .needsLibcurl)
  func order() throws {
    // Later ones fail earlier.
    let site = try ServerAndStore { request in
      switch request.path {
      case "/posts": .reply(status: 500, "{}", after: .milliseconds(300))
      case "/users": .reply("[]")
      default: .reply(status: 404, "{}")
      }
    }
    let outcome = try site.jpfetch("users -e posts.comments,todos --json --retry 0")
    #expect((outcome.status, outcome.codes) == (5, ["http.500"]))
  }
}
