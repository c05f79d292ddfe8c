import TestSupport
import Testing

@testable import JPCore

@Suite("Responses derived from a list, by the rules of json-server", .limited)
struct ResourcePathTests {
  private static let albums =
    #"[{"id":1,"userId":1},{"id":2,"userId":2},{"id":3,"userId":1,"title":"a b"}]"#

  private func response(
    _ path: String, _ list: String = albums, _ fields: HeaderFields = []
  ) -> HTTPResponse? {
    let response = HTTPResponse(
      status: 200, headerFields: fields, body: Array(list.utf8), url: "http://host/albums")
    guard let parsed = ResourcePath(parsing: path) else { return nil }
    return ResourceList(response, of: .albums)?.response(to: parsed, at: "http://host" + path)
  }

  private func body(_ path: String, _ list: String = albums) -> String? {
    guard let found = response(path, list) else { return nil }
    return String(decoding: found.body, as: UTF8.self)
  }

  @Test(
    "A list answers requests for its records, filters and pages",
    arguments: [
      ("/albums/2", 200, #"{"id":2,"userId":2}"#, nil), ("/albums/9", 404, "{}", nil),
      ("/albums/01", 404, "{}", nil), ("/users/2/albums", 200, #"[{"id":2,"userId":2}]"#, nil),
      ("/users/9/albums", 200, "[]", nil),
      ("/users/2/albums?userId=1", 200, #"[{"id":2,"userId":2}]"#, nil),
      ("/users/2/albums?userId=1&userId=3", 200, #"[{"id":2,"userId":2}]"#, nil),
      ("/albums?title=a+b&userId=1", 200, #"[{"id":3,"userId":1,"title":"a b"}]"#, nil),
      ("/albums?userId=1&_page=2&_limit=1", 200, #"[{"id":3,"userId":1,"title":"a b"}]"#, "2"),
      ("/albums?_limit=1", 200, #"[{"id":1,"userId":1}]"#, "3"),
      ("/albums?_page=2", 200, "[]", "3"), ("/albums/2?", 200, #"{"id":2,"userId":2}"#, nil),
      ("/albums?id=2&", 200, #"[{"id":2,"userId":2}]"#, nil),
    ] as [(String, Int, String, String?)])
  func answers(path: String, status: Int, body: String, total: String?) throws {
    let found = try #require(response(path))
    #expect((found.status, String(decoding: found.body, as: UTF8.self)) == (status, body))
    #expect((found.url, found.derivedFrom) == ("http://host" + path, "http://host/albums"))
    #expect(found.headerFields["X-Total-Count"] == total)
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
    #expect(body("/albums?" + query, list) == "[\(wanted.joined(separator: ","))]")
  }

  @Test(
    "No response is derived for a path or query that the list can't answer",
    arguments: [
      "/albums/", "/albums?q=a", "/albums?userId", "/albums/1?x=1",
      "/albums/1/photos/2", "/users/1/photos", "/x/1", "/albums?userId=1&userId=2",
      "/albums?_limit=-1", "/albums?id=1&_sort=id", "/albums?_start=1", "/albums?title_ne=x",
    ])
  func unknown(path: String) {
    #expect(response(path) == nil)
  }

  @Test(
    "No response is derived from a document that isn't a list of records with ids",
    arguments: ["{}", "[1]", #"[{"id":1},{"id":null}]"#, #"[{"title":"a"}]"#, "["])
  func parts(list: String) {
    #expect(response("/albums/1", list) == nil)
  }

  @Test(
    "No response is derived from a list whose header fields show that it is one page of several",
    arguments: [
      ([], true), (["X-Total-Count": "3"], true), (["X-Total-Count": "4"], false),
      (["Link": "<http://host/albums?_page=2>; rel=\"next\""], false),
      (["Link": "</a>; rel=\"first\", </b>; rel=Next"], false),
      (["Link": "</a>; rel=\"first\""], true), (["Link": "</next.css>; rel=preload"], true),
      (["Link": "</b>; rel=\"last next\""], false),
    ] as [(HeaderFields, Bool)])
  func wholeLists(fields: HeaderFields, isWhole: Bool) {
    #expect((response("/albums/1", Self.albums, fields) != nil) == isWhole)
  }

  @Test(
    "A response derived from a list doesn't have the list's X-Total-Count",
    arguments: ["/albums/1", "/users/1/albums"])
  func totals(path: String) throws {
    let found = try #require(response(path, Self.albums, ["X-Total-Count": "3"]))
    #expect(found.headerFields["X-Total-Count"] == nil)
  }

  @Test("A filter by a field that no record has isn't answered, because servers ignore it")
  func droppedFilter() {
    #expect(response("/albums?title=x", #"[{"id":1}]"#) == nil)
    #expect(response("/albums?title=x", "[]") != nil)
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
    let found = try #require(response(path, #"[\#(record),{"id":"other"}]"#))
    #expect(found.status == (finds ? 200 : 404))
    if finds { #expect(String(decoding: found.body, as: UTF8.self) == record) }
  }

  /// Ten values of a filter.
  private static let values: [(query: String, value: String, finds: Bool)] = [
    ("title=a", #""a""#, true), ("title=A", #""a""#, false), ("title=a+b", #""a b""#, true),
    ("title=a%2Bb", #""a+b""#, true), ("title=caf%C3%A9", #""caf\u00e9""#, true),
    ("title=cafe%CC%81", #""caf\u00e9""#, false), ("title=1", "1", true),
    ("title=1.0", "1", false), ("title=true", "true", true), ("title=null", "null", false),
  ]

  @Test("A filter compares the bytes of a value's text", arguments: values)
  func filters(query: String, value: String, finds: Bool) {
    let record = #"{"id":1,"title":\#(value)}"#
    let wanted = finds ? "[\(record)]" : "[]"
    #expect(body("/albums?" + query, #"[\#(record),{"id":2,"title":"other"}]"#) == wanted)
  }

  @Test(
    "If any id in a list is text, the list answers `/albums/2`, but no filter, page or nested list")
  func textIDs() {
    let list = #"[{"id":1,"userId":1,"title":"a"},{"id":"2","userId":1,"title":"a"}]"#
    #expect(body("/albums/2", list) == #"{"id":"2","userId":1,"title":"a"}"#)
    for path in ["/users/1/albums", "/albums?title=a", "/albums?_page=1"] {
      #expect(body(path, list) == nil)
    }
  }
}
