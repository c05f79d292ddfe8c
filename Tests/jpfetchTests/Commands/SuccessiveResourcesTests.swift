import Foundation
import JPCore
import TestSupport
import Testing

@Suite("Resources after one another: jpfetch users 3 todos", .needsLibcurl, .limited)
struct SuccessiveResourcesTests {
  private let site: ServerAndStore

  init() throws {
    site = try ServerAndStore()
  }

  @Test(
    "users 3 todos prints the same as todos -w userId=3; each resource on the way is requested once",
    arguments: [
      ("users 3 todos", "todos -w userId=3", ["/todos", "/users/3"]),
      ("users 3 todo -n 3 -S -id -F id,title", "todos -w userId=3 -n 3 -S -id -F id,title", nil),
      ("albums 7 photos --json", "photos -w albumId=7 --json", ["/albums/7", "/photos"]),
      (
        "users 1 comments -f csv", "comments -w post.userId=1 -f csv",
        ["/comments", "/posts", "/users/1"]
      ),
      ("users 3 albums -e photos --json", "albums -w userId=3 -e photos --json", nil),
      ("users 2 1 2 albums", "albums -w userId=2,1", ["/albums", "/users"]),
      ("users 2,1 albums", "albums -w userId=2,1", ["/albums", "/users"]),
      ("users todos --count", "todos --count", ["/todos", "/users"]),
      ("user 3 todos --count-by completed", "todos -w userId=3 --count-by completed", nil),
      // Up; up and down; back to the first resource.
      ("photos 17 user --json", "users 1 --json", ["/albums", "/photos/17", "/users"]),
      ("todos 1 2 users", "users -w id=1", ["/todos", "/users"]),
      ("albums 1 todos", "todos -w userId=1", ["/albums/1", "/todos", "/users"]),
      ("comments 1 post user todos", "todos -w userId=1", nil),
      ("albums 1 user albums", "albums -w userId=1", ["/albums", "/users"]),
    ])
  func sameAsCondition(line: String, condition: String, requests: [String]?) async throws {
    let walked = try await site.jpfetch(line)
    if let requests { #expect(site.requests.map(\.path).sorted() == requests) }
    let chosen = try await site.jpfetch(condition)
    walked.expect(status: 0, text: chosen.text, errors: "")
    #expect(!walked.text.isEmpty)
  }

  @Test(
    "A walk of many resources is answered, or refused in one line",
    arguments: [(99, 0), (101, 2), (6000, 2)] as [(Int, Int32)])
  func manyResources(count: Int, status: Int32) async throws {
    var words: [String] = []
    for step in 0...count { words.append(step.isMultiple(of: 2) ? "users" : "albums") }
    let outcome = try await jpfetch("--sample --count", words)
    outcome.expect(status: status)
    #expect(outcome.errorLines.count <= 2, "\(outcome)")
  }

  @Test("All resources on the way are requested at the same time")
  func atOnce() async throws {
    let gate = Gate(for: 3)
    site.answer { request in
      gate.pass()
      return sampleReply(request)
    }
    let outcome = try await site.jpfetch("users 1 comments --count --timeout 30s")
    outcome.expect(status: 0, text: "50\n", errors: "")
    #expect(site.server.mostInFlight == 3)
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

  /// Photo 1 belongs to album 1, photo 2 to one that isn't there, photo 3 to none. User 2 has nothing.
  private func writeLists() throws -> [String] {
    try site.directory.write(#"[{"id":1},{"id":2}]"#, to: "users.json")
    try site.directory.write(#"[{"id":1,"userId":1}]"#, to: "albums.json")
    try site.directory.write(
      #"[{"id":1,"albumId":1},{"id":2,"albumId":9},{"id":3,"albumId":null}]"#, to: "photos.json")
    return site.directory.options
  }

  @Test(
    "One record is an object, if one id was typed and all steps lead up; else there is a list",
    arguments: [
      ("photos 1 user", #"{"id":1}"#), ("photos 1,1 users", #"{"id":1}"#),
      ("photos 1 2 3 album", #"[{"id":1,"userId":1}]"#),
      ("users 1 album", #"[{"id":1,"userId":1}]"#),
      ("users 2 photos", "[]"), ("photos 2 3 users", "[]"), ("users 2 1", #"[{"id":2},{"id":1}]"#),
    ])
  func oneOrList(line: String, json: String) async throws {
    let outcome = try await jpfetch(line + " --json --compact", try writeLists())
    outcome.expect(status: 0, text: json + "\n")
  }

  @Test(
    "A record that is missing, and was asked for or is needed by the only one, is exit 4",
    arguments: [
      ("users 99 albums", "no user with id 99"), ("users 1,99 albums", "no user with id 99"),
      ("photos 99 user", "no photo with id 99"), ("photos 2 album", "no album with id 9"),
      ("photos 2 user", "no album with id 9"), ("photos 3 album", "photo 3 has no album"),
      ("photos 3 user --partial", "photo 3 has no album"),
    ])
  func missing(line: String, message: String) async throws {
    let lists = try writeLists()
    site.answer { request in
      let parts = request.path.split(separator: "/")
      let list = try? Data(contentsOf: URL(filePath: "\(lists[1].dropFirst(5))/\(parts[0]).json"))
      guard let list, let document = try? JSONDocument(Array(list)) else {
        return .reply(status: 404, "{}")
      }
      if parts.count == 1 { return .reply(Array(list)) }
      let record = document.root.elements.first { $0["id"]?.key?.text == String(parts[1]) }
      guard let record else { return .reply(status: 404, "{}") }
      return .reply(Array(record.text))
    }
    for outcome in [try await site.jpfetch(line), try await jpfetch(line, lists)] {
      outcome.expect(status: 4, text: "")
      #expect(outcome.firstError == "jpfetch: error: \(message)", "\(outcome)")
    }
    let json = try await jpfetch(line + " --json", lists)
    #expect(json.codes == ["record.missing"], "\(json)")
  }

  @Test("Of several records, one whose parent is missing adds nothing, with the warning of a join")
  func severalWithoutParents() async throws {
    let outcome = try await jpfetch("photos album --json --compact", try writeLists())
    outcome.expect(status: 0, text: #"[{"id":1,"userId":1}]"# + "\n")
    #expect(outcome.codes == ["data.orphans"], "\(outcome)")
    // The others weren't asked for.
    try await jpfetch("photos 1 3 album", site.directory.options).expect(status: 0, errors: "")
  }

  @Test("--partial leaves out an id that doesn't exist, with a warning and exit 8")
  func partial() async throws {
    try await site.jpfetch("users 1 99 albums --count").expect(status: 4, text: "")
    let partial = try await site.jpfetch("users 1 99 albums --count --partial")
    partial.expect(status: 8, text: "10\n")
    #expect(partial.firstError == "jpfetch: warning: user 99 missing")
  }

  @Test("--partial goes on without an embedded list, but not without one on the way")
  func partialWay() async throws {
    site.answer { request in
      if request.path == "/posts" { return .reply(status: 500, "{}") }
      return sampleReply(request)
    }
    let embedded = try await site.jpfetch("todos 1 user -e posts --partial --json --retry 0")
    embedded.expect(status: 8)
    #expect(embedded.text.contains(#""posts": null"#), "\(embedded)")
    try await site.jpfetch("users 1 comments --partial --retry 0").expect(status: 5, text: "")
  }

  @Test("The children of a record whose id is text are found online, offline and in files")
  func textIDs() async throws {
    let bodies = [
      "/users": #"[{"id":"a"},{"id":"b"}]"#, "/users/b": #"{"id":"b"}"#,
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
    for path in ["/users", "/todos"] {
      try directory.write(bodies[path] ?? "", to: "\(path.dropFirst()).json")
    }
    try await jpfetch(line, directory.options).expect(status: 0, text: "y\r\n")
    try await jpfetch("users c todos", directory.options).expect(status: 4, text: "")
  }

  @Test("--dry-run lists the requests, and sends nothing")
  func dryRun() async throws {
    func urls(_ line: String) async throws -> [String] {
      let plan = try await site.jpfetch(line + " --dry-run --json")
      return try JSONDocument(Array(plan.output)).root.elements.compactMap { $0["url"]?.string }
    }
    #expect(try await urls("users 3 todos") == ["\(site.url)/users/3", "\(site.url)/todos"])
    #expect(try await urls("users 3 4 todos") == ["\(site.url)/users", "\(site.url)/todos"])
    #expect(site.requests.isEmpty)
  }
}

extension TerminalTests {
  @Test("The line below a table has the total number of the records to which the words lead")
  func totalOfWalk() async throws {
    let text = try await terminal("users 3 todos -n 2 --sample --color never", columns: 80)
    #expect(text.hasSuffix("\n2 of 20 todos\n"))
  }
}
