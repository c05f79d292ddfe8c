import TestSupport
import Testing

@testable import JPCore

@Suite("Writing documents", .limited)
struct JSONWriterTests {
  @Test(
    "The writer changes only the white space, and keeps the spelling of numbers and strings",
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
    let document = try JSONDocument(text)
    #expect(document.text(.pretty) == pretty)
    #expect(document.text(.compact) == compact)
  }

  @Test("Every level is indented by two spaces", arguments: 0...40)
  func indents(depth: Int) throws {
    func indented(_ level: Int, _ text: String) -> String {
      String(repeating: "  ", count: level) + text
    }
    let lines =
      (0..<depth).map { indented($0, "[") } + [indented(depth, "{")]
      + ["\"a\": 1,", "\"b\": {}"].map { indented(depth + 1, $0) } + [indented(depth, "}")]
      + (0..<depth).reversed().map { indented($0, "]") }
    let pretty = lines.joined(separator: "\n")
    for text in [pretty, pretty.filter { !$0.isWhitespace }] {
      #expect(try JSONDocument(text).text(.pretty) == pretty)
    }
  }

  @Test(
    "A small buffer writes pieces of any size unchanged; after a failed write it writes nothing more"
  )
  func buffers() throws {
    let pieces = (0...40).map { [UInt8](repeating: UInt8($0), count: $0) }
    var collected: [UInt8] = []
    var buffer = OutputBuffer(capacity: 16) { piece in
      piece.withUnsafeBytes { collected.append(contentsOf: $0) }
    }
    for piece in pieces { piece.withUnsafeBytes { buffer.append($0) } }
    try buffer.finish()
    #expect(difference(between: collected, and: pieces.joined()) == nil)

    var calls = 0
    var failing = OutputBuffer(capacity: 4) { _ in
      calls += 1
      throw CancellationError()
    }
    for _ in 0..<100 { failing.append("some text") }
    #expect(throws: CancellationError.self) { try failing.finish() }
    #expect(calls == 1)
  }
}
