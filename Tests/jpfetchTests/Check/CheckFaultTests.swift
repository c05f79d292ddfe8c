import Foundation
import JPCore
import TestSupport
import Testing

/// One fault in a copy of the data, and how it is told.
struct BrokenCopy: Sendable, CustomTestStringConvertible {
  let name: String
  /// What the server answers for a path; `nil` for the whole data.
  let answer: @Sendable (_ path: String, _ body: String) -> [LoopbackServer.Step]?
  let exit: Int32
  let check: String
  /// The sentence; `URL` stands for the server's.
  let sentence: String
  var options: [String] = []

  var testDescription: String { name }

  /// A list with one text in the place of another, the first time that it stands there.
  static func edit(
    _ list: String, _ old: String, _ new: String, _ exit: Int32, _ check: String,
    _ sentence: String
  ) -> BrokenCopy {
    BrokenCopy(
      name: "\(list): \(old) -> \(new)",
      answer: { path, body in
        guard path == "/\(list)" else { return nil }
        guard let range = body.range(of: old) else { return .reply("[]") }
        return .reply(body.replacingCharacters(in: range, with: new))
      }, exit: exit, check: check, sentence: sentence)
  }

  static func reply(
    _ list: String, _ exit: Int32, _ check: String, _ sentence: String,
    options: [String] = [], _ steps: @escaping @Sendable (String) -> [LoopbackServer.Step]
  ) -> BrokenCopy {
    BrokenCopy(
      name: "\(list): \(sentence)", answer: { $0 == "/\(list)" ? steps($1) : nil }, exit: exit,
      check: check, sentence: sentence, options: options)
  }
}

extension BrokenCopy {
  static let all = statuses + types + fields + ids + references + counts

  private static let statuses = [
    reply("users", 5, "status", "status 500: URL/users") { _ in .reply(status: 500, "{}") },
    reply("comments", 5, "status", "status 503: URL/comments") { _ in .reply(status: 503, "") },
    reply("photos", 4, "status", "status 404: URL/photos") { _ in .reply(status: 404, "{}") },
    reply(
      "posts", 3, "reach", "the server closed the connection before the answer was whole: URL/posts"
    ) { _ in [.reset] },
  ]

  private static let types = [
    reply("todos", 6, "type", "not JSON: URL/todos: line 1 column 1: expected a value") { _ in
      .reply("oops")
    },
    reply("albums", 6, "type", "HTML instead of JSON: URL/albums") { _ in
      .reply("<!DOCTYPE html>")
    },
    reply("users", 6, "type", "no content: URL/users") { _ in .reply("") },
    reply("posts", 1, "type", "posts: the Content-Type is \"text/html\", not application/json") {
      .reply(type: "text/html", $0)
    },
    reply("comments", 6, "schema", "doesn't fit: URL/comments: comments, line 1 column 1: expected")
    {
      _ in .reply("{}")
    },
  ]

  private static let fields = [
    edit("users", #""name":"#, #""nom":"#, 1, "schema", "users[0].name, line "),
    edit("users", #""lat": ""#, #""lat": [""#, 6, "type", "not JSON: URL/users: line "),
    edit("users", #""zipcode":"#, #""zip":"#, 1, "schema", "users[0].address.zipcode, line "),
    edit("albums", #""title":"#, #""titre":"#, 1, "schema", "albums[0].title, line "),
    edit("photos", #""url": ""#, #""url": 1, "x": ""#, 1, "schema", "photos[0].url, line "),
    edit("posts", #""body":"#, #""text":"#, 1, "schema", "posts[0].body, line "),
    edit("comments", #""email": ""#, #""email": null, "x": ""#, 1, "schema", "comments[0].email, "),
    edit(
      "todos", #""completed": "#, #""completed": 0, "x": "#, 1, "schema", "todos[0].completed, "),
  ]

  private static let ids = [
    edit(
      "users", #""id": 2,"#, #""id": 1,"#, 1, "ids", "1 user repeats an earlier id"),
    edit("albums", #""id": 1,"#, #""id": 0,"#, 1, "ids", "1 album has no valid id"),
    edit("photos", #""id": 7,"#, #""id": 8,"#, 1, "ids", "1 photo repeats an earlier id"),
    edit("posts", #""id": 1,"#, #""id": -1,"#, 1, "ids", "1 post has no valid id"),
    edit("comments", #""id": 3,"#, #""id": 2,"#, 1, "ids", "1 comment repeats an earlier id"),
    edit("todos", #""id": 1,"#, #""id": "1","#, 1, "schema", "todos[0].id, line "),
  ]

  private static let references = [
    edit(
      "albums", #""userId": 1,"#, #""userId": 11,"#, 1, "refs", "1 album has no user; first"),
    edit(
      "photos", #""albumId": 1,"#, #""albumId": 101,"#, 1, "refs", "1 photo has no album; first"),
    edit(
      "posts", #""userId": 1,"#, #""userId": 99,"#, 1, "refs", "1 post has no user; first: "),
    edit(
      "comments", #""postId": 1,"#, #""postId": 1000,"#, 1, "refs",
      "1 comment has no post; first: comments[0] (id 1), postId 1000"),
    edit(
      "todos", #""userId": 1,"#, #""userId": 0,"#, 1, "refs", "1 todo has no user; first: "),
  ]

  private static let counts = [
    count("users", "9"), count("todos", "201"),
    reply("users", 1, "time", "users took ", options: ["--max-time", "1ms"]) {
      .reply($0, after: .milliseconds(30))
    },
  ]

  private static func count(_ list: String, _ number: String) -> BrokenCopy {
    let real = Resource.named(list)?.expectedCount ?? 0
    return BrokenCopy(
      name: "\(list) expected \(number)", answer: { _, _ in nil }, exit: 1, check: "counts",
      sentence: "\(list): expected \(number), found \(real)",
      options: ["--expect", "\(list)=\(number)"])
  }
}

@Suite(
  "Broken copies of the data",
  .evidence, .needsLibcurl)
struct CheckFaultTests {
  private func check(_ copy: BrokenCopy?, _ body: @escaping @Sendable (String) -> String?) throws {
    let server = try LoopbackServer { request in
      guard let text = body(request.path) else { return .reply(status: 404, "{}") }
      return copy?.answer(request.path, text) ?? .reply(text)
    }
    defer { server.stop() }
    var words = ["check", "--base-url", server.url, "--no-cache", "--retry", "0", "-f", "json"]
    words += ["--expect", "public"] + (copy?.options ?? [])
    let outcome = try run(Places.jpfetch, words)
    let root = try JSONDocument(Array(outcome.output)).root
    let checks = try #require(root["checks"]).elements
    guard let copy else {
      #expect((outcome.status, outcome.errors) == (0, ""))
      #expect(checks.allSatisfy { $0["verdict"]?.string == "passed" })
      return
    }
    #expect(outcome.status == copy.exit)
    let failed = checks.first { $0["name"]?.string == copy.check }
    #expect(failed?["verdict"]?.string == "failed")
    let sentences = failed?["problems"]?.elements.compactMap { $0["message"]?.string } ?? []
    let wanted = copy.sentence.replacing("URL", with: server.url)
    #expect(sentences.contains { $0.hasPrefix(wanted) }, "\(sentences)")
  }

  @Test(
    "Each fault is told, with the exit status of its kind",
    arguments: BrokenCopy.all.shuffled().prefix(Effort.isFull ? .max : 12))
  func sample(copy: BrokenCopy) throws {
    try check(copy) { path in wholeSampleBody(path).map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test("The whole sample passes")
  func whole() throws {
    #expect(BrokenCopy.all.count > 30)
    try check(nil) { path in wholeSampleBody(path).map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test(
    "So it is with the real data",
    .takesLong, .notUnderSanitizer("the sample shows a sanitizer the same code"),
    .only(if: Places.hasRealData, "the API's real data isn't beside the checkout"))
  func realData() throws {
    let folder = try #require(Places.realData)
    let bodies = try Dictionary(
      uniqueKeysWithValues: Resource.all.map { resource in
        let file = folder.appending(path: "\(resource.name).json")
        return ("/\(resource.name)", try String(contentsOf: file, encoding: .utf8))
      })
    for copy in BrokenCopy.all { try check(copy) { bodies[$0] } }
    try check(nil) { bodies[$0] }
  }
}
