import Foundation
import JPCore
import TestSupport
import Testing

@Suite("-f record: a line for each field", .limited)
struct RecordFormatTests {
  private static let comments = """
    [{"postId":1,"id":1,"name":"a","email":"a@b","body":"one\\ntwo\\r\\nthree","new":7},
    {"postId":1,"id":2,"name":"c\u{9B}d","body":null}]
    """

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(Self.comments, to: "comments.json")
  }

  private func text(_ line: String) async throws -> String {
    let outcome = try await jpfetch(line, directory.options)
    outcome.expect(status: 0, errors: "")
    return outcome.text
  }

  @Test("An empty line separates records; fields keep the table's order, and text its line breaks")
  func records() async throws {
    #expect(
      try await text("comments -f record") == """
        id      1
        postId  1
        name    a
        email   a@b
        body    one
                two
                three
        new     7

        id      2
        postId  1
        name    c\\u009bd
        email
        body

        """)
  }

  @Test(
    "A member that is null in one record and an object in another is shown in both",
    arguments: ["albums -F id,new", "albums -e none", "get /albums"])
  func nullAndObject(line: String) async throws {
    try directory.write(
      #"[{"id":1,"new":null},{"id":2,"new":{"a":3}},{"id":3}]"#, to: "albums.json")
    let printed = try await text(line + " -f record")
    if line.contains("-F") {
      #expect(printed == "id   1\nnew\n\nid   2\nnew  {\"a\":3}\n\nid   3\nnew\n")
      return
    }
    let records = printed.components(separatedBy: "\n\n")
    let members = records.map { record in
      record.split(separator: "\n").map(String.init).filter { $0.hasPrefix("new") }
    }
    #expect(members.map(\.count) == [1, 1, 0], "\(printed)")
    #expect(members[0] == ["new"] && members[1][0].hasPrefix("new.a "), "\(printed)")
  }

  @Test("A name of more than 40 columns has its value below it, and doesn't indent other values")
  func longName() async throws {
    let short = String(repeating: "k", count: 40)
    try directory.write(#"[{"id":1,"\#(short)":2,"\#(short)l":3}]"#, to: "albums.json")
    let gap = String(repeating: " ", count: 40)
    #expect(
      try await text("get /albums -f record")
        == "id\(gap)1\n\(short)  2\n\(short)l\n  3\n")
  }

  @Test("In a pipe, a table says true and false")
  func booleans() async throws {
    let todos = #"[{"userId":1,"id":1,"completed":true},{"userId":1,"id":2,"completed":false}]"#
    try directory.write(todos, to: "todos.json")
    #expect(
      try await text("todos -F id,completed") == "id  completed\n 1  true\n 2  false\n")
  }

  @Test(
    "In no format for people does a server's text run a command of a CI system",
    arguments: [
      "posts 1 -e none", "posts -e none -f record", "posts -F title", "posts -F title -f tree",
      "posts -F title,body --no-header", "get /posts -f table", "get /posts/1 -f record",
      "posts -F title -f markdown", "posts --count-by title", "posts -F '\"::name\"' -f record",
    ])
  func commands(line: String) async throws {
    let posts = #"""
      [{"userId":1,"id":1,"title":"::add-mask::x","::name":1,"":"::x",
        "body":"a\n::set-output name=a::b\n\u00a0 ::x\n##[error]x\n##VSO[task.x]y\n##teamcity[x]"},
       {"userId":1,"id":2,"title":"http://a/##[error]x","body":"  ::stop-commands::x"}]
      """#
    try directory.write(posts, to: "posts.json")
    let text = try await text(line)
    #expect(text.contains("add-mask") || text.contains("1"))
    for line in text.split(separator: "\n") {
      let start = line.trimmingPrefix(while: \.isWhitespace)
      #expect(!start.hasPrefix("::") && !line.contains(/##\w*\[/), "\(line)")
    }
  }

  @Test("For a single record, -f record prints the same as the default format")
  func one() async throws {
    let table = try await text("comments 1")
    #expect(try await text("comments 1 -f record") == table)
    #expect(table.hasPrefix("id      1\npostId  1\n"))
  }

  @Test("-f record keeps the fields in the order of --fields; get keeps the data's order")
  func fields() async throws {
    #expect(
      try await text("comments 2 1 -F email,id -f record")
        == "email\nid     2\n\nemail  a@b\nid     1\n")
    #expect(try await text("get /comments/1 -f record").hasPrefix("postId  1\nid      1\n"))
    let list = try await text("get /comments -f record")
    #expect(list.contains("\n\npostId  1\nid      2\n"))
  }

  @Test("In a table's cell, a line break is shown as ↵")
  func cells() async throws {
    #expect(try await text("comments -n 1 -F id,body") == "id  body\n 1  one↵two↵three\n")
    #expect(try await text("comments -n 1 -F id,body -f tsv").contains("one\\ntwo\\r\\nthree"))
  }
}

extension TerminalTests {
  @Test("On a terminal, a record's text is wrapped below its beginning, even with --wide")
  func recordFormat() async throws {
    let line = "posts 1 2 -F id,body -f record --sample -q --color never"
    let lines = try await terminal(line, columns: 40).split(separator: "\n")
    #expect(lines.allSatisfy { $0.displayWidth <= 40 })
    #expect(lines.contains { $0.hasPrefix("      ") })
    let wide = try await terminal(line + " --wide", columns: 40)
    let piped = try await jpfetch(line)
    #expect(wide.split(separator: "\n") == lines)
    #expect(!piped.text.contains("\n      \n") && piped.text != wide)
  }

  @Test(
    "Hints and counts fit the terminal's width, even with --wide",
    arguments: [
      ("users 1 -e albums", "albums, posts, todos: jpfetch users 1 t…"),
      ("todos 1", "user: jpfetch todos 1 user"),
      ("users -e albums,posts,todos -F id", "10 users, 100 albums, 100 posts, 200 to…"),
    ])
  func wideHints(line: String, hint: String) async throws {
    let wide = try await terminal("\(line) --wide --sample --color never", columns: 40)
    let lines = wide.split(separator: "\n")
    #expect(lines.last == hint[...], "\(wide)")
  }
}
