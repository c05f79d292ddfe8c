import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@Suite(
  "Offline after cache warm",
  .evidence, .needsLibcurl)
final class OfflineTests {
  private let directory: TemporaryDirectory
  private let server: LoopbackServer

  init() throws {
    directory = try TemporaryDirectory()
    server = try LoopbackServer { Self.answer($0.path) }
  }

  deinit { server.stop() }

  /// As json-server answers: lists, single records, lists under a parent, lists by the fields'
  /// values, and 404 with an empty object.
  private static func answer(_ target: String) -> [LoopbackServer.Step] {
    let halves = target.split(separator: "?", maxSplits: 1).map(String.init)
    let parts = halves[0].split(separator: "/").map(String.init)
    let body: [UInt8]?
    if parts.count == 3 {
      let field = ["users": "userId", "albums": "albumId", "posts": "postId"][parts[0]] ?? ""
      body = records(parts[2], [(field, [parts[1]])])
    } else if halves.count == 2 {
      let pairs = halves[1].split(separator: "&").map { $0.split(separator: "=").map(String.init) }
      let names = Set(pairs.map { $0[0] })
      body = records(
        parts[0],
        names.map { name in
          let values = pairs.filter { $0[0] == name }.map { $0.count > 1 ? $0[1] : "" }
          return (name, values.map { $0.replacing("+", with: " ").removingPercentEncoding ?? "" })
        })
    } else {
      body = sampleBody(halves[0])
    }
    return body.map { .reply($0) } ?? .reply(status: 404, "{}")
  }

  /// The records of a list that have one of some values in each of some fields.
  private static func records(_ list: String, _ fields: [(String, [String])]) -> [UInt8]? {
    guard let root = sampleBody("/\(list)").flatMap({ try? JSONDocument($0).root }) else {
      return nil
    }
    let chosen = root.elements.filter { record in
      fields.allSatisfy { path, values in
        let value = path.split(separator: ".").reduce(record) { $0?[String($1)] }
        let text = value?.string ?? value.map { String(decoding: $0.text, as: UTF8.self) }
        return text.map(values.contains) ?? false
      }
    }
    return Array("[".utf8) + chosen.map(\.text).joined(separator: Array(",".utf8)) + Array("]".utf8)
  }

  private func jpfetch(_ arguments: [String]) throws -> CommandRun {
    try run(
      Places.jpfetch, arguments + ["--base-url", server.url, "--cache-dir", directory.path + "/c"])
  }

  private static let paths =
    ["users", "albums", "photos", "posts", "comments", "todos"].flatMap { list in
      ["/\(list)", "/\(list)/1", "/\(list)/9", "/\(list)?id=3", "/\(list)?id=3&id=2"]
    } + [
      "/users/1/albums", "/users/10/todos", "/users/3/posts", "/posts/7/comments",
      "/albums/9/photos",
      "/users/99/albums", "/posts?userId=4", "/todos?userId=2&completed=true",
      "/todos?completed=false&userId=5", "/albums?userId=1&userId=3", "/comments?postId=100",
      "/users?username=Bret", "/users?address.city=Gwenborough", "/users?name=Leanne+Graham",
      "/users?name=Leanne%20Graham", "/photos?albumId=77", "/posts?userId=nobody", "/users?id=01",
    ]

  @Test("Every path that a list holds gives the same bytes as online", .takesLong)
  func paths() throws {
    let online = try Self.paths.map { try jpfetch(["get", $0, "--no-cache"]) }
    #expect(try jpfetch(["cache", "warm"]).status == 0)
    server.stop()
    #expect(Self.paths.count > 40)
    for (path, online) in zip(Self.paths, online) {
      let offline = try jpfetch(["get", path, "--offline"])
      #expect((offline.status, offline.errors) == (0, ""), "\(path)")
      #expect(online.status == 0 && offline.output == online.output, "\(path)")
    }
  }

  @Test("So does every command that shows records")
  func commands() throws {
    let commands = [
      [], ["--json"], ["users", "6", "--format", "tree"], ["users", "--search", "vaxjo"],
      ["todos", "--where", "userId=3", "--where", "completed=false", "--sort", "-id", "-n", "2"],
      ["users", "--fields", "id,name,address.city"], ["posts", "1", "--embed", "comments"],
      ["photos", "17", "75", "--embed", "album.user", "-F", "title,album.title,album.user.name"],
      ["users", "--embed", "posts,todos", "-F", "name,posts.count,todos.count", "-n", "2"],
      ["albums", "-f", "csv"], ["albums", "-n", "2", "-f", "ndjson"],
      ["users", "-F", "id,name,phone", "-n", "2", "--no-header", "-f", "tsv"],
      ["photos", "17", "--json"],
    ]
    let online = try commands.map { try jpfetch($0 + ["--no-cache"]) }
    #expect(try jpfetch(["cache", "warm"]).status == 0)
    server.stop()
    for (command, online) in zip(commands, online) {
      let offline = try jpfetch(command + ["--offline"])
      #expect((offline.status, offline.errors) == (0, ""), "\(command)")
      #expect(online.status == 0 && offline.output == online.output, "\(command)")
    }
  }

  @Test("What no list is sure to hold is not stored")
  func uncertain() throws {
    #expect(try jpfetch(["cache", "warm"]).status == 0)
    for path in [
      "/posts?q=x", "/users/1/photos", "/users/", "/posts?userId", "/posts?", "/x", "/users/1/2/3",
      "/posts?userId=1&_sort=id", "/posts?user%49d=1&x=",
    ] {
      let outcome = try jpfetch(["get", path, "--offline"])
      #expect((outcome.status, outcome.text) == (7, ""))
      #expect(outcome.firstError == "jpfetch: error: nothing is stored yet: \(server.url)\(path)")
    }
  }

  @Test("Pages and filtered lists below a record follow from the list as well")
  func pages() throws {
    #expect(try jpfetch(["cache", "warm"]).status == 0)
    for (path, ids) in [
      ("/posts?_limit=2", "1\n2\n"), ("/users?_page=4&_limit=3", "10\n"), ("/users?_page=9", ""),
      ("/posts/1/comments?id=2", "2\n"), ("/todos?userId=2&_page=2&_limit=19", "40\n"),
    ] {
      let outcome = try jpfetch(["get", path, "--offline", "-f", "ndjson"])
      let found = outcome.text.split(separator: "\n").compactMap {
        try? JSONDocument(Array($0.utf8)).root["id"]?.integer
      }
      #expect(found.map { "\($0)\n" }.joined() == ids, "\(path)")
    }
  }

  @Test("A damaged list is reported once")
  func damagedList() throws {
    #expect(try jpfetch(["users", "-e", "none"]).status == 0)
    let store = directory.path + "/c"
    let files = try FileManager.default.subpathsOfDirectory(atPath: store)
    for file in files where file.hasSuffix(".response") {
      try directory.write("damaged", to: "c/\(file)")
    }
    let outcome = try jpfetch(["get", "/users/2", "--offline"])
    #expect(outcome.status == 7)
    #expect(outcome.errors.components(separatedBy: "ignoring the cached response").count == 2)
  }

  @Test("A fresh list answers for its records without a request; a newer response goes before it")
  func freshList() throws {
    let hasChanged = Mutex(false)
    let server = try LoopbackServer { request in
      let name = hasChanged.withLock(\.self) ? "new" : "old"
      let record = #"{"id":1,"name":"\#(name)"}"#
      let body = request.path == "/users" ? "[\(record)]" : record
      return .reply(fields: ["Cache-Control: max-age=600"], body)
    }
    defer { server.stop() }
    let places = ["--base-url", server.url, "--cache-dir", directory.path + "/fresh"]
    func name(_ words: String...) throws -> String? {
      let outcome = try run(Places.jpfetch, words + ["--json"] + places)
      return try JSONDocument(Array(outcome.output)).root["name"]?.string
    }
    #expect(try run(Places.jpfetch, ["users", "-e", "none"] + places).status == 0)
    #expect(try name("get", "/users/1") == "old")
    #expect(try name("users", "1", "-e", "none") == "old")
    #expect(server.requests.count == 1)
    #expect(
      try run(Places.jpfetch, ["get", "/users/9"] + places).firstError
        .hasPrefix("jpfetch: error: no user with id 9"))
    hasChanged.withLock { $0 = true }
    #expect(try name("get", "/users/1", "--refresh") == "new")
    #expect(server.requests.last?.path == "/users/1")
    for words in [["get", "/users/1"], ["users", "1", "-e", "none"]] {
      let outcome = try run(Places.jpfetch, words + ["--json", "--offline"] + places)
      #expect(try JSONDocument(Array(outcome.output)).root["name"]?.string == "new")
    }
    #expect(server.requests.count == 2)
  }

  @Test("Up to twenty records are asked for one by one unless a list is at hand, more as a list")
  func manyIDs() throws {
    let ids = (1...21).map(String.init)
    #expect(try jpfetch(["todos", "-e", "none"]).status == 0)
    let count = server.requests.count
    #expect(try jpfetch(["todos"] + ids.dropLast()).status == 0)
    #expect(server.requests.count == count + 20)
    #expect(try jpfetch(["todos"] + ids).status == 0)
    #expect(server.requests.count == count + 21)
    #expect(server.requests.last?.path == "/todos")
  }

  @Test("An odd record is stored with its list, and spoils no other")
  func oddRecord() throws {
    let server = try LoopbackServer { request in
      let odd = #"{"id":1,"userId":1,"title":"a","completed":"true"}"#
      let good = #"{"id":2,"userId":1,"title":"b","completed":true}"#
      switch request.path {
      case "/todos": return .reply("[\(odd),\(good)]")
      case "/todos/2": return .reply(good)
      default: return .reply(status: 404, "{}")
      }
    }
    defer { server.stop() }
    let places = ["--base-url", server.url, "--cache-dir", directory.path + "/odd"]
    func status(_ words: String...) throws -> Int32 {
      try run(Places.jpfetch, words + places).status
    }
    #expect(try status("todos", "2") == 0)
    #expect(try status("todos") == 6)
    #expect(try status("todos", "2") == 0)
    // Only fields that are used have to fit.
    for words in ["--count", "-F id,title", "-w userId=1 -F id", "--count-by userId"] {
      let all = ["todos"] + words.split(separator: " ").map(String.init) + places
      #expect(try run(Places.jpfetch, all).status == 0, "\(words)")
    }
    for words in ["-w completed -F id", "-s a -F id", "-F completed", "-S completed -F id"] {
      let all = ["todos"] + words.split(separator: " ").map(String.init) + places
      #expect(try run(Places.jpfetch, all).status == 6, "\(words)")
    }
    for words in ["get /todos", "get /todos/1", "todos 2", "todos 2 9 --partial", "todos 1"] {
      let all = words.split(separator: " ").map(String.init) + ["--offline"]
      let expected: Int32 = words == "todos 1" ? 6 : words.contains("9") ? 8 : 0
      #expect(try run(Places.jpfetch, all + places).status == expected, "\(words)")
    }
  }

  @Test("What isn't a list of records isn't stored, which is said")
  func unfit() throws {
    let server = try LoopbackServer { _ in .reply(#"{"data":[]}"#) }
    defer { server.stop() }
    let places = ["--base-url", server.url, "--cache-dir", directory.path + "/unfit"]
    let outcome = try run(Places.jpfetch, ["get", "/users"] + places)
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("jpfetch: warning: not stored: \(server.url)/users\n"))
    #expect(try run(Places.jpfetch, ["get", "/users", "--offline"] + places).status == 7)
  }

  @Test("A derived answer says so, has no header fields, and knows what isn't there")
  func derived() throws {
    #expect(try jpfetch(["cache", "warm"]).status == 0)
    let verbose = try jpfetch(["get", "/users/1", "--offline", "-v"])
    #expect(
      verbose.errors.hasPrefix(
        "get  200  534 bytes  "))
    #expect(verbose.errors.hasSuffix(" \(server.url)/users/1 (from \(server.url)/users)\n"))
    let meta = try jpfetch(["get", "/users/1", "--offline", "--meta"])
    let source = try #require(try JSONDocument(Array(meta.output)).root["sources"]?.elements.first)
    #expect(source["url"]?.string == "\(server.url)/users/1")
    #expect(source["derivedFrom"]?.string == "\(server.url)/users")
    let head = try jpfetch(["get", "/users/1", "--offline", "-i"])
    #expect((head.status, head.text) == (7, ""))
    let missing = try jpfetch(["get", "/users/99", "--offline"])
    #expect((missing.status, missing.text) == (4, ""))
    #expect(
      missing.errorLines.prefix(2).map { $0.prefix(24) } == [
        "jpfetch: error: no user ", "  the answer was stored ",
      ])
    let plan = try jpfetch(["get", "/users/1", "--offline", "--dry-run"])
    #expect(
      plan.text.hasPrefix("GET \(server.url)/users/1  offline, from \(server.url)/users, stored "))
    // Its own response goes before the list.
    #expect(try jpfetch(["get", "/users/2"]).status == 0)
    #expect(
      try jpfetch(["get", "/users/2", "--offline", "-v"]).errors
        .hasSuffix(" \(server.url)/users/2\n"))
  }

  @Test("Where the server fails, a stored list stands in for an answer that isn't stored")
  func standIn() throws {
    #expect(try jpfetch(["cache", "warm"]).status == 0)
    server.stop()
    for (path, start) in [
      ("/users/3", "{\n  \"id\": 3,"), ("/users/3/albums", "[\n  {\n"),
      ("/posts?userId=2", "[\n  {\n"),
    ] {
      let outcome = try jpfetch(["get", path, "--retry", "0"])
      #expect((outcome.status, outcome.text.hasPrefix(start)) == (0, true), "\(path)")
      #expect(outcome.errors.hasPrefix("jpfetch: warning: showing an answer from a list stored "))
      #expect(outcome.errors.hasSuffix("\n  connection refused: \(server.url)\(path)\n"))
      #expect(try jpfetch(["get", path, "--retry", "0", "--strict"]).status == 8)
    }
    let meta = try jpfetch(["get", "/users/3", "--retry", "0", "--meta"])
    let source = try #require(try JSONDocument(Array(meta.output)).root["sources"]?.elements.first)
    #expect(source["cache"]?.string == "stale")
    #expect(source["derivedFrom"]?.string == "\(server.url)/users")
    // What no list has, and what must not stand in.
    let missing = try jpfetch(["get", "/users/99", "--retry", "0", "-v"])
    #expect((missing.status, missing.text) == (4, ""))
    for part in ["get  -  ", "get  404", "error: no user with id 99"] {
      #expect(missing.errors.contains(part))
    }
    for words in [["/x"], ["/users/3", "-i"], ["/users/3", "--max-stale", "0"]] {
      let outcome = try jpfetch(["get"] + words + ["--retry", "0"])
      #expect((outcome.status, outcome.text) == (3, ""), "\(words)")
    }
  }

  @Test(
    "A stored failure stands aside for a stored list as well, unless the list must not be shown",
    arguments: ["max-age=0", "max-age=0, must-revalidate"])
  func standInForFailure(cacheControl: String) throws {
    let isDown = Mutex(false)
    let server = try LoopbackServer { request in
      isDown.withLock(\.self)
        ? .reply(status: 503, fields: ["Cache-Control: max-age=600"], "{}")
        : .reply(fields: ["Cache-Control: \(cacheControl)"], sampleBody(request.path) ?? [])
    }
    defer { server.stop() }
    let places = [
      "--base-url", server.url, "--cache-dir", directory.path + "/failing", "--retry", "0",
    ]
    #expect(try run(Places.jpfetch, ["users", "-e", "none"] + places).status == 0)
    isDown.withLock { $0 = true }
    let isAllowed = cacheControl == "max-age=0"
    for words in [
      ["get", "/users/3"], ["get", "/users/3"], ["users", "-e", "none"], ["get", "/users/4"],
    ] {
      let outcome = try run(Places.jpfetch, words + places)
      let plan = try run(Places.jpfetch, words + places + ["--dry-run"])
      #expect(plan.text.contains(isAllowed ? "  stale" : "  hit, status 503"), "\(words)")
      #expect(outcome.status == (isAllowed ? 0 : 5), "\(words)")
      #expect(!outcome.errors.contains("nothing is stored"))
      if !isAllowed {
        #expect(
          outcome.errors.contains(" ago is not shown: the server said must-revalidate"), "\(words)")
      }
    }
  }

  @Test("What names a record otherwise is believed and stored: text ids, queries, redirects")
  func otherNames() throws {
    let server = try LoopbackServer { request in
      let stored = ["Cache-Control: max-age=600"]
      switch request.path {
      case "/users/1?x=1": return .reply(fields: stored, #"{"id":1}"#)
      case "/users/me": return .reply(status: 302, fields: ["Location: /users/5"], "")
      case "/users/5": return .reply(fields: stored, #"{"id":5}"#)
      case "/users/ADA": return .reply(fields: stored, #"{"id":"ada"}"#)
      default: return .reply(fields: stored, #"{"id":7}"#)
      }
    }
    defer { server.stop() }
    let places = ["--base-url", server.url, "--cache-dir", directory.path + "/names"]
    func isKept(_ path: String) throws -> Bool {
      #expect(try run(Places.jpfetch, ["get", path] + places).status == 0)
      return try run(Places.jpfetch, ["get", path, "--offline"] + places).status == 0
    }
    for path in ["/users/1?x=1", "/users/me", "/users/ADA"] { #expect(try isKept(path), "\(path)") }
    #expect(try !isKept("/users/8"))
    for (id, status) in [("me", 0), ("ADA", 0), ("9", 6)] {
      #expect(
        try run(Places.jpfetch, ["users", id, "-e", "none"] + places).status == Int32(status))
    }
  }

  @Test("A directory with lists has their records as well")
  func files() throws {
    try directory.write(#"[{"id":1,"name":"A"},{"id":2}]"#, to: "users.json")
    try directory.write(#"[{"id":1,"userId":2},{"id":2,"userId":1}]"#, to: "albums.json")
    for (path, status, text) in [
      ("/users/1", 0, #"{"id":1,"name":"A"}"#), ("/users/2/albums", 0, #"[{"id":1,"userId":2}]"#),
      ("/albums?userId=1", 0, #"[{"id":2,"userId":1}]"#), ("/users/3", 4, ""), ("/x/1", 3, ""),
    ] {
      let outcome = try run(
        Places.jpfetch, ["get", path, "--compact", "--base-url", "file:\(directory.path)"])
      #expect((outcome.status, outcome.text) == (Int32(status), text.isEmpty ? "" : text + "\n"))
    }
  }

  @Test(
    "A list that says itself that it is a part gives no derived answer",
    arguments: [
      "Link: <http://h/users?_page=2>; rel=\"next\"", "X-Total-Count: 11",
      "Link: <http://h/users?_page=2>; rel=next", "Link: <x>; rel = \"prev next\"",
    ])
  func part(field: String) throws {
    let server = try LoopbackServer { request in
      .reply(fields: [field], sampleBody(request.path) ?? [])
    }
    defer { server.stop() }
    let places = ["--base-url", server.url, "--cache-dir", directory.path + "/part"]
    #expect(try run(Places.jpfetch, ["users", "-e", "none"] + places).status == 0)
    #expect(try run(Places.jpfetch, ["get", "/users/1", "--offline"] + places).status == 7)
  }

  @Test("A filter by what no record has is dropped by the server, so nothing is sure")
  func droppedFilter() throws {
    let server = try LoopbackServer { request in
      .reply(request.path == "/users" ? #"[{"id":1},{"id":2}]"# : #"[{"id":1,"postId":1}]"#)
    }
    defer { server.stop() }
    let places = ["--base-url", server.url, "--cache-dir", directory.path + "/dropped"]
    for list in ["users", "comments"] {
      #expect(try run(Places.jpfetch, [list, "-e", "none"] + places).status == 0)
    }
    for (path, status) in [
      ("/users?phone=1", 7), ("/users?id=9", 0), ("/posts/2/comments", 0), ("/comments?email=x", 7),
    ] {
      let outcome = try run(Places.jpfetch, ["get", path, "--offline"] + places)
      #expect(outcome.status == Int32(status), "\(path)")
      #expect(outcome.text == (status == 0 ? "[]\n" : ""))
    }
  }

  @Test("A stored refusal doesn't hide the list that holds the answer")
  func refusal() throws {
    let server = try LoopbackServer { request in
      request.path == "/users"
        ? .reply(#"[{"id":1}]"#)
        : .reply(status: 403, fields: ["Cache-Control: max-age=60"], #"{"message":"no"}"#)
    }
    defer { server.stop() }
    let places = ["--base-url", server.url, "--cache-dir", directory.path + "/refusal"]
    #expect(try run(Places.jpfetch, ["users", "-e", "none"] + places).status == 0)
    #expect(try run(Places.jpfetch, ["get", "/users/1"] + places).status == 4)
    let outcome = try run(Places.jpfetch, ["get", "/users/1", "--offline", "--compact"] + places)
    #expect((outcome.status, outcome.text) == (0, "{\"id\":1}\n"))
  }
}
