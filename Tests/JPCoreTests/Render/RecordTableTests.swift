import Testing

@testable import JPCore

@Suite("Tables")
struct RecordTableTests {
  @Test(
    "Display width, UAX #11",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ｱ", 1), ("Ａ", 2),
      ("👩‍👩‍👧", 2), ("😀a", 3), ("❤️", 2), ("🇯🇵", 2), ("\u{200B}", 0), ("Łódź", 4), ("한", 2),
      ("ไทย", 3), ("ไทยกำ", 5), ("नमस्ते", 4), ("क्षत्रिय", 6), ("ｶﾞ", 2), ("a\u{AD}", 2), ("1️⃣", 2), ("👍🏽", 2),
    ])
  func widths(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(
    "Nothing steers the terminal",
    arguments: [
      ("plain é 日", "plain é 日"), ("a\u{1B}]0;x\u{7}b", "a\\u001b]0;x\\u0007b"),
      ("a\tb\nc\rd", "a\\tb\\nc\\rd"), ("\u{202E}abc\u{2069}", "\\u202eabc\\u2069"),
      ("\u{85}\u{9B}31m\u{7F}", "\\u0085\\u009b31m\\u007f"),
    ])
  func escapes(text: String, shown: String) {
    #expect(text.safeForTerminal == shown)
  }

  @Test(
    "Nothing in a line of a log is a command to the CI system",
    arguments: [
      ("::error::x", ": :error::x"), ("  ::set-output name=a::b", "  : :set-output name=a::b"),
      ("a ##[error]x", "a # #[error]x"), ("##vso[task.x]y", "# #vso[task.x]y"),
      ("###[a", "## #[a"), ("##VSO[a", "# #VSO[a"), ("a::b ## c #[", "a::b ## c #["), ("", ""),
    ])
  func logs(text: String, shown: String) {
    #expect(text.harmlessInLogs == shown)
  }

  @Test("Numbers stand right, text left, and no line ends with spaces")
  func table() async throws {
    let albums = #"""
      [{"userId":1,"id":7,"title":"日本\u001b[31m"},{"id":10,"userId":12,"title":null},
       {"userId":3,"id":8,"title":"last","extra":1}]
      """#
    let query = RecordQuery(
      try #require(Resource.named("albums")), embeddings: [Embedding("photos")])
    let (records, _) = try await fetcher(
      albums: albums, photos: #"[{"id":1,"albumId":7},{"id":2,"albumId":7},{"id":3,"albumId":8}]"#
    ).joined(query)
    let bytes = OutputBuffer.bytes {
      RecordTable(RecordRows(table: records, fields: nil)).write(to: &$0)
    }
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        ID  USERID  TITLE           PHOTOS
         7       1  日本\\u001b[31m       2
        10      12                       0
         8       3  last                 1

        """)
  }

  @Test(
    "Columns shrink until a line fits, the widest first, numbers never",
    arguments: [
      ([2, 10, 20], [false, true, true], 40, [2, 10, 20]),
      ([2, 10, 20], [false, true, true], 36, [2, 10, 20]),
      ([2, 10, 20], [false, true, true], 35, [2, 10, 19]),
      ([2, 10, 20], [false, true, true], 23, [2, 8, 9]),
      ([2, 10, 21], [false, true, true], 22, [2, 8, 8]),
      ([2, 10, 20], [false, true, true], 5, [2, 8, 8]),
      ([2, 5, 20], [false, true, true], 5, [2, 5, 8]),
      ([9, 9], [false, false], 5, [9, 9]),
      ([5, 1_000_000], [true, true], 20, [5, 13]),
      ([], [], 5, []),
    ] as [([Int], [Bool], Int, [Int])])
  func fitted(natural: [Int], canShrink: [Bool], width: Int, expected: [Int]) {
    let widths = ColumnWidths.fitted(natural, canShrink: canShrink, to: width)
    #expect(widths.reduce(0, +) == expected.reduce(0, +))
    #expect(widths.sorted() == expected.sorted())
  }

  @Test(
    "Whole columns are dropped, the least important first; only the label is cut, to 12 at least",
    arguments: [
      (200, [0, 1, 2, 3, 4, 5, 6, 7], 24), (80, [0, 1, 3, 6, 7], 24),
      (60, [0, 1, 4, 6, 7], 24), (44, [0, 1, 6, 7], 24), (43, [0, 1, 6], 24),
      (28, [0, 1], 24), (20, [0, 1], 16), (5, [0, 1], 12),
    ] as [(Int, [Int], Int)])
  func chosen(width: Int, columns: [Int], label: Int) {
    // id, name, username, email, city, company, albums, photos
    let natural = [2, 24, 16, 25, 14, 18, 6, 6]
    let ranks = [0, 1, 2002, 1003, 1004, 1005, 2, 3]
    let chosen = ColumnWidths.chosen(natural, ranks: ranks, to: width)
    #expect(chosen.columns == columns)
    #expect(chosen.widths == columns.map { $0 == 1 ? label : natural[$0] })
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

  @Test("No line is wider than the terminal", arguments: [40, 80, 200])
  func widths(width: Int) async throws {
    let titles = ["日本語日本語日本語日本語日本語", "👩‍👩‍👧 family", "e\u{301}", "\u{1B}]0;x\u{7} steering", "plain"]
    let albums = titles.enumerated().map {
      #"{"id":\#($0),"userId":1,"title":"\#($1.jsonEscaped)"}"#
    }
    let query = RecordQuery(try #require(Resource.named("albums")))
    let (records, _) = try await fetcher(albums: "[\(albums.joined(separator: ","))]").joined(query)
    let style = TextStyle(width: width)
    for bytes in [
      OutputBuffer.bytes {
        RecordTable(RecordRows(table: records, fields: nil), style: style).write(to: &$0)
      },
      OutputBuffer.bytes {
        RecordTree(roots: titles.count, style: style).write(records, to: &$0)
      },
      OutputBuffer.bytes {
        RecordView(RecordRows(view: records, fields: nil), style: style).write(to: &$0)
      },
    ] {
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      #expect(lines.count >= titles.count)
      #expect(lines.allSatisfy { $0.displayWidth <= width && !$0.utf8.contains(0x1B) })
    }
  }
}

extension String {
  fileprivate var jsonEscaped: String {
    unicodeScalars.map { $0.value < 0x20 ? $0.jsonEscape : String($0) }.joined()
  }
}
