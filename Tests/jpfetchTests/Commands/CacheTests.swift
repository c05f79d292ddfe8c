import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@Suite(
  "The store in the program",
  .evidence, .needsLibcurl, .limited)
struct CacheTests {
  private typealias Reply = @Sendable (LoopbackServer.Request) -> [LoopbackServer.Step]

  private let site: ServerAndStore
  private let reply: Replies

  private final class Replies: Sendable {
    let current: Mutex<Reply>

    init(_ reply: @escaping Reply) {
      current = Mutex(reply)
    }
  }

  init() throws {
    let reply = Replies(Self.good("max-age=0"))
    self.reply = reply
    site = try ServerAndStore { request in reply.current.withLock { $0 }(request) }
  }

  /// The built-in data with an entity tag, and 304 if the request has the tag.
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

  private var store: String { site.store }

  /// - Parameter warnings: the codes of the warnings in JSON.
  private func expectSample(_ outcome: CommandRun, warnings: [String] = []) throws {
    #expect(outcome.status == 0)
    #expect(outcome.codes == warnings)
    #expect(outcome.output == sampleJSON)
  }

  private func json(_ line: String) throws -> JSONValue {
    try JSONDocument(Array(site.jpfetch(line, "--json").output)).root
  }

  private func meta(_ line: String = "") throws -> JSONValue { try json("\(line) --meta") }

  private func cacheWords(_ meta: JSONValue) -> [String] {
    meta["sources"]?.elements.compactMap { $0["cache"]?.string } ?? []
  }

  @Test(
    "A second run sends no request while the response is fresh, except with --refresh and --no-cache"
  )
  func fresh() throws {
    answer(with: Self.good("max-age=43200"))
    try expectSample(try site.jpfetch("--json"))
    #expect(site.requests.count == 3)
    try expectSample(try site.jpfetch("--json"))
    #expect(site.requests.count == 3)
    #expect(try cacheWords(meta()) == ["hit", "hit", "hit"])
    try expectSample(try site.jpfetch("--json --refresh"))
    #expect(site.requests.count == 6)
    try expectSample(try site.jpfetch("--json --no-cache"))
    #expect(site.requests.count == 9)
  }

  /// Responses of Express, for example under json-server: its 304 comes before its compression, and
  /// has less in Vary.
  private static let express: Reply = { request in
    let tag = "ETag: W/\"\(request.path)\""
    let fields = ["X-Powered-By: Express", "X-Content-Type-Options: nosniff", tag]
    if request.head.contains("If-None-Match: W/\"\(request.path)\"") {
      return .reply(status: 304, fields: fields + ["Vary: Origin"], "")
    }
    let all = fields + ["Vary: Origin, Accept-Encoding"]
    return sampleBody(request.path).map { .reply(fields: all, $0) } ?? .reply(status: 404, "{}")
  }

  @Test("The 304 of Express confirms the stored response in every run")
  func express() throws {
    answer(with: Self.express)
    try expectSample(try site.jpfetch("--json"))
    for _ in 0..<3 { try expectSample(try site.jpfetch("--json")) }
    #expect(site.requests.count == 12)
    #expect(site.requests.dropFirst(3).allSatisfy { $0.head.contains("If-None-Match") })
    site.server.stop()
    try expectSample(try site.jpfetch("--json"), warnings: ["net.refused"])
  }

  @Test("An HTML page or a missing server doesn't replace the last good data")
  func captivePortal() throws {
    _ = try site.jpfetch("--json")
    answer { _ in .reply(type: "text/html", "<!DOCTYPE html><title>Welcome to the hotel</title>") }
    try expectSample(try site.jpfetch("--json"), warnings: ["body.html"])
    site.server.stop()
    try expectSample(try site.jpfetch("--json"), warnings: ["net.refused"])
    try expectSample(try site.jpfetch("--json --offline"))
  }

  @Test(
    "Without the server, the same bytes are printed with a warning; --strict exits 8, --max-stale 0 exits 3"
  )
  func gone() throws {
    _ = try site.jpfetch("--json")
    site.server.stop()
    let stale = try site.jpfetch("--json")
    try expectSample(stale, warnings: ["net.refused"])
    let warning = try #require(stale.jsonMessages.first?["warning"])
    // "… stored 1 second ago", or "… stored up to 1 second ago (users)".
    let message = warning["message"]?.string ?? ""
    #expect(message.hasPrefix("showing users, albums and photos stored "))
    #expect(message.hasSuffix(": connection refused: \(site.url)/users"))
    #expect(warning["source"]?.string == "users")
    #expect(warning["url"]?.string == "\(site.url)/users")
    #expect(try site.jpfetch("--json -q").errors == "")
    let strict = try site.jpfetch("--json --strict")
    #expect((strict.status, strict.output) == (8, stale.output))
    let never = try site.jpfetch("--json --max-stale 0")
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

  @Test("If one of three lists fails, only that one is stale")
  func oneFails() throws {
    answer(with: Self.good("max-age=43200"))
    _ = try site.jpfetch("--json")
    answer { request in
      request.path == "/photos"
        ? .reply(status: 500, #"{"message":"down"}"#) : Self.good("max-age=43200")(request)
    }
    let outcome = try site.jpfetch("--json --refresh")
    try expectSample(outcome, warnings: ["http.500"])
    #expect(outcome.jsonMessages[0]["warning"]?["source"]?.string == "photos")
    #expect(try cacheWords(meta("--refresh")) == ["revalidated", "revalidated", "stale"])
  }

  @Test("no-cache forbids a stale response; the error mentions it, and --max-stale allows it")
  func forbidden() throws {
    answer(with: Self.good("no-cache"))
    _ = try site.jpfetch("--json")
    site.server.stop()
    let outcome = try site.jpfetch()
    #expect((outcome.status, outcome.text) == (3, ""))
    #expect(outcome.errors.contains(" ago is not shown: the server said no-cache\n"))
    let place = site.places.joined(separator: " ")
    #expect(
      outcome.suggestions == [
        "jpfetch \(place) --offline", "jpfetch \(place) --max-stale 1d",
        "jpfetch --sample",
      ])
    try expectSample(try site.jpfetch("--json --offline"))
    try expectSample(try site.jpfetch("--json --max-stale 1h"), warnings: ["net.refused"])
    try expectSample(
      try site.jpfetch("--json", environment: ["JPFETCH_MAX_STALE": "1h"]),
      warnings: ["net.refused"])
  }

  @Test("An error names the request's own no-cache, typed or from a file")
  func unwanted() throws {
    _ = try site.jpfetch("todos")
    site.server.stop()
    try site.directory.write("Cache-Control: no-cache\n", to: "fields")
    for field in ["Cache-Control: no-cache", "@\(site.directory.path)/fields"] {
      let outcome = try site.jpfetch("todos", "-H", field, "--max-stale", "1d")
      #expect((outcome.status, outcome.text) == (3, ""))
      #expect(outcome.errors.contains(" ago is not shown: the request says no-cache\n"))
    }
    let own = try site.jpfetch("todos -H 'X-Note: no-cache' --max-stale 0")
    #expect(!own.errors.contains("the request says"))
  }

  @Test("cache export writes all six lists for --base-url file:, or nothing")
  func export() throws {
    let folder = site.directory.path + "/fixtures"
    _ = try site.jpfetch("--json")
    let missing = try site.jpfetch("cache", "export", folder)
    #expect((missing.status, missing.text) == (7, ""))
    #expect(
      missing.firstError
        == "jpfetch: error: nothing is stored yet: posts, comments and todos of \(site.url)"
    )
    #expect(!FileManager.default.fileExists(atPath: folder))
    _ = try site.jpfetch("cache warm")
    site.server.stop()
    let written = try site.jpfetch("cache", "export", folder)
    #expect((written.status, written.text) == (0, "wrote 6 lists to \(folder)\n"))
    try expectSample(try TestSupport.jpfetch("--json", "--base-url", "file:\(folder)"))
    #expect(
      try Data(contentsOf: URL(filePath: folder + "/todos.json"))
        == Data(sampleBody("/todos") ?? []))
    let full = try site.jpfetch("cache export /dev/null/x")
    #expect(
      (full.status, full.firstError) == (
        74, "jpfetch: error: cannot write /dev/null/x: not a directory"
      ))
  }

  @Test("--meta has the oldest and the newest age, and the irregularities")
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

  @Test("Offline without stored responses exits 7, with the URLs and a command that stores them")
  func missing() throws {
    let outcome = try site.jpfetch("--offline")
    #expect((outcome.status, outcome.text) == (7, ""))
    let place = site.places.joined(separator: " ")
    #expect(
      outcome.errorLines == [
        "jpfetch: error: nothing is stored yet: users, albums and photos of \(site.url)",
        "  try: jpfetch cache warm \(place)",
        "       jpfetch --sample",
      ])
    #expect(site.requests.isEmpty)
    let warm = try site.jpfetch("cache warm")
    #expect(warm.status == 0)
    #expect(
      warm.text
        == "stored 10 users, 100 albums, 220 photos, 100 posts, 500 comments and 200 todos "
        + "in \(store)\n")
    let get = try site.jpfetch("get /x --offline")
    #expect(get.suggestions == ["jpfetch get /x \(place)"])
  }

  @Test("Offline needs no socket, no thread and no libcurl", .needs("strace"))
  func noSocket() throws {
    _ = try site.jpfetch("--json")
    let (outcome, calls) = try traced(
      "network,openat,clone,clone3", ["--json", "--offline"] + site.places)
    try expectSample(outcome)
    for name in [" socket(", "/libcurl", " clone(", " clone3("] {
      #expect(!calls.contains { $0.contains(name) })
    }
  }

  @Test("get --include prints the head as it came, with the current Age (RFC 9111 §5.1)")
  func include() throws {
    let fields = ["Cache-Control: max-age=60000", "Age: 7", "X-Odd: a\u{1B}b"]
    answer { request in
      request.path == "/gone"
        ? .reply(status: 404, fields: fields, "{ }")
        : .reply(fields: fields, request.path == "/page" ? "<html>hello" : "[1]")
    }
    let miss = try site.jpfetch("get /x -i --compact").text
    #expect(miss.hasPrefix("HTTP/1.1 200 Status\r\n"))
    #expect(miss.contains("\r\nAge: 7\r\n") && miss.contains("\r\nX-Odd: a\u{1B}b\r\n"))
    #expect(miss.hasSuffix("\r\n\r\n[1]\n"))
    for mode in ["", "--offline"] {
      let stored = try site.jpfetch("get /x -i --compact \(mode)").text
      let age = try #require(stored.split(separator: "\r\n").first { $0.hasPrefix("Age: ") })
      #expect(try (7..<6000).contains(#require(Int(age.dropFirst(5)))))
      #expect(stored.hasPrefix("HTTP/1.1 200 Status\r\n") && stored.hasSuffix("\r\n\r\n[1]\n"))
      #expect(stored.components(separatedBy: "Age: ").count == 2)
    }
    // Like curl, it prints the response to an error too, but writes no file.
    for _ in 0..<2 {
      let gone = try site.jpfetch("get /gone -i")
      #expect(gone.status == 4)
      #expect(gone.text.hasPrefix("HTTP/1.1 404 ") && gone.text.hasSuffix("\r\n\r\n{ }"))
    }
    let page = try site.jpfetch("get /page -i")
    #expect(page.status == 6)
    #expect(page.text.hasPrefix("HTTP/1.1 200 ") && page.text.hasSuffix("\r\n\r\n<html>hello"))
    let file = site.directory.path + "/file"
    #expect(try site.jpfetch("get", "/gone", "-i", "-o", file).status == 4)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("A response to a credential isn't stored, with a warning; cache warm then exits with 8")
  func credentials() throws {
    let notice =
      "jpfetch: warning: responses are not stored\n  X-JWT looks like a credential\n"
    let outcome = try site.jpfetch("todos -H 'X-JWT: secret'")
    #expect((outcome.status, outcome.errors) == (0, notice))
    let user = site.url.replacing("http://", with: "http://me:secret@")
    for words in [["-H", "X-JWT: secret"], ["--base-url", user]] {
      let warm = try run(
        Places.jpfetch,
        ["cache", "warm", "--base-url", site.url, "--cache-dir", "\(site.directory.path)/w"] + words
      )
      #expect(warm.status == 8 && warm.text.hasPrefix("not stored: 10 users, 100 albums, "))
      #expect(!warm.errors.contains("secret"))
    }
    let verbose = try TestSupport.jpfetch("users", "-v", "--base-url", user)
    #expect(verbose.status == 0 && !verbose.errors.contains("secret"))
  }

  @Test("A user name in a URL is a credential: masked for --dry-run, and responses aren't stored")
  func userNames() throws {
    let url = site.url.replacing("http://", with: "http://me:s3cret@")
    let notice = "jpfetch: warning: responses are not stored\n  the URL has a user name\n"
    for arguments in [
      ["get", "\(url)/todos"], ["get", "/todos", "--base-url", url], ["todos", "--base-url", url],
    ] {
      let words = arguments + ["--cache-dir", store]
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
    #expect(try site.jpfetch("cache list").text == "")
    // A password for another server is not sent to this one.
    let other = try run(
      Places.jpfetch,
      ["get", "\(site.url)/todos", "--dry-run", "--base-url", "http://me:s3cret@127.0.0.1:1"])
    #expect(other.errors == "" && !other.text.contains("-u"))
  }

  @Test("cache path, list, info and clear print what they should")
  func management() throws {
    let path = try TestSupport.jpfetch("cache", "path", "--cache-dir", store)
    #expect(path.text == store + "\n")
    let none = try site.jpfetch("cache list")
    #expect((none.text, none.errors) == ("", "nothing stored of \(site.url)\n"))
    answer { request in
      .reply(
        fields: ["Cache-Control: max-age=60000", "Vary: Accept"], sampleBody(request.path) ?? [])
    }
    _ = try site.jpfetch("--json")
    let list = try site.jpfetch("cache list").text.split(separator: "\n")
    #expect(list.count == 4)
    #expect(list[0].wholeMatch(of: /STATUS     +AGE +SIZE  URL/) != nil)
    #expect(list.contains { $0.hasSuffix("  \(site.url)/photos, varies by Accept") })
    let entries = try json("cache list").elements
    #expect(
      Set(entries.map { $0["url"]?.string })
        == Set(["users", "albums", "photos"].map { "\(site.url)/\($0)" }))
    #expect(entries[0]["status"]?.integer == 200 && entries[0]["fresh"]?.boolean == true)
    #expect(entries[0]["vary"]?.string == "Accept")
    #expect(try json("cache info")["responses"]?.integer == 3)
    let info = try site.jpfetch("cache info").text
    #expect(info.contains("\noldest     ") && info.contains("\nnewest     "))
    #expect(info.contains("\nserver     \(site.url)\n") && !info.contains("of at most"))
    #expect(try site.jpfetch("cache clear /users").text == "removed 1 stored response\n")
    #expect(
      try site.jpfetch("--offline").firstError
        == "jpfetch: error: nothing is stored yet: \(site.url)/users"
    )
    #expect(try site.jpfetch("cache clear albums").text == "removed 1 stored response\n")
    func other(_ action: String) throws -> String {
      try TestSupport.jpfetch(
        "cache", action, "--base-url", "http://127.0.0.1:1", "--cache-dir", store
      ).text
    }
    #expect(
      try other("clear")
        == "nothing is stored for http://127.0.0.1:1\n")
    #expect(try other("list") == "")
    #expect(try other("info").contains("\nresponses  0\n"))
    let all = try TestSupport.jpfetch("cache", "list", "--cache-dir", store)
    #expect(all.text.contains("/photos"))
    let crashed = store + "/.writing-1"
    try Data("x".utf8).write(to: URL(filePath: crashed))
    try FileManager.default.setAttributes(
      [.modificationDate: Date().addingTimeInterval(-3700)], ofItemAtPath: crashed)
    #expect(try site.jpfetch("cache clear").text == "removed 1 stored response\n")
    #expect(!FileManager.default.fileExists(atPath: crashed))
  }

  @Test("-v has a line for each response, -vv its header fields, with secrets masked")
  func verbose() throws {
    answer { request in
      .reply(fields: ["Set-Cookie: secret=1", "X-Seen: yes"], "[]")
    }
    let outcome = try site.jpfetch("todos -v --count")
    let line = /todos  200  2 bytes  \d+ ms  miss  http:\/\/127.0.0.1:\d+\/todos\n/
    #expect(outcome.errors.wholeMatch(of: line) != nil, "\(outcome.errors)")
    let more = try site.jpfetch("todos -vv")
    #expect(more.errors.contains("\n  < X-Seen: yes\n"))
    #expect(more.errors.contains("\n  < Set-Cookie: ***\n"))
    #expect(!more.errors.contains("secret"))
  }

  @Test("A store that can't be written to is one warning, also for cache warm")
  func unwritable() throws {
    try site.directory.write("x", to: "c")
    try expectSample(try site.jpfetch("--json"), warnings: ["cache.unusable"])
    let warm = try site.jpfetch("cache warm")
    #expect(warm.status == 8 && warm.text.hasPrefix("not stored: 10 users, 100 albums, "))
    #expect(warm.errorLines.count == 2)
    let none = site.directory.path + "/none"
    for home in ["", none] {
      let homeless = try TestSupport.jpfetch(
        "--json", "--base-url", site.url, environment: ["HOME": home])
      try expectSample(homeless, warnings: ["cache.unusable"])
    }
    #expect(!FileManager.default.fileExists(atPath: none))
  }

  @Test("A valid variable that an action of cache doesn't use is ignored")
  func variablesOfActions() throws {
    _ = try site.jpfetch("todos")
    for action in ["info", "list", "path", "clear"] {
      let outcome = try TestSupport.jpfetch(
        "cache", action, "--cache-dir", store,
        environment: [
          "JPFETCH_OFFLINE": "1", "JPFETCH_MAX_STALE": "1h", "JPFETCH_TIMEOUT": "1s",
          "SSL_CERT_FILE": "/none", "JPFETCH_BASE_URL": site.url,
        ])
      #expect((outcome.status, outcome.errors) == (0, ""), "\(action)")
    }
    #expect(try site.jpfetch("todos --offline").status == 7)
  }

  @Test("A damaged response is ignored with one warning, and replaced")
  func damaged() throws {
    answer(with: Self.good("max-age=43200"))
    _ = try site.jpfetch("--json")
    let names = try FileManager.default.subpathsOfDirectory(atPath: store)
    let name = try #require(names.first { $0.contains("_albums-") && $0.hasSuffix(".response") })
    let path = "\(store)/\(name)"
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: path))
    try expectSample(
      try site.jpfetch("--json"),
      warnings: ["cache.unusable"])
    try expectSample(try site.jpfetch("--json"))
    #expect(site.requests.count == 4)
  }

  @Test("A copy of the store works, read-only too")
  func copied() throws {
    answer(with: Self.good("max-age=43200"))
    _ = try site.jpfetch("--json")
    let copy = site.directory.path + "/copy"
    try FileManager.default.copyItem(atPath: store, toPath: copy)
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: copy)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: copy)
    }
    for mode in ["--offline", "--json"] {
      try expectSample(
        TestSupport.jpfetch("--json", mode, "--base-url", site.url, "--cache-dir", copy))
    }
    #expect(site.requests.count == 3)
  }

  @Test("Many processes can fill one empty store at the same time")
  func crowd() async throws {
    let arguments = ["--json"] + site.places
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<Effort.rounds(2, all: 5) {
            let outcome = try? await runSuspending(Places.jpfetch, arguments)
            #expect(outcome?.status == 0 && outcome?.errors == "")
            #expect(outcome?.output == sampleJSON)
          }
        }
      }
    }
  }

  @Test("Writers that are killed at random moments damage no entry")
  func killed() async throws {
    let vary = ["Cache-Control: no-cache", "Vary: Accept"]
    answer { request in sampleBody(request.path).map { .reply(fields: vary, $0) } ?? [.reset] }
    let places = ["--json"] + site.places
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
    "Storing and clearing one response lists no directory",
    .needs("strace"))
  func cost() throws {
    _ = try site.jpfetch("todos")
    answer { _ in .reply("[]") }
    for number in 0..<1000 {
      let name = "\(store)/h_p-\(String(repeating: "0", count: 28))\(1000 + number)"
      try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
      try Data("jpfetch response v4 ".utf8).write(to: URL(filePath: "\(name)/answer.response"))
    }
    for line in ["todos --refresh", "cache clear /todos"] {
      let (outcome, calls) = try traced("all", shellWords(line) + site.places)
      #expect(outcome.status == 0)
      #expect(!calls.contains { $0.contains("\"\(store)\", O_RDONLY") })
      #expect(calls.count { $0.contains(store) } < 40)
    }
    #expect(try site.jpfetch("--offline todos").status == 7)
  }

  @Test("cache warm without the server lists the stored responses and exits with 8")
  func warmWithoutServer() throws {
    #expect(try site.jpfetch("cache warm").status == 0)
    answer { request in
      request.path == "/photos"
        ? .reply(status: 404, fields: ["Cache-Control: max-age=600"], "{}")
        : Self.good("max-age=0")(request)
    }
    let partly = try site.jpfetch("cache warm -q")
    #expect(partly.status == 8)
    #expect(
      partly.text
        == "confirmed 10 users, 100 albums, 100 posts, 500 comments and 200 todos; kept photos in \(store)\n"
    )
    // A failure is requested again, even during its lifetime.
    let count = site.requests.count
    #expect(try site.jpfetch("cache warm -q").status == 8)
    #expect(site.requests.count == count + 6)
    // What could be stored is listed, and the failure of the rest decides.
    #expect(try site.jpfetch("cache clear /photos").status == 0)
    let rest = try site.jpfetch("cache warm -q")
    #expect(rest.status == 4 && rest.text.contains("; not stored: photos in \(store)\n"))
    #expect(try site.jpfetch("cache clear").status == 0)
    answer(with: Self.good("max-age=0"))
    #expect(try site.jpfetch("cache warm -q").status == 0)
    site.server.stop()
    let outcome = try site.jpfetch("cache warm --refresh -q")
    #expect((outcome.status, outcome.errors) == (8, ""))
    #expect(
      outcome.text
        == "kept users, albums, photos, posts, comments and todos in \(store)\n")
  }

  @Test("If a variable made the run offline, the hint unsets it")
  func offlineByVariable() throws {
    let outcome = try TestSupport.jpfetch(
      "get", "/x", "--base-url", site.url, environment: ["JPFETCH_OFFLINE": "1"])
    #expect(outcome.status == 7)
    #expect(
      outcome.errors.contains(
        "JPFETCH_OFFLINE= jpfetch get \(site.url)/x --base-url \(site.url)"))
  }

  @Test("--offline with --strict: stale responses are a warning and exit 8")
  func strictOffline() throws {
    _ = try site.jpfetch("--json")
    let outcome = try site.jpfetch("--json --offline --strict")
    #expect(outcome.status == 8)
    #expect(
      outcome.jsonMessages.first?["warning"]?["message"]?.string?
        .hasPrefix("stale: users, albums and photos stored ") == true)
  }

  @Test("Redirected responses are requested in every run, and shown if the server is gone")
  func redirected() throws {
    for target in ["/to1", "/to2"] {
      answer { request in
        request.path.hasPrefix("/to")
          ? .reply(fields: ["Cache-Control: max-age=600", "ETag: \"1\""], "[\"\(request.path)\"]")
          : .reply(status: 302, fields: ["Location: \(target)"], "")
      }
      #expect(try site.jpfetch("get /r --compact").text == "[\"\(target)\"]\n")
    }
    site.server.stop()
    let stale = try site.jpfetch("get /r --compact")
    #expect((stale.status, stale.text) == (0, "[\"/to2\"]\n"))
  }

  @Test("cache warm counts redirected responses")
  func warmRedirected() throws {
    answer { request in
      request.path.hasPrefix("/v2/")
        ? sampleReply(.init(path: String(request.path.dropFirst(3)), head: ""))
        : .reply(status: 301, fields: ["Location: /v2\(request.path)"], "")
    }
    let outcome = try site.jpfetch("cache warm")
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(outcome.text.hasPrefix("stored 10 users, "))
    try expectSample(try site.jpfetch("--json --offline"))
  }

  @Test("A 304 after a redirect confirms nothing")
  func redirectedConfirmation() throws {
    _ = try site.jpfetch("todos")
    answer { request in
      if request.path == "/todos" { return .reply(status: 302, fields: ["Location: /x"], "") }
      return request.head.contains("If-None-Match")
        ? .reply(status: 304, fields: ["ETag: W/\"/todos\""], "") : .reply(#"[{"id":77}]"#)
    }
    #expect(try site.jpfetch("todos --json --compact").text == "[{\"id\":77}]\n")
  }
}
