import TestSupport
import Testing

@testable import JPCore

@Suite("Values that can be copied without a second look", .limited)
struct VerbatimTests {
  @Test("Special characters are found at every offset of strings of every length")
  func places() throws {
    for other in ["\u{7F}", "é", "日", "\\n", "\\\\", "\\u0041", "\\\""] {
      for length in 0...17 {
        for place in 0...length {
          let rest = length - place
          let text =
            String(repeating: "~", count: place) + other + String(repeating: " ", count: rest)
          #expect(try texts(#"["\#(text)"]"#) == [nil], "\(text)")
        }
      }
    }
  }

  @Test("Printable ASCII without a backslash is verbatim, in strings of every length")
  func ascii() throws {
    let characters = (0x20..<0x7F).map { String(UnicodeScalar(UInt8($0))) }
    for character in characters where character != "\"" && character != "\\" {
      for length in 0...17 {
        let text = String(repeating: character, count: length)
        #expect(try texts(#"["\#(text)"]"#) == [text], "\(text)")
      }
    }
  }

  @Test("Values of every type are marked verbatim or not")
  func types() throws {
    let texts = try texts(#"["a",-1.50e3,true,false,null,{"a":1},[1],""]"#)
    #expect(texts == ["a", "-1.50e3", "true", "false", "null", nil, nil, ""])
  }

  /// The elements of an array, `nil` for those that aren't verbatim; strings without their quotes.
  private func texts(_ json: String) throws -> [String?] {
    let document = try JSONDocument(Array(json.utf8))
    return document.root.elements.map { value in
      guard document.nodes[value.index].isVerbatim else { return nil }
      return value.string ?? String(decoding: value.text, as: UTF8.self)
    }
  }
}
