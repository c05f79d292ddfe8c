import TestSupport
import Testing

@testable import JPCore

@Suite("The index of a text", .limited)
struct JSONNodeTests {
  @Test(
    "Names of any length are found, with the ends of their values",
    arguments: [0, 1, 6, 7, 8, 14, 15, 16, 17, 1000],
    ["1", #""a""#, "[]", "{}", #"{"b":[1,"c"]}"#])
  func names(length: Int, value: String) throws {
    let name = String(repeating: "n", count: length)
    let text = #"{"\#(name)":\#(value),"after":[2]}"#
    let document = try JSONDocument(Array(text.utf8))
    let members = document.root.members
    #expect(members.map(\.name) == [name, "after"])
    #expect(members.map { String(decoding: $0.value.text, as: UTF8.self) } == [value, "[2]"])
    let written = OutputBuffer.bytes { JSONWriter(.compact).write(document, to: &$0) }
    #expect(String(decoding: written, as: UTF8.self) == text + "\n")
    #expect(document.member(named: MemberName(name), ofObjectAt: 0) == 1)
    #expect(document.member(named: MemberName(name + "n"), ofObjectAt: 0) == nil)
    let strings = value.filter { $0 == "a" || $0 == "c" }
    #expect(document.strings(in: 0).map { String(decoding: $0, as: UTF8.self) }.joined() == strings)
  }

  @Test(
    "The limit on values applies to every type", .takesLong,
    arguments: ["0", "[]", #"{"":0}"#])
  func limit(element: String) throws {
    let values = element.hasPrefix("{") ? 2 : 1
    let count = (JSONDocument.maxValues - 1) / values
    let elements = Array(repeating: Array(element.utf8), count: count).joined(separator: [.comma])
    let text = [.leftBracket] + Array(elements)
    let document = try JSONDocument(text + [.rightBracket])
    #expect(document.nodes.count == count * values + 1)
    // One more, and another where the last didn't fill the room.
    let more = text + Array(",[0]]".utf8)
    let failure = #expect(throws: JSONError.self) { try JSONDocument(more) }
    #expect(failure?.expected == .count(atMost: JSONDocument.maxValues))
  }
}
