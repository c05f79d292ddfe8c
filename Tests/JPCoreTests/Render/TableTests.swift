import TestSupport
import Testing

@testable import JPCore

@Suite("Columns and rows, and their lines", .limited)
struct TableTests {
  @Test(
    "Each of CSV, TSV and Markdown escapes a cell by the rules of the format",
    arguments: [
      (.csv, "", "title\r\n\"\"\r\n"),
      // EscapingTests has the other characters.
      (.csv, "a,b", "title\r\n\"a,b\"\r\n"),
      (.tsv, "", "title\n\n"),
      (.tsv, "a\tb\\", "title\na\\tb\\\\\n"),
      (
        .markdown, "_a_ http://a/?b=_c_&d|e <f>",
        "| title |\n| --- |\n| \\_a\\_ http://a/?b=_c_&d\\|e \\<f\\> |\n"
      ),
      (
        .markdown, "xhttps://a/_b_ www.a.b/*c*",
        "| title |\n| --- |\n| xhttps://a/\\_b\\_ www.a.b/*c* |\n"
      ),
      (.markdown, "https://a/*b*##[c]", "| title |\n| --- |\n| https://a/\\*b\\*##\\[c\\] |\n"),
      (.markdown, "a_b _c_", "| title |\n| --- |\n| a_b \\_c\\_ |\n"),
      (.markdown, "*é*", "| title |\n| --- |\n| \\*é\\* |\n"),
      (.markdown, "a\r\nb\nc", "| title |\n| --- |\n| a<br>b<br>c |\n"),
    ] as [(RecordLines.Style, String, String)])
  func lines(style: RecordLines.Style, title: String, expected: String) async throws {
    let escaped = title.replacing("\\", with: "\\\\").replacing("\t", with: "\\t")
      .replacing("\r\n", with: "\\r\\n").replacing("\n", with: "\\n")
      .replacing("\r", with: "\\r")
    let records = try await records(
      of: .albums, albums: #"[{"id":1,"userId":1,"title":"\#(escaped)"}]"#)
    let rows = try Table.export(of: records, fields: [Resource.albums.path("title")])
    #expect(printed { RecordLines(style, rows).write(to: &$0) } == expected)
  }

  /// SelectionTests has the number of columns.
  @Test(
    "Titles of more than 1 MiB together are an error",
    arguments: [(10, nil), (11, .titles(limit: 1 << 20))] as [(Int, Table.Excess?)])
  func limits(count: Int, expected: Table.Excess?) throws {
    // A title of 100 KB for each column.
    let members = (0..<count).map { #""\#($0)":1"# }.joined(separator: ",")
    let name = String(repeating: "a", count: 100_000)
    let document = try JSONDocument(#"{"\#(name)":{\#(members)}}"#)
    var found: Table.Excess?
    do throws(Table.Excess) { _ = try Table.members(of: document) } catch { found = error }
    #expect(found == expected)
  }

  @Test("A table with very many rows may have fewer columns, so that its cells fit in memory")
  func manyRows() throws {
    let members = (0..<900).map { #""k\#($0)":1"# }.joined(separator: ",")
    let list = "[{\(members)}\(String(repeating: ",{}", count: 40_000))]"
    let document = try JSONDocument(list)
    #expect(throws: Table.Excess.columns(limit: 838)) { try Table.members(of: document) }
  }

  @Test("A cell is empty if its row has no such member, whatever other rows have")
  func missingMembers() throws {
    let list = #"[{"a":1,"b":{"c":2,"d":3}},{"b":{"d":4}},{"a":5,"b":null},{},{"b":{"c":6}}]"#
    let rows = try Table.members(of: JSONDocument(list))
    let lines = printed { RecordLines(.csv, rows).write(to: &$0) }
    #expect(lines == "a,b.c,b.d\r\n1,2,3\r\n,,4\r\n5,,\r\n,,\r\n,6,\r\n")
  }

  @Test(
    "A column's title is its dotted path, and a repeated member's columns come from its last value")
  func titles() throws {
    let list = #"[{"a.b":1,"a":{"b":2}},{"a":{"c":3},"a":{"b":4}}]"#
    let table = try Table.members(of: JSONDocument(list))
    let lines = printed { RecordLines(.tsv, table).write(to: &$0) }
    #expect(lines == "a.b\ta.b\n1\t2\n\t4\n")
  }

  @Test("The record view of a record with more than 1,000 members is refused")
  func tooManyMembers() async throws {
    let leaves = (0...1000).map { #""k\#($0)":1"# }.joined(separator: ",")
    let records = try await records(of: .albums, albums: #"[{"id":1,"deep":{\#(leaves)}}]"#)
    #expect(throws: Table.Excess.columns(limit: 1000)) {
      try Table.details(of: records, fields: nil)
    }
  }

  @Test(
    "Records are grouped by the spelling of a value, and null and a missing value are one group")
  func groups() async throws {
    let values = [
      #","x":0"#, #","x":-0"#, #","x":0.0"#, #","x":"0""#, #","x":null"#, "", #","x":"é""#,
      #","x":"e\u0301""#,
    ]
    let albums = values.enumerated().map { #"{"id":\#($0),"userId":1\#($1)}"# }
    let records = try await records(of: .albums, albums: "[\(albums.joined(separator: ","))]")
    let groups = RecordGroups(records, by: [FieldPath(unknown: "x")], skip: 0, limit: nil)
    #expect(groups.counts == [2, 1, 1, 1, 1, 1, 1])
  }
}
