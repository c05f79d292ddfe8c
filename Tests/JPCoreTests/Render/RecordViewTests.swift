import TestSupport
import Testing

@testable import JPCore

@Suite("Record views", .limited)
struct RecordViewTests {
  @Test("The record view names members by their dotted paths, without quotes")
  func detailNames() async throws {
    let albums = #"[{"id":1,"userId":2,"title":"a","x,y":1,"a.b":2,"a":{"b":3},"city":4}]"#
    let users = #"[{"id":2,"name":"n","q\"z":5}]"#
    let records = try await records(of: .albums, ["user"], users: users, albums: albums)
    let view = RecordView(try Table.details(of: records, fields: nil))
    let names = printed { view.write(to: &$0) }.split(separator: "\n").map { line in
      String(line.prefix { $0 != " " })
    }
    let own = ["id", "userId", "title", "x,y", "a.b", "a.b", "city"]
    #expect(names.starts(with: own) && names.contains(#"user.q"z"#), "\(names)")
  }

  @Test("A word that doesn't fit next to its field's name, but fits below it, is printed below it")
  func longWord() async throws {
    let word = String(repeating: "x", count: 25)
    let records = try await records(
      of: .albums, albums: #"[{"id":1,"title":"\#(word)"},{"id":2,"title":"\#(word)xxxx"}]"#)
    let view = RecordView(try Table.export(of: records, fields: nil), style: TextStyle(width: 30))
    #expect(
      printed { view.write(to: &$0) } == """
        userId
        id      1
        title
          \(word)

        userId
        id      2
        title   \(word.prefix(22))
                \(word.prefix(7))

        """)
  }

  @Test(
    "A value is printed next to its name if its display width fits, whatever its length in bytes")
  func wideWord() async throws {
    let word = String(repeating: "花", count: 10)
    let records = try await records(of: .albums, albums: #"[{"id":1,"title":"\#(word)"}]"#)
    for (width, start) in [(28, "title   \(word)"), (27, "title\n  \(word)")] {
      let rows = try Table.export(
        of: records, fields: [Resource.albums.path("title"), Resource.albums.path("userId")])
      let view = RecordView(rows, style: TextStyle(width: width))
      #expect(printed { view.write(to: &$0) }.hasPrefix(start))
    }
  }

  @Test("A name that is wider than the terminal is cut")
  func longName() throws {
    let rows = try Table.members(of: JSONDocument(#"{"長い長い名前":"x"}"#))
    let view = RecordView(rows, style: TextStyle(width: 7))
    #expect(printed { view.write(to: &$0) } == "長い長…\n  x\n")
  }

  @Test(
    "Values are printed next to their names if that leaves at least twelve columns for them",
    arguments: [(20, "id      1\n"), (19, "id\n  1\n")])
  func room(width: Int, expected: String) async throws {
    let records = try await records(of: .albums, albums: #"[{"id":1}]"#)
    let view = RecordView(
      try Table.export(of: records, fields: nil), style: TextStyle(width: width))
    #expect(printed { view.write(to: &$0) }.contains(expected))
  }
}
