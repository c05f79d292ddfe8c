import Foundation
import JPCore
import TestSupport
import Testing

@Suite("The error codes that `jpfetch help errors` lists", .needsLibcurl, .limited)
struct ErrorCodeTests {
  /// A run that provokes a code.
  private struct Provocation {
    let code: String
    let status: Int32
    let line: String
    var environment: [String: String] = [:]
    var reply: [LoopbackServer.Step]?
  }

  private static let provocations = [
    Provocation(code: "usage", status: 2, line: "users --nosuch"),
    Provocation(code: "record.missing", status: 4, line: "users 99 --offline", reply: .reply("[]")),
    Provocation(
      code: "net.refused", status: 3, line: "users --retry 0 --base-url http://127.0.0.1:1"),
    Provocation(code: "net.reset", status: 3, line: "users --retry 0", reply: [.reset]),
    Provocation(
      code: "net.timeout", status: 3, line: "users --timeout 200ms --retry 0", reply: [.hang]),
    Provocation(code: "net.tls", status: 3, line: "users --base-url https:HOST"),
    Provocation(
      code: "net.proxy", status: 3, line: "users", environment: ["http_proxy": "not a URL"]),
    Provocation(code: "net.other", status: 3, line: "users --base-url file:/nosuch"),
    Provocation(
      code: "http.4xx", status: 4, line: "users", reply: .reply(status: 404, "{}")),
    Provocation(
      code: "http.<other>", status: 5, line: "users --retry 0", reply: .reply(status: 500, "{}")),
    Provocation(
      code: "http.<other>", status: 5, line: "users", reply: .reply(status: 302, "{}")),
    Provocation(code: "body.empty", status: 6, line: "users", reply: .reply("")),
    Provocation(code: "body.html", status: 6, line: "users", reply: .reply("<html>")),
    Provocation(code: "body.json", status: 6, line: "users", reply: .reply("x")),
    Provocation(code: "body.type", status: 6, line: "users", reply: .reply("{}")),
    Provocation(
      code: "body.too-large", status: 6, line: "users --base-url file:FILES/large"),
    Provocation(code: "cache.missing", status: 7, line: "users --offline"),
    Provocation(code: "cache.unusable", status: 74, line: "cache list --cache-dir FILES/loop"),
    Provocation(
      code: "data.orphans", status: 0, line: "users -e albums --base-url file:FILES/orphans"),
    Provocation(
      code: "data.repeated-ids", status: 0,
      line: "users -e albums --base-url file:FILES/repeated"),
    Provocation(
      code: "data.misfits", status: 8, line: "users --partial -e none", reply: .reply("[7]")),
    Provocation(
      code: "output.write", status: 74, line: "users -o /nosuch/x", reply: .reply("[]")),
  ]

  @Test("Each error code exits with the statuses that `jpfetch help errors` lists, and no others")
  func statuses() async throws {
    let files = try Self.files()
    var found: [String: Set<Int32>] = [:]
    for provocation in Self.provocations {
      let site = try ServerAndStore { _ in provocation.reply ?? .reply(status: 404, "{}") }
      let host = site.url.dropFirst("http:".count)
      let line = provocation.line.replacing("HOST", with: host)
        .replacing("FILES", with: files.path)
      // Offline runs need stored responses.
      if line.contains("--offline"), provocation.reply != nil {
        _ = try await site.jpfetch("users")
      }
      var words = shellWords(line)
      if !line.contains("--base-url") { words += ["--base-url", site.url] }
      if !line.contains("--cache-dir"), !line.contains("file:") {
        words += ["--cache-dir", site.store]
      }
      let outcome = try await jpfetch(words + ["--json"], environment: provocation.environment)
      let code = try #require(outcome.codes.last ?? nil, "\(line)")
      let listed =
        if code.hasPrefix("http.4") { "http.4xx" } else if code.hasPrefix("http.") {
          "http.<other>"
        } else { code }
      #expect((listed, outcome.status) == (provocation.code, provocation.status), "\(outcome)")
      found[listed, default: []].insert(outcome.status)
    }
    var listed: [String: Set<Int32>] = [:]
    for line in try await jpfetch("help errors").text.split(separator: "\n") {
      guard let match = line.firstMatch(of: #/^  (\S+) +(\d+(?:, \d+)*) /#) else { continue }
      listed[String(match.1)] = Set(match.2.split(separator: ", ").compactMap { Int32($0) })
    }
    // These need a name server, and a bug.
    #expect(listed.removeValue(forKey: "net.dns") == [3])
    #expect(listed.removeValue(forKey: "bug") == [70])
    #expect(listed == found)
  }

  /// Lists with orphans and with repeated ids, one with a byte more than 128 MiB, and a link to
  /// itself.
  private static func files() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for (folder, users, albums) in [
      ("orphans", #"[{"id":1}]"#, #"[{"id":1,"userId":2}]"#),
      ("repeated", #"[{"id":1},{"id":1}]"#, "[]"),
    ] {
      try directory.write(users, to: "\(folder)/users.json")
      try directory.write(albums, to: "\(folder)/albums.json")
    }
    try directory.write("", to: "large/users.json")
    #expect(truncate(directory.path + "/large/users.json", 1 << 27 + 1) == 0)
    let loop = directory.path + "/loop"
    #expect(symlink(loop, loop) == 0)
    return directory
  }
}
