import TestSupport
import Testing

@testable import JPCore

@Suite("A record chosen from its list by a path", .limited)
struct ResourcePathTests {
  /// - Returns: `nil` if the path isn't that of a record, or if the list doesn't have the record.
  private func body(_ path: String, _ list: String) throws -> String? {
    guard let id = ResourcePath(path)?.id else { return nil }
    let albums = try List(JSONDocument(list), of: .albums)
    guard let record = albums.document(ofRecord: id) else { return nil }
    return String(decoding: record.bytes, as: UTF8.self)
  }

  @Test(
    "Only the paths of lists and of records are answered from a list",
    arguments: [
      "/albums/", "/albums/1/", "/albums?", "/albums?id=1", "/albums/1?x=1", "/albums/1/photos",
      "/albums/%FF", "/x", "/x/1", "/",
    ])
  func otherPaths(path: String) {
    #expect(ResourcePath(path)?.text == nil)
  }

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
}
