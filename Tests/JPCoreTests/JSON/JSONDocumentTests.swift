import TestSupport
import Testing

@testable import JPCore

@Suite("JSON texts, RFC 8259", .limited)
struct JSONDocumentTests {
  /// FoundationJSONTests tries random texts.
  @Test(
    "Huge numbers, unpaired surrogates, repeated names and a byte order mark are accepted",
    arguments: [
      "-0", "1e400", "-1e400", "1e-400", "\"\\uD800\\/\\b\"", "\"\\uDE00\"",
      "{\"a\":1,\"a\":2}", "\u{FEFF}[]", "12345678901234567890123456789012345678901234567890",
    ])
  func accepts(text: String) throws {
    #expect(try JSONDocument(text).bytes == Array(text.utf8))
  }

  @Test(
    "Invalid texts are refused, with position and reason",
    arguments: [
      ("", 1, 1, "a value"), (" \n ", 2, 2, "a value"), ("tru", 1, 1, "a value"),
      ("[1,]", 1, 4, "a value"),
      ("{1:2}", 1, 2, #"a name or "}""#),
      ("{\"a\" 1}", 1, 6, #"":""#),
      ("{\"a\":1 , }", 1, 10, "a name"), ("{\"a\":1 \"b\":2}", 1, 8, #""," or "}""#),
      ("{\"a\":1]", 1, 7, #""," or "}""#), ("[1}", 1, 3, #""," or "]""#),
      ("01", 1, 2, "the end"), ("-a", 1, 2, "a digit"), ("1.", 1, 3, "a digit"),
      ("1e", 1, 3, "a digit"), ("1e+", 1, 4, "a digit"), ("NaN", 1, 1, "a value"),
      ("[]\n\n,", 3, 1, "the end"), ("\"ab", 1, 4, "the string's end"),
      ("\"a\nb\"", 1, 3, "the string's end"),
      ("\"\u{0}\"", 1, 2, "the string's end"),
      ("\"\\x\"", 1, 3, "an escape of JSON"),
      ("\"\\u12g4\"", 1, 6, "a hexadecimal digit"),
      ("[1,\n  é]", 2, 3, "a value"), ("[\"日本\", x]", 1, 8, "a value"),
      ("\u{FEFF}\u{FEFF}1", 1, 1, "a value"), ("1\u{0}", 1, 2, "the end"),
      ("\u{0}1", 1, 1, "a value"),
    ] as [(String, Int, Int, String)])
  func refuses(text: String, line: Int, column: Int, expected: String) throws {
    let error = try #require(throws: JSONError.self) { try JSONDocument(text) }
    #expect((error.position.line, error.position.column) == (line, column))
    #expect(error.expected == .syntax(expected))
  }

  @Test(
    "Ill-formed UTF-8 (RFC 3629 §4) is refused at the byte where the standard library's decoder refuses it",
    arguments: 0x80...0xFF as ClosedRange<UInt8>)
  func findsBadUTF8(first: UInt8) {
    // The bounds of what can follow some first byte, and their neighbours.
    let seconds: [UInt8] = [0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    let tails: [[UInt8]] = [[], [0x80], [0x80, 0xBF], [0xBF, 0xC0], [0x7F, 0x80], [0xC0, 0x80]]
    for start in ["é", "1234567"] {
      for second in seconds {
        for tail in tails {
          let content = Array(start.utf8) + [first, second] + tail
          let error = Self.error(of: [.quote] + content + [.quote])
          let expected = Self.firstError(inUTF8: content)
          #expect(error?.position.offset == expected.map { 1 + $0 }, "\(content)")
          if expected != nil { #expect(error?.expected == .utf8, "\(content)") }
        }
      }
    }
  }

  /// The error of a text; `nil` if it is JSON.
  private static func error(of text: [UInt8]) -> JSONError? {
    do throws(JSONError) { _ = try JSONDocument(text) } catch { return error }
    return nil
  }

  /// The offset of the first sequence that isn't valid; `nil` without one.
  private static func firstError(inUTF8 bytes: [UInt8]) -> Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }

  @Test(
    "An error names the character at its position",
    arguments: [
      (Array("[1 é]".utf8), .character("é")), (Array("[".utf8), .end),
      (Array("{\"a\"😀".utf8), .character("😀")), ([0x5B, 0xFF, 0x5D], .bytes),
      ([0x22, 0xE2, 0x82], .bytes),
    ] as [([UInt8], JSONError.Found)])
  func namesCharacter(text: [UInt8], found: JSONError.Found) throws {
    let error = try #require(throws: JSONError.self) { try JSONDocument(text) }
    #expect(error.found == found)
  }

  @Test("Nesting beyond the limit is an error, not a crash")
  func boundsDepth() throws {
    let limit = 512
    func nested(_ depth: Int) -> [UInt8] {
      Array(repeating: .leftBracket, count: depth) + Array(repeating: .rightBracket, count: depth)
    }
    _ = try JSONDocument(nested(limit))
    let error = try #require(throws: JSONError.self) { try JSONDocument(nested(limit + 1)) }
    #expect((error.expected, error.position.offset) == (.depth(atMost: limit), limit))
  }
}
