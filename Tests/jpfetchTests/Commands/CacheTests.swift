import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@Suite(
  "Stored responses, as a user has them",
  .enabled(if: Places.hasLibcurl, "libcurl isn't installed: nothing online can be tested"))
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

  private func expectSample(_ outcome: CommandRun, errors: [String] = []) throws {
    #expect(outcome.status == 0)
    #expect(outcome.errorLines == errors)
    #expect(try outcome.output == TestSupport.jpfetch("--sample", "--json").output)
  }

  private func meta(_ arguments: String...) throws -> JSONValue {
    let outcome = try run(
      Places.jpfetch,
      arguments + ["--base-url", server.url, "--cache-dir", directory.path + "/c"]
        + ["--json", "--meta"])
    return try JSONDocument(Array(outcome.output)).root
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

  /// What Express says, under json-server say: its 304 comes before its compression, and names less.
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
    let stale = try jpfetch("--json")
    try expectSample(stale, errors: [try #require(stale.errorLines.first)])
  }

  @Test("What was warmed from Express answers two hundred ids with one request")
  func expressWarmed() throws {
    answer(with: Self.express)
    #expect(try jpfetch("cache", "warm").status == 0)
    for _ in 0..<2 {
      let count = server.requests.count
      let outcome = try run(
        Places.jpfetch,
        ["photos", "--base-url", server.url, "--cache-dir", directory.path + "/c"]
          + (1...200).map(String.init))
      #expect(outcome.status == 0)
      #expect(server.requests.count == count + 1)
    }
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

  @Test("cache info and list read heads, not bodies, in little memory")
  func heads() throws {
    _ = try jpfetch("todos")
    let folder = directory.path + "/c/"
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    // A large body that takes no room on the disk.
    let entry = try Data(contentsOf: URL(filePath: folder + name))
    let head = String(decoding: entry.prefix(100), as: UTF8.self)
    let bodyBytes = 255 << 20
    let line =
      head.prefix(20 + 16 + 1 + 8 + 1) + String(bodyBytes, radix: 16).leftPadded(to: 16) + "\n"
    let headBytes = try #require(Int(head.dropFirst(37).prefix(8), radix: 16))
    try (Data(line.utf8) + entry.dropFirst(63).prefix(headBytes))
      .write(to: URL(filePath: folder + "big-1.response"))
    #expect(truncate(folder + "big-1.response", 63 + headBytes + bodyBytes) == 0)
    // A sanitizer reserves terabytes.
    let isSanitized = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil
    let limit = isSanitized ? "true" : "ulimit -v 250000"
    let list = try run(
      "/bin/sh",
      ["-c", "\(limit); exec \(Places.jpfetch) cache list --cache-dir '\(folder)'"])
    #expect(list.status == 0)
    #expect(list.text.contains("/todos  255 MiB"))
    let info = try run(
      "/bin/sh",
      ["-c", "\(limit); exec \(Places.jpfetch) cache info --cache-dir '\(folder)'"])
    #expect(info.text.contains("responses  2"))
  }

  @Test("Server gone: the same bytes, exit 0, one line; --strict 8; --max-stale 0 exit 3")
  func gone() throws {
    _ = try jpfetch("--json")
    server.stop()
    let stale = try jpfetch("--json")
    #expect(stale.errorLines.count == 1)
    let line = try #require(stale.errorLines.first)
    #expect(line.hasPrefix("jpfetch: showing users, albums and photos stored "))
    #expect(
      line.hasSuffix(
        " ago: cannot fetch \(server.url)/users: the connection was refused or has no route"))
    try expectSample(stale, errors: [line])
    #expect(try jpfetch("--json", "-q").errors == "")
    let strict = try jpfetch("--json", "--strict")
    #expect((strict.status, strict.output) == (8, stale.output))
    let never = try jpfetch("--json", "--max-stale", "0")
    #expect((never.status, never.text) == (3, ""))
    #expect(never.errors.contains(" ago is not shown: --max-stale forbids it\""))
    #expect(never.errors.contains("\"hint\":\"add --offline to see the copy\""))
    let meta = try meta()
    #expect(meta["data"]?.elements.count == 10)
    #expect(
      meta["errors"]?.elements.map { $0["code"]?.string }
        == Array(repeating: "net.refused", count: 3))
    #expect(cacheWords(meta) == ["stale", "stale", "stale"])
    #expect(meta["counts"]?["photos"]?.integer == 5000)
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
    #expect(outcome.errorLines.count == 1)
    let line = try #require(outcome.errorLines.first)
    #expect(line.hasPrefix("jpfetch: showing photos stored "))
    #expect(line.hasSuffix(" ago: \(server.url)/photos answered 500: down"))
    try expectSample(outcome, errors: [line])
    #expect(try cacheWords(meta("--refresh")) == ["revalidated", "revalidated", "stale"])
  }

  @Test(
    "A page instead of data, then nothing: the last good data",
    arguments: [
      ("<!DOCTYPE html><title>Welcome to the hotel</title>", "answered with HTML instead of JSON"),
      ("", "answered without content"), ("[{\"id\":", "is not JSON: "), ("{}", "does not fit: "),
    ])
  func captivePortal(body: String, words: String) throws {
    _ = try jpfetch("--json")
    answer { _ in .reply(type: "text/html", body) }
    let portal = try jpfetch("--json")
    #expect(portal.errors.contains(" ago: \(server.url)/users \(words)"))
    try expectSample(portal, errors: portal.errorLines)
    server.stop()
    let gone = try jpfetch("--json")
    try expectSample(gone, errors: gone.errorLines)
    try expectSample(try jpfetch("--json", "--offline"))
  }

  @Test("A server that forbids it: the error stands, and tells of the copy")
  func forbidden() throws {
    answer(with: Self.good("no-cache"))
    _ = try jpfetch("--json")
    server.stop()
    let outcome = try jpfetch()
    #expect((outcome.status, outcome.text) == (3, ""))
    #expect(
      outcome.errorLines.first?.hasSuffix(" ago is not shown: the server said no-cache") == true)
    #expect(outcome.errorLines.last == "  try: add --offline to see the copy")
    try expectSample(try jpfetch("--json", "--offline"))
    // The user's own word goes before no-cache.
    let stale = try jpfetch("--json", "--max-stale", "1h")
    try expectSample(stale, errors: stale.errorLines)
    let variable = try run(
      Places.jpfetch,
      ["--json", "--base-url", server.url, "--cache-dir", directory.path + "/c"],
      environment: ["JPFETCH_MAX_STALE": "1h"])
    try expectSample(variable, errors: variable.errorLines)
  }

  @Test("cache export writes what --base-url file: reads; all six lists, or nothing")
  func export() throws {
    let folder = directory.path + "/fixtures"
    _ = try jpfetch("--json")
    let missing = try jpfetch("cache", "export", folder)
    #expect((missing.status, missing.text) == (7, ""))
    #expect(
      missing.errorLines.first
        == "jpfetch: not stored: \(server.url)/posts, \(server.url)/comments, \(server.url)/todos")
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
    #expect((none.status, none.errorLines.first) == (2, "jpfetch: cache export needs a directory"))
    let full = try jpfetch("cache", "export", "/dev/null/x")
    #expect(
      (full.status, full.errorLines.first) == (
        74, "jpfetch: cannot write /dev/null/x: not a directory"
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
    #expect(cold["oldest"]?.kind == .null && cold["newest"]?.kind == .null)
    #expect(
      cold["irregularities"]?.elements.map { $0["kind"]?.string }
        == ["repeated-ids", "orphans"])
    let hit = try meta()
    #expect((hit["oldest"]?.integer ?? 0) >= 300)
    #expect((hit["newest"]?.integer ?? 0) >= 100 && (hit["newest"]?.integer ?? 0) < 200)
    let first = hit["irregularities"]?.elements.first { $0["kind"]?.string == "orphans" }
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
        "jpfetch: not stored: \(server.url)/users, \(server.url)/albums, \(server.url)/photos",
        "  try: jpfetch cache warm \(place)",
      ])
    #expect(server.requests.isEmpty)
    let warm = try jpfetch("cache", "warm")
    #expect(warm.status == 0)
    #expect(
      warm.text
        == "stored 10 users, 100 albums, 5000 photos, 100 posts, 500 comments and 200 todos "
        + "in \(directory.path)/c\n")
    server.stop()
    for resource in ["users", "albums", "photos", "posts", "comments", "todos"] {
      for ids in [[], ["3"], ["9", "4"]] {
        let arguments = [resource] + ids + ["--json"]
        let stored = try run(
          Places.jpfetch,
          arguments + ["--offline", "--base-url", server.url, "--cache-dir", directory.path + "/c"])
        #expect((stored.status, stored.errors) == (0, ""))
        #expect(try stored.output == run(Places.jpfetch, arguments + ["--sample"]).output)
      }
    }
    let get = try jpfetch("get", "/x", "--offline")
    #expect(get.errorLines.last == "  try: jpfetch get \(server.url)/x \(place)")
  }

  @Test(
    "Offline opens no socket and loads no libcurl",
    .enabled(if: Places.has("strace"), "strace isn't installed"))
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

  @Test("What is stored can be looked at and removed")
  func management() throws {
    #expect(try jpfetch("cache", "path").text == directory.path + "/c\n")
    #expect(try jpfetch("cache", "list").text == "")
    _ = try jpfetch("--json")
    let list = try jpfetch("cache", "list").text.split(separator: "\n")
    #expect(list.count == 3)
    #expect(list.contains { $0.hasPrefix("\(server.url)/photos  ") })
    let json = try JSONDocument(Array(jpfetch("cache", "list", "-f", "json").output)).root
    #expect(
      Set(json.elements.map { $0["url"]?.string })
        == Set(["users", "albums", "photos"].map { "\(server.url)/\($0)" }))
    let info = try JSONDocument(Array(jpfetch("cache", "info", "--json").output)).root
    #expect(info["responses"]?.integer == 3)
    #expect(try jpfetch("cache", "clear", "/users").text == "removed 1 stored response\n")
    #expect(try jpfetch("--offline").errorLines.first == "jpfetch: not stored: \(server.url)/users")
    #expect(try jpfetch("cache", "clear", "albums").text == "removed 1 stored response\n")
    let others = [
      "cache", "clear", "--base-url", "http://127.0.0.1:1", "--cache-dir", directory.path + "/c",
    ]
    #expect(try run(Places.jpfetch, others).text == "removed 0 stored responses\n")
    #expect(try jpfetch("cache", "clear").text == "removed 1 stored response\n")
  }

  @Test("Sources are told with -v, header fields with -vv, secrets masked")
  func verbose() throws {
    answer { request in
      .reply(fields: ["Set-Cookie: secret=1", "X-Seen: yes"], "[]")
    }
    let outcome = try jpfetch("todos", "-v")
    #expect(outcome.errors == "jpfetch: todos: \(server.url)/todos 200, miss\n")
    let more = try jpfetch("todos", "-vv")
    #expect(more.errors.contains("jpfetch:   X-Seen: yes\n"))
    #expect(more.errors.contains("jpfetch:   Set-Cookie: ***\n"))
    #expect(!more.errors.contains("secret"))
  }

  @Test("A place that can't be written to only switches storing off, with one warning")
  func unwritable() throws {
    try directory.write("x", to: "c")
    let file = try jpfetch("--json")
    try expectSample(
      file,
      errors: [
        "jpfetch: responses are not stored: cannot write \(directory.path)/c: file exists"
      ].filter { _ in file.errors.contains("file exists") }
        + ["jpfetch: responses are not stored: cannot write \(directory.path)/c: not a directory"]
        .filter { _ in file.errors.contains("not a directory") })
    #expect(file.errorLines.count == 1)
    let homeless = try run(
      Places.jpfetch, ["--json", "--base-url", server.url], environment: ["HOME": ""])
    try expectSample(
      homeless,
      errors: [
        "jpfetch: responses are not stored: HOME is no absolute path, and --cache-dir is not given"
      ])
  }

  @Test("A damaged response is passed over with one warning, and replaced")
  func damaged() throws {
    answer(with: Self.good("max-age=43200"))
    _ = try jpfetch("--json")
    let store = ResponseStore(directory: directory.path + "/c")
    let path = store.path(for: "\(server.url)/albums")
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: path))
    try expectSample(
      try jpfetch("--json"),
      errors: ["jpfetch: passing over the stored response \(path): damaged"])
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

  @Test("Many at once on one empty directory, and writers killed at random moments")
  func crowd() async throws {
    let arguments = ["--json", "--base-url", server.url, "--cache-dir", directory.path + "/c"]
    let expected = try TestSupport.jpfetch("--sample", "--json").output
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<5 {
            let outcome = try? run(Places.jpfetch, arguments)
            #expect(outcome?.status == 0)
            #expect(outcome?.errors == "")
            #expect(outcome?.output == expected)
          }
        }
      }
    }
    for _ in 0..<60 {
      let process = Process()
      process.executableURL = URL(filePath: Places.jpfetch)
      process.arguments = arguments + ["--refresh"]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      usleep(.random(in: 0..<60_000))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    answer { _ in [.reset] }
    let offline = try run(Places.jpfetch, arguments + ["--offline"])
    try expectSample(offline)
  }

  @Test("A list answers for its records when the server is gone")
  func listForRecords() throws {
    _ = try jpfetch("--json")
    server.stop()
    let outcome = try jpfetch("users", "3", "--json")
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.count == 1)
    #expect(try outcome.output == TestSupport.jpfetch("users", "3", "--sample", "--json").output)
  }

  @Test("Whatever is got from a list's URL, only a list takes the stored one's place")
  func getDoesNotReplace() throws {
    _ = try jpfetch("--json")
    answer { _ in .reply(#"{"error":"down"}"#) }
    #expect(try jpfetch("get", "/users", "--compact").text == "{\"error\":\"down\"}\n")
    try expectSample(try jpfetch("--json", "--offline"))
  }

  @Test("Warming tells the truth where nothing can be stored, and shows no password")
  func warmWithoutStoring() throws {
    try directory.write("x", to: "c")
    let outcome = try jpfetch("cache", "warm")
    #expect(outcome.status == 8)
    #expect(outcome.text == "stored nothing in \(directory.path)/c\n")
    #expect(outcome.errorLines.count == 2)
    #expect(
      outcome.errorLines.last
        == "jpfetch: not stored: users, albums, photos, posts, comments and todos")
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
    #expect(outcome.errors.hasPrefix("jpfetch: stale: users, albums and photos stored "))
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

  @Test("A URL that libcurl would spell otherwise is no redirect")
  func normalised() throws {
    answer { _ in .reply(fields: ["Cache-Control: max-age=600"], "[1]") }
    let url = server.url.replacing("http://", with: "HTTP://")
    for _ in 0..<2 { #expect(try jpfetch("get", url).status == 0) }
    #expect(server.requests.count == 1)
  }

  @Test("A cookie that comes with a 304 is not stored either")
  func cookies() throws {
    _ = try jpfetch("todos")
    answer { _ in
      .reply(status: 304, fields: ["Set-Cookie: sid=TOPSECRET", "ETag: W/\"/todos\""], "")
    }
    #expect(try jpfetch("todos").status == 0)
    let store = ResponseStore(directory: directory.path + "/c")
    let entry = try Data(contentsOf: URL(filePath: store.path(for: "\(server.url)/todos")))
    #expect(!String(decoding: entry, as: UTF8.self).contains("TOPSECRET"))
  }

  @Test("Credentials are not carried to where a redirect leads")
  func secretsAndRedirects() throws {
    let other = try LoopbackServer { _ in .reply("[]") }
    defer { other.stop() }
    let target = other.url
    answer { _ in .reply(status: 302, fields: ["Location: \(target)/x"], "") }
    #expect(try jpfetch("get", "/a", "-H", "X-Api-Key: k", "-H", "X-Trace: 1").status == 0)
    let request = try #require(other.requests.first)
    #expect(!request.head.contains("X-Api-Key") && !request.head.contains("X-Trace"))
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: "0", count: max(0, width - count)) + self
  }
}
