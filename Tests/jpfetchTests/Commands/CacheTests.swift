import Foundation
import JPCore
import TestSupport
import Testing

@Suite(
  "The store in the program",
  .needsLibcurl, .limited)
struct CacheTests {
  private let site: ServerAndStore

  init() throws {
    site = try ServerAndStore { Self.good($0) }
  }

  /// The built-in data with an entity tag, and 304 if the request has the tag.
  private static func good(_ request: LoopbackServer.Request) -> [LoopbackServer.Step] {
    let tag = "W/\"\(request.path)\""
    let fields = ["Cache-Control: max-age=0", "ETag: \(tag)"]
    if request.head.contains("If-None-Match: \(tag)") {
      return .reply(status: 304, fields: fields, "")
    }
    return sampleBody(request.path).map { .reply(fields: fields, $0) } ?? .reply(status: 404, "{}")
  }

  private var store: String { site.store }

  /// The server's URL with a user name and a password.
  private var userURL: String { site.url.replacing("http://", with: "http://me:s3cret@") }

  /// - Parameter warnings: the codes of the warnings in JSON.
  private func expectSample(_ outcome: CommandRun, warnings: [String] = []) async throws {
    let expected = try await sampleJSON.value
    outcome.expect(status: 0, output: expected)
    #expect(outcome.codes == warnings, "\(outcome)")
  }

  private func cacheWords(_ meta: JSONValue) -> [String] {
    meta["sources"]?.elements.compactMap { $0["cache"]?.string } ?? []
  }

  @Test("The age of an entry is that of its response, and doesn't depend on the time of its file")
  func copiedFiles() async throws {
    _ = try await site.jpfetch("users -e none")
    let file = try #require(await site.json("cache list").elements.first?["file"]?.string)
    let yesterday = Date(timeIntervalSinceNow: -86400)
    try FileManager.default.setAttributes([.modificationDate: yesterday], ofItemAtPath: file)
    let age = try #require(await site.json("cache list").elements.first?["age"]?.integer)
    #expect(age < 43200)
  }

  // MARK: Failures

  @Test(
    "Stored data replaces a failure, with a warning; --strict exits 8, and --max-stale 0 exits 3"
  )
  func gone() async throws {
    _ = try await site.jpfetch()
    site.server.stop()
    let stale = try await site.jpfetch("--json")
    try await expectSample(stale, warnings: ["net.refused"])
    // "… stored 1 second ago", or "… stored up to 1 second ago (users)".
    let message = stale.jsonMessages.first?["warning"]?["message"]?.string ?? ""
    #expect(message.hasPrefix("showing users, albums and photos stored "))
    #expect(message.contains(": connection refused: \(site.url)/users: Failed to connect to "))
    try await site.jpfetch("--json -q").expect(errors: "")
    let strict = try await site.jpfetch("--json --strict")
    strict.expect(status: 8, output: stale.output)
    let offline = try await site.jpfetch("--offline --strict")
    offline.expect(status: 8)
    #expect(
      offline.errors.hasPrefix("jpfetch: warning: stale: users, albums and photos stored "),
      "\(offline)")
    let never = try await site.jpfetch("--json --max-stale 0")
    never.expect(status: 3, text: "")
    #expect(never.codes == ["net.refused"], "\(never)")
    let meta = try await site.json("--meta")
    #expect(
      meta["errors"]?.elements.map { $0["code"]?.string }
        == Array(repeating: "net.refused", count: 3))
    #expect(cacheWords(meta) == ["stale", "stale", "stale"])
  }

  @Test("If one of three lists fails, only that list is stale")
  func oneFails() async throws {
    _ = try await site.jpfetch()
    site.answer { $0.path == "/photos" ? .reply(status: 500, "{}") : Self.good($0) }
    let outcome = try await site.jpfetch("--json --meta")
    #expect(outcome.codes == ["http.500"], "\(outcome)")
    #expect(outcome.jsonMessages.first?["warning"]?["source"]?.string == "photos", "\(outcome)")
    let meta = try JSONDocument(Array(outcome.output)).root
    #expect(cacheWords(meta) == ["revalidated", "revalidated", "stale"])
  }

  @Test("Without stored responses, --offline exits 7, and its advice stores the missing lists")
  func missing() async throws {
    let outcome = try await site.jpfetch("--offline")
    outcome.expect(status: 7, text: "")
    for name in ["users", "albums", "photos"] {
      #expect(outcome.firstError.contains("\(site.url)/\(name)"), "\(outcome)")
    }
    let one = try await site.jpfetch("get /x --offline")
    #expect(one.errorLines.count == 2 && one.advisedCommand == nil, "\(one)")
    let byVariable = try await jpfetch(
      "get /x --base-url \(site.url)", environment: ["JPFETCH_OFFLINE": "1"])
    byVariable.expect(status: 7)
    #expect(byVariable.errorLines.last?.contains("JPFETCH_OFFLINE") == true, "\(byVariable)")
    let command = try #require(outcome.advisedCommand, "\(outcome)")
    #expect(command.hasPrefix("jpfetch cache warm "), "\(outcome)")
    let arguments = command.dropFirst("jpfetch".count)
    try await run("/bin/sh", ["-c", "'\(Places.jpfetch)'\(arguments)"]).expect(status: 0)
    try await site.jpfetch("--offline").expect(status: 0)
  }

  // MARK: Output

  @Test("--meta has the data, the ages and the irregularities")
  func metaFacts() async throws {
    site.answer { request in
      let body =
        request.path == "/photos"
        ? #"[{"id":1,"albumId":9},{"id":1,"albumId":1}]"# : #"[{"id":1,"userId":1}]"#
      return .reply(fields: ["Cache-Control: max-age=9999", "Age: 100"], body)
    }
    let cold = try await site.json("--meta")
    #expect((cold["oldest"]?.integer, cold["newest"]?.integer) == (0, 0))
    let hit = try await site.json("--meta")
    #expect(cacheWords(hit) == ["hit", "hit", "hit"])
    #expect(try (100..<9999).contains(#require(hit["newest"]?.integer)))
    #expect(hit["data"]?.elements.count == 1)
    let facts = try #require(hit["irregularities"]).elements
    #expect(facts.map { $0["code"]?.string } == ["data.repeated-ids", "data.orphans"])
    #expect(facts.map { $0["source"]?.string } == ["photos", "photos"])
    #expect(facts.map { $0["count"]?.integer } == [1, 1])
    #expect(facts.map { $0["first"]?.string } == ["1", "1"])
  }

  @Test("get --include prints the head as it came, with the current Age (RFC 9111 §5.1)")
  func include() async throws {
    let fields = ["Cache-Control: max-age=60000", "X-Odd: a\u{1B}b", "age: 7"]
    site.answer { request in
      switch request.path {
      case "/gone": .reply(status: 404, fields: fields, "{ }")
      case "/page": .reply(fields: fields, "<html>hello")
      default: .reply(fields: fields, "[1]")
      }
    }
    let head = { (status: Int, length: Int) in
      ([
        "HTTP/1.1 \(status) Status", "Content-Type: application/json", "Content-Length: \(length)",
      ] + fields).joined(separator: "\r\n") + "\r\n\r\n"
    }
    // The head belongs to JSON, so the variable doesn't apply.
    let fresh = try await site.jpfetch(
      "get /x -i --compact", environment: ["JPFETCH_FORMAT": "csv"])
    fresh.expect(text: head(200, 3) + "[1]\n")
    let stored = try await site.jpfetch("get /x -i --compact --offline")
    let age = try #require(stored.text.firstMatch(of: /Age: (\d+)/))
    #expect(try (7..<6000).contains(#require(Int(age.output.1))))
    #expect(
      stored.text.replacing(/Age: \d+/, with: "age: 7") == head(200, 3) + "[1]\n", "\(stored)")
    // Like curl, it prints the response to an error too, but writes no file.
    let gone = try await site.jpfetch("get /gone -i")
    gone.expect(status: 4, text: head(404, 3) + "{ }")
    let page = try await site.jpfetch("get /page -i")
    page.expect(status: 6, text: head(200, 11) + "<html>hello")
    let file = site.directory.path + "/file"
    try await site.jpfetch("get /gone -i -o", [file]).expect(status: 4)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("RFC 9110 §15.4: a redirect's target doesn't get the validators of the stored response")
  func redirectedRevalidation() async throws {
    _ = try await site.jpfetch("todos")
    site.answer { request in
      if request.path == "/todos" { return .reply(status: 307, fields: ["Location: /new"], "") }
      return .reply("[]")
    }
    try await site.jpfetch("todos --json").expect(status: 0, text: "[]\n")
    let heads = site.requests.suffix(2).map(\.head)
    #expect(heads.map { $0.contains("If-None-Match") } == [true, false], "\(heads)")
  }

  @Test("-vv shows no request fields of a run that sends nothing")
  func unsent() async throws {
    let sent = try await site.jpfetch("todos -vv")
    #expect(sent.errors.contains("\n  > Accept: "), "\(sent)")
    let folder = site.directory.path + "/files"
    try await site.jpfetch("cache warm").expect(status: 0)
    try await site.jpfetch("cache export", [folder]).expect(status: 0)
    for line in [
      "--base-url file:\(folder) todos", "--base-url file:\(folder) get nothing", "todos --sample",
      "todos --offline --base-url \(site.url) --cache-dir \(store)",
      "todos --base-url http://127.0.0.1:1 --retry 0",
      "get /none --offline --base-url \(site.url) --cache-dir \(store)",
    ] {
      let outcome = try await jpfetch("\(line) -vv")
      #expect(!outcome.errors.isEmpty && !outcome.errors.contains("  > "), "\(outcome)")
    }
  }

  @Test("-vv shows the conditions that were sent, also if a newer list is only a part")
  func sentConditions() async throws {
    site.answer { request in
      if request.path == "/todos/1" { return .reply(fields: ["ETag: \"a\""], #"{"id":1}"#) }
      return .reply(fields: ["Cache-Control: max-age=600", "X-Total-Count: 9"], "[]")
    }
    for line in ["todos 1", "todos"] { try await site.jpfetch(line).expect(status: 0) }
    let again = try await site.jpfetch("todos 1 -vv")
    #expect(again.errors.contains("\n  > If-None-Match: \"a\"\n"), "\(again)")
    #expect(site.requests.last?.head.contains("If-None-Match: \"a\"") == true)
  }

  @Test("-v has a line for each response, -vv its header fields, with secrets masked")
  func verbose() async throws {
    site.answer { _ in .reply(fields: ["Set-Cookie: s3cret=1", "X-Seen: yes"], "[]") }
    let outcome = try await site.jpfetch("todos -v --count")
    let line = /todos  200  2 bytes  \d+ ms  miss  http:\/\/127.0.0.1:\d+\/todos\n/
    #expect(outcome.errors.wholeMatch(of: line) != nil, "\(outcome)")
    let more = try await jpfetch("todos -vv --no-cache --base-url", [userURL])
    #expect(more.errors.contains("\n  < X-Seen: yes\n"), "\(more)")
    #expect(more.errors.contains("\n  < Set-Cookie: ***\n"), "\(more)")
    #expect(!more.errors.contains("s3cret"), "\(more)")
  }

  // MARK: Credentials

  @Test("A response to a request with a credential isn't stored, which -v and cache warm say")
  func credentials() async throws {
    let (field, named) = (["-H", "X-JWT: s3cret"] + site.options, ["--cache-dir", store])
    let user = named + ["--base-url", userURL]
    for (words, mask, why) in [
      (["todos"] + field, "-H 'X-JWT: ***'", "X-JWT looks like a credential"),
      (["todos"] + user, "-u '***'", "the URL has a user name"),
      (["get", "\(userURL)/todos"] + named, "-u '***'", "the URL has a user name"),
    ] {
      let plan = try await jpfetch(words + ["--dry-run"])
      #expect(plan.text.contains(" \(mask) "), "\(plan)")
      let plain = try await jpfetch(words)
      for outcome in [plan, plain] {
        outcome.expect(status: 0, errors: "")
        #expect(!outcome.text.contains("s3cret"), "\(outcome)")
      }
      let warning = "jpfetch: warning: responses are not stored\n  \(why)\n"
      let verbose = try await jpfetch(words + ["-v"])
      #expect(verbose.errors.hasPrefix(warning), "\(verbose)")
      let offline = try await jpfetch(words + ["--offline"])
      #expect(offline.status == 7, "\(offline)")
      let reason = "\n  responses to this request are never stored: \(why)\n"
      #expect(offline.errors.contains(reason), "\(offline)")
      for quiet in ["--offline", "--no-cache"] {
        let plan = try await jpfetch(words + [quiet, "--dry-run", "-v"])
        #expect(!plan.errors.contains("not stored"), "\(plan)")
      }
    }
    for words in [field, user] {
      let warm = try await jpfetch("cache warm", words)
      #expect(
        warm.status == 8 && warm.text.hasPrefix("not stored: users, albums, "), "\(warm)")
      #expect(warm.errors.contains("responses are not stored"), "\(warm)")
      #expect(!warm.errors.contains("s3cret"), "\(warm)")
    }
    try await site.jpfetch("cache list").expect(text: "")
    // A password for another server is not sent to this one.
    let other = try await jpfetch(
      "get", ["\(site.url)/todos", "--dry-run", "--base-url", "http://me:s3cret@127.0.0.1:1"])
    #expect(other.errors == "" && !other.text.contains("-u"), "\(other)")
  }

  // MARK: The command cache

  @Test("cache path and list describe the stored responses, and cache clear removes them")
  func management() async throws {
    let path = try await jpfetch("cache path --cache-dir", [store])
    path.expect(text: store + "\n")
    let none = try await site.jpfetch("cache list")
    none.expect(text: "", errors: "")
    site.answer { request in
      let status = request.path == "/users/99" ? 404 : 200
      return .reply(
        status: status, fields: ["Cache-Control: max-age=600", "Vary: Accept"],
        status == 404 ? "{}" : "[]")
    }
    _ = try await site.jpfetch()
    _ = try await site.jpfetch("get /users/99")
    let list = try await site.jpfetch("cache list").text.split(separator: "\n")
    #expect(list.count == 6, "\(list)")
    #expect(list[0] == site.url, "\(list)")
    #expect(list.contains { $0.wholeMatch(of: /\s+\d+[sm] +2 bytes  fresh  \/photos/) != nil })
    #expect(list.contains { $0.hasSuffix("  fresh  /users/99  404") }, "\(list)")
    #expect(
      list[5] == "4 responses of \(site.url), 8 bytes, in \(store) (limit: 256 MiB)")
    let entries = try await site.json("cache list").elements
    #expect(
      Set(entries.map { $0["url"]?.string })
        == Set(["users", "albums", "photos", "users/99"].map { "\(site.url)/\($0)" }))
    // Entries of one second are in no particular order.
    let photos = try #require(entries.first { $0["url"]?.string == "\(site.url)/photos" })
    #expect(photos["status"]?.integer == 200 && photos["fresh"]?.boolean == true)
    #expect(photos["vary"]?.string == "Accept")
    for path in ["/users", "albums", "/users/99"] {
      try await site.jpfetch("cache clear", [path])
        .expect(text: "removed 1 response of \(site.url)\n")
    }
    let offline = try await site.jpfetch("--offline")
    offline.expect(status: 7)
    #expect(!offline.firstError.contains("/photos"), "\(offline)")
    func ofOther(_ action: String) async throws -> CommandRun {
      try await jpfetch("cache \(action) --base-url http://127.0.0.1:1 --cache-dir", [store])
    }
    // What other servers sent doesn't matter.
    try await ofOther("clear").expect(text: "nothing is stored for http://127.0.0.1:1\n")
    try await ofOther("clear /photos").expect(
      text: "nothing is stored for http://127.0.0.1:1/photos\n")
    try await ofOther("list").expect(text: "")
    let neither = try await site.jpfetch("cache clear /nosuch /users")
    neither.expect(text: "nothing is stored for \(site.url)/nosuch and \(site.url)/users\n")
    let all = try await jpfetch("cache list --cache-dir", [store])
    #expect(all.text.contains("/photos"), "\(all)")
    try await site.jpfetch("cache clear /nosuch /photos").expect(
      text: """
        removed 1 response of \(site.url)
        nothing is stored for \(site.url)/nosuch

        """)
  }

  @Test("cache clear without a server removes what earlier versions and killed writers left")
  func leftovers() async throws {
    _ = try await site.jpfetch("users -e none")
    let killed = store + "/v6/.writing-1"
    try site.directory.write("left by a writer that was killed", to: "c/v6/.writing-1")
    for name in ["a", "b"] {
      try site.directory.write("jpfetch response v5 0123", to: "c/v5/\(name).response")
    }
    try await site.jpfetch("cache clear /users").expect(
      text: "removed 1 response of \(site.url)\n")
    try await site.jpfetch("users -e none").expect(status: 0)
    try await site.jpfetch("cache clear /users").expect(status: 0)
    // It isn't known which server they are of.
    try await site.jpfetch("cache clear").expect(text: "nothing is stored for \(site.url)\n")
    #expect(FileManager.default.fileExists(atPath: store + "/v5/a.response"))
    #expect(FileManager.default.fileExists(atPath: killed))
    let clear = ["clear", "--cache-dir", store]
    try await jpfetch("cache", clear).expect(text: "removed 2 responses of earlier versions\n")
    #expect(!FileManager.default.fileExists(atPath: store + "/v5"))
    #expect(!FileManager.default.fileExists(atPath: killed))
    try await jpfetch("cache", clear).expect(text: "nothing is stored\n")
  }

  @Test("cache clear with an empty word, such as an unset variable's value, removes nothing")
  func emptyWord() async throws {
    _ = try await site.jpfetch("users -e none")
    for words in [[""], ["/users", ""]] {
      try await site.jpfetch("cache clear", words).expect(status: 2, text: "")
    }
    try await site.jpfetch("users -e none --offline").expect(status: 0)
  }

  @Test("cache alone lists; cache clear with a server removes its responses")
  func clearedServer() async throws {
    let authority = String(site.url.dropFirst("http://".count))
    for server in [site.url, site.url + "/", authority, authority + "/"] {
      try await site.jpfetch("users -e none").expect(status: 0)
      let all = try await site.jpfetch("cache")
      #expect(all.text.contains("/users\n"), "\(all)")
      try await site.jpfetch("cache clear", [server]).expect(status: 0)
      try await site.jpfetch("users -e none --offline").expect(status: 7)
    }
  }

  @Test("cache list and cache clear report the responses of each server")
  func servers() async throws {
    let other = try ServerAndStore()
    for url in [site.url, other.url] {
      _ = try await jpfetch(
        "users -e albums --base-url", [url, "--cache-dir", store])
    }
    let directory = ["--cache-dir", store]
    let all = try await jpfetch("cache", directory)
    let lines = all.text.split(separator: "\n")
    #expect(lines.count == 7, "\(all)")
    for url in [site.url, other.url] {
      let heading = try #require(lines.firstIndex { $0 == url })
      let paths = lines[heading + 1...heading + 2].map { $0.split(separator: " ").last }
      #expect(Set(paths) == ["/users", "/albums"], "\(all)")
    }
    #expect(lines[6].hasPrefix("4 responses of 2 servers, "), "\(all)")
    // The size of the content, as -v shows it, and that of the file.
    let entry = try await site.json("cache list").elements[0]
    let content = try #require(entry["contentBytes"]?.integer)
    let name = try #require(entry["url"]?.string?.split(separator: "/").last)
    #expect(content == Int64(sampleBody("/\(name)")?.count ?? 0))
    #expect(try #require(entry["bytes"]?.integer) > content)
    try await site.jpfetch("cache clear").expect(text: "removed 2 responses of \(site.url)\n")
    let rest = try await jpfetch("cache", directory)
    #expect(!rest.text.contains(site.url) && rest.text.contains(other.url), "\(rest)")
    _ = try await site.jpfetch("users -e none")
    let cleared = try await jpfetch("cache clear --json", directory)
    let members = try JSONDocument(Array(cleared.output)).root
    #expect(members["removed"]?.integer == 3)
    #expect(Set(members["servers"]?.elements.map(\.string) ?? []) == [site.url, other.url])
  }

  @Test(
    "cache list and cache clear treat a file that can't be used alike",
    arguments: ["", "--base-url http://127.0.0.1:1"])
  func unusable(server: String) async throws {
    _ = try await site.jpfetch("users -e none")
    let folder = store + "/v6"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try Data("jpfetch response v6 x".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }
    let list = try await jpfetch("cache \(server) --cache-dir", [store])
    #expect(list.text.hasPrefix("unusable\n"), "\(list)")
    #expect(list.text.contains("  \(folder)/"), "\(list)")
    #expect(list.text.contains("\n1 unusable file, 21 bytes, in "), "\(list)")
    let cleared = try await jpfetch("cache clear \(server) --cache-dir", [store])
    cleared.expect(text: "removed 1 unusable file\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test("--quiet leaves out sentences about the action, but not JSON or requested facts")
  func quiet() async throws {
    let folder = site.directory.path + "/quiet"
    for line in ["cache warm -q", "cache export \(folder) -q", "cache clear -q"] {
      let outcome = try await site.jpfetch(line)
      outcome.expect(status: 0, text: "", errors: "")
    }
    #expect(FileManager.default.fileExists(atPath: folder + "/todos.json"))
    #expect(try await site.json("cache clear -q")["removed"]?.integer == 0)
    try await site.jpfetch("cache path -q").expect(text: store + "\n")
  }

  @Test("cache export writes all six lists, which --base-url file: can read, or writes nothing")
  func export() async throws {
    let folder = site.directory.path + "/fixtures"
    _ = try await site.jpfetch()
    let missing = try await site.jpfetch("cache export", [folder])
    missing.expect(status: 7, text: "")
    for name in ["posts", "comments", "todos"] {
      #expect(missing.firstError.contains("\(site.url)/\(name)"), "\(missing)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder))
    _ = try await site.jpfetch("cache warm")
    site.server.stop()
    let written = try await site.jpfetch("cache export", [folder])
    written.expect(status: 0, text: "wrote 6 lists to \(folder)\n")
    try await expectSample(jpfetch("--json --base-url", ["file:\(folder)"]))
    let todos = try #require(FileManager.default.contents(atPath: folder + "/todos.json"))
    #expect(sampleBody("/todos") == Array(todos))
    let full = try await site.jpfetch("cache export /dev/null/x")
    full.expect(status: 74)
    #expect(full.firstError.contains(" /dev/null/x: "), "\(full)")
  }

  @Test("cache export writes files as -o does: through a link, and the files before one that fails")
  func exportTargets() async throws {
    _ = try await site.jpfetch("cache warm")
    let folder = site.directory.path + "/fixtures"
    for name in ["elsewhere", "fixtures/todos.json"] { try site.directory.write("old", to: name) }
    #expect(symlink("../elsewhere", folder + "/users.json") == 0)
    #expect(mkdir(folder + "/photos.json", 0o777) == 0)
    let outcome = try await site.jpfetch("cache export", [folder])
    outcome.expect(status: 74, text: "")
    #expect(outcome.firstError.contains(" \(folder)/photos.json: "), "\(outcome)")
    let written = try #require(
      FileManager.default.contents(atPath: site.directory.path + "/elsewhere"))
    #expect(sampleBody("/users") == Array(written))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names == ["albums.json", "photos.json", "todos.json", "users.json"])
    #expect(try String(contentsOfFile: folder + "/todos.json", encoding: .utf8) == "old")
  }

  // MARK: The directory

  @Test("A store that can't be written to causes only one warning, also for cache warm")
  func unwritable() async throws {
    try site.directory.write("x", to: "c")
    try await expectSample(site.jpfetch("--json"), warnings: ["cache.unusable"])
    let warm = try await site.jpfetch("cache warm")
    #expect(
      warm.status == 8 && warm.text.hasPrefix("not stored: users, albums, "), "\(warm)")
    #expect(warm.errorLines.count == 1, "\(warm)")
    let none = site.directory.path + "/none"
    for (home, problem) in [("", "HOME is not set"), (none, "HOME is not an absolute path")] {
      let outcome = try await jpfetch("--json --base-url \(site.url)", environment: ["HOME": home])
      try await expectSample(outcome, warnings: ["cache.unusable"])
      #expect(outcome.errors.contains(problem), "\(outcome)")
    }
    #expect(!FileManager.default.fileExists(atPath: none))
  }

  @Test("A store that can't be used is one warning; offline it is the error, and warming no advice")
  func unreadable() async throws {
    let loop = site.directory.path + "/loop"
    #expect(symlink("loop", loop) == 0)
    _ = try await site.jpfetch("users")
    let shared = store + "/v6"
    #expect(chmod(shared, 0o777) == 0)
    for (directory, path) in [(loop, loop), (store, shared)] {
      let options = ["--base-url", site.url, "--cache-dir", directory]
      let plan = try await jpfetch("users --dry-run", options)
      plan.expect(status: 0)
      #expect(plan.errorLines.count == 1, "\(plan)")
      #expect(plan.firstError.hasPrefix("jpfetch: warning: cannot "), "\(plan)")
      for line in ["users --offline", "users 1 --offline", "get /x --offline", "cache export /no"] {
        let offline = try await jpfetch(line, options)
        offline.expect(status: 74, text: "")
        #expect(offline.errorLines.count == 2, "\(offline)")
        #expect(offline.firstError.hasPrefix("jpfetch: error: cannot "), "\(offline)")
        #expect(offline.firstError.contains(" \(path)"), "\(offline)")
        #expect(offline.advisedCommand == nil, "\(offline)")
      }
      let json = try await jpfetch("users --offline --json", options)
      #expect(json.codes == ["cache.unusable"], "\(json)")
    }
  }

  @Test("An offline run can read a read-only copy of the store")
  func copied() async throws {
    _ = try await site.jpfetch()
    let copy = site.directory.path + "/copy"
    try FileManager.default.copyItem(atPath: store, toPath: copy)
    #expect(chmod(copy, 0o500) == 0)
    defer { chmod(copy, 0o700) }
    try await expectSample(
      jpfetch("--json --offline --base-url \(site.url) --cache-dir", [copy]))
  }

  @Test(
    "An offline run opens no socket, starts no thread and doesn't load libcurl", .needs("strace"))
  func noSocket() async throws {
    _ = try await site.jpfetch()
    let (outcome, calls) = try await traced(
      "network,openat,clone,clone3", ["--json", "--offline"] + site.options)
    try await expectSample(outcome)
    for name in [" socket(", "/libcurl", " clone(", " clone3("] {
      #expect(!calls.contains { $0.contains(name) })
    }
  }

  @Test("Many processes can fill one empty store at the same time")
  func crowd() async throws {
    let arguments = ["--json"] + site.options
    let expected = try await sampleJSON.value
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<Effort.rounds(2, all: 5) {
            let outcome = try await jpfetch(arguments)
            outcome.expect(status: 0, output: expected, errors: "")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("Writers that are killed at random moments damage no entry")
  func killed() async throws {
    site.answer { request in
      .reply(fields: ["Cache-Control: no-cache", "Vary: Accept"], sampleBody(request.path) ?? [])
    }
    let variants = ["--json", "--json -H 'Accept: text/json'"]
    for variant in variants { try await expectSample(site.jpfetch(variant)) }
    for round in 1...Effort.rounds(10, all: 250) {
      _ = try await run(
        "/bin/sh",
        [
          "-c",
          """
          "$0" "$@" & first=$!
          "$0" "$@" -H 'Accept: text/json' & second=$!
          sleep \(Double.random(in: 0.001..<0.06))
          kill -KILL $first $second; wait
          """, Places.jpfetch, "--json",
        ] + site.options)
      guard round % 10 == 0 else { continue }
      for variant in variants { try await expectSample(site.jpfetch(variant, ["--offline"])) }
    }
  }

  @Test(
    "A signal during storing leaves the whole response, or nothing of it", .needs("strace"),
    .notUnderSanitizer("strace sees the sanitizer's own calls"))
  func interrupted() async throws {
    func clear() async throws {
      try await jpfetch("cache clear --cache-dir", [store]).expect(status: 0)
    }
    // Both runs below find the folder, so that they make the same calls.
    try await site.jpfetch("get /todos").expect(status: 0)
    try await clear()
    let (_, calls) = try await traced("openat", ["get", "/todos"] + site.options)
    let number = try #require(calls.firstIndex { $0.contains("/.writing-") }) + 1
    try await clear()
    // The signal comes when the temporary file is opened.
    let inject = "inject=openat:signal=TERM:when=\(number)"
    let killed = try await run(
      Places.program("strace") ?? "strace",
      ["-f", "-e", "trace=openat", "-e", inject, "-o", "/dev/null", Places.jpfetch]
        + ["get", "/todos"] + site.options)
    #expect(killed.text == "", "\(killed)")
    let files = try FileManager.default.contentsOfDirectory(atPath: store + "/v6")
    #expect(files.count == 1 && files[0].hasSuffix(".response"), "\(files)")
  }

  @Test(
    "Storing a response and showing a stored one don't list the store's directory", .needs("strace")
  )
  func cost() async throws {
    _ = try await site.jpfetch("todos")
    for number in 1000..<2000 {
      try site.directory.write("jpfetch response v6 ", to: "c/v6/\(number).response")
    }
    // Two more than today.
    for (line, limit) in [("todos --refresh", 17), ("todos --offline", 8)] {
      let (outcome, calls) = try await traced("all", shellWords(line) + site.options)
      outcome.expect(status: 0)
      #expect(!calls.contains { $0.contains("O_DIRECTORY") && $0.contains(store) }, "\(calls)")
      let callsOnStore = calls.filter { $0.contains(store) }
      #expect(callsOnStore.count < limit, "\(callsOnStore)")
    }
  }
}
