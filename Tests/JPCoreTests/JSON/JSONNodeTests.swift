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
    let found = try #require(root[name])
    #expect(String(decoding: found.text, as: UTF8.self) == value)
    #expect(root[name + "n"] == nil)
  }

  @Test(
    "A text with too many values is refused, whatever the type of the values is", .takesLong,
    arguments: ["0", "[]", #"{"":0}"#])
  func limit(element: String) throws {
    let values = element.hasPrefix("{") ? 2 : 1
    let count = (JSONDocument.maxValues - 1) / values
    let elements = Array(repeating: Array(element.utf8), count: count).joined(separator: [.comma])
    let text = [.leftBracket] + Array(elements)
    #expect(throws: Never.self) { try JSONDocument(text + [.rightBracket]) }
    // Two values more, because the elements may have left room for one.
    let more = text + Array(",[0]]".utf8)
    let failure = #expect(throws: JSONError.self) { try JSONDocument(more) }
    #expect(failure?.expected == .count(atMost: JSONDocument.maxValues))
  }
}
