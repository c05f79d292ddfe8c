import TestSupport
import Testing

@testable import JPCore

@Suite("Reading values of a document", .limited)
struct JSONValueTests {
  @Test(
    "Strings are unescaped, RFC 8259 §7",
    arguments: [
      (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u0041\u00e9\u65E5""#, "Aé日"), (#""\ud83d\udE00!""#, "😀!"), (#""a\u0000b""#, "a\0b"),
      (#""\ude00x""#, "\u{FFFD}x"),
      (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
      (#""é日😀\n""#, "é日😀\n"),
    ])
  func strings(text: String, content: String) throws {
    #expect(try JSONDocument(text).root.string == content)
  }

  @Test("Strings with different unpaired surrogates are different")
  func surrogates() throws {
    let units = (0xD800...0xDFFF).map { #""\u\#(String($0, radix: 16))""# }
    let list = try JSONDocument("[\(units.joined(separator: ","))]").root.elements
    #expect(Set(list.map { Array($0.content) }).count == units.count)
  }

  @Test(
    "A message shows at most forty characters of a value, on one line",
    arguments: [
      (#""\#(String(repeating: "é", count: 38))""#, #""\#(String(repeating: "é", count: 38))""#),
      (#""\#(String(repeating: "é", count: 39))""#, #""\#(String(repeating: "é", count: 38))…"#),
      ("[\n  1,\r\n\t2\n]", "[ 1, 2 ]"),
    ])
  func excerpts(text: String, shown: String) throws {
    #expect(try JSONDocument(text).root.excerpt == shown)
  }

  @Test(
    "Only numbers spelled as 64-bit integers are integers",
    arguments: [
      ("-0", 0), ("42", 42), ("9223372036854775807", .max),
      ("-9223372036854775808", .min), ("9223372036854775808", nil), ("1.0", nil), ("1e2", nil),
      ("\"1\"", nil), ("true", nil),
    ] as [(String, Int64?)])
  func integers(text: String, value: Int64?) throws {
    #expect(try JSONDocument(text).root.integer == value)
  }

  @Test("Members keep their order, and a lookup by name finds the last one with that name")
  func members() throws {
    let text = #"{"b": 1, "a": {"x": [true, null]}, "b" : 2, "\u0062": 3, "c\"": "q"}"#
    let root = try JSONDocument(text).root
    #expect(root.members.map(\.name) == ["b", "a", "b", "b", "c\""])
    #expect(root["b"]?.integer == 3)
    #expect(root["a"]?["x"]?.elements.map(\.boolean) == [true, nil])
    #expect(root["c"] == nil)
    #expect(root["a"]?["x"]?["x"] == nil)
    #expect(root.elements.isEmpty)
  }

  @Test(
    "Names are compared with their escapes resolved",
    arguments: [
      (#"{"a":1}"#, "a", true), (#"{"a":1}"#, #"a":1}"#, false), (#"{"c\n":1}"#, #"c\n"#, false),
      (#"{"c\n":1}"#, "c\n", true), (#"{"\\":1}"#, #"\"#, true), (#"{"\"":1}"#, "\"", true),
      (#"{"\u0061b":1}"#, "ab", true),
      (#"{"é":1}"#, "e\u{301}", false),
    ])
  func names(text: String, name: String, isThere: Bool) throws {
    #expect((try JSONDocument(text).root[name] != nil) == isThere)
  }
}
