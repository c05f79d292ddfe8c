import TestSupport
import Testing

@testable import JPCore

@Suite("Records chosen from a list by a path, by the rules of json-server", .limited)
struct QueryPathTests {
  private static let albums =
    #"[{"id":1,"userId":1},{"id":2,"userId":2},{"id":3,"userId":1,"title":"a b"}]"#

  /// - Returns: `nil` if the path spells no query, or if the list doesn't have the record.
  private func body(_ path: String, _ list: String = albums) throws -> String? {
    guard let query = QueryPath(path) else { return nil }
    let records = try Records(JSONDocument(list), of: .albums)
    do {
      return String(decoding: try query.document(from: records).bytes, as: UTF8.self)
    } catch is MissingRecord {
      return nil
    }
  }

  @Test(
    "A list answers requests for its records, filters and pages",
    arguments: [
      ("/albums/2", #"{"id":2,"userId":2}"#), ("/albums/9", nil), ("/albums/01", nil),
      ("/users/2/albums", #"[{"id":2,"userId":2}]"#), ("/users/9/albums", "[]"),
      ("/users/2/albums?userId=1", #"[{"id":2,"userId":2}]"#),
      ("/users/2/albums?userId=1&userId=3", #"[{"id":2,"userId":2}]"#),
      ("/albums?id=1&id=2", #"[{"id":1,"userId":1},{"id":2,"userId":2}]"#),
      ("/albums?title=a+b&userId=1", #"[{"id":3,"userId":1,"title":"a b"}]"#),
      ("/albums?userId=1&_page=2&_limit=1", #"[{"id":3,"userId":1,"title":"a b"}]"#),
      ("/albums?_limit=1", #"[{"id":1,"userId":1}]"#), ("/albums?_page=2", "[]"),
      ("/albums/2?", #"{"id":2,"userId":2}"#), ("/albums?id=2&", #"[{"id":2,"userId":2}]"#),
    ] as [(String, String?)])
  func answers(path: String, expected: String?) throws {
    #expect(try body(path) == expected)
  }

  @Test(
    "_page and _limit select the same records as in json-server 0.17",
    arguments: [
      ("_page=1", 1...10), ("_page=2", 11...20), ("_page=3", 21...23), ("_page=4", nil),
      ("_page=0", 1...10), ("_page=-2", 1...10), ("_page=x", 1...10), ("_page=2x", 11...20),
      ("_page=", 1...23), ("_page=2&_page=1", 11...20), ("_page=2&_limit=5", 6...10),
      ("_page=2&_limit=0", 11...20), ("_page=2&_limit=x", 11...20), ("_limit=5", 1...5),
      ("_limit=5&_limit=7", 1...5), ("_limit=99", 1...23), ("_limit=0", nil), ("_limit=x", nil),
      ("_limit=", 1...23), ("_page=99999999999999999999", nil),
      ("_page=2&_limit=99999999999999999999", nil),
    ] as [(String, ClosedRange<Int>?)])
  func pages(query: String, ids: ClosedRange<Int>?) throws {
    let records = (1...23).map { #"{"id":\#($0)}"# }
    var wanted: [String] = []
    if let ids { wanted = Array(records[(ids.lowerBound - 1)..<ids.upperBound]) }
    let list = "[\(records.joined(separator: ","))]"
    #expect(try body("/albums?" + query, list) == "[\(wanted.joined(separator: ","))]")
  }

  @Test(
    "Other paths and queries are no queries of records",
    arguments: [
      "/albums/", "/albums?q=a", "/albums?userId", "/albums/1?x=1",
      "/albums/1/photos/2", "/photos/1/albums", "/x/1", "/albums?_limit=-1",
      "/albums?id=1&_sort=id", "/albums?_start=1", "/albums?title_ne=x",
    ])
  func unknown(path: String) {
    #expect(QueryPath(path)?.query.resource.name == nil)
  }

  @Test("A filter by a field that no record has is ignored, as servers do")
  func droppedFilter() throws {
    #expect(try body("/albums?title=x", #"[{"id":1}]"#) == #"[{"id":1}]"#)
    #expect(try body("/albums?title=x", "[]") == "[]")
  }

  // MARK: Identity

  /// Ten ids, each the first of two records.
  private static let ids: [(path: String, id: String, finds: Bool)] = [
    ("/albums/1", "1", true), ("/albums/1", #""1""#, true), ("/albums/01", "1", false),
    ("/albums/01", #""01""#, true), ("/albums/1.0", "1", false),
    ("/albums/-1", "-1", true), ("/albums/A", #""a""#, false),
    ("/albums/caf%C3%A9", #""caf\u00e9""#, true), ("/albums/cafe%CC%81", #""caf\u00e9""#, false),
    ("/albums/99999999999999999999", "99999999999999999999", true),
  ]

  @Test("A record is found by the bytes of its id's text", arguments: ids)
  func identity(path: String, id: String, finds: Bool) throws {
    let record = #"{"id":\#(id)}"#
    #expect(try body(path, #"[\#(record),{"id":"other"}]"#) == (finds ? record : nil))
  }

  /// Ten values of a filter.
  private static let values: [(query: String, value: String, finds: Bool)] = [
    ("title=a", #""a""#, true), ("title=A", #""a""#, false), ("title=a+b", #""a b""#, true),
    ("title=a%2Bb", #""a+b""#, true), ("title=caf%C3%A9", #""caf\u00e9""#, true),
    ("title=cafe%CC%81", #""caf\u00e9""#, false), ("title=1", "1", true),
    ("title=1.0", "1", false), ("title=true", "true", true), ("title=null", "null", false),
  ]

  @Test("A filter compares the bytes of a value's text", arguments: values)
  func filters(query: String, value: String, finds: Bool) throws {
    let record = #"{"id":1,"title":\#(value)}"#
    let wanted = finds ? "[\(record)]" : "[]"
    #expect(try body("/albums?" + query, #"[\#(record),{"id":2,"title":"other"}]"#) == wanted)
  }
}
