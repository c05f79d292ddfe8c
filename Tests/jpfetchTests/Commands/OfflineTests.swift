import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@Suite(
  "Offline after cache warm",
  .evidence, .needsLibcurl, .limited)
struct OfflineTests {
  private let site: ServerAndStore

  init() throws {
    site = try ServerAndStore { Self.answer($0.path) }
  }

  /// The answers of json-server: lists, single records, lists under a parent, lists filtered by
  /// fields, and 404 with an empty object.
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

  /// The records of a list that have one of the values in each field.
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

  private func warm() throws { #expect(try site.jpfetch("cache warm").status == 0) }

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
    let online = try Self.paths.map { try site.jpfetch("get --no-cache", $0) }
    try warm()
    site.server.stop()
    #expect(Self.paths.count > 40)
    for (path, online) in zip(Self.paths, online) {
      let offline = try site.jpfetch("get --offline", path)
      #expect((offline.status, offline.errors) == (0, ""), "\(path)")
      #expect(online.status == 0 && offline.output == online.output, "\(path)")
    }
  }

  @Test("Commands that show records print the same as online")
  func commands() throws {
    let commands = [
      "", "--json", "users 6 --format tree", "users --search vaxjo",
      "todos --where userId=3 --where completed=false --sort -id -n 2",
      "users --fields id,name,address.city", "posts 1 --embed comments",
      "photos 17 75 --embed album.user -F title,album.title,album.user.name",
      "users --embed posts,todos -F name,posts.count,todos.count -n 2", "albums -f csv",
      "albums -n 2 -f ndjson", "users -F id,name,phone -n 2 --no-header -f tsv", "photos 17 --json",
      "comments 9 4 --json",
    ]
    let online = try commands.map { try site.jpfetch($0, "--no-cache") }
    try warm()
    site.server.stop()
    for (command, online) in zip(commands, online) {
      let offline = try site.jpfetch(command, "--offline")
      #expect((offline.status, offline.errors) == (0, ""), "\(command)")
      #expect(online.status == 0 && offline.output == online.output, "\(command)")
    }
  }

  @Test("A filter below a record follows from the list; one with an escaped name doesn't")
  func filters() throws {
    try warm()
    let comments = try site.jpfetch("get /posts/1/comments?id=2 --offline -f ndjson")
    #expect(try comments.text == site.jpfetch("get /comments/2 --offline --compact").text)
    let path = "/posts?user%49d=1&x="
    let unknown = try site.jpfetch("get --offline", path)
    #expect((unknown.status, unknown.text) == (7, ""))
    #expect(unknown.firstError == "jpfetch: error: nothing is stored yet: \(site.url)\(path)")
  }

  @Test("A fresh list has its records without a request, unless a newer response is stored")
  func freshList() throws {
    let hasChanged = Mutex(false)
    let site = try ServerAndStore { request in
      let name = hasChanged.withLock(\.self) ? "new" : "old"
      let record = #"{"id":1,"name":"\#(name)"}"#
      let body = request.path == "/users" ? "[\(record)]" : record
      return .reply(fields: ["Cache-Control: max-age=600"], body)
    }
    func name(_ line: String) throws -> String? {
      try JSONDocument(Array(site.jpfetch(line, "--json").output)).root["name"]?.string
    }
    #expect(try site.jpfetch("users -e none").status == 0)
    #expect(try name("get /users/1") == "old")
    #expect(try name("users 1 -e none") == "old")
    #expect(site.requests.count == 1)
    #expect(
      try site.jpfetch("get /users/9").firstError.hasPrefix("jpfetch: error: no user with id 9"))
    hasChanged.withLock { $0 = true }
    #expect(try name("get /users/1 --refresh") == "new")
    #expect(site.requests.last?.path == "/users/1")
    #expect(try name("get /users/1 --offline") == "new")
    #expect(try name("users 1 -e none --offline") == "new")
    #expect(site.requests.count == 2)
  }

  @Test("Up to twenty records are requested one by one without a stored list, more as a list")
  func manyIDs() throws {
    let ids = (1...20).map { " \($0)" }.joined()
    #expect(try site.jpfetch("todos -e none").status == 0)
    let count = site.requests.count
    #expect(try site.jpfetch("todos" + ids).status == 0)
    #expect(site.requests.count == count + 20)
    #expect(try site.jpfetch("todos 21" + ids).status == 0)
    #expect(site.requests.count == count + 21)
    #expect(site.requests.last?.path == "/todos")
  }

  @Test("A misfit record is stored with its list, and doesn't affect the others")
  func oddRecord() throws {
    let site = try ServerAndStore { request in
      let odd = #"{"id":1,"userId":1,"title":"a","completed":"true"}"#
      let good = #"{"id":2,"userId":1,"title":"b","completed":true}"#
      switch request.path {
      case "/todos": return .reply("[\(odd),\(good)]")
      case "/todos/2": return .reply(good)
      default: return .reply(status: 404, "{}")
      }
    }
    for (line, status) in [
      ("todos 2", 0), ("todos", 6), ("todos 2", 0),
      // Fields that a command doesn't use may be misfits.
      ("todos --count", 0), ("todos -F id,title", 0), ("todos -w userId=1 -F id", 0),
      ("todos --count-by userId", 0), ("todos -w completed -F id", 6), ("todos -s a -F id", 6),
      ("todos -F completed", 6), ("todos -S completed -F id", 6),
      ("get /todos --offline", 0), ("get /todos/1 --offline", 0), ("todos 2 --offline", 0),
      ("todos 2 9 --partial --offline", 8), ("todos 1 --offline", 6),
    ] as [(String, Int32)] {
      #expect(try site.jpfetch(line).status == status, "\(line)")
    }
  }

  @Test("A response that isn't a list of records isn't stored, with a warning")
  func unfit() throws {
    let site = try ServerAndStore { _ in .reply(#"{"data":[]}"#) }
    let outcome = try site.jpfetch("get /users")
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("jpfetch: warning: not stored: \(site.url)/users\n"))
    #expect(try site.jpfetch("get /users --offline").status == 7)
  }

  private func firstSource(_ outcome: CommandRun) throws -> JSONValue {
    try #require(try JSONDocument(Array(outcome.output)).root["sources"]?.elements.first)
  }

  @Test("-v, --meta, --include and --dry-run say that an answer came from a list")
  func derived() throws {
    try warm()
    let verbose = try site.jpfetch("get /users/1 --offline -v").errors
    #expect(verbose.hasPrefix("get  200  534 bytes  "))
    #expect(verbose.hasSuffix(" \(site.url)/users/1 (from \(site.url)/users)\n"))
    let source = try firstSource(site.jpfetch("get /users/1 --offline --meta"))
    #expect(source["url"]?.string == "\(site.url)/users/1")
    #expect(source["derivedFrom"]?.string == "\(site.url)/users")
    // A list has no header fields for its records.
    let head = try site.jpfetch("get /users/1 --offline -i")
    #expect((head.status, head.text) == (7, ""))
    let missing = try site.jpfetch("get /users/99 --offline")
    #expect((missing.status, missing.text) == (4, ""))
    #expect(
      missing.errorLines.prefix(2).map { $0.prefix(24) } == [
        "jpfetch: error: no user ", "  the answer was stored ",
      ])
    let plan = try site.jpfetch("get /users/1 --offline --dry-run")
    #expect(
      plan.text.hasPrefix("GET \(site.url)/users/1  offline, from \(site.url)/users, stored "))
    // A stored response for the record is used before the list.
    #expect(try site.jpfetch("get /users/2").status == 0)
    #expect(
      try site.jpfetch("get /users/2 --offline -v").errors.hasSuffix(" \(site.url)/users/2\n"))
  }

  @Test("If the server fails, a stored list replaces a response that isn't stored")
  func standIn() throws {
    try warm()
    site.server.stop()
    for (path, start) in [
      ("/users/3", "{\n  \"id\": 3,"), ("/users/3/albums", "[\n  {\n"),
      ("/posts?userId=2", "[\n  {\n"),
    ] {
      let outcome = try site.jpfetch("get --retry 0", path)
      #expect((outcome.status, outcome.text.hasPrefix(start)) == (0, true), "\(path)")
      #expect(outcome.errors.hasPrefix("jpfetch: warning: showing an answer from a list stored "))
      #expect(outcome.errors.hasSuffix("\n  connection refused: \(site.url)\(path)\n"))
    }
    #expect(try site.jpfetch("get /users/3 --retry 0 --strict").status == 8)
    let source = try firstSource(site.jpfetch("get /users/3 --retry 0 --meta"))
    #expect(source["cache"]?.string == "stale")
    #expect(source["derivedFrom"]?.string == "\(site.url)/users")
    let missing = try site.jpfetch("get /users/99 --retry 0 -v")
    #expect((missing.status, missing.text) == (4, ""))
    #expect(missing.errors.contains("error: no user with id 99\n"))
    #expect(missing.errors.contains("\n  connection refused: \(site.url)/users/99\n"))
    let rows = missing.errorLines.filter { $0.hasPrefix("get  ") }.map { $0.prefix(8) }
    #expect(rows == ["get  -  ", "get  404"])
    // Paths that no list has, and options that forbid the list.
    for words in ["/x", "/users/3 -i", "/users/3 --max-stale 0"] {
      let outcome = try site.jpfetch("get --retry 0 \(words)")
      #expect((outcome.status, outcome.text) == (3, ""), "\(words)")
    }
  }

  @Test(
    "A stored list replaces a stored failure too, unless the server forbids stale responses",
    arguments: ["max-age=0", "max-age=0, must-revalidate"])
  func standInForFailure(cacheControl: String) throws {
    let isDown = Mutex(false)
    let site = try ServerAndStore { request in
      isDown.withLock(\.self)
        ? .reply(status: 503, fields: ["Cache-Control: max-age=600"], "{}")
        : .reply(fields: ["Cache-Control: \(cacheControl)"], sampleBody(request.path) ?? [])
    }
    #expect(try site.jpfetch("users -e none").status == 0)
    isDown.withLock { $0 = true }
    let isAllowed = cacheControl == "max-age=0"
    for line in ["get /users/3", "get /users/3", "users -e none", "get /users/4"] {
      let outcome = try site.jpfetch(line, "--retry", "0")
      let plan = try site.jpfetch(line, "--dry-run")
      #expect(plan.text.contains(isAllowed ? "  stale" : "  hit, status 503"), "\(line)")
      #expect(outcome.status == (isAllowed ? 0 : 5), "\(line)")
      #expect(!outcome.errors.contains("nothing is stored"))
      if !isAllowed {
        #expect(
          outcome.errors.contains(" ago is not shown: the server said must-revalidate"), "\(line)")
      }
    }
  }

  @Test("Text ids, queries and redirects are accepted and stored")
  func otherNames() throws {
    let site = try ServerAndStore { request in
      let stored = ["Cache-Control: max-age=600"]
      switch request.path {
      case "/users/1?x=1": return .reply(fields: stored, #"{"id":1}"#)
      case "/users/me": return .reply(status: 302, fields: ["Location: /users/5"], "")
      case "/users/5": return .reply(fields: stored, #"{"id":5}"#)
      case "/users/ADA": return .reply(fields: stored, #"{"id":"ada"}"#)
      default: return .reply(fields: stored, #"{"id":7}"#)
      }
    }
    for (path, status) in [
      ("/users/1?x=1", 0), ("/users/me", 0), ("/users/ADA", 0), ("/users/8", 7),
    ] as [(String, Int32)] {
      #expect(try site.jpfetch("get \(path)").status == 0)
      #expect(try site.jpfetch("get \(path) --offline").status == status, "\(path)")
    }
    for (id, status) in [("me", 0), ("ADA", 0), ("9", 6)] as [(String, Int32)] {
      #expect(try site.jpfetch("users -e none", id).status == status)
    }
  }

  @Test("A directory with lists answers for their records")
  func files() throws {
    let directory = site.directory
    try directory.write(#"[{"id":1,"name":"A"},{"id":2}]"#, to: "users.json")
    try directory.write(#"[{"id":1,"userId":2},{"id":2,"userId":1}]"#, to: "albums.json")
    for (path, status, text) in [
      ("/users/1", 0, #"{"id":1,"name":"A"}"#), ("/users/2/albums", 0, #"[{"id":1,"userId":2}]"#),
      ("/albums?userId=1", 0, #"[{"id":2,"userId":1}]"#), ("/users/3", 4, ""), ("/x/1", 3, ""),
    ] as [(String, Int32, String)] {
      let outcome = try TestSupport.jpfetch(
        "get", path, "--compact", "--base-url", "file:\(directory.path)")
      #expect((outcome.status, outcome.text) == (status, text.isEmpty ? "" : text + "\n"))
    }
  }

  @Test(
    "A list that is incomplete by its header fields answers for no record",
    arguments: [
      "Link: <http://h/users?_page=2>; rel=\"next\"", "X-Total-Count: 11",
      "Link: <http://h/users?_page=2>; rel=next", "Link: <x>; rel = \"prev next\"",
    ])
  func part(field: String) throws {
    let site = try ServerAndStore { .reply(fields: [field], sampleBody($0.path) ?? []) }
    #expect(try site.jpfetch("users -e none").status == 0)
    #expect(try site.jpfetch("get /users/1 --offline").status == 7)
  }

  @Test("A stored refusal doesn't hide the list that has the record")
  func refusal() throws {
    let site = try ServerAndStore { request in
      request.path == "/users"
        ? .reply(#"[{"id":1}]"#)
        : .reply(status: 403, fields: ["Cache-Control: max-age=60"], #"{"message":"no"}"#)
    }
    #expect(try site.jpfetch("users -e none").status == 0)
    #expect(try site.jpfetch("get /users/1").status == 4)
    let outcome = try site.jpfetch("get /users/1 --offline --compact")
    #expect((outcome.status, outcome.text) == (0, "{\"id\":1}\n"))
  }
}
