import Testing

@testable import JPCore

@Suite("Drift: how a list differs from what it was")
struct DriftTests {
  private func drift(_ before: String, _ now: String) throws -> [Drift] {
    try Drift.all(from: JSONDocument(Array(before.utf8)), to: JSONDocument(Array(now.utf8)))
  }

  @Test(
    "What says the same is the same",
    arguments: [
      (#"[{"id":1,"a":"x"}]"#, #"[ {"a" : "\u0078", "id":1} ]"#),
      (#"[{"id":1},{"id":2}]"#, #"[{"id":2},{"id":1}]"#),
      (#"[{"id":1},{"id":1,"a":2}]"#, #"[{"id":1}, {"id":1,"a":2}]"#),
      (#"[{"id":1,"a":[{"b":1,"c":[]}]}]"#, #"[{"id":1,"a":[{"c":[ ],"b":1}]}]"#),
      (#"[{"id":1,"a":1,"a":2}]"#, #"[{"id":1,"a":2}]"#),
      ("[7,null]", "[7, null]"), ("[]", "[ ]"),
    ])
  func same(before: String, now: String) throws {
    #expect(try drift(before, now) == [])
    #expect(try drift(now, before) == [])
  }

  @Test("Fields of all the list are told once, at the outermost that differs")
  func fields() throws {
    let before = #"[{"id":1,"a":{"b":1,"gone":2},"n":1},{"id":2,"a":{"b":2,"gone":2},"n":2}]"#
    let now = #"[{"id":1,"a":{"b":1,"new":{"x":1}},"n":"1"},{"id":2,"a":{"b":2},"n":null}]"#
    #expect(
      try drift(before, now) == [
        .newFields(FirstFew(["a.new"])), .missingFields(FirstFew(["a.gone"])),
        .types(
          FirstFew([
            .init(field: "n", before: [.number], now: [.string, .null], first: .id("1"))
          ])),
      ])
  }

  @Test("A type that no value has any more is told without a record")
  func fewerTypes() throws {
    #expect(
      try drift(#"[{"id":1,"a":1},{"id":2,"a":null}]"#, #"[{"id":1,"a":1}]"#) == [
        .types(
          FirstFew([.init(field: "a", before: [.number, .null], now: [.number], first: nil)])),
        .missingRecords(FirstFew([.id("2")])),
      ])
  }

  @Test("A record with a type of its own hides no other's changes")
  func widerTypes() throws {
    let before = #"[{"id":1,"a":{"b":1,"c":1}},{"id":2,"a":{"b":2,"c":2}}]"#
    let now = #"[{"id":1,"a":null},{"id":2,"a":{"b":3,"d":1}}]"#
    #expect(
      try drift(before, now) == [
        .newFields(FirstFew(["a.d"])), .missingFields(FirstFew(["a.c"])),
        .types(
          FirstFew([
            .init(field: "a", before: [.object], now: [.object, .null], first: .id("1"))
          ])),
        .records(FirstFew([.init(record: .id("2"), fields: FirstFew(["a.b"]))])),
      ])
  }

  @Test("A list without records says nothing about fields")
  func empty() throws {
    #expect(try drift("[]", #"[{"id":1}]"#) == [.newRecords(FirstFew([.id("1")]))])
    #expect(try drift(#"[{"id":1}]"#, "[]") == [.missingRecords(FirstFew([.id("1")]))])
  }

  @Test("Records are told by their ids, the first three of them")
  func records() throws {
    func list(_ ids: [Int], _ text: String) -> String {
      "[\(ids.map { #"{"id":\#($0),"t":"\#(text)"}"# }.joined(separator: ","))]"
    }
    #expect(
      try drift(list([1, 2], "x"), list([2, 3, 4, 5, 6], "x")) == [
        .newRecords(FirstFew([3, 4, 5, 6].map { .id("\($0)") })),
        .missingRecords(FirstFew([.id("1")])),
      ])
    let changes = try drift(list([1, 2, 3, 4], "x"), list([1, 2, 3, 4], "y"))
    guard case .records(let changed)? = changes.first else {
      Issue.record("no change in \(changes)")
      return
    }
    #expect((changes.count, changed.count) == (1, 4))
    #expect(changed.first.map(\.record) == [.id("1"), .id("2"), .id("3")])
    #expect(changed.first.allSatisfy { $0.fields == FirstFew(["t"]) })
  }

  @Test(
    "A change in one record names its fields",
    arguments: [
      (#"{"id":1,"a":1,"b":{"c":1}}"#, #"{"id":1,"a":1,"b":{"c":2}}"#, ["b.c"]),
      (#"{"id":1,"a":1,"b":{"c":1}}"#, #"{"id":1,"b":{}}"#, ["b.c", "a"]),
      (#"{"id":1,"a":[1]}"#, #"{"id":1,"a":[2]}"#, ["a"]),
      (#"{"id":1,"a":1}"#, #"{"id":1,"a":1.0}"#, ["a"]),
    ])
  func changedFields(before: String, now: String, fields: [String]) throws {
    // Another record has all fields, before and now.
    let other = #"{"id":9,"a":1,"b":{"c":1}},{"id":8,"a":[1]}"#
    #expect(
      try drift("[\(before),\(other)]", "[\(now),\(other)]") == [
        .records(FirstFew([.init(record: .id("1"), fields: FirstFew(fields))]))
      ])
  }

  @Test("Records without an id are told by their places, and an id that became a string is that id")
  func ids() throws {
    #expect(
      try drift(#"[{"id":1},{"a":1},7]"#, #"[{"id":1},{"a":2},"7"]"#) == [
        .records(
          FirstFew([
            .init(record: .place(1), fields: FirstFew(["a"])),
            .init(record: .place(2), fields: FirstFew()),
          ]))
      ])
    #expect(
      try drift(#"[{"id":1},{"id":2}]"#, #"[{"id":"1"},{"id":"2"}]"#) == [
        .types(
          FirstFew([.init(field: "id", before: [.number], now: [.string], first: .id("1"))]))
      ])
  }
}
