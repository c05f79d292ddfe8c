import TestSupport
import Testing

@testable import JPCore

@Suite("Characters in UTF-8, sixteen bytes at a time", .limited)
struct ASCIITests {
  @Test(
    "A wanted character is found at every offset of texts of up to 50 bytes, and no other character",
    arguments: 0...50)
  func places(length: Int) {
    let wanted: [UInt8] = [0x22, 0x2C, 0x0A, 0x7F]
    let characters: StaticString = "\",\n\u{7F}"
    for filler: UInt8 in [0x20, 0x21, 0x23, 0x2D, 0x7E, 0xA2, 0xAC, 0x8A, 0xFF, 0x80] {
      var text = ContiguousArray(repeating: filler, count: length)
      #expect(!contains(text, characters), "\(filler)")
      for place in text.indices {
        for character in wanted {
          text[place] = character
          #expect(contains(text, characters), "\(character) at \(place)")
          text[place] = filler
        }
      }
    }
  }

  @Test(
    "A search for any of several bytes finds each of them and no other byte",
    arguments: UInt8.min...UInt8.max)
  func bytes(byte: UInt8) {
    for length in [1, 15, 16, 17] {
      let text = ContiguousArray(repeating: byte, count: length)
      #expect(contains(text, "\",\n\0") == [0x22, 0x2C, 0x0A, 0x00].contains(byte))
      let hasMarkup = text.span.hasMarkup
      #expect(hasMarkup == "\\`*_[]<>&~|\r\n".utf8.contains(byte))
    }
  }

  @Test(
    "A text that is cut to a number of characters ends with an ellipsis",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 3, "日本語"), ("日本語で", 3, "日本…"),
      ("e\u{301}e\u{301}", 2, "e\u{301}e\u{301}"), ("e\u{301}e\u{301}e", 2, "e\u{301}…"),
      ("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 2, "👩‍👩‍👧…"), ("🇩🇪🇫🇷🇮🇹", 2, "🇩🇪…"), ("", 1, ""), ("a", 1, "a"), ("ab", 1, "…"),
      ("a" + String(repeating: "\u{301}", count: 999), 9, "…"),
    ])
  func cutting(text: String, limit: Int, expected: String) {
    // By their bytes, because canonically equivalent strings are equal.
    #expect(Array(text.cut(toCharacters: limit).utf8) == Array(expected.utf8))
  }

  @Test("eachOnce keeps the first of several texts with the same bytes")
  func repetitions() {
    let texts = ["b", "\u{E9}", "a", "e\u{301}", "b", "\u{E9}"]
    let expected = ["b", "\u{E9}", "a", "e\u{301}"]
    #expect(texts.eachOnce.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  // A span can't be an argument of `#expect`.
  private func contains(_ text: ContiguousArray<UInt8>, _ characters: StaticString) -> Bool {
    text.span.contains(anyOf: characters)
  }
}
