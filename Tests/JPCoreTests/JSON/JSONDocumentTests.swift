import TestSupport
import Testing

@testable import JPCore

@Suite("JSON texts, RFC 8259", .limited)
struct JSONDocumentTests {
  @Test(
    "Valid texts are accepted",
    arguments: [
      "0", "-0", "1e400", "1E+9", "12.50e-3", "true", "false", "null", "\"\"", "[]", "{}",
      " \t\r\n[ ]\n", "{ }", "[[],{}]", "[1,2,3]", "{\"a\":1,\"a\":2}", "{\"\":0}",
      "\"\\u0000\\uD800\\/\\b\"", "\"é日👩‍👩‍👧\u{10FFFF}\"", "\"\u{7F}\"",
      "\u{FEFF}{\"byte order mark\": true}", "12345678901234567890123456789012345678901234567890",
    ])
  func accepts(text: String) throws {
    let document = try JSONDocument(Array(text.utf8))
    #expect(document.bytes == Array(text.utf8))
  }

  @Test(
    "Invalid texts are refused, with place and reason",
    arguments: [
      ("", 1, 1, .value), (" \n ", 2, 2, .value), ("tru", 1, 1, .value), ("nul1", 1, 1, .value),
      ("[1,]", 1, 4, .value), ("[1 2]", 1, 4, .commaOrArrayEnd), ("[1", 1, 3, .commaOrArrayEnd),
      ("[", 1, 2, .value), ("]", 1, 1, .value), ("[}", 1, 2, .value),
      ("{", 1, 2, .nameOrObjectEnd), ("{1:2}", 1, 2, .nameOrObjectEnd),
      ("{\"a\"}", 1, 5, .colon), ("{\"a\" 1}", 1, 6, .colon), ("{\"a\":}", 1, 6, .value),
      ("{\"a\":1,}", 1, 8, .name), ("{\"a\":1 \"b\":2}", 1, 8, .commaOrObjectEnd),
      ("{\"a\":1]", 1, 7, .commaOrObjectEnd), ("[1}", 1, 3, .commaOrArrayEnd),
      ("01", 1, 2, .textEnd), ("-", 1, 2, .digit), ("-a", 1, 2, .digit), ("1.", 1, 3, .digit),
      (".5", 1, 1, .value), ("+1", 1, 1, .value), ("1e", 1, 3, .digit), ("1e+", 1, 4, .digit),
      ("0x10", 1, 2, .textEnd), ("NaN", 1, 1, .value), ("Infinity", 1, 1, .value),
      ("1 2", 1, 3, .textEnd), ("{}x", 1, 3, .textEnd), ("[]\n\n,", 3, 1, .textEnd),
      ("\"", 1, 2, .stringEnd), ("\"ab", 1, 4, .stringEnd), ("\"a\nb\"", 1, 3, .stringEnd),
      ("\"\u{0}\"", 1, 2, .stringEnd), ("\"12345678\u{1F}\"", 1, 10, .stringEnd),
      ("\"\\x\"", 1, 3, .escape), ("\"\\\"", 1, 4, .stringEnd), ("\"\\", 1, 3, .escape),
      ("\"\\u12g4\"", 1, 6, .hexDigit), ("\"\\u12\"", 1, 6, .hexDigit),
      ("'a'", 1, 1, .value), ("// no\n1", 1, 1, .value), ("[1,\n  é]", 2, 3, .value),
      ("[\"日本\", x]", 1, 8, .value), ("\u{FEFF}\u{FEFF}1", 1, 1, .value),
      ("1\u{0}", 1, 2, .textEnd), ("\u{A0}1", 1, 1, .value),
    ] as [(String, Int, Int, JSONError.Expectation)])
  func refuses(text: String, line: Int, column: Int, expected: JSONError.Expectation) throws {
    let error = try #require(throws: JSONError.self) { try JSONDocument(Array(text.utf8)) }
    #expect(error.position.line == line)
    #expect(error.position.column == column)
    #expect(error.expected == expected)
  }

  @Test(
    "Ill-formed UTF-8 is refused, RFC 3629 §4",
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]], ["", "1234567", "12345678"])
  func refusesBadUTF8(bytes: [UInt8], padding: String) throws {
    let text = Array("\"\(padding)".utf8) + bytes + Array("\"".utf8)
    let error = try #require(throws: JSONError.self) { try JSONDocument(text) }
    #expect(error.expected == .utf8)
    #expect(error.position.offset == 1 + padding.utf8.count)
  }

  @Test(
    "An error names the character at its place",
    arguments: [
      (Array("[1 é]".utf8), .character("é")), (Array("[".utf8), .end),
      (Array("{\"a\"😀".utf8), .character("😀")), ([0x5B, 0xFF, 0x5D], .bytes),
      ([0x22, 0xE2, 0x82], .bytes),
    ] as [([UInt8], JSONError.Found)])
  func tellsWhatIsThere(text: [UInt8], found: JSONError.Found) throws {
    let error = try #require(throws: JSONError.self) { try JSONDocument(text) }
    #expect(error.found == found)
  }

  @Test("Nesting beyond the limit is an error, not a crash")
  func boundsDepth() throws {
    let limit = JSONDocument.maxDepth
    func nested(_ depth: Int) -> [UInt8] {
      Array(repeating: .leftBracket, count: depth) + Array(repeating: .rightBracket, count: depth)
    }
    let deepest = try JSONDocument(nested(limit))
    let copy = OutputBuffer.bytes { JSONWriter(.compact).write(deepest, to: &$0) }
    #expect(copy == nested(limit) + [.lineFeed])
    for depth in [limit + 1, 100_000] {
      let error = try #require(throws: JSONError.self) { try JSONDocument(nested(depth)) }
      #expect(error.expected == .depth(atMost: limit))
      #expect(error.position.offset == limit)
    }
  }

  @Test("A text cut anywhere is refused, unless the rest is JSON")
  func refusesEveryPrefix() throws {
    let text = Array(#"{"a": [1.5e3, "é\u00e9\\", null], "b": {"c": true}}"#.utf8)
    for length in 0..<text.count {
      #expect(throws: JSONError.self) { try JSONDocument(Array(text[..<length])) }
    }
    _ = try JSONDocument(text)
  }
}
