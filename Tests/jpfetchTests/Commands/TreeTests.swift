import JPCore
import TestSupport
import Testing

@Suite("Trees", .limited)
struct TreeTests {
  private static let lists = [
    "users": #"[{"id":1,"name":"Ada"}]"#,
    "albums": #"[{"id":3,"userId":1,"title":"Fog"},{"id":4,"userId":null,"title":"Dew"}]"#,
    "photos": #"[{"id":5,"albumId":3,"title":"a"},{"id":6,"albumId":3,"title":"b"}]"#,
    "posts": #"[{"id":7,"userId":1,"title":"Tea"}]"#,
    "comments": #"[{"id":8,"postId":7,"name":"Yes"}]"#,
    "todos": #"[{"id":9,"userId":1,"title":"Go","completed":true}]"#,
  ]

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for (name, list) in Self.lists { try directory.write(list, to: "\(name).json") }
  }

  @Test(
    "A tree shows parents as branches, and keeps all requested fields and children",
    arguments: [
      ("comments 8 -e post.user", "8 Yes\n└── post 7 Tea\n    └── user 1 Ada\n"),
      (
        "albums -e user,photos",
        """
        3 Fog · 2 photos
        ├── user 1 Ada
        └── photos
            ├── 5 a
            └── 6 b
        4 Dew · 0 photos

        """
      ),
      (
        "albums 3 -F title,user.name,photos.title",
        "Fog · 2 photos\n├── user Ada\n└── photos\n    ├── a\n    └── b\n"
      ),
      ("comments 8 -F name,post.user.name", "Yes\n└── post 7 Tea\n    └── user Ada\n"),
      ("albums 3 -e user -F title,photos.count", "Fog  2\n└── user 1 Ada\n"),
    ])
  func parents(line: String, tree: String) async throws {
    try await jpfetch("\(line) -f tree", directory.options).expect(status: 0, text: tree)
  }

  @Test(
    "Without --embed, a tree shows the records' children or, if the resource has none, the parent",
    arguments: [
      ("albums 3", "3 Fog · 2 photos\n├── 5 a\n└── 6 b\n"),
      ("posts 7", "7 Tea · 1 comment\n└── 8 Yes\n"), ("comments", "8 Yes\n└── post 7 Tea\n"),
      ("todos", "✓ 9 Go\n└── user 1 Ada\n"), ("photos 6", "6 b\n└── album 3 Fog\n"),
      ("posts 7 -e none", "7 Tea\n"), ("posts 7 -F title", "Tea\n"),
    ])
  func usual(line: String, tree: String) async throws {
    try await jpfetch("\(line) -f tree", directory.options).expect(status: 0, text: tree)
  }

  @Test("A line break in a label is shown as ↵")
  func lineBreaks() async throws {
    try directory.write(#"[{"id":3,"userId":1,"title":"Fog\r\nand\ndew"}]"#, to: "albums.json")
    try await jpfetch("albums -e none -f tree", directory.options).expect(
      status: 0, text: "3 Fog↵and↵dew\n")
  }

  @Test("A parent that couldn't be fetched is shown as missing")
  func missing() async throws {
    try directory.write("<html>", to: "posts.json")
    try await jpfetch("comments 8 -f tree --partial", directory.options).expect(
      status: 8, text: "8 Yes\n└── post missing\n")
  }
}
