import TestSupport
import Testing

@testable import JPCore

@Suite("Tables", .limited)
struct RecordTableTests {
  @Test(
    "Text has the display width of UAX #11",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ｱ", 1), ("Ａ", 2),
      ("👩‍👩‍👧", 2), ("❤️", 2), ("🇯🇵", 2), ("\u{200B}", 0), ("한", 2), ("ไทยกำ", 5), ("नमस्ते", 4),
      ("क्षत्रिय", 6), ("a\u{20DD}", 1), ("ｶﾞ", 2), ("a\u{AD}", 2), ("1️⃣", 2), ("👍🏽", 2),
      // A syllable of conjoining Hangul is as wide as its first consonant.
      ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{1112}\u{1161}\u{D7CB}", 2),
    ])
  func widths(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(
    "Control characters are escaped for a terminal",
    arguments: [
      ("plain é 日", "plain é 日"), ("a\u{1B}]0;x\u{7}b", "a\\u001b]0;x\\u0007b"),
      ("a\tb\nc\rd", "a\\tb\\nc\\rd"), ("\u{202E}abc\u{2069}", "\\u202eabc\\u2069"),
      ("\u{85}\u{9B}31m\u{7F}", "\\u0085\\u009b31m\\u007f"),
      (
        "\u{61C}\u{200E}\u{200F}\u{2028}\u{2029}\u{2066}",
        "\\u061c\\u200e\\u200f\\u2028\\u2029\\u2066"
      ),
      (
        "\u{202A}\u{202B}\u{202C}\u{202D}\u{2067}\u{2068}",
        "\\u202a\\u202b\\u202c\\u202d\\u2067\\u2068"
      ),
    ])
  func escapes(text: String, shown: String) {
    #expect(text.safeForTerminal == shown)
  }

  @Test(
    "CI commands in log lines are defused",
    arguments: [
      ("::error::x", ": :error::x"), ("  ::set-output name=a::b", "  : :set-output name=a::b"),
      ("a ##[error]x", "a # #[error]x"), ("##vso[task.x]y", "# #vso[task.x]y"),
      ("##[\u{301}a", "# #[\u{301}a"), ("###[a", "## #[a"), ("##VSO[a", "# #VSO[a"),
      ("a::b ## c #[", "a::b ## c #["), ("", ""),
      ("\u{A0}::error::x", "\u{A0}: :error::x"), ("\u{3000}\u{2009} ::a", "\u{3000}\u{2009} : :a"),
      ("\u{1680}\u{2028}\u{205F}\u{85}\t::a", "\u{1680}\u{2028}\u{205F}\u{85}\t: :a"), (" ", " "),
    ])
  func logs(text: String, shown: String) {
    #expect(text.harmlessInLogs == shown)
  }

  /// The output of a table, a tree or lines.
  private func text(_ write: (inout OutputBuffer) -> Void) -> String {
    String(decoding: OutputBuffer.bytes(write), as: UTF8.self)
  }

  private func table(_ records: Records, width: Int? = nil) throws -> String {
    let rows = try Table.summary(of: records, fields: nil)
    return text { RecordTable(rows, style: TextStyle(width: width))?.write(to: &$0) }
  }

  private func records(
    of resource: Resource, _ relations: [String] = [], albums: String = "[]", photos: String = "[]"
  ) async throws -> Records {
    let query = RecordQuery(resource, embeddings: Embedding.tree(relations))
    return try await fetcher(albums: albums, photos: photos).joined(query).0
  }

  @Test("A huge cell doesn't pad the others in a pipe")
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
    "The width and the catalogue decide which columns are shown; named ones always are",
    arguments: [
      (200, [0, 1, 2, 3, 4, 5]), (44, [0, 1, 2, 3, 4, 5]), (43, [0, 1, 2, 4, 5]),
      (36, [0, 1, 2, 4, 5]), (35, [0, 1, 4, 5]), (26, [0, 1, 4, 5]), (25, nil),
    ] as [(Int, [Int]?)])
  func shown(width: Int, columns: [Int]?) {
    // 0, 1, 4 and 5 are named; 2 is more important than 3.
    #expect(ColumnWidths.shown([4, 10, 8, 6, 4, 2], optional: [2, 3], to: width) == columns)
  }

  @Test(
    "The widest columns are narrowed first, none below its least width",
    arguments: [
      ([2, 10, 20], [2, 8, 8], 32, [2, 10, 20]), ([20, 2, 10], [8, 2, 8], 31, [19, 2, 10]),
      ([2, 10, 20], [2, 8, 8], 19, [2, 9, 8]), ([2, 5, 20], [4, 8, 8], 17, [2, 5, 10]),
      ([30, 25, 3], [8, 20, 4], 40, [17, 20, 3]), ([5, 1_000_000], [5, 8], 20, [5, 15]),
      ([], [], 5, []),
    ] as [([Int], [Int], Int, [Int])])
  func fitted(natural: [Int], least: [Int], room: Int, expected: [Int]) {
    #expect(ColumnWidths.fitted(natural, least: least, to: room) == expected)
  }

  @Test(
    "CSV, TSV and Markdown escape cells by their rules",
    arguments: [
      (.csv, "", "title\r\n\"\"\r\n"),
      (.csv, "a,b", "title\r\n\"a,b\"\r\n"), (.csv, "a\rb", "title\r\n\"a\rb\"\r\n"),
      (.tsv, "", "title\n\n"),
      (.tsv, "a\tb\\", "title\na\\tb\\\\\n"),
      (.markdown, "a|b", "| title |\n| --- |\n| a\\|b |\n"),
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
    #expect(text { RecordLines(style, rows).write(to: &$0) } == expected)
  }

  @Test("Values of one group are spelled alike; null and a missing value are the same")
  func groups() async throws {
    let values = [#","x":0"#, #","x":-0"#, #","x":0.0"#, #","x":"0""#, #","x":null"#, ""]
    let albums = values.enumerated().map { #"{"id":\#($0),"userId":1\#($1)}"# }
    let records = try await records(of: .albums, albums: "[\(albums.joined(separator: ","))]")
    let groups = RecordGroups(records, by: [FieldPath(unknown: "x")], skip: 0, limit: nil)
    #expect(groups.counts == [2, 1, 1, 1, 1])
  }

  @Test("A branch is cut only if more than one record is left", arguments: [(6, false), (7, true)])
  func foldedBranch(count: Int, isFolded: Bool) async throws {
    let photos = (1...count).map { #"{"id":\#($0),"albumId":1,"title":"t"}"# }
    let records = try await records(
      of: .albums, ["photos"], albums: #"[{"id":1,"userId":1,"title":"a"}]"#,
      photos: "[\(photos.joined(separator: ","))]")
    var tree = RecordTree(records, style: TextStyle(width: 80))
    let lines = text { tree.write(to: &$0) }.split(separator: "\n")
    #expect(tree.isFolded == isFolded)
    #expect(lines.count == 7)
    #expect(lines.last == (isFolded ? "└── … 2 more photos" : "└── 6 t"))
  }

  @Test(
    "Text is cut between characters, by display width",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
      ("e\u{301}e\u{301}", 1, "…"), ("👩‍👩‍👧a", 2, "…"), ("👩‍👩‍👧abc", 4, "👩‍👩‍👧a…"), ("ab", 0, ""),
    ])
  func cut(text: String, width: Int, expected: String) {
    #expect(text.cut(to: width) == expected)
  }

  @Test(
    "The beginning of a text is cut in the same way",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "…cd"), ("日本語", 5, "…本語"), ("日本語", 4, "…語"),
      ("e\u{301}e\u{301}", 1, "…"), ("a👩‍👩‍👧", 2, "…"), ("ab👩‍👩‍👧c", 4, "…👩‍👩‍👧c"), ("ab", 0, ""),
    ])
  func cutAtStart(text: String, width: Int, expected: String) {
    #expect(text.cutAtStart(to: width) == expected)
  }

  @Test("A URL with wide characters is cut by their columns")
  func wideURL() async throws {
    let title = "http://h/" + String(repeating: "山", count: 30)
    let records = try await records(
      of: .albums, albums: #"[{"id":1,"userId":1,"title":"\#(title)"}]"#)
    let lines = try table(records, width: 40).split(separator: "\n")
    let end = String(repeating: "山", count: 13)
    #expect(lines == ["id  userId  title", " 1       1  …\(end)"])
  }

  @Test(
    "More columns than a table may have, or longer titles, are an error",
    arguments: [
      (1000, false, nil), (1001, false, .columns(limit: 1000)),
      (10, true, nil), (11, true, .titles(limit: 1 << 20)),
    ] as [(Int, Bool, Table.Excess?)])
  func limits(count: Int, isLong: Bool, expected: Table.Excess?) throws {
    let text = isLong ? Self.longName(count) : Self.manyNames(count)
    let document = try JSONDocument(Array(text.utf8))
    var found: Table.Excess?
    do throws(Table.Excess) { _ = try Table.members(of: document) } catch { found = error }
    #expect(found == expected)
  }

  private static func manyNames(_ count: Int) -> String {
    "[\((0..<count).map { #"{"k\#($0)":1}"# }.joined(separator: ","))]"
  }

  /// A title of 100 KB for each of some columns.
  private static func longName(_ count: Int) -> String {
    let members = (0..<count).map { #""\#($0)":1"# }.joined(separator: ",")
    return #"{"\#(String(repeating: "a", count: 100_000))":{\#(members)}}"#
  }

  @Test("A cell is empty if its row has no such member, whatever other rows have")
  func missingMembers() throws {
    let list = #"[{"a":1,"b":{"c":2,"d":3}},{"b":{"d":4}},{"a":5,"b":null},{},{"b":{"c":6}}]"#
    let rows = try Table.members(of: JSONDocument(Array(list.utf8)))
    let lines = text { RecordLines(.csv, rows).write(to: &$0) }
    #expect(lines == "a,b.c,b.d\r\n1,2,3\r\n,,4\r\n5,,\r\n,,\r\n,6,\r\n")
  }

  @Test("Two columns never have one title, and of a repeated member the last one has columns")
  func titles() throws {
    let list = #"[{"a.b":1,"a":{"b":2}},{"a":{"c":3},"a":{"b":4}}]"#
    let table = try Table.members(of: JSONDocument(Array(list.utf8)))
    let lines = text { RecordLines(.tsv, table).write(to: &$0) }
    #expect(lines == "a.b\t\"a\".\"b\"\n1\t2\n\t4\n")
  }

  @Test("The record view has every field of the catalogue, and the other members of the record")
  func details() async throws {
    let album = #"{"x":{"a":1},"id":1,"x":{"b":[2]},"y":null}"#
    let records = try await records(of: .albums, albums: "[\(album)]")
    let view = RecordView(try Table.details(of: records, fields: nil))
    #expect(
      text { view.write(to: &$0) } == """
        id      1
        userId
        title
        x.b     [2]
        y

        """)
  }

  @Test("A record with too many members is refused")
  func tooManyMembers() async throws {
    let leaves = (0...1000).map { #""k\#($0)":1"# }.joined(separator: ",")
    let records = try await records(of: .albums, albums: #"[{"id":1,"deep":{\#(leaves)}}]"#)
    let excess = Table.Excess.columns(limit: 1000)
    #expect(throws: excess) { try Table.details(of: records, fields: nil) }
    #expect(throws: excess) { try Table.members(of: records.document) }
  }

  @Test("Columns of any document are aligned by their values")
  func anyDocument() throws {
    let list =
      #"[{"a":"x","n":1,"m":1},{"a":"long","n":21,"m":"-","n":22},{"a":null,"n":null,"m":2}]"#
    let rows = try Table.members(of: JSONDocument(Array(list.utf8)))
    let lines = text { RecordTable(rows)?.write(to: &$0) }
    #expect(lines == "a      n  m\nx      1  1\nlong  22  -\n          2\n")
  }

  @Test("Long numbers stay whole, and text is cut for them")
  func longNumbers() async throws {
    let records = try await records(
      of: .albums, albums: #"[{"id":12345678901234567890,"userId":1,"title":"a longer title"}]"#)
    #expect(
      try table(records, width: 40) == """
                          id  userId  title
        12345678901234567890       1  a longer …

        """)
  }

  @Test("A long word that is whole only below its field's name is there")
  func longWord() async throws {
    let word = String(repeating: "x", count: 25)
    let records = try await records(
      of: .albums, albums: #"[{"id":1,"title":"\#(word)"},{"id":2,"title":"\#(word)xxxx"}]"#)
    let view = RecordView(try Table.export(of: records, fields: nil), style: TextStyle(width: 30))
    #expect(
      text { view.write(to: &$0) } == """
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

  @Test("Whether a value fits next to its name is a matter of columns, not of bytes")
  func wideWord() async throws {
    let word = String(repeating: "花", count: 10)
    let records = try await records(of: .albums, albums: #"[{"id":1,"title":"\#(word)"}]"#)
    for (width, start) in [(28, "title   \(word)"), (27, "title\n  \(word)")] {
      let rows = try Table.export(
        of: records, fields: [Resource.albums.path("title"), Resource.albums.path("userId")])
      let view = RecordView(rows, style: TextStyle(width: width))
      #expect(text { view.write(to: &$0) }.hasPrefix(start))
    }
  }

  @Test("A name that is wider than the terminal is cut")
  func longName() throws {
    let rows = try Table.members(of: JSONDocument(Array(#"{"長い長い名前":"x"}"#.utf8)))
    let view = RecordView(rows, style: TextStyle(width: 7))
    #expect(text { view.write(to: &$0) } == "長い長…\n  x\n")
  }

  @Test(
    "Values are next to their names if that leaves them twelve columns",
    arguments: [(20, "id      1\n"), (19, "id\n  1\n")])
  func room(width: Int, expected: String) async throws {
    let records = try await records(of: .albums, albums: #"[{"id":1}]"#)
    let view = RecordView(
      try Table.export(of: records, fields: nil), style: TextStyle(width: width))
    #expect(text { view.write(to: &$0) }.contains(expected))
  }
}
