import TestSupport
import Testing

@testable import JPCore

@Suite("Paths of fields", .limited)
struct FieldPathTests {
  @Test(
    "A path finds the same value in one object and in many; of a repeated name the last counts",
    arguments: [
      ("id", [1, nil, 3, 7, nil, nil]), ("a.id", [nil, 2, 5, nil, nil, nil]),
      ("averylongfieldname", [nil, nil, nil, nil, nil, 4]),
    ] as [(String, [Int64?])])
  func places(path: String, values: [Int64?]) throws {
    let list =
      #"[{"id":1},{"a":{"id":2}},{"\u0069d":3,"a":{},"a":{"id":4,"id":5}},"#
      + #"{"a":{"id":6},"id":7,"a":8},[],{"averylongfieldname":4}]"#
    let document = try JSONDocument(Array(list.utf8))
    let objects = document.childIndices(of: 0)
    let names = FieldPath(unknown: path).members
    let found = names.reduce(objects as [UInt32?]) { document.members(named: $1, ofValuesAt: $0) }
    let foundOneByOne = objects.map { object in
      names.reduce(Int(object) as Int?) { value, name in
        value.flatMap { document.member(named: name, ofObjectAt: $0) }
      }
    }
    #expect(found.map { $0.map { Int($0) } } == foundOneByOne)
    #expect(foundOneByOne.map { $0.flatMap { document.integer(at: $0) } } == values)
  }

  @Test(
    "A name resolves to one path of the catalogue",
    arguments: [
      ("users", "CITY", "address.city", false, .value(.string)),
      ("users", "geo", "address.geo", false, .object),
      ("users", "photos", "albums.photos", false, .list),
      ("users", "albums.count", "albums.count", false, .count),
      ("users", "albums.title", "albums.title", true, .value(.string)),
      ("users", "albums.user.albums.count", "albums.user.albums.count", true, .count),
      ("todos", "user.todos.count", "user.todos.count", false, .count),
      ("todos", "user.city", "user.address.city", false, .value(.string)),
      ("photos", "user", "album.user", false, .object),
      ("users", "count", "count", false, .unknown),
      ("users", "x-y_z", "x-y_z", false, .unknown),
    ] as [(String, String, String, Bool, FieldPath.Kind)])
  func resolves(
    resource: String, name: String, path: String, isSeveral: Bool, kind: FieldPath.Kind
  ) throws {
    let field = try #require(Resource.named(resource)).field(name)
    #expect((field.text, field.title, field.isSeveral) == (path, name, isSeveral))
    #expect(field.kind == kind)
  }

  @Test(
    "A title has no quotes and backslashes",
    arguments: [("\"completed\"", "completed"), ("x\\.y.\"a b\"", "x.y.a b")])
  func titles(name: String, title: String) throws {
    let field = try Resource.users.field(name)
    #expect((field.text, field.title) == (title, title))
    #expect(field.kind == .unknown)
  }

  @Test(
    "A list of paths is separated by commas outside of quotes",
    arguments: [
      ("a,b.c", ["a", "b.c"]), ("", [""]), ("a,", ["a", ""]), (#""a,b",c"#, [#""a,b""#, "c"]),
      (#"a\,b,c"#, [#"a\,b"#, "c"]), (#"a\",b"#, [#"a\""#, "b"]),
      (#"-"a,b"."c,d""#, [#"-"a,b"."c,d""#]),
      (#""a\",b"#, [#""a\""#, "b"]), (#""a,b"#, [#""a,b"#]),
    ])
  func lists(text: String, paths: [String]) {
    #expect(FieldPath.list(text) == paths)
  }

  @Test(
    "A name that could be several fields, or a field of an embedded list, is refused",
    arguments: [
      (
        "photos", "name", .ambiguous("name", paths: ["album.user.name", "album.user.company.name"])
      ),
      (
        "photos", "album.name",
        .ambiguous("album.name", paths: ["album.user.name", "album.user.company.name"])
      ),
      ("users", "completed", .ofList("completed", paths: ["todos.completed"])),
      ("todos", "user.url", .ofList("user.url", paths: ["user.albums.photos.url"])),
      ("users", "a..b", .malformed("a..b")),
    ] as [(String, String, QueryError)])
  func refuses(resource: String, name: String, error: QueryError) throws {
    let resource = try #require(Resource.named(resource))
    #expect(throws: error) { try resource.field(name) }
  }
}

extension FieldPath {
  /// A member of the record itself that is only in the data; its names have no dots.
  init(unknown text: String) {
    self.init([], text.split(separator: ".").map { MemberName(String($0)) }, .unknown)
  }
}
