import TestSupport
import Testing

@testable import JPCore

@Suite("Writing documents", .limited)
struct JSONWriterTests {
  @Test(
    "Only the white space is the writer's; the rest is the sender's",
    arguments: [
      ("1e400", "1e400", "1e400"),
      ("\u{FEFF} [ ] ", "[]", "[]"),
      ("{}", "{}", "{}"),
      ("[1, -0.0,1E+2]", "[\n  1,\n  -0.0,\n  1E+2\n]", "[1,-0.0,1E+2]"),
      (
        #"{"b":1 , "a" : [ {"é":"\u00e9"} , [] ],"b":{}}"#,
        """
        {
          "b": 1,
          "a": [
            {
              "é": "\\u00e9"
            },
            []
          ],
          "b": {}
        }
        """, #"{"b":1,"a":[{"é":"\u00e9"},[]],"b":{}}"#
      ),
      (
        "{\"\":0,\"a\\\"\"\n:\t\"x\"}", "{\n  \"\": 0,\n  \"a\\\"\": \"x\"\n}", #"{"":0,"a\"":"x"}"#
      ),
    ])
  func writes(text: String, pretty: String, compact: String) throws {
    let document = try JSONDocument(Array(text.utf8))
    for (layout, expected) in [(JSONWriter.Layout.pretty, pretty), (.compact, compact)] {
      let bytes = OutputBuffer.bytes { JSONWriter(layout).write(document, to: &$0) }
      #expect(String(decoding: bytes, as: UTF8.self) == expected + "\n")
    }
  }

  @Test("Every level is indented by two spaces", arguments: 0...40)
  func indents(depth: Int) throws {
    let document = try JSONDocument(
      Array(
        (String(repeating: "[", count: depth) + #"{"a":1,"b":{}}"#
          + String(repeating: "]", count: depth)).utf8))
    func line(_ level: Int, _ text: String) -> String {
      String(repeating: "  ", count: level) + text
    }
    let lines =
      (0..<depth).map { line($0, "[") }
      + [
        line(depth, "{"), line(depth + 1, "\"a\": 1,"), line(depth + 1, "\"b\": {}"),
        line(depth, "}"),
      ]
      + (0..<depth).reversed().map { line($0, "]") }
    let bytes = OutputBuffer.bytes { JSONWriter(.pretty).write(document, to: &$0) }
    #expect(String(decoding: bytes, as: UTF8.self) == lines.joined(separator: "\n") + "\n")
  }

  @Test("Pretty and compact layouts convert into each other")
  func roundTrip() throws {
    let text = Array(#"[{"id":1,"tags":["a",{"b":[[],{}]}],"x":null}]"#.utf8 + [.lineFeed])
    func rewritten(_ bytes: [UInt8], _ layout: JSONWriter.Layout) throws -> [UInt8] {
      let document = try JSONDocument(bytes)
      return OutputBuffer.bytes { JSONWriter(layout).write(document, to: &$0) }
    }
    let pretty = try rewritten(text, .pretty)
    #expect(try rewritten(pretty, .pretty) == pretty)
    #expect(try rewritten(pretty, .compact) == text)
  }

  @Test(
    "The program's own texts are escaped",
    arguments: [
      ("plain é 日", #""plain é 日""#), ("a\"b\\c", #""a\"b\\c""#),
      ("\n\t\u{1B}\u{0}", #""\n\u0009\u001b\u0000""#),
      ("\u{9B}31m\u{202E}\u{7F}", #""\u009b31m\u202e\u007f""#),
    ])
  func quotes(text: String, expected: String) throws {
    let bytes = OutputBuffer.bytes { $0.append(quoted: text) }
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
    #expect(try JSONDocument(bytes).root.string == text)
  }

  @Test("Pieces of every size pass through a small buffer, and a failure is reported once")
  func buffers() throws {
    struct Full: Error {}
    let pieces = (0...40).map { [UInt8](repeating: UInt8($0), count: $0) }
    var collected: [UInt8] = []
    var buffer = OutputBuffer(capacity: 16) { piece in
      piece.withUnsafeBytes { collected.append(contentsOf: $0) }
    }
    for piece in pieces { piece.withUnsafeBytes { buffer.append($0) } }
    try buffer.finish()
    #expect(collected == Array(pieces.joined()))

    var calls = 0
    var failing = OutputBuffer(capacity: 4) { _ in
      calls += 1
      throw Full()
    }
    for _ in 0..<100 { failing.append("some text") }
    #expect(throws: Full.self) { try failing.finish() }
    #expect(calls == 1)
  }
}
