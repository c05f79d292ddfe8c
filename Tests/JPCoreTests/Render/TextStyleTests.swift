import TestSupport
import Testing

@testable import JPCore

@Suite("Text is measured and cut by its display width", .limited)
struct TextStyleTests {
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
    "Text is cut between characters, by display width",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
      ("e\u{301}e\u{301}", 1, "…"), ("👩‍👩‍👧a", 2, "…"), ("👩‍👩‍👧abc", 4, "👩‍👩‍👧a…"), ("ab", 0, ""),
    ])
  func cut(text: String, width: Int, expected: String) {
    #expect(text.cut(to: width) == expected)
  }
}
