import Testing

@testable import JPCore

@Suite("Paths of fields")
struct FieldPathTests {
  @Test(
    "A path leads to the same place in one object as in many",
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
    let field = FieldPath(path)
    let found = field.indices(in: document, ofObjectsAt: objects)
    #expect(
      found.map { index in
        index.map { String(UnicodeScalar(document.bytes[Int(document.nodes[Int($0)].start)])) }
      } == firstBytes)
    #expect(
      found.map { $0.map { Int($0) } }
        == objects.map { field.index(in: document, ofObjectAt: Int($0)) })
  }
}
