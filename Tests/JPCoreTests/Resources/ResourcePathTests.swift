import TestSupport
import Testing

@testable import JPCore

@Suite("What a list says about paths below it, as json-server has it", .limited)
struct ResourcePathTests {
  private static let albums =
    #"[{"id":1,"userId":1},{"id":2,"userId":2},{"id":3,"userId":1,"title":"a b"}]"#

  private func response(
    _ path: String, _ list: String = albums, _ fields: HeaderFields = []
  ) -> TransportResponse? {
    let response = TransportResponse(
      status: 200, fields: fields, body: Array(list.utf8), url: "http://host/albums")
    return ResourcePath("http://host" + path, below: .host)?.response(from: response)
  }

  @Test(
    "Records, filters and pages follow from the list",
    arguments: [
      ("/albums/2", 200, #"{"id":2,"userId":2}"#, nil), ("/albums/9", 404, "{}", nil),
      ("/albums/01", 404, "{}", nil), ("/users/2/albums", 200, #"[{"id":2,"userId":2}]"#, nil),
      ("/users/9/albums", 200, "[]", nil),
      ("/albums?title=a+b&userId=1", 200, #"[{"id":3,"userId":1,"title":"a b"}]"#, nil),
      ("/albums?userId=1&_page=2&_limit=1", 200, #"[{"id":3,"userId":1,"title":"a b"}]"#, "2"),
      ("/albums?_limit=1", 200, #"[{"id":1,"userId":1}]"#, "3"),
      ("/albums?_page=2", 200, "[]", "3"),
    ] as [(String, Int, String, String?)])
  func answers(path: String, status: Int, body: String, total: String?) throws {
    let found = try #require(response(path))
    #expect((found.status, String(decoding: found.body, as: UTF8.self)) == (status, body))
    #expect((found.url, found.derivedFrom) == ("http://host" + path, "http://host/albums"))
    #expect(found.fields["X-Total-Count"] == total)
  }

  @Test("Without _limit, a page has ten records")
  func page() throws {
    let records = (1...11).map { #"{"id":\#($0),"userId":1}"# }
    let found = try #require(response("/albums?_page=2", "[\(records.joined(separator: ","))]"))
    #expect(String(decoding: found.body, as: UTF8.self) == "[\(records[10])]")
  }

  @Test(
    "A path that a list may not answer has no response",
    arguments: [
      "/albums", "/albums/", "/albums?q=a", "/albums?userId", "/albums?", "/albums/1?x=1",
      "/albums/1/photos/2", "/users/1/photos", "/x/1", "/albums?_limit=0", "/albums?_page=x",
    ])
  func unknown(path: String) {
    #expect(response(path) == nil)
  }

  @Test(
    "Anything but a list of records with ids answers for nothing",
    arguments: ["{}", "[1]", #"[{"id":1},{"id":null}]"#, #"[{"title":"a"}]"#, "["])
  func parts(list: String) {
    #expect(response("/albums/1", list) == nil)
  }

  @Test(
    "A part of a list answers for nothing",
    arguments: [
      ([], true), (["X-Total-Count": "3"], true), (["X-Total-Count": "4"], false),
      (["Link": "<http://host/albums?_page=2>; rel=\"next\""], false),
      (["Link": "</a>; rel=\"first\", </b>; rel=Next"], false),
      (["Link": "</a>; rel=\"first\""], true),
    ] as [(HeaderFields, Bool)])
  func wholeLists(fields: HeaderFields, isWhole: Bool) {
    #expect((response("/albums/1", Self.albums, fields) != nil) == isWhole)
  }

  @Test("Servers drop a filter by a field that no record has")
  func droppedFilter() {
    #expect(response("/albums?title=x", #"[{"id":1}]"#) == nil)
    #expect(response("/albums?title=x", "[]") != nil)
  }
}
