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
    ] as [(DelimitedRows.Style, String, String)])
  func lines(style: DelimitedRows.Style, title: String, expected: String) async throws {
    let escaped = title.replacing("\\", with: "\\\\").replacing("\t", with: "\\t")
      .replacing("\r\n", with: "\\r\\n").replacing("\n", with: "\\n")
      .replacing("\r", with: "\\r")
    let albums = #"[{"id":1,"userId":1,"title":"\#(escaped)"}]"#
    let (records, _) = try await fetcher(albums: albums).joined(RecordQuery(.albums))
    let rows = try Table.forPrograms(of: records, fields: [Resource.albums.fieldPath("title")])
    let bytes = OutputBuffer.collect { DelimitedRows(style, rows).write(to: &$0) }
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  /// A transcript has the number of columns.
  @Test(
    "Titles of more than 1 MiB together are an error",
    arguments: [(10, nil), (11, .titles(limit: 1 << 20))] as [(Int, Table.Excess?)])
  func limits(count: Int, expected: Table.Excess?) throws {
    // A title of 100 KB for each column.
    let members = (0..<count).map { #""\#($0)":1"# }.joined(separator: ",")
    let name = String(repeating: "a", count: 100_000)
    let document = try JSONDocument(#"{"\#(name)":{\#(members)}}"#)
    var found: Table.Excess?
    do throws(Table.Excess) { _ = try Table.ofMembers(of: document) } catch { found = error }
    #expect(found == expected)
  }

  @Test("A table with very many rows may have fewer columns, so that its cells fit in memory")
  func manyRows() throws {
    let members = (0..<900).map { #""k\#($0)":1"# }.joined(separator: ",")
    let list = "[{\(members)}\(String(repeating: ",{}", count: 40_000))]"
    let document = try JSONDocument(list)
    #expect(throws: Table.Excess.columns(limit: 838)) { try Table.ofMembers(of: document) }
  }
}
