import Foundation
import JPCore
import TestSupport
import Testing

@Suite("Records below another record: users 3 todos", .needsLibcurl, .limited)
struct ChildrenTests {
  private let site: ServerAndStore

  init() throws {
    site = try ServerAndStore()
  }

  private var paths: [String] { site.requests.map(\.path) }

  @Test(
    "users 3 todos prints the same as todos -w userId=3, and requests /users/3/todos",
    arguments: [
      ("users 3 todos", "todos -w userId=3", ["/users/3/todos"]),
      ("users 3 todo -n 3 -S -id -F id,title", "todos -w userId=3 -n 3 -S -id -F id,title", nil),
      ("albums 7 photos --json", "photos -w albumId=7 --json", ["/albums/7/photos"]),
      ("posts 5 comments -w 'id > 22' -f csv", "comments -w postId=5 -w 'id > 22' -f csv", nil),
      ("users 3 albums -e photos --json", "albums -w userId=3 -e photos --json", nil),
      ("users 3 posts --count", "posts -w userId=3 --count", ["/users/3/posts"]),
      ("users 2 1 2 albums", "albums -w userId=2,1", ["/albums"]),
      ("user 3 todos --count-by completed", "todos -w userId=3 --count-by completed", nil),
    ])
  func sameAsCondition(line: String, condition: String, requests: [String]?) async throws {
    let children = try await site.jpfetch(line)
    if let requests { #expect(paths == requests) }
    let chosen = try await site.jpfetch(condition)
    children.expect(status: 0, text: chosen.text, errors: "")
    #expect(!children.text.isEmpty)
  }

  @Test(
    "Options can be anywhere between the operands",
    arguments: [
      ("users 3 --sample todos", "users 3 todos --sample"),
      ("users 3 -F title todos", "users 3 todos -F title"),
      ("users 3 -S title todos", "users 3 todos -S title"),
      ("users 3 -e user todos", "users 3 todos -e user"),
      ("posts 5 -e none comments", "posts 5 comments -e none"),
      ("posts 5 -e post comments", "posts 5 comments -e post"),
      ("users 3 --json todos", "users 3 todos --json"),
      ("users -n 2 3 todos", "users 3 todos -n 2"),
      ("-n 2 users -F id,title 3 4 -S -id albums", "users 3 4 albums -n 2 -F id,title -S -id"),
    ])
  func optionsAnywhere(line: String, usual: String) async throws {
    var source = fromSampleFiles
    if line.contains("--sample") { source = [] }
    let expected = try await jpfetch(usual, source)
    #expect(expected.status == 0 && !expected.text.isEmpty, "\(expected)")
    try await jpfetch(line, source).expect(status: 0, output: expected.output, errors: "")
  }

  @Test("If a record has no children, it is requested itself, and a missing one is an error")
  func missing() async throws {
    let missing = try await site.jpfetch("users 99 todos")
    missing.expect(status: 4, text: "")
    #expect(missing.firstError == "jpfetch: error: no user with id 99")
    #expect(paths == ["/users/99/todos", "/users/99"])
    site.answer { .reply($0.path == "/users/7" ? #"{"id":7}"# : "[]") }
    try await site.jpfetch("users 7 todos").expect(status: 0, errors: "no todos\n")
    try await site.jpfetch("users 7 todos --count").expect(status: 0, text: "0\n")
  }

  @Test("--partial leaves out a parent that doesn't exist, with a warning and exit 8")
  func partial() async throws {
    try await site.jpfetch("users 1 99 albums --count").expect(status: 4, text: "")
    let partial = try await site.jpfetch("users 1 99 albums --count --partial")
    partial.expect(status: 8, text: "10\n")
    #expect(partial.firstError == "jpfetch: warning: user 99 missing")
  }

  @Test("If the server has no /users/3/todos, the whole list is requested instead")
  func withoutNesting() async throws {
    site.answer { request in
      request.path.split(separator: "/").count > 2
        ? .reply(status: 404, "{}") : sampleReply(request)
    }
    try await site.jpfetch("users 3 todos --count -v").expect(status: 0, text: "20\n")
    #expect(paths == ["/users/3/todos", "/todos"])
    let missing = try await site.jpfetch("users 99 posts -v")
    missing.expect(status: 4, text: "")
    let rows = missing.errorLines.filter { $0.contains("ms  ") }
    #expect(rows.count == 3, "\(missing)")
  }

  @Test("If the server ignores the parent in /users/3/todos, jpfetch filters the list itself")
  func droppedFilter() async throws {
    site.answer { request in
      .reply(sampleBody(request.path == "/users/3/todos" ? "/todos" : request.path) ?? [])
    }
    try await site.jpfetch("users 3 todos --count").expect(status: 0, text: "20\n")
  }

  @Test(
    "A stored list is used for users 3 todos offline, while it is fresh, and if the server fails")
  func stored() async throws {
    let online = try await site.jpfetch("users 3 todos", ["--no-cache"])
    try await site.jpfetch("cache warm").expect(status: 0)
    let count = site.requests.count
    try await site.jpfetch("users 3 todos --offline").expect(
      status: 0, output: online.output, errors: "")
    try await site.jpfetch("users 99 todos --offline").expect(status: 4, text: "")
    #expect(site.requests.count == count)
    site.answer { .reply(fields: ["Cache-Control: max-age=600"], sampleBody($0.path) ?? []) }
    try await site.jpfetch("todos -n 1").expect(status: 0)
    try await site.jpfetch("users 3 todos").expect(status: 0, output: online.output, errors: "")
    #expect(site.requests.count == count + 1)
    site.server.stop()
    let stale = try await site.jpfetch("posts 5 comments --count")
    stale.expect(status: 0, text: "5\n")
    #expect(stale.firstError.contains("showing comments stored"), "\(stale)")
  }

  @Test("The response for /users/3/todos is stored, and used offline for this user only")
  func storedPart() async throws {
    let online = try await site.jpfetch("users 3 todos")
    try await site.jpfetch("users 3 todos --offline").expect(status: 0, output: online.output)
    try await site.jpfetch("users 4 todos --offline").expect(status: 7, text: "")
  }

  @Test("The children of a record whose id is text are found online, offline and in files")
  func textIDs() async throws {
    let bodies = [
      "/users": #"[{"id":"a"},{"id":"b"}]"#,
      "/todos": #"[{"id":"x","userId":"a"},{"id":"y","userId":"b"}]"#,
    ]
    site.answer { request in
      if let body = bodies[request.path] { return .reply(body) }
      return .reply(status: 404, "{}")
    }
    let line = "users b todos -F id -f csv --no-header"
    try await site.jpfetch(line).expect(status: 0, text: "y\r\n")
    try await site.jpfetch(line + " --offline").expect(status: 0, text: "y\r\n")
    let directory = try TemporaryDirectory()
    for (path, body) in bodies { try directory.write(body, to: "\(path.dropFirst()).json") }
    try await jpfetch(line, directory.options).expect(status: 0, text: "y\r\n")
    try await jpfetch("users c todos", directory.options).expect(status: 4, text: "")
  }

  @Test("--dry-run lists the request, and sends nothing")
  func dryRun() async throws {
    let plan = try await site.jpfetch("users 3 todos --dry-run")
    #expect(plan.text.hasPrefix("GET \(site.url)/users/3/todos  miss\n"), "\(plan)")
    let several = try await site.jpfetch("users 3 4 todos --dry-run")
    #expect(several.text.hasPrefix("GET \(site.url)/todos  miss\n"), "\(several)")
    #expect(site.requests.isEmpty)
  }
}

extension TerminalTests {
  @Test("On a terminal, a record shows the command that prints its children")
  func commandsForChildren() async throws {
    func last(_ line: String, columns: Int = 80) async throws -> [Substring] {
      let text = try await terminal("\(line) --sample --color never", columns: columns)
      return text.split(separator: "\n").suffix(2)
    }
    #expect(
      try await last("posts 5 -e comments").last
        == "comments  5 · jpfetch posts 5 comments --sample")
    #expect(
      try await last("users 3 -F name,todos")
        == ["name   Mina Okafor", "todos  20 · jpfetch users 3 todos --sample"])
    #expect(
      try await last("users 3 -e todos").last
        == "more: albums, posts (jpfetch users 3 albums --sample)")
    #expect(
      try await last("posts 5", columns: 45).last == "more: jpfetch posts 5 comments --sample")
    #expect(try await last("posts 5 -e comments", columns: 40).last == "comments  5")
    // Nothing belongs to it, or it isn't a record alone.
    #expect(try await last("todos 5").last?.hasPrefix("title      ") == true)
    #expect(try await last("posts 5 6 -F id,comments -q").last == " 6         5")
    let file = try await jpfetch("posts 5 -e comments --sample")
    #expect(file.text.hasSuffix("\ncomments  5\n"))
  }

  @Test("The line below a table of children has the total number of the record's children")
  func totalOfChildren() async throws {
    let text = try await terminal("users 3 todos -n 2 --sample --color never", columns: 80)
    #expect(text.hasSuffix("\n2 of 20 todos\n"))
  }
}
