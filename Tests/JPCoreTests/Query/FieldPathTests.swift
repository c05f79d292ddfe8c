import TestSupport
import Testing

@testable import JPCore

@Suite("Paths of fields", .limited)
struct FieldPathTests {
  @Test(
    "A short name means one path of the catalogue, and an unknown name itself",
    arguments: [
      ("users", "CITY", "CITY", false, .unknown),
      ("users", "city", "address.city", false, .value(.string)),
      ("users", "geo", "address.geo", false, .object),
      ("users", "photos", "albums.photos", false, .list),
      ("users", "albums.count", "albums.count", false, .count),
      ("users", "albums.title", "albums.title", true, .value(.string)),
      ("users", "albums.user.albums.count", "albums.user.albums.count", true, .count),
      ("todos", "user.todos.count", "user.todos.count", false, .count),
      ("todos", "user.city", "user.address.city", false, .value(.string)),
      ("photos", "user", "album.user", false, .object),
      ("users", "count", "count", false, .unknown),
      ("users", "completed", "completed", false, .unknown),
      ("users", "albums.city", "albums.city", true, .unknown),
      ("todos", "user.albums.city", "user.albums.city", true, .unknown),
      ("users", "x-y_z", "x-y_z", false, .unknown),
      // A vowel sign and the point before it are one of Swift's characters.
      ("albums", "user.\u{93E}city", "user.\u{93E}city", false, .unknown),
    ] as [(String, String, String, Bool, FieldPath.FieldKind)])
  func resolves(
    resource: String, name: String, path: String, isSeveral: Bool, kind: FieldPath.FieldKind
  ) throws {
    let field = try #require(Resource.named(resource)).field(name)
    #expect((field.text, field.title, field.canHaveSeveralValues) == (path, name, isSeveral))
    #expect(field.kind == kind)
  }

  @Test(
    "A name in quotes may hold any character, the quote itself doubled, and is printed without quotes",
    arguments: [
      (#""completed""#, ["completed"]), (#"x.'y.z'."a b""#, ["x", "y.z", "a b"]),
      (#""say ""hi""""#, [#"say "hi""#]), ("'it''s'", ["it's"]),
      (#"'"'."'"."''""#, ["\"", "'", "''"]),
      (#""""#, [""]), (#""""""#, ["\""]), (#""a\b\"."c""#, [#"a\b\"#, "c"]), (" \"x\" . y ", nil),
      (#""x"#, nil), (#""x""#, ["x"]), (#""x"y"#, nil), (#"a\.b"#, nil), ("a b", nil),
    ])
  func quotes(name: String, names: [String]?) throws {
    let field = try? Resource.users.field(name)
    #expect(field?.memberNames == names)
    #expect(field?.title == names?.joined(separator: "."))
    if let field { #expect(field.kind == .unknown) }
  }

  @Test(
    "Commas outside of quotes separate the paths of a list",
    arguments: [
      ("a,b.c", ["a", "b.c"]), ("", [""]), ("a,", ["a", ""]), (#""a,b",c"#, [#""a,b""#, "c"]),
      (#"a\,b,c"#, [#"a\"#, "b", "c"]), (#""a"",b",c"#, [#""a"",b""#, "c"]),
      ("'a,\",b',c", ["'a,\",b'", "c"]), ("a, -b ,c", ["a", "-b ", "c"]),
      (#"-"a,b"."c,d""#, [#"-"a,b"."c,d""#]),
      (#""a\",b"#, [#""a\""#, "b"]), (#""a,b"#, [#""a,b"#]),
    ])
  func lists(text: String, paths: [String]) {
    #expect(FieldPath.splitList(text) == paths)
  }

  @Test("A path of more names than JSON has levels is refused, without a crash")
  func tooLong() {
    for name in ["a", "albums.user"] {
      let path = Array(repeating: name, count: 100_000).joined(separator: ".")
      #expect(throws: QueryError.tooLong(path)) { try Resource.users.field(path) }
    }
  }
}

extension FieldPath {
  /// A member of the record itself that is only in the data; its names have no dots.
  init(unknown text: String) {
    self.init([], text.split(separator: ".").map { MemberName(String($0)) }, .unknown)
  }
}
