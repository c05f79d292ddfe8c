import Testing

@testable import JPCore

@Suite("Tables")
struct RecordTableTests {
  @Test(
    "Display width, UAX #11",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ｱ", 1), ("Ａ", 2),
      ("👩‍👩‍👧", 2), ("😀a", 3), ("❤️", 2), ("🇯🇵", 2), ("\u{200B}", 0), ("Łódź", 4), ("한", 2),
      ("ไทย", 3),
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

  @Test("Numbers stand right, text left, and no line ends with spaces")
  func table() throws {
    let albums = #"""
      [{"userId":1,"id":7,"title":"日本\u001b[31m"},{"id":10,"userId":12,"title":null},
       {"userId":3,"id":8,"title":"last","extra":1}]
      """#
    let query = RecordQuery(
      try #require(Resource.named("albums")), embeddings: [Embedding("photos")])
    let (records, _) = try fetcher(
      albums: albums, photos: #"[{"albumId":7},{"albumId":7},{"albumId":8}]"#
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
}
