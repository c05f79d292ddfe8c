import TestSupport
import Testing

@testable import JPCore

@Suite("A record is indexed as it would be alone, whatever precedes it", .limited)
struct RepeatedRecordsTests {
  /// The text without white space; `nil` if it isn't JSON.
  private func compact(_ text: [UInt8]) -> String? {
    (try? JSONDocument(text))?.text(.compact)
  }

  @Test(
    "A record that follows a nearly identical one is indexed as it would be alone",
    arguments: Seed.seeds(8, all: 400)
  )
  func afterTwin(seed: Seed) throws {
    var json = RandomJSON(random: seed.numbers)
    for _ in 0..<40 {
      let twin = record(&json)
      let first = try #require(compact(twin))
      for record in [twin] + (0..<5).map({ _ in json.changed(twin) }) {
        let list = [.leftBracket] + twin + [.comma] + record + [.rightBracket]
        // A change may have split the record into two values, which aren't one text.
        if let root = (try? JSONDocument(list))?.root, root.elements.count != 2 { continue }
        let expected = compact(record).map { "[\(first),\($0)]" }
        let isEqual = compact(list) == expected
        try #require(isEqual, "\(seed): \(String(decoding: list, as: UTF8.self))")
      }
    }
  }

  /// An object with random values, flat and nested.
  private func record(_ json: inout RandomJSON) -> [UInt8] {
    [
      Array("{ \"a\":".utf8), json.text(), Array(#","a name of two words": "#.utf8), json.text(),
      Array(",\"b\":{\"c\" :".utf8), json.text(), Array("},\n  \"id\": 12}".utf8),
    ].flatMap(\.self)
  }

  @Test(
    "A record that only looks like the one before is indexed by its own text, or refused if invalid",
    arguments: [
      // What follows an empty object is its sibling, not its member.
      (#"[{"a":{},"b":1},{"a":{"b":1}}]"#, true), (#"[{"a":[],"b":1},{"a":[1],"b":1}]"#, true),
      // The text ends inside the text that would be repeated.
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
  func lookAlikes(text: String, isJSON: Bool) {
    #expect(compact(Array(text.utf8)) == (isJSON ? text.filter { $0 != " " } : nil))
  }

  @Test(
    "A record's members are found, whichever names the records around it have",
    arguments: Seed.seeds(8, all: 200))
  func members(seed: Seed) throws {
    var random = seed.numbers
    let values = ["1", #""x""#, "[]", "{}", #"{"a":1}"#, #"{"b":2,"a":1}"#, #"[{"a":1}]"#]
    let elements = ["2", "null", "{}", "[]", #"[{"a":1},{"a":1}]"#]
    let names = ["a", "b", "c", #"\u0061"#].map { name in #""\#(name)":"# }
    for _ in 0..<100 {
      // Few shapes, so that most records have the names of the one before.
      let shapes = (0..<3).map { _ in
        (0..<Int.random(in: 0...4, using: &random)).map { _ in random.pick(names) }
      }
      let list = (0..<8).map { _ in
        if random.happens(oneIn: 8) { return random.pick(elements) }
        let members = random.pick(shapes).map { name in name + random.pick(values) }
        return "{" + members.joined(separator: ",") + "}"
      }
      let document = try JSONDocument("[\(list.joined(separator: ","))]")
      var indices = document.childIndices(of: 0)
      if random.happens(oneIn: 2) { indices.remove(at: Int.random(in: 0..<8, using: &random)) }
      if random.happens(oneIn: 4) { indices.shuffle(using: &random) }
      let paths = [["a"], ["b"], ["c"], ["b", "a"]].map { path in path.map(MemberName.init) }
      let columns = document.members(at: paths, ofValuesAt: indices)
      for (path, column) in zip(paths, columns) {
        let expected = indices.map { index in
          var member: Int? = Int(index)
          for name in path {
            guard let object = member else { break }
            member = document.member(named: name, ofObjectAt: object)
          }
          return member.map { member in UInt32(member) } ?? JSONDocument.none
        }
        #expect(column == expected, "\(seed): \(path.path) in \(list)")
      }
    }
  }
}
