import TestSupport
import Testing

@testable import JPCore

@Suite("Conditions", .limited)
struct ConditionTests {
  @Test(
    "Conditions are parsed",
    arguments: [
      ("id=3", "id", .equal, "3"), (" id  =  3 ", "id", .equal, "3"),
      ("id == 3", "id", .equal, "3"),
      ("a.b_c!=x y ", "a.b_c", .notEqual, "x y"), ("a<=b", "a", .atMost, "b"),
      ("a<b", "a", .less, "b"),
      ("a>=-1", "a", .atLeast, "-1"), ("a>'", "a", .greater, nil),
      ("a ~ \"x'y\"", "a", .contains, "x'y"),
      ("a!~'\"'", "a", .notContains, "\""), ("a=''", "a", .equal, ""), ("é = ü", "é", .equal, "ü"),
      ("a = = b", "a", .equal, nil), ("a => 3", "a", .equal, nil), ("a =! 3", "a", .equal, nil),
      ("a === 3", "a", .equal, nil), ("a ~~ b", "a", .contains, nil), ("a <> 3", "a", .less, nil),
      ("a = '=b'", "a", .equal, "=b"),
    ] as [(String, String, Condition.Operator, String?)])
  func reads(text: String, field: String, comparison: Condition.Operator, operand: String?) throws {
    guard let operand else {
      #expect(throws: QueryError.self) { try Condition(text, of: .users) }
      return
    }
    let condition = try Condition(text, of: .users)
    #expect((condition.field.text, condition.operands.map(\.text)) == (field, [operand]))
    #expect(condition.comparison == comparison)
  }

  @Test(
    "Invalid conditions are refused, with the place",
    arguments: [
      ("", 0, .field), ("= 3", 0, .field), ("-x = 3", 0, .field), ("id !", 3, .operator),
      ("id 3", 3, .operator), ("id ! 3", 3, .operator), ("id =", 4, .value), ("id = ", 5, .value),
      ("id = \"x", 7, .closingQuote), ("id = 'x' y", 9, .end),
      ("id < 1,2", 6, .oneValue), ("name ~ a,b", 8, .oneValue),
      ("id = 1 and id = 2", 7, .oneCondition),
      ("name = a or b", 9, .oneCondition), ("id and x", 3, .oneCondition),
    ] as [(String, Int, QueryError.Expectation)])
  func refuses(text: String, offset: Int, expected: QueryError.Expectation) throws {
    #expect(throws: QueryError.syntax(offset: offset, expected: expected)) {
      try Condition(text, of: .users)
    }
  }

  @Test(
    "Conditions hold for the right records",
    arguments: [
      ("x = 10", "10", true), ("x = 10.0", "10", true), ("x = 1e1", "10", true),
      ("x < 9", "10", false),
      ("x > 9", "10", true), ("x = '10'", "10", true), ("x < '9'", "10", true),
      ("x = abc", "10", false), ("x = 0xA", "10", false), ("x < nan", "10", true),
      ("x ~ 1", "10", true), ("x = 9007199254740993", "9007199254740992", false),
      ("x >= 9007199254740993", "9007199254740992", false),
      ("x < 9007199254740993", "9007199254740992", true),
      ("x = 99999999999999999999", "99999999999999999998", false),
      ("x > -100000000000000000000", "-99999999999999999999", true),
      ("x < 1e99999999999999999999", "5", true), ("x > 1e-99999999999999999999", "5", true),
      ("x < 1e401", "1e400", true), ("x = 1e401", "1e400", false),
      ("x < -1", "-100000000000000000000", true), ("x < 1e3", "99999999999999999999", false),
      ("x != 9007199254740993", "9007199254740992", true),
      ("x = a", "\"a\"", true), ("x = A", "\"a\"", false), ("x ~ A", "\"bab\"", true),
      ("x ~ cafe", "\"Le Café\"", true), ("x ~ É", "\"e\\u0301\"", true), ("x !~ z", "\"a\"", true),
      ("x ~ ''", "\"\"", true), ("x < b", "\"a\"", true), ("x < 10", "\"9\"", true),
      ("x < '10'", "\"9\"", false),
      ("x = true", "true", true), ("x != true", "false", true), ("x = null", "null", true),
      ("x = 'null'", "null", false), ("x = null", "\"null\"", false),
      ("x != null", "\"null\"", true),
      ("x = 'null'", "\"null\"", true), ("x != 1", "null", true), ("x < 1", "null", false),
      ("x ~ a", "null", false), ("x !~ a", "null", true), ("y = null", "1", true),
      ("y = 1", "1", false),
      ("x = 1", "[1]", true), ("x = 1", "[]", false), ("x != 1", "{}", true),
    ])
  func holds(text: String, value: String, isTrue: Bool) async throws {
    let condition = try Condition(text, of: .users)
    let list = #"[{"id":1,"x":\#(value)}]"#
    let query = RecordQuery(try #require(Resource.named("users")))
    var (records, _) = try await fetcher(users: list).joined(query)
    var selection = RecordSelection()
    selection.conditions = [condition]
    records.select(selection)
    #expect(records.shown.count == (isTrue ? 1 : 0))
  }

  @Test(
    "Search ignores case and accents",
    arguments: [
      ("ABC", "abc"), ("Éé e\u{301}", "ee e"), ("Łódź", "lodz"), ("Ångström", "angstrom"),
      ("Ấn Độ", "an do"), ("Ζωή", "ζωη"), ("Йод", "иод"), ("日本", "日本"), ("ẞ", "ß"), ("Ø", "o"),
      ("Ǿ", "o"), ("ΟΔΟΣ", "οδοσ"), ("οδός", "οδοσ"),
    ])
  func folding(text: String, folded: String) {
    #expect(TextFolding.folded(text) == folded)
  }

  @Test("Records are sorted by type, then value; equal ones keep their order, descending too")
  func sorting() async throws {
    let list = #"""
      [{"id":1,"x":"b"},{"id":2,"x":10},{"id":3},{"id":4,"x":9},{"id":5,"x":"a"},{"id":6,"x":true},
       {"id":7,"x":null},{"id":8,"x":false},{"id":9,"x":"é"},{"id":10,"x":1e1},{"id":11,"x":[]},
       {"id":12,"x":"Z"}]
      """#
    let query = RecordQuery(try #require(Resource.named("users")))
    func order(_ keys: [RecordSelection.SortKey]) async throws -> [Int] {
      var (records, _) = try await fetcher(users: list).joined(query)
      var selection = RecordSelection()
      selection.order = keys
      records.select(selection)
      return records.shown.map { $0 + 1 }
    }
    #expect(
      try await order([.init(FieldPath(unknown: "x"))]) == [3, 7, 8, 6, 4, 2, 10, 12, 5, 1, 9, 11])
    #expect(
      try await order([.init(FieldPath(unknown: "x"), descending: true)]) == [
        11, 9, 1, 5, 12, 2, 10, 4, 6, 8, 3, 7,
      ])
  }

  @Test("Texts are sorted by their bytes, also after a long common prefix")
  func sortingTexts() async throws {
    let starts = ["", "a", "abcdef", "abcdefg", "abcdefgh", "abcdefé", "é", "日本日本"]
    let ends = ["", "\u{0}", "\u{0}\u{0}b", "a", "~", "é", "\u{10FFFF}"]
    let texts = starts.flatMap { start in ends.map { start + $0 } }
    let list = texts.enumerated().map { id, text in
      let quoted = OutputBuffer.bytes { $0.append(quoted: text) }
      return #"{"id":\#(id),"x":\#(String(decoding: quoted, as: UTF8.self))}"#
    }
    var (records, _) = try await fetcher(users: "[\(list.joined(separator: ","))]")
      .joined(RecordQuery(try #require(Resource.named("users"))))
    for isDescending in [false, true] {
      var selection = RecordSelection()
      selection.order = [.init(FieldPath(unknown: "x"), descending: isDescending)]
      records.select(selection)
      let sorted = records.shown.map { texts[$0] }
      for (one, other) in zip(sorted, sorted.dropFirst()) where one != other {
        #expect(one.utf8.lexicographicallyPrecedes(other.utf8) != isDescending)
      }
    }
  }

  @Test(
    "A value that a field can't have is refused by its type",
    arguments: [
      ("id > ten", "ten"), ("id <= 'a'", "a"), ("albums.count = x", "x"),
      ("todos.completed = yes", "yes"),
    ])
  func values(text: String, value: String) {
    #expect {
      try Condition(text, of: .users)
    } throws: { error in
      if case QueryError.value(_, value) = error { true } else { false }
    }
  }

  @Test(
    "An object or a list needs one of its fields",
    arguments: ["company = x", "company ~ x", "albums ~ x", "albums = null"])
  func wholes(text: String) {
    #expect(throws: QueryError.self) { try Condition(text, of: .users) }
  }

  @Test(
    "A time that is the limit itself is neither shorter nor longer",
    arguments: [(.less, false), (.atMost, true), (.greater, false), (.atLeast, true)]
      as [(Condition.Operator, Bool)])
  func limits(comparison: Condition.Operator, holds: Bool) {
    #expect(comparison.holds(.seconds(1), .seconds(1)) == holds)
  }

  @Test("Searching for an accent alone doesn't match everything; an empty text does")
  func found() {
    #expect(!FoldedText("\u{301}").isIn(Array("abc".utf8)[...]))
    #expect(FoldedText("").isIn(Array("abc".utf8)[...]))
    #expect(FoldedText("aab").isIn(Array("AAAAB".utf8)[...]))
  }
}
