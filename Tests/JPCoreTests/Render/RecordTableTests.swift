import TestSupport
import Testing

@testable import JPCore

@Suite("Tables", .limited)
struct RecordTableTests {
  private func table(_ records: Records, width: Int? = nil) throws -> String {
    let rows = try Table.summary(of: records, fields: nil)
    return printed { RecordTable(rows, style: TextStyle(width: width))?.write(to: &$0) }
  }

  @Test("In a pipe, a huge cell doesn't pad the other rows to its width")
  func hugeCell() async throws {
    let titles = [String(repeating: "x", count: 500), "y"]
    let albums = titles.enumerated().map { #"{"id":\#($0),"userId":1,"title":"\#($1)"}"# }
    let records = try await records(
      of: .albums, ["photos"], albums: "[\(albums.joined(separator: ","))]")
    let lines = try table(records).split(separator: "\n").map(\.count)
    #expect(lines == [220, 520, 220])
  }

  @Test("A long URL is cut at its start, other text at its end")
  func cutCells() async throws {
    let photos = #"""
      [{"id":1,"albumId":7,"title":"accusamus beatae ad facilis cum similique qui sunt",
        "url":"https://photos.example.com/600/92c952","thumbnailUrl":"https://photos.example.com/1"},
       {"id":2,"albumId":7,"title":"a","url":"http://photos.example.com/600/92c952"}]
      """#
    let records = try await records(of: .photos, photos: photos)
    #expect(
      try table(records, width: 60) == """
        id  albumId  title                     url
         1        7  accusamus beatae ad fac…  …/600/92c952
         2        7  a                         …/600/92c952

        """)
  }

  @Test(
    "Optional columns are left out, the least important first, until the table fits the width",
    arguments: [
      (200, [0, 1, 2, 3, 4, 5]), (44, [0, 1, 2, 3, 4, 5]), (43, [0, 1, 2, 4, 5]),
      (36, [0, 1, 2, 4, 5]), (35, [0, 1, 4, 5]), (26, [0, 1, 4, 5]), (25, nil),
    ] as [(Int, [Int]?)])
  func shown(width: Int, columns: [Int]?) {
    // 0, 1, 4 and 5 are named; 2 is more important than 3.
    #expect(ColumnWidths.shown([4, 10, 8, 6, 4, 2], optional: [2, 3], to: width) == columns)
  }

  @Test(
    "The widest columns are narrowed first, but none below its minimum width",
    arguments: [
      ([2, 10, 20], [2, 8, 8], 32, [2, 10, 20]), ([20, 2, 10], [8, 2, 8], 31, [19, 2, 10]),
      ([2, 10, 20], [2, 8, 8], 19, [2, 9, 8]), ([2, 5, 20], [4, 8, 8], 17, [2, 5, 10]),
      ([30, 25, 3], [8, 20, 4], 40, [17, 20, 3]), ([5, 1_000_000], [5, 8], 20, [5, 15]),
      ([], [], 5, []),
    ] as [([Int], [Int], Int, [Int])])
  func fitted(natural: [Int], least: [Int], room: Int, expected: [Int]) {
    #expect(ColumnWidths.fitted(natural, least: least, to: room) == expected)
  }

  @Test("A URL with wide characters is cut by its display width")
  func wideURL() async throws {
    let title = "http://h/" + String(repeating: "山", count: 30)
    let records = try await records(
      of: .albums, albums: #"[{"id":1,"userId":1,"title":"\#(title)"}]"#)
    let lines = try table(records, width: 40).split(separator: "\n")
    let end = String(repeating: "山", count: 13)
    #expect(lines == ["id  userId  title", " 1       1  …\(end)"])
  }

  @Test("A column that has only numbers is aligned right, and any other column left")
  func anyDocument() throws {
    let list =
      #"[{"a":"x","n":1,"m":1},{"a":"long","n":21,"m":"-","n":22},{"a":null,"n":null,"m":2}]"#
    let rows = try Table.members(of: JSONDocument(list))
    let lines = printed { RecordTable(rows)?.write(to: &$0) }
    #expect(lines == "a      n  m\nx      1  1\nlong  22  -\n          2\n")
  }

  @Test("A long number isn't cut: a text column is cut to make room for it")
  func longNumbers() async throws {
    let records = try await records(
      of: .albums, albums: #"[{"id":12345678901234567890,"userId":1,"title":"a longer title"}]"#)
    #expect(
      try table(records, width: 40) == """
                          id  userId  title
        12345678901234567890       1  a longer …

        """)
  }
}
