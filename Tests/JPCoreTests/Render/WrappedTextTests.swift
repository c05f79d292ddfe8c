import TestSupport
import Testing

@testable import JPCore

@Suite("Text is broken at spaces", .limited)
struct WrappedTextTests {
  @Test(
    "Lines after the first are indented, and long words stay whole",
    arguments: [
      ("one two three", nil, ["> one two three"]),
      ("one two three", 20, ["> one two three"]),
      ("one two three", 10, ["> one two", "  three"]),
      ("one two three", 6, ["> one", "  two", " three"]),
      (
        "at http://a.example/long/path now", 12,
        ["> at", "  http://a.example/long/path", "  now"]
      ),
      ("at http://b.example now", 17, ["> at", " http://b.example", "  now"]),
      ("京都 京都 京都", 8, ["> 京都", "  京都", "  京都"]),
    ] as [(String, Int?, [String])])
  func words(text: String, width: Int?, lines: [String]) {
    #expect(text.wrapped(to: width, after: "> ", indent: 2, breaksWords: false) == lines)
  }

  @Test(
    "With breaksWords, long words are broken between characters; line breaks stay",
    arguments: [
      ("one two", 3, ["one", "two"]), ("abcdefg hi", 3, ["abc", "def", "g", "hi"]),
      ("a abcd", 3, ["a", "abc", "d"]), ("日本語", 3, ["日", "本", "語"]),
      ("  a b", 4, ["  a", "b"]), ("abcd  ef", 4, ["abcd", "ef"]),
      ("abcd   ef", 4, ["abcd", "ef"]), ("ab   cdef", 4, ["ab", "cdef"]),
      ("a\n\nbc de", 2, ["a", "", "bc", "de"]), ("", 3, [""]),
    ])
  func characters(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width) == lines)
  }
}
