import TestSupport
import Testing

@testable import JPCore

@Suite("Paths of fields", .limited)
struct FieldPathTests {
  @Test(
    "A path finds the same value in one object and in many",
    arguments: [
      ("", ["{", "{", "{", "{", "[", "\"", "{"]), ("id", ["1", nil, "3", "7", nil, nil, nil]),
      ("a.id", [nil, "2", "5", nil, nil, nil, "n"]), ("a", [nil, "{", "{", "8", nil, nil, "{"]),
      ("a\"b", [nil, nil, nil, "9", nil, nil, nil]),
      (
        "averylongfieldname",
        [
          nil, nil, nil, nil, nil, nil, "4",
        ]
      ),
    ])
  func places(path: String, firstBytes: [String?]) throws {
    let document = try JSONDocument(
      Array(
        #"""
        [{"id":1},{"a":{"id":2}},{"\u0069d":3,"a":{},"a":{"id":4,"id":5}},
         {"a":{"id":6},"id":7,"a":8,"a\"b":9},[],"id",{"a":{"id":null},"averylongfieldname":4}]
        """#.utf8))
    let objects = document.children(at: 0).map { UInt32($0) }
    let field = FieldPath(unknown: path)
    let found = field.members.reduce(objects as [UInt32?]) {
      document.members(named: $1, ofValuesAt: $0)
    }
    #expect(
      found.map { index in
        index.map { String(UnicodeScalar(document.bytes[Int(document.nodes[Int($0)].start)])) }
      } == firstBytes)
    #expect(
      found.map { $0.map { Int($0) } }
        == objects.map { document.value(at: field.members, in: Int($0)) })
  }

  @Test(
    "A name resolves to one path of the catalogue",
    arguments: [
      ("users", "id", "id", false, .value(.integer)),
      ("users", "CITY", "address.city", false, .value(.string)),
      ("users", "geo", "address.geo", false, .object), ("users", "albums", "albums", false, .list),
      ("users", "photos", "albums.photos", false, .list),
      ("users", "albums.count", "albums.count", false, .count),
      ("users", "albums.photos.count", "albums.photos.count", false, .count),
      ("users", "albums.title", "albums.title", true, .value(.string)),
      ("users", "albums.user.albums.count", "albums.user.albums.count", true, .count),
      ("todos", "user.todos.count", "user.todos.count", false, .count),
      ("todos", "user.city", "user.address.city", false, .value(.string)),
      ("photos", "user", "album.user", false, .object),
      ("photos", "userId", "album.userId", false, .value(.integer)),
      ("users", "count", "count", false, .unknown),
      ("users", "\"completed\"", "completed", false, .unknown),
      ("users", "x\\.y.\"a b\"", "x.y.a b", false, .unknown),
      ("albums", "user.nickname", "user.nickname", false, .unknown),
    ] as [(String, String, String, Bool, FieldPath.Kind)])
  func resolves(
    resource: String, name: String, path: String, isSeveral: Bool, kind: FieldPath.Kind
  ) throws {
    let field = try #require(Resource.named(resource)).field(name)
    #expect((field.text, field.title, field.isSeveral) == (path, name, isSeveral))
    #expect(field.kind == kind)
  }

  @Test(
    "A name that could be several fields, or a field of an embedded list, is refused",
    arguments: [
      (
        "photos", "name", .ambiguous("name", paths: ["album.user.name", "album.user.company.name"])
      ),
      ("users", "completed", .ofList("completed", paths: ["todos.completed"])),
      ("todos", "user.url", .ofList("user.url", paths: ["user.albums.photos.url"])),
      ("users", "a..b", .malformed("a..b")), ("users", "x y", .malformed("x y")),
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
