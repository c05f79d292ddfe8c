import TestSupport
import Testing

@testable import JPCore

@Suite("The index of a text", .limited)
struct JSONNodeTests {
  @Test(
    "A member is found by a name of any length, and its value ends where the next member begins",
    arguments: [0, 1, 6, 7, 8, 14, 15, 16, 17, 1000],
    ["1", #""a""#, "[]", "{}", #"{"b":[1,"c"]}"#])
  func names(length: Int, value: String) throws {
    let name = String(repeating: "n", count: length)
    let root = try JSONDocument(#"{"\#(name)":\#(value),"after":[2]}"#).root
    #expect(root.members.map(\.name) == [name, "after"])
    let values = root.members.map { String(decoding: $0.value.text, as: UTF8.self) }
    #expect(values == [value, "[2]"])
    #expect(root[name]?.index == 1)
    #expect(root[name + "n"] == nil)
  }

  private func isPlain(_ value: String) throws -> Bool {
    try JSONDocument(value).nodes[0].isPlain
  }

  @Test(
    "A string is marked as plain if it is printable ASCII without a backslash", arguments: 0...17)
  func plainTexts(length: Int) throws {
    let ascii = (0x20...0x7F as ClosedRange<UInt8>).map { String(UnicodeScalar($0)) }
    for character in ascii + ["é", "日", #"\n"#, #"\\"#, #"\u0041"#, #"\""#]
    where character != "\"" && character != #"\"# {
      let isExpected = character.count == 1 && character.allSatisfy { " "..."~" ~= $0 }
      for place in 0...length {
        let text =
          String(repeating: "~", count: place) + character
          + String(repeating: " ", count: length - place)
        #expect(try isPlain("\"\(text)\"") == isExpected, "\(text)")
      }
    }
  }

  @Test("Scalars are marked as plain, and objects and arrays aren't")
  func plainTypes() throws {
    let values = [#""""#, "-1.50e3", "true", "false", "null", #"{"a":1}"#, "[1]"]
    #expect(try values.filter(isPlain) == values.dropLast(2))
  }

  @Test(
    "A text with too many values is refused, whatever the type of the values is", .takesLong,
    arguments: ["0", "[]", #"{"":0}"#])
  func limit(element: String) throws {
    let values = element.hasPrefix("{") ? 2 : 1
    let count = (JSONDocument.maxValues - 1) / values
    let elements = Array(repeating: Array(element.utf8), count: count).joined(separator: [.comma])
    let text = [.leftBracket] + Array(elements)
    let document = try JSONDocument(text + [.rightBracket])
    #expect(document.nodes.count == count * values + 1)
    // Two values more, because the elements may have left room for one.
    let more = text + Array(",[0]]".utf8)
    let failure = #expect(throws: JSONError.self) { try JSONDocument(more) }
    #expect(failure?.expected == .count(atMost: JSONDocument.maxValues))
  }
}
