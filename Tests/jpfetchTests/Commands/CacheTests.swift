import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@Suite(
  "Stored responses, as a user has them",
  .evidence, .needsLibcurl)
final class CacheTests {
  private typealias Reply = @Sendable (LoopbackServer.Request) -> [LoopbackServer.Step]

  private let directory: TemporaryDirectory
  private let server: LoopbackServer
  private let reply: Replies

  private final class Replies: Sendable {
    let current: Mutex<Reply>

    init(_ reply: @escaping Reply) {
      current = Mutex(reply)
    }
  }

  init() throws {
    directory = try TemporaryDirectory()
    let reply = Replies(Self.good("max-age=0"))
    self.reply = reply
    server = try LoopbackServer { request in reply.current.withLock { $0 }(request) }
  }

  deinit { server.stop() }

  /// The built-in data with an entity tag, and 304 where that is asked about.
  private static func good(_ cacheControl: String) -> Reply {
    { request in
      let fields = ["Cache-Control: \(cacheControl)", "ETag: W/\"\(request.path)\""]
      if request.head.contains("If-None-Match: W/\"\(request.path)\"") {
        return .reply(status: 304, fields: fields, "")
      }
      let body = sampleBody(request.path)
      return body.map { .reply(fields: fields, $0) } ?? .reply(status: 404, "{}")
    }
  }

  private func answer(with reply: @escaping Reply) { self.reply.current.withLock { $0 = reply } }

  private func jpfetch(_ arguments: String...) throws -> CommandRun {
    try run(
      Places.jpfetch, arguments + ["--base-url", server.url, "--cache-dir", directory.path + "/c"])
  }

  /// - Parameter warnings: the codes of the warnings in JSON.
  private func expectSample(_ outcome: CommandRun, warnings: [String] = []) throws {
    #expect(outcome.status == 0)
    #expect(outcome.codes == warnings)
    #expect(outcome.output == sampleJSON)
  }

  private func meta(_ arguments: String...) throws -> JSONValue {
    let outcome = try run(
      Places.jpfetch,
      arguments + ["--base-url", server.url, "--cache-dir", directory.path + "/c"]
        + ["--json", "--meta"])
    return try JSONDocument(Array(outcome.output)).root
  }

  /// The path of the one stored response with a name like that.
  private func entry(_ part: String) throws -> String {
    let folder = directory.path + "/c/"
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return folder + (try #require(names.first { $0.contains(part) && $0.hasSuffix(".response") }))
  }

  private func cacheWords(_ meta: JSONValue) -> [String] {
    meta["sources"]?.elements.compactMap { $0["cache"]?.string } ?? []
  }

  @Test("Fresh: the second run makes no request, and loads no libcurl")
  func fresh() throws {
    answer(with: Self.good("max-age=43200"))
    try expectSample(try jpfetch("--json"))
    #expect(server.requests.count == 3)
    try expectSample(try jpfetch("--json"))
    #expect(server.requests.count == 3)
    #expect(try cacheWords(meta()) == ["hit", "hit", "hit"])
    try expectSample(try jpfetch("--json", "--refresh"))
    #expect(server.requests.count == 6)
    try expectSample(try jpfetch("--json", "--no-cache"))
    #expect(server.requests.count == 9)
  }

  @Test(
    "Stale: three conditional requests, three 304, and full output",
    arguments: ["max-age=0", "no-cache"])
  func revalidated(cacheControl: String) throws {
    answer(with: Self.good(cacheControl))
    try expectSample(try jpfetch("--json"))
    try expectSample(try jpfetch("--json"))
    #expect(server.requests.suffix(3).allSatisfy { $0.head.contains("If-None-Match") })
    #expect(try cacheWords(meta()) == ["revalidated", "revalidated", "revalidated"])
    try expectSample(try jpfetch("--json", "--offline"))
  }

  /// What Express says, under json-server say: its 304 comes before its compression, and names
  /// less.
  private static let express: Reply = { request in
    let tag = "ETag: W/\"\(request.path)\""
    let fields = ["X-Powered-By: Express", "X-Content-Type-Options: nosniff", tag]
    if request.head.contains("If-None-Match: W/\"\(request.path)\"") {
      return .reply(status: 304, fields: fields + ["Vary: Origin"], "")
    }
    let all = fields + ["Vary: Origin, Accept-Encoding"]
    return sampleBody(request.path).map { .reply(fields: all, $0) } ?? .reply(status: 404, "{}")
  }

  @Test("Express's 304 keeps the stored response, run after run, and when the server is gone")
  func express() throws {
    answer(with: Self.express)
    try expectSample(try jpfetch("--json"))
    for _ in 0..<3 { try expectSample(try jpfetch("--json")) }
    #expect(server.requests.count == 12)
    #expect(server.requests.dropFirst(3).allSatisfy { $0.head.contains("If-None-Match") })
    server.stop()
    try expectSample(try jpfetch("--json"), warnings: ["net.refused"])
  }

  @Test("--dry-run says what the next run does: nothing to ask by is a plain request")
  func dryRunWithoutValidators() throws {
    answer { _ in .reply(fields: ["Cache-Control: max-age=0"], "[]") }
    #expect(try jpfetch("todos").status == 0)
    let plan = try jpfetch("todos", "--dry-run")
    #expect(plan.text.hasPrefix("GET \(server.url)/todos  miss\n  curl "))
    #expect(!plan.text.contains("If-"))
    #expect(try cacheWords(meta("todos")) == ["miss"])
  }

  @Test("Server gone: the same bytes, exit 0, one line; --strict 8; --max-stale 0 exit 3")
  func gone() throws {
    _ = try jpfetch("--json")
    server.stop()
    let stale = try jpfetch("--json")
    try expectSample(stale, warnings: ["net.refused"])
    let warning = try #require(stale.jsonMessages.first?["warning"])
    // "… stored 1 second ago", or "… stored up to 1 second ago (users)".
    let message = warning["message"]?.string ?? ""
    #expect(message.hasPrefix("showing users, albums and photos stored "))
    #expect(message.hasSuffix(": connection refused: \(server.url)/users"))
    #expect(warning["source"]?.string == "users")
    #expect(warning["url"]?.string == "\(server.url)/users")
    #expect(try jpfetch("--json", "-q").errors == "")
    let strict = try jpfetch("--json", "--strict")
    #expect((strict.status, strict.output) == (8, stale.output))
    let never = try jpfetch("--json", "--max-stale", "0")
    #expect((never.status, never.text) == (3, ""))
    #expect(never.errors.contains(" ago is not shown: --max-stale forbids it\""))
    #expect(never.errors.contains(" --offline"))
    let meta = try meta()
    #expect(meta["data"]?.elements.count == 10)
    #expect(
      meta["errors"]?.elements.map { $0["code"]?.string }
        == Array(repeating: "net.refused", count: 3))
    #expect(cacheWords(meta) == ["stale", "stale", "stale"])
    #expect(meta["counts"]?["photos"]?.integer == 220)
  }

  @Test("One of three fails: that one alone is stale, and named")
  func oneFails() throws {
    answer(with: Self.good("max-age=43200"))
    _ = try jpfetch("--json")
    answer { request in
      request.path == "/photos"
        ? .reply(status: 500, #"{"message":"down"}"#) : Self.good("max-age=43200")(request)
    }
    let outcome = try jpfetch("--json", "--refresh")
    try expectSample(outcome, warnings: ["http.500"])
    #expect(outcome.jsonMessages[0]["warning"]?["source"]?.string == "photos")
    #expect(try cacheWords(meta("--refresh")) == ["revalidated", "revalidated", "stale"])
  }

  @Test(
    "A page instead of data, then nothing: the last good data",
    arguments: [
      ("<!DOCTYPE html><title>Welcome to the hotel</title>", "body.html"), ("", "body.empty"),
      ("[{\"id\":", "body.json"), ("{}", "body.type"),
    ])
  func captivePortal(body: String, code: String) throws {
    _ = try jpfetch("--json")
    answer { _ in .reply(type: "text/html", body) }
    try expectSample(try jpfetch("--json"), warnings: [code])
    server.stop()
    try expectSample(try jpfetch("--json"), warnings: ["net.refused"])
    try expectSample(try jpfetch("--json", "--offline"))
  }

  @Test("A server that forbids it: the error stands, and tells of the copy")
  func forbidden() throws {
    answer(with: Self.good("no-cache"))
    _ = try jpfetch("--json")
    server.stop()
    let outcome = try jpfetch()
    #expect((outcome.status, outcome.text) == (3, ""))
    #expect(outcome.errors.contains(" ago is not shown: the server said no-cache\n"))
    let place = "--base-url \(server.url) --cache-dir \(directory.path)/c"
    #expect(
      outcome.suggestions == [
        "jpfetch \(place) --offline", "jpfetch \(place) --max-stale 1d",
        "jpfetch --sample",
      ])
    try expectSample(try jpfetch("--json", "--offline"))
    // The user's own limit overrides no-cache.
    try expectSample(try jpfetch("--json", "--max-stale", "1h"), warnings: ["net.refused"])
    let variable = try run(
      Places.jpfetch,
      ["--json", "--base-url", server.url, "--cache-dir", directory.path + "/c"],
      environment: ["JPFETCH_MAX_STALE": "1h"])
    try expectSample(variable, warnings: ["net.refused"])
  }

  @Test("Who forbids a stale copy is told: the request itself, from wherever its field comes")
  func unwanted() throws {
    _ = try jpfetch("todos")
    server.stop()
    try directory.write("Cache-Control: no-cache\n", to: "fields")
    for field in ["Cache-Control: no-cache", "@\(directory.path)/fields"] {
      let outcome = try jpfetch("todos", "-H", field, "--max-stale", "1d")
      #expect((outcome.status, outcome.text) == (3, ""))
      #expect(outcome.errors.contains(" ago is not shown: the request says no-cache\n"))
    }
    let own = try jpfetch("todos", "-H", "X-Note: no-cache", "--max-stale", "0")
    #expect(!own.errors.contains("the request says"))
  }

  @Test("cache export writes what --base-url file: reads; all six lists, or nothing")
  func export() throws {
    let folder = directory.path + "/fixtures"
    _ = try jpfetch("--json")
    let missing = try jpfetch("cache", "export", folder)
    #expect((missing.status, missing.text) == (7, ""))
    #expect(
      missing.firstError
        == "jpfetch: error: nothing is stored yet: posts, comments and todos of \(server.url)"
    )
    #expect(!FileManager.default.fileExists(atPath: folder))
    _ = try jpfetch("cache", "warm")
    server.stop()
    let written = try jpfetch("cache", "export", folder)
    #expect((written.status, written.text) == (0, "wrote 6 lists to \(folder)\n"))
    try expectSample(try TestSupport.jpfetch("--json", "--base-url", "file:\(folder)"))
    #expect(
      try Data(contentsOf: URL(filePath: folder + "/todos.json"))
        == Data(sampleBody("/todos") ?? []))
    let none = try jpfetch("cache", "export")
    #expect(
      (none.status, none.firstError) == (2, "jpfetch: error: cache export needs a directory"))
    let full = try jpfetch("cache", "export", "/dev/null/x")
    #expect(
      (full.status, full.firstError) == (
        74, "jpfetch: error: cannot write /dev/null/x: not a directory"
      ))
  }

  @Test("--meta has the oldest and the newest age, and what did not fit together")
  func metaFacts() throws {
    let ages = Mutex(0)
    answer { request in
      let body =
        request.path == "/photos"
        ? #"[{"id":1,"albumId":9},{"id":1,"albumId":1}]"# : #"[{"id":1,"userId":1}]"#
      let age = ages.withLock { age in
        age += 100
        return age
      }
      return .reply(fields: ["Cache-Control: max-age=9999", "Age: \(age)"], body)
    }
    let cold = try meta()
    #expect(cold["oldest"]?.integer == 0 && cold["newest"]?.integer == 0)
    #expect(
      cold["irregularities"]?.elements.map { $0["code"]?.string }
        == ["data.repeated-ids", "data.orphans"])
    let hit = try meta()
    #expect((hit["oldest"]?.integer ?? 0) >= 300)
    #expect((hit["newest"]?.integer ?? 0) >= 100 && (hit["newest"]?.integer ?? 0) < 200)
    let first = hit["irregularities"]?.elements.first { $0["code"]?.string == "data.orphans" }
    #expect(first?["source"]?.string == "photos" && first?["count"]?.integer == 1)
    #expect(first?["first"]?.string == "1")
  }

  @Test("Offline and not stored: exit 7, the URLs, and a command that stores them")
  func missing() throws {
    let outcome = try jpfetch("--offline")
    #expect((outcome.status, outcome.text) == (7, ""))
    let place = "--base-url \(server.url) --cache-dir \(directory.path)/c"
    #expect(
      outcome.errorLines == [
        "jpfetch: error: nothing is stored yet: users, albums and photos of \(server.url)",
        "  try: jpfetch cache warm \(place)",
        "       jpfetch --sample",
      ])
    #expect(server.requests.isEmpty)
    let warm = try jpfetch("cache", "warm")
    #expect(warm.status == 0)
    #expect(
      warm.text
        == "stored 10 users, 100 albums, 220 photos, 100 posts, 500 comments and 200 todos "
        + "in \(directory.path)/c\n")
    server.stop()
    for resource in ["users", "albums", "photos", "posts", "comments", "todos"] {
      for ids in [[], ["3"], ["9", "4"]] {
        let arguments = [resource] + ids + ["--json"]
        let stored = try run(
          Places.jpfetch,
          arguments + ["--offline", "--base-url", server.url, "--cache-dir", directory.path + "/c"])
        #expect((stored.status, stored.errors) == (0, ""))
        #expect(try stored.output == run(Places.jpfetch, arguments + fromSampleFiles).output)
      }
    }
    let get = try jpfetch("get", "/x", "--offline")
    #expect(get.suggestions == ["jpfetch get /x \(place)"])
  }

  @Test(
    "Offline opens no socket and loads no libcurl",
    .needs("strace"))
  func noSocket() throws {
    _ = try jpfetch("--json")
    let trace = directory.path + "/trace"
    let outcome = try run(
      try #require(Places.program("strace")),
      ["-f", "-e", "trace=network,openat,clone,clone3", "-o", trace, Places.jpfetch, "--json"]
        + ["--offline", "--base-url", server.url, "--cache-dir", directory.path + "/c"])
    try expectSample(outcome)
    let calls = try String(contentsOfFile: trace, encoding: .utf8)
    for name in [" socket(", "/libcurl", " clone(", " clone3("] { #expect(!calls.contains(name)) }
  }

  @Test("get --include prints the head that came, and the age of what is stored (RFC 9111 §5.1)")
  func include() throws {
    let fields = ["Cache-Control: max-age=60000", "Age: 7", "X-Odd: a\u{1B}b"]
    answer { request in
      request.path == "/gone"
        ? .reply(status: 404, fields: fields, "{ }")
        : .reply(fields: fields, request.path == "/page" ? "<html>hello" : "[1]")
    }
    let miss = try jpfetch("get", "/x", "-i", "--compact").text
    #expect(miss.hasPrefix("HTTP/1.1 200 Status\r\n"))
    #expect(miss.contains("\r\nAge: 7\r\n") && miss.contains("\r\nX-Odd: a\u{1B}b\r\n"))
    #expect(miss.hasSuffix("\r\n\r\n[1]\n"))
    for mode in [[], ["--offline"]] {
      let stored = try run(
        Places.jpfetch,
        ["get", "/x", "-i", "--compact", "--base-url", server.url]
          + ["--cache-dir", directory.path + "/c"] + mode
      ).text
      let age = try #require(stored.split(separator: "\r\n").first { $0.hasPrefix("Age: ") })
      #expect(try (7..<6000).contains(#require(Int(age.dropFirst(5)))))
      #expect(stored.hasPrefix("HTTP/1.1 200 Status\r\n") && stored.hasSuffix("\r\n\r\n[1]\n"))
      #expect(stored.components(separatedBy: "Age: ").count == 2)
    }
    // As curl does, it shows an error's response too; a file stays as it was.
    for _ in 0..<2 {
      let gone = try jpfetch("get", "/gone", "-i")
      #expect(gone.status == 4)
      #expect(gone.text.hasPrefix("HTTP/1.1 404 ") && gone.text.hasSuffix("\r\n\r\n{ }"))
    }
    let page = try jpfetch("get", "/page", "-i")
    #expect(page.status == 6)
    #expect(page.text.hasPrefix("HTTP/1.1 200 ") && page.text.hasSuffix("\r\n\r\n<html>hello"))
    let file = directory.path + "/file"
    #expect(try jpfetch("get", "/gone", "-i", "-o", file).status == 4)
    #expect(!FileManager.default.fileExists(atPath: file))
    for other in [["--meta"], ["--sample"]] {
      let refused = try TestSupport.run(Places.jpfetch, ["get", "/x", "-i"] + other)
      #expect((refused.status, refused.text) == (2, ""))
    }
  }

  @Test("A fresh 404 and a 204 end as they did online, without a request")
  func storedErrors() throws {
    answer { request in
      request.path == "/empty"
        ? .reply(status: 204, fields: ["Cache-Control: max-age=60000"], "")
        : .reply(status: 404, fields: ["Cache-Control: max-age=60000"], "{}")
    }
    for (path, status) in [("/gone", 4), ("/users/77", 4), ("/empty", 6)] {
      let count = server.requests.count
      #expect(try jpfetch("get", path).status == Int32(status))
      for mode in ["--compact", "--offline"] {
        let again = try jpfetch("get", path, mode)
        #expect((again.status, again.text) == (Int32(status), ""))
        #expect(again.errors.contains("\n  the answer was stored "))
      }
      #expect(server.requests.count == count + 1)
    }
  }

  @Test("Facts of the store come as lines or as JSON, and in no other format")
  func formats() throws {
    let refused = try TestSupport.jpfetch("cache", "list", "-f", "csv")
    #expect((refused.status, refused.text) == (2, ""))
    #expect(refused.errors.contains("--format takes table, json, not \"csv\""))
    answer { _ in .reply(fields: ["Vary: Accept", "Cache-Control: max-age=60000"], "[]") }
    _ = try jpfetch("get", "/x")
    let line = try jpfetch("cache", "list").text
    #expect(
      line.hasPrefix("STATUS     AGE  ")
        && line.hasSuffix("  \(server.url)/x, varies by Accept\n"))
    let entry = try JSONDocument(Array(jpfetch("cache", "list", "--json").output)).root.elements[0]
    #expect(entry["status"]?.integer == 200 && entry["fresh"]?.boolean == true)
    #expect(entry["vary"]?.string == "Accept")
    let info = try jpfetch("cache", "info").text
    #expect(info.contains("\noldest     ") && info.contains("\nnewest     "))
  }

  @Test("A credential is not stored, and a line says so; warming with one is refused")
  func credentials() throws {
    let notice =
      "jpfetch: warning: responses are not stored\n  X-JWT looks like a credential\n"
    let outcome = try jpfetch("todos", "-H", "X-JWT: secret")
    #expect((outcome.status, outcome.errors) == (0, notice))
    #expect(try jpfetch("cache", "list").text == "")
    let warm = try jpfetch("cache", "warm", "-H", "X-JWT: secret")
    #expect((warm.status, warm.text) == (2, ""))
    #expect(!warm.errors.contains("secret"))
    // A name that only contains such a word is none.
    #expect(try jpfetch("todos", "-H", "X-Author: me").errors == "")
    #expect(try jpfetch("cache", "list").text.hasSuffix("/todos\n"))
  }

  @Test("A user name in a URL is a credential: masked in curl's line, and its answers not stored")
  func userNames() throws {
    let url = server.url.replacing("http://", with: "http://me:s3cret@")
    let notice = "jpfetch: warning: responses are not stored\n  the URL has a user name\n"
    for arguments in [
      ["get", "\(url)/todos"], ["get", "/todos", "--base-url", url], ["todos", "--base-url", url],
    ] {
      let words = arguments + ["--cache-dir", directory.path + "/c"]
      let plan = try run(Places.jpfetch, words + ["--dry-run"])
      #expect(plan.text.contains(" --max-time 10 -u '***' -H "))
      let real = try run(Places.jpfetch, words)
      for outcome in [plan, real] {
        #expect((outcome.status, outcome.errors) == (0, notice))
        #expect(!outcome.text.contains("s3cret"))
      }
      for quiet in ["--offline", "--no-cache"] {
        #expect(try run(Places.jpfetch, words + [quiet, "--dry-run"]).errors == "")
      }
    }
    #expect(try jpfetch("cache", "list").text == "")
    // A password for another server is not sent to this one.
    let other = try run(
      Places.jpfetch,
      ["get", "\(server.url)/todos", "--dry-run", "--base-url", "http://me:s3cret@127.0.0.1:1"])
    #expect(other.errors == "" && !other.text.contains("-u"))
  }

  @Test("What is stored can be looked at and removed")
  func management() throws {
    let path = try TestSupport.jpfetch("cache", "path", "--cache-dir", directory.path + "/c")
    #expect(path.text == directory.path + "/c\n")
    let none = try jpfetch("cache", "list")
    #expect((none.text, none.errors) == ("", "nothing stored of \(server.url)\n"))
    _ = try jpfetch("--json")
    let list = try jpfetch("cache", "list").text.split(separator: "\n")
    #expect(list.count == 4)
    #expect(list[0].wholeMatch(of: /STATUS     +AGE +SIZE  URL/) != nil)
    #expect(list.contains { $0.hasSuffix("  \(server.url)/photos") })
    let json = try JSONDocument(Array(jpfetch("cache", "list", "-f", "json").output)).root
    #expect(
      Set(json.elements.map { $0["url"]?.string })
        == Set(["users", "albums", "photos"].map { "\(server.url)/\($0)" }))
    let info = try JSONDocument(Array(jpfetch("cache", "info", "--json").output)).root
    #expect(info["responses"]?.integer == 3)
    #expect(try jpfetch("cache", "clear", "/users").text == "removed 1 stored response\n")
    #expect(
      try jpfetch("--offline").firstError
        == "jpfetch: error: nothing is stored yet: \(server.url)/users"
    )
    #expect(try jpfetch("cache", "clear", "albums").text == "removed 1 stored response\n")
    let others = ["--base-url", "http://127.0.0.1:1", "--cache-dir", directory.path + "/c"]
    #expect(
      try run(Places.jpfetch, ["cache", "clear"] + others).text
        == "nothing is stored for http://127.0.0.1:1\nstored: \(server.url)/photos\n")
    #expect(try run(Places.jpfetch, ["cache", "list"] + others).text == "")
    #expect(
      try run(Places.jpfetch, ["cache", "info"] + others).text.contains("\nresponses  0\n"))
    #expect(try TestSupport.jpfetch("cache", "list", others[2], others[3]).text.contains("/photos"))
    #expect(try jpfetch("cache", "clear").text == "removed 1 stored response\n")
  }

  @Test("Sources are told with -v, header fields with -vv, secrets masked")
  func verbose() throws {
    answer { request in
      .reply(fields: ["Set-Cookie: secret=1", "X-Seen: yes"], "[]")
    }
    let outcome = try jpfetch("todos", "-v", "--count")
    let line = /todos  200  2 bytes  \d+ ms  miss  http:\/\/127.0.0.1:\d+\/todos\n/
    #expect(outcome.errors.wholeMatch(of: line) != nil, "\(outcome.errors)")
    let more = try jpfetch("todos", "-vv")
    #expect(more.errors.contains("\n  < X-Seen: yes\n"))
    #expect(more.errors.contains("\n  < Set-Cookie: ***\n"))
    #expect(!more.errors.contains("secret"))
  }

  @Test("A place that can't be written to only switches storing off, with one warning")
  func unwritable() throws {
    try directory.write("x", to: "c")
    try expectSample(try jpfetch("--json"), warnings: ["cache.unusable"])
    for home in ["", directory.path + "/none"] {
      let homeless = try run(
        Places.jpfetch, ["--json", "--base-url", server.url], environment: ["HOME": home])
      try expectSample(
        homeless,
        warnings: ["cache.unusable"])
      #expect(!FileManager.default.fileExists(atPath: directory.path + "/none"))
    }
  }

  @Test("A damaged response is passed over with one warning, and replaced")
  func damaged() throws {
    answer(with: Self.good("max-age=43200"))
    _ = try jpfetch("--json")
    let path = try entry("_albums-")
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: path))
    try expectSample(
      try jpfetch("--json"),
      warnings: ["cache.unusable"])
    try expectSample(try jpfetch("--json"))
    #expect(server.requests.count == 4)
  }

  @Test("The directory can be copied, and read where it can't be written")
  func copied() throws {
    answer(with: Self.good("max-age=43200"))
    _ = try jpfetch("--json")
    let copy = directory.path + "/copy"
    try FileManager.default.copyItem(atPath: directory.path + "/c", toPath: copy)
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: copy)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: copy)
    }
    for mode in ["--offline", "--json"] {
      let outcome = try run(
        Places.jpfetch, ["--json", mode, "--base-url", server.url, "--cache-dir", copy])
      try expectSample(outcome)
    }
    #expect(server.requests.count == 3)
  }

  @Test("Many at once on one empty directory")
  func crowd() async throws {
    let arguments = ["--json", "--base-url", server.url, "--cache-dir", directory.path + "/c"]
    let expected = sampleJSON
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<Effort.rounds(2, all: 5) {
            let outcome = try? run(Places.jpfetch, arguments)
            #expect(outcome?.status == 0)
            #expect(outcome?.errors == "")
            #expect(outcome?.output == expected)
          }
        }
      }
    }
  }

  @Test("Writers of two variants, killed at random moments, leave both whole")
  func killed() async throws {
    let vary = ["Cache-Control: no-cache", "Vary: Accept"]
    answer { request in sampleBody(request.path).map { .reply(fields: vary, $0) } ?? [.reset] }
    let places = ["--json", "--base-url", server.url, "--cache-dir", directory.path + "/c"]
    let variants = [[], ["-H", "Accept: text/json"]]
    for variant in variants { #expect(try run(Places.jpfetch, places + variant).status == 0) }
    for round in 0..<Effort.rounds(10, all: 250) {
      let processes = try variants.map { variant in
        let process = Process()
        process.executableURL = URL(filePath: Places.jpfetch)
        process.arguments = places + variant
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
      }
      usleep(.random(in: 0..<60_000))
      for process in processes { kill(process.processIdentifier, SIGKILL) }
      for process in processes { process.waitUntilExit() }
      guard round % 10 == 9 else { continue }
      for variant in variants {
        try expectSample(try run(Places.jpfetch, places + variant + ["--offline"]))
      }
    }
  }

  @Test(
    "Storing and clearing one response lists no directory, however many files there are",
    .needs("strace"))
  func cost() throws {
    _ = try jpfetch("todos")
    func calls(_ arguments: String...) throws -> [String] {
      let trace = directory.path + "/trace"
      let outcome = try run(
        try #require(Places.program("strace")),
        ["-f", "-o", trace, Places.jpfetch] + arguments
          + ["--base-url", server.url, "--cache-dir", directory.path + "/c"])
      #expect(outcome.status == 0)
      return try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
        .map { String($0) }
    }
    let folder = directory.path + "/c"
    answer { _ in .reply("[]") }
    for number in 0..<1000 {
      let name = "\(folder)/h_p-\(String(repeating: "0", count: 28))\(1000 + number)"
      try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
      try Data("jpfetch response v3 ".utf8).write(to: URL(filePath: "\(name)/answer.response"))
    }
    for calls in try [calls("todos", "--refresh"), calls("cache", "clear", "/todos")] {
      #expect(!calls.contains { $0.contains("\"\(folder)\", O_RDONLY") })
      #expect(calls.count { $0.contains(folder) } < 40)
    }
    #expect(try jpfetch("--offline", "todos").status == 7)
  }

  @Test("Warming when the server is gone stores nothing, says what is there, and exits with 8")
  func warmWithoutServer() throws {
    #expect(try jpfetch("cache", "warm").status == 0)
    answer { request in
      request.path == "/photos"
        ? .reply(status: 404, fields: ["Cache-Control: max-age=600"], "{}")
        : Self.good("max-age=0")(request)
    }
    let partly = try jpfetch("cache", "warm", "-q")
    #expect(partly.status == 8)
    #expect(
      partly.text
        == "confirmed 10 users, 100 albums, 100 posts, 500 comments and 200 todos; kept photos in \(directory.path)/c\n"
    )
    // A fresh stored failure is asked about again.
    let count = server.requests.count
    #expect(try jpfetch("cache", "warm", "-q").status == 8)
    #expect(server.requests.count == count + 6)
    server.stop()
    let outcome = try jpfetch("cache", "warm", "--refresh", "-q")
    #expect((outcome.status, outcome.errors) == (8, ""))
    #expect(
      outcome.text
        == "kept users, albums, photos, posts, comments and todos in \(directory.path)/c\n")
  }

  @Test(
    "Each action refuses the options that it doesn't use, and removes nothing",
    arguments: [
      ("clear", ["--max-age", "30d"], "--max-age is not valid with cache clear"),
      ("warm", ["--offline"], "--offline is not valid with cache warm"),
      ("export", ["d", "--timeout", "1s"], "--timeout is not valid with cache export"),
    ])
  func optionsOfActions(action: String, words: [String], message: String) throws {
    _ = try jpfetch("todos")
    let outcome = try run(
      Places.jpfetch, ["cache", action, "--cache-dir", directory.path + "/c"] + words)
    #expect((outcome.status, outcome.text) == (2, ""))
    #expect(outcome.errorLines.first == "jpfetch: error: \(message)")
    #expect(try jpfetch("todos", "--offline").status == 0)
  }

  @Test("A valid variable of an option that an action doesn't use refuses nothing")
  func variablesOfActions() throws {
    _ = try jpfetch("todos")
    for action in ["info", "list", "path", "clear"] {
      let outcome = try run(
        Places.jpfetch, ["cache", action, "--cache-dir", directory.path + "/c"],
        environment: [
          "JPFETCH_OFFLINE": "1", "JPFETCH_MAX_STALE": "1h", "JPFETCH_TIMEOUT": "1s",
          "SSL_CERT_FILE": "/none", "JPFETCH_BASE_URL": server.url,
        ])
      #expect((outcome.status, outcome.errors) == (0, ""), "\(action)")
    }
    #expect(try jpfetch("todos", "--offline").status == 7)
  }

  @Test("Warming tells the truth where nothing can be stored, and shows no password")
  func warmWithoutStoring() throws {
    try directory.write("x", to: "c")
    let outcome = try jpfetch("cache", "warm")
    #expect(outcome.status == 8)
    #expect(outcome.text == "stored nothing in \(directory.path)/c\n")
    #expect(
      outcome.errorLines.last
        == "jpfetch: warning: not stored: users, albums, photos, posts, comments and todos")
    let url = server.url.replacing("http://", with: "http://me:secret@")
    for arguments in [["cache", "warm"], ["users", "-v"]] {
      let secret = try run(
        Places.jpfetch, arguments + ["--base-url", url, "--cache-dir", directory.path + "/d"])
      #expect(secret.status == (arguments[0] == "cache" ? 2 : 0))
      #expect(!secret.errors.contains("secret"))
    }
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/d"))
  }

  @Test("Where a variable makes it offline, the hint takes that back")
  func offlineByVariable() throws {
    let outcome = try run(
      Places.jpfetch, ["get", "/x", "--base-url", server.url],
      environment: ["JPFETCH_OFFLINE": "1"])
    #expect(outcome.status == 7)
    #expect(
      outcome.errors.contains(
        "JPFETCH_OFFLINE= jpfetch get \(server.url)/x --base-url \(server.url)"))
  }

  @Test("--strict says what --offline shows is stale")
  func strictOffline() throws {
    _ = try jpfetch("--json")
    let outcome = try jpfetch("--json", "--offline", "--strict")
    #expect(outcome.status == 8)
    #expect(
      outcome.jsonMessages.first?["warning"]?["message"]?.string?
        .hasPrefix("stale: users, albums and photos stored ") == true)
  }

  @Test("Redirected responses are asked for again, and kept for when the server is gone")
  func redirected() throws {
    for target in ["/to1", "/to2"] {
      answer { request in
        request.path.hasPrefix("/to")
          ? .reply(fields: ["Cache-Control: max-age=600", "ETag: \"1\""], "[\"\(request.path)\"]")
          : .reply(status: 302, fields: ["Location: \(target)"], "")
      }
      #expect(try jpfetch("get", "/r", "--compact").text == "[\"\(target)\"]\n")
    }
    server.stop()
    let stale = try jpfetch("get", "/r", "--compact")
    #expect((stale.status, stale.text) == (0, "[\"/to2\"]\n"))
  }

  @Test("Warming behind a redirect knows what it stored")
  func warmRedirected() throws {
    answer { request in
      request.path.hasPrefix("/v2/")
        ? sampleReply(.init(path: String(request.path.dropFirst(3)), head: ""))
        : .reply(status: 301, fields: ["Location: /v2\(request.path)"], "")
    }
    let outcome = try jpfetch("cache", "warm")
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(outcome.text.hasPrefix("stored 10 users, "))
    try expectSample(try jpfetch("--json", "--offline"))
  }

  @Test("A 304 from behind a redirect confirms nothing")
  func redirectedConfirmation() throws {
    _ = try jpfetch("todos")
    answer { request in
      if request.path == "/todos" { return .reply(status: 302, fields: ["Location: /x"], "") }
      return request.head.contains("If-None-Match")
        ? .reply(status: 304, fields: ["ETag: W/\"/todos\""], "") : .reply(#"[{"id":77}]"#)
    }
    #expect(try jpfetch("todos", "--json", "--compact").text == "[{\"id\":77}]\n")
  }
}
