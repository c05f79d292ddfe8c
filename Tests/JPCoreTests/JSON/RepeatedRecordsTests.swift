import TestSupport
import Testing

@testable import JPCore

@Suite("A record is indexed as it would be alone, whatever stands before it", .limited)
struct RepeatedRecordsTests {
  @Test(
    "A record after a nearly identical one is indexed correctly", arguments: Seed.seeds(8, all: 400)
  )
  func behindTwin(seed: Seed) throws {
    var json = RandomJSON(random: seed.numbers)
    for _ in 0..<40 {
      let twin = record(&json)
      try check(twin, behind: twin, seed)
      for _ in 0..<5 { try check(json.changed(twin), behind: twin, seed) }
    }
  }

  /// An object with random values, flat and nested.
  private func record(_ json: inout RandomJSON) -> [UInt8] {
    let (name, colon) = (Array(#","a name of two words""#.utf8), Array(": ".utf8))
    return Array("{ \"a\":".utf8) + json.text() + name + colon + json.text()
      + Array(",\"b\":{\"c\" :".utf8) + json.text() + Array("},\n  \"id\": 12}".utf8)
  }

  private func check(_ record: [UInt8], behind twin: [UInt8], _ seed: Seed) throws {
    let list = Array("[".utf8) + twin + Array(",".utf8) + record + Array("]".utf8)
    let alone = try? JSONDocument(record)
    guard let document = try? JSONDocument(list) else {
      try #require(alone == nil, "\(seed): \(String(decoding: list, as: UTF8.self))")
      return
    }
    let elements = document.children(at: 0)
    // A change may have made two records of one, which aren't a text.
    guard elements.count == 2 else { return }
    let own = try #require(alone, "\(seed): \(String(decoding: list, as: UTF8.self))")
    let (offset, first) = (UInt32(twin.count + 2), UInt32(elements[1]))
    for index in own.values(in: 0) {
      let (node, own) = (document.nodes[Int(first) + index], own.nodes[index])
      let isSame =
        node.start == own.start + offset && node.end == own.end + offset
        && node.next == own.next + first
        && node.name == own.name + offset
      try #require(isSame, "\(seed): \(String(decoding: list, as: UTF8.self)), value \(index)")
    }
  }

  @Test(
    "A different text before a value is noticed",
    arguments: [
      // What is behind an empty object is its sibling, not its member.
      (#"[{"a":{},"b":1},{"a":{"b":1}}]"#, true), (#"[{"a":[],"b":1},{"a":[1],"b":1}]"#, true),
      // The text ends inside of what would be repeated.
      (#"[{"a":1,"b":2},{"a":1,"b":"#, false), (#"[{"a":1,"b":2},{"a":1,"b"]"#, false),
      // In an array there are no names.
      (#"[{"a":1,"b":2},[1,"b":2]]"#, false), (#"[[1,2],{"a":1,2}]"#, false),
      // Names may have escapes, and hide a colon.
      (#"[{"a\":1,b":2,"c":3},{"a\":1,b":2,"c":3}]"#, true),
      // More white space before a value.
      (#"[{"a":1,"b": 2},{"a":1,"b":  2}]"#, true), (#"[{"a":1},{"a": 1}]"#, true),
      // A deeper one, and one more.
      (#"[{"a":{"x":1},"b":2},{"a":{"x":1,"b":2}}]"#, true),
      (#"[{"a":1,"b":2},{"a":1,"b":2,"b":2}]"#, true), (#"[{"a":1,"b":2},{"a":1},{"b":2}]"#, true),
    ])
  func lookAlikes(text: String, isJSON: Bool) throws {
    let document = try? JSONDocument(Array(text.utf8))
    #expect((document != nil) == isJSON)
    guard let document else { return }
    // Written without white space it is the same text again.
    let written = OutputBuffer.bytes { JSONWriter(.compact).write(document, to: &$0) }
    #expect(String(decoding: written, as: UTF8.self) == text.filter { $0 != " " } + "\n")
  }
}
