import Foundation
import JPCore
import TestSupport
import Testing

@Suite("Selecting records", .limited)
struct SelectTests {
  // MARK: Relations

  @Test(
    "Each relation of each resource is embedded from the lists that it needs", .needsLibcurl,
    arguments: [
      ("users", "albums", ["/albums", "/users"]),
      ("users", "albums.photos", ["/albums", "/photos", "/users"]),
      ("users", "posts", ["/posts", "/users"]),
      ("users", "posts.comments", ["/comments", "/posts", "/users"]),
      ("users", "todos", ["/todos", "/users"]), ("albums", "photos", ["/albums", "/photos"]),
      ("albums", "user", ["/albums", "/users"]), ("photos", "album", ["/albums", "/photos"]),
      ("photos", "album.user", ["/albums", "/photos", "/users"]),
      ("posts", "comments", ["/comments", "/posts"]), ("posts", "user", ["/posts", "/users"]),
      ("comments", "post", ["/comments", "/posts"]),
      ("comments", "post.user", ["/comments", "/posts", "/users"]),
      ("todos", "user", ["/todos", "/users"]), ("users", "none", ["/users"]),
    ])
  func relation(resource: String, relation: String, requests: [String]) async throws {
    let site = try ServerAndStore()
    let first = try #require(try await site.json("\(resource) -e \(relation) -n 1").elements.first)
    #expect(site.requests.map(\.path).sorted() == requests)
    guard relation != "none" else {
      #expect(first["albums"] == nil)
      return
    }
    var value = first
    for name in relation.split(separator: ".") {
      let embedded = try #require(value[String(name)], "\(name)")
      value = embedded.kind == .array ? try #require(embedded.elements.first) : embedded
    }
    #expect(value["id"] != nil)
  }

  @Test("Without arguments, jpfetch shows users with albums and their photos")
  func withoutWords() async throws {
    let outcome = try await jpfetch("users --embed albums.photos --json", fromSampleFiles)
    try await outcome.expect(output: sampleJSON.value)
    let first = try #require(try JSONDocument(Array(outcome.output)).root.elements.first)
    let album = try #require(first["albums"]?.elements.first)
    #expect(album["photos"]?.elements.first?["id"]?.integer == 1)
  }

  // MARK: Without the server

  @Test("Each kind of selection prints the same offline as from files", .needsLibcurl)
  func offline() async throws {
    let site = try ServerAndStore()
    try await site.jpfetch("cache warm").expect(status: 0)
    site.server.stop()
    for line in [
      "users -e posts.comments -n 1", "todos -w userId=3 -w completed", "posts -s harbour",
      "posts 1 -e comments", "photos 17 75 -e album.user -F title,album.user.name", "users 3 todos",
      "photos -S -title,id -n 5", "todos --skip 5 -n 3", "users -F name,albums.title",
      "todos --count",
      "todos --count-by user.name",
    ] {
      let offline = try await site.jpfetch(line + " --json --offline")
      offline.expect(status: 0, errors: "")
      let files = try await jpfetch(line, ["--json"] + fromSampleFiles)
      offline.expect(output: files.output)
      #expect(!files.output.isEmpty, "\(files)")
    }
  }

  // MARK: Files with their own data

  private func select(_ line: String, from users: String) async throws -> CommandRun {
    let directory = try TemporaryDirectory()
    try directory.write(users, to: "users.json")
    return try await jpfetch("users -e none \(line)", directory.options)
  }

  @Test("--search looks into every text field, and ignores case and accents")
  func search() async throws {
    let fields = [
      #""name":"?""#, #""username":"?""#, #""email":"?""#, #""phone":"?""#, #""website":"?""#,
      #""address":{"street":"?"}"#, #""address":{"suite":"?"}"#, #""address":{"city":"?"}"#,
      #""address":{"zipcode":"?"}"#, #""address":{"geo":{"lat":"?"}}"#,
      #""address":{"geo":{"lng":"?"}}"#, #""company":{"name":"?"}"#,
      #""company":{"catchPhrase":"?"}"#, #""company":{"bs":"?"}"#,
    ]
    var records: [String] = []
    for (number, field) in fields.enumerated() {
      records.append(#"{"id":\#(number),\#(field.replacing("?", with: "la CRÈME brûlée"))}"#)
    }
    records.append(#"{"id":99,"name":"la crème"}"#)
    let users = "[\(records.joined(separator: ","))]"
    let outcome = try await select("-s 'Creme BRULEE' -F id -f csv --no-header", from: users)
    outcome.expect(text: fields.indices.map { "\($0)\r\n" }.joined())
  }

  @Test(
    "Names and values are compared code point by code point, and folded only by ~ and --search",
    arguments: [
      ("-w name=é -F id", "1\r\n"), ("-w name!=é -F id", "2\r\n3\r\n"),
      ("-F é -n 2", "5\r\n\"\"\r\n"),
      ("-w é=5 -F id", "1\r\n"), ("-w name~é -F id", "1\r\n2\r\n3\r\n"),
      ("-s e -F id", "1\r\n2\r\n3\r\n"),
      ("-F '\"é\",\"e\u{301}\"' -n 2", "5,\r\n,6\r\n"),
      ("--count-by '\"é\",\"e\u{301}\"'", "5,,1\r\n,6,1\r\n,,1\r\n"),
      ("--count-by name", "é,1\r\ne\u{301},1\r\nÉ,1\r\n"),
    ])
  func codePoints(line: String, text: String) async throws {
    let users =
      #"[{"id":1,"name":"é","é":5},{"id":2,"name":"e\u0301","e\u0301":6},{"id":3,"name":"É"}]"#
    let outcome = try await select(line + " -f csv --no-header", from: users)
    outcome.expect(text: text)
  }

  @Test(
    "Rows have a column for each field named, even if no record shown has it",
    arguments: [
      ("csv", "id,x.y\r\n2,\r\n"), ("tsv", "id\tx.y\n2\t\n"), ("table", "id  x.y\n 2\n"),
      ("markdown", "| id | x.y |\n| ---: | --- |\n| 2 |  |\n"),
    ])
  func namedColumns(format: String, text: String) async throws {
    let outcome = try await select(
      "-F id,x.y -w id=2 -f \(format)", from: #"[{"id":1,"x":{"y":5}},{"id":2}]"#)
    outcome.expect(status: 0, text: text)
  }

  @Test("The columns of a list don't depend on the values", arguments: ["csv", "tsv"])
  func columns(format: String) async throws {
    func header(_ users: String) async throws -> Substring? {
      let outcome = try await select("-f \(format)", from: users)
      return outcome.text.split(whereSeparator: \.isNewline).first
    }
    let few = try await header(#"[{"id":1}]"#)
    #expect(few?.hasSuffix("company.bs") == true)
    #expect(try await header(#"[{"id":1,"name":"a","address":{"city":"b"}},{"id":2}]"#) == few)
    for users in ["[]", #"[{"id":1,"address":{"geo":{"lat":"1","lng":"2"}}}]"#] {
      let named = try await select("-F geo,company -f \(format)", from: users)
      let titles = named.text.split { $0.isNewline || $0 == "," || $0 == "\t" }.prefix(3)
      #expect(titles == ["address.geo.lat", "address.geo.lng", "company"], "\(named)")
    }
  }

  @Test(
    "A field that no record has is exit 2, for one record or many, from a server or from files",
    .needsLibcurl,
    arguments: ["-w nmae=x", "-S nmae", "--count-by nmae", "-F nmae", "1 -F nmae", "1 2 -F nmae"])
  func unknownField(selection: String) async throws {
    let site = try ServerAndStore()
    for source in [["--base-url", site.url], fromSampleFiles] {
      let outcome = try await jpfetch("users \(selection) -e none", source)
      outcome.expect(status: 2, text: "")
      #expect(outcome.firstError.contains("\"nmae\""), "\(outcome)")
    }
  }

  @Test(
    "A single record shows the fields that it lacks as empty, and members outside the catalogue")
  func recordView() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      #"[{"id":1,"albumId":7,"title":"a","title":"b","new":{"k":1}}]"#, to: "photos.json")
    try directory.write(#"[{"id":7,"userId":1,"color":"red"}]"#, to: "albums.json")
    let view = try await jpfetch("photos 1 -e album", directory.options)
    view.expect(
      text: """
        id            1
        albumId       7
        title         b
        url
        thumbnailUrl
        new.k         1
        album.id      7
        album.userId  1
        album.title
        album.color   red

        """)
    // The names are those of --fields.
    for row in view.text.split(separator: "\n") {
      let name = row.prefix { $0 != " " }
      let outcome = try await jpfetch("photos 1 -e album -F \(name)", directory.options)
      #expect(outcome.text.hasPrefix(name), "\(outcome)")
    }
  }

  // MARK: JSON

  @Test("JSON keeps the server's order and spelling; embedded members are last")
  func json() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      #"[ {"b":1.50,"id":1,"a":1e2,"n":-0,"u":"\u00e9\/é"}, {"id":2}]"#, to: "users.json")
    try directory.write(#"[{"userId":1,"id":7}]"#, to: "albums.json")
    let pretty = #"""
      [
        {
          "b": 1.50,
          "id": 1,
          "a": 1e2,
          "n": -0,
          "u": "\u00e9\/é",
          "albums": [
            {
              "userId": 1,
              "id": 7
            }
          ]
        },
        {
          "id": 2,
          "albums": []
        }
      ]

      """#
    let run = try await jpfetch("users -e albums --json", directory.options)
    run.expect(text: pretty)
    let compact =
      #"[{"b":1.50,"id":1,"a":1e2,"n":-0,"u":"\u00e9\/é","albums":[{"userId":1,"id":7}]},"#
      + #"{"id":2,"albums":[]}]"# + "\n"
    let compactRun = try await jpfetch("users -e albums --json --compact", directory.options)
    compactRun.expect(text: compact)
  }
}
