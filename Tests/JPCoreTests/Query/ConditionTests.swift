import TestSupport
import Testing

@testable import JPCore

@Suite("Conditions", .limited)
struct ConditionTests {
  @Test(
    "Conditions are parsed",
    arguments: [
      (" id  ==  3 ", "id", .equal, ["3"]), ("a.b_c!=x y ", "a.b_c", .notEqual, ["x y"]),
      ("a<=b", "a", .atMost, ["b"]), ("a<b", "a", .less, ["b"]), ("a>=-1", "a", .atLeast, ["-1"]),
      ("a ~ \"x'y\"", "a", .contains, ["x'y"]), ("a!~'\"'", "a", .notContains, ["\""]),
      ("a=''", "a", .equal, [""]), ("é = ü", "é", .equal, ["ü"]),
      ("a = '=b' , 3,\"x, y\"", "a", .equal, ["=b", "3", "x, y"]),
      ("a = sand and", "a", .equal, ["sand and"]),
      ("a = x andy, or", "a", .equal, ["x andy", "or"]),
    ] as [(String, String, Condition.Operator, [String])])
  func reads(
    text: String, field: String, comparison: Condition.Operator, operands: [String]
  ) throws {
    let condition = try Condition(text, of: .users)
    #expect((condition.field.text, condition.operands.map(\.text)) == (field, operands))
    #expect(condition.comparison == comparison)
  }

  @Test(
    "Invalid conditions are refused, with the place",
    arguments: [
      ("", 0, .field), ("-x = 3", 0, .field), ("id !", 3, .operator), ("id 3", 3, .operator),
      ("id ! 3", 3, .operator), ("id =", 4, .value), ("id = ", 5, .value), ("id => 3", 4, .value),
      ("id = = 3", 5, .value), ("id =! 3", 4, .value), ("id =< 3", 4, .value),
      ("id ~~ 3", 4, .value), ("id = \"x", 7, .closingQuote), ("id = 'x' y", 9, .end),
      ("id < 1,2", 6, .oneValue), ("id = 1 and id = 2", 7, .oneCondition),
      ("id = 1 or 2,3", 7, .oneCondition), ("id AND x", 3, .oneCondition),
      ("id = 1 && id = 2", 7, .oneCondition), ("id = 1 || id = 2", 7, .oneCondition),
      ("id = 1 or ,2", 7, .oneCondition), ("id = 3, or 4", 8, .oneCondition),
    ] as [(String, Int, QueryError.Expectation)])
  func refuses(text: String, offset: Int, expected: QueryError.Expectation) throws {
    #expect(throws: QueryError.syntax(offset: offset, expected: expected)) {
      try Condition(text, of: .users)
    }
  }

  /// QueryModelTests has more values and operators; it compares numbers as Decimal does.
  @Test(
    "Conditions hold for the right records",
    arguments: [
      ("x = 10.0", "10", true), ("x > null", #""z""#, true), ("x < 9", "10", false),
      ("x = '10'", "10", true),
      ("x < '9'", "10", true), ("x = 0xA", "10", false), ("x < nan", "10", true),
      ("x ~ 1", "10", true), ("x >= 9007199254740993", "9007199254740992", false),
      ("x = 99999999999999999999", "99999999999999999998", false),
      ("x > -100000000000000000000", "-99999999999999999999", true),
      ("x < 1e99999999999999999999", "5", true), ("x > 1e-99999999999999999999", "5", true),
      ("x < 1e401", "1e400", true), ("x = 1e401", "1e400", false),
      // Exponents of any length are exact.
      ("x = 1e300000000000000000", "1e9223372036854775807", false),
      ("x < 1e9223372036854775807", "1e300000000000000000", true),
      ("x > -1e9223372036854775807", "-1e300000000000000000", true),
      ("x > 1e-9223372036854775809", "1e-9223372036854775808", true),
      ("x < -1e-9223372036854775809", "-1e-9223372036854775808", true),
      ("x = 1e99999999999999999999", "1e99999999999999999998", false),
      ("x < 1e100000000000000000000", "1e99999999999999999999", true),
      ("x = 10e9223372036854775806", "1e9223372036854775807", true),
      ("x = 9.9e99999999999999999999", "99e99999999999999999998", true),
      ("x = 1e-99999999999999999999", "10e-100000000000000000000", true),
      // From 18 digits to 19, and back.
      ("x = 0.1e1000000000000000000", "1e999999999999999999", true),
      ("x = 1e1000000000000000000", "1000e999999999999999997", true),
      ("x = 0.001e1000000000000000001", "1e999999999999999998", true),
      ("x = 1e-1000000000000000000", "0.001e-999999999999999997", true),
      ("x = 1e+0000000000000000000001", "10", true),
      ("x < -1", "-100000000000000000000", true), ("x < 1e3", "99999999999999999999", false),
      ("x = A", "\"a\"", false), ("x ~ É", "\"e\\u0301\"", true), ("x ~ ''", "\"\"", true),
      ("x < 10", "\"9\"", true), ("x < '10'", "\"9\"", false), ("x = true", "true", true),
      ("x = null", "null", true), ("x = 'null'", "null", false), ("x = null", "\"null\"", false),
      ("x != null", "\"null\"", true), ("x != 1", "null", true), ("x < 1", "null", false),
      ("x < null", "null", false), ("x ~ null", "null", false),
      ("x !~ a", "null", true), ("y = null", "1", true), ("x = 1", "[1]", true),
      ("x = 1", "[]", false), ("x != 1", "{}", true),
      ("x.y = 3", #"[[[{"y":1},[]],2],{"y":3}]"#, true), ("x.y != 3", #"[[{"y":3}]]"#, false),
      ("x.y = null", "[[]]", false), ("x.y.z = 1", #"{"y":[{},{"z":[1]}]}"#, true),
    ])
  func holds(text: String, value: String, isTrue: Bool) async throws {
    let users = #"[{"id":1,"x":\#(value)}]"#
    let (records, _) = try await fetcher(users: users).joined(RecordQuery(.users))
    #expect(try Condition(text, of: .users).rows(of: [0], in: records) == (isTrue ? [0] : []))
  }

  @Test(
    "One of many values equals what it equals alone: a number by its value, a text by its bytes",
    arguments: [
      ("1", "1.0", true), ("1e2", "100", true), ("0", "-0.0e5", true), ("1", "10", false),
      ("1", "\"1\"", true), ("1.0", "\"1\"", false), ("'1'", "1", true), ("'1'", "1.0", false),
      ("99999999999999999999", "99999999999999999999.0", true), ("null", "null", true),
      ("null", "\"null\"", false), ("'null'", "\"null\"", true), ("'null'", "null", false),
      ("true", "true", true), ("x", "[\"x\"]", true), ("é", "\"\\u00e9\"", true),
      ("é", "\"e\\u0301\"", false),
    ])
  func manyValues(operand: String, value: String, isTrue: Bool) async throws {
    let users = #"[{"id":1,"x":\#(value)}]"#
    let (records, _) = try await fetcher(users: users).joined(RecordQuery(.users))
    let others = (0..<20).map { "other\($0)" }.joined(separator: ",")
    for list in [operand, "\(others),\(operand)", "\(operand),\(others)"] {
      let found = try Condition("x = \(list)", of: .users).rows(of: [0], in: records)
      #expect(found == (isTrue ? [0] : []))
      let others = try Condition("x != \(list)", of: .users).rows(of: [0], in: records)
      #expect(others == (isTrue ? [] : [0]))
    }
  }

  @Test(
    "The time grows linearly with the number of values and records",
    arguments: ["id = %", "name = t%", "name != 't%', x"])
  func linear(pattern: String) async throws {
    func seconds(for count: Int) async throws -> Double {
      let list = (0..<count).map { #"{"id":\#($0),"name":"t\#($0)"}"# }.joined(separator: ",")
      let (records, _) = try await fetcher(users: "[\(list)]").joined(RecordQuery(.users))
      let parts = pattern.split(separator: "= ")
      let values = (1...count).map { parts[1].replacing("%", with: "\($0)") }
      let text = "\(parts[0])= \(values.joined(separator: ","))"
      let start = secondsOfThisThread()
      let condition = try Condition(text, of: .users)
      let rows = condition.rows(of: Array(0..<count), in: records)
      let end = secondsOfThisThread()
      #expect(rows == (pattern.contains("!") ? [0] : Array(1..<count)))
      return end - start
    }
    // Sixteen times the values: 16 if it is linear, 256 if it is not.
    #expect(try await seconds(for: 8000) / seconds(for: 500) < 64)
  }

  @Test(
    "Search ignores case and accents",
    arguments: [
      ("ABC", "abc"), ("Éé e\u{301}", "ee e"), ("Łódź", "lodz"), ("Ấn Độ", "an do"), ("Ζωή", "ζωη"),
      ("Йод", "иод"), ("日本", "日本"), ("ẞ", "ß"), ("Ǿ", "o"), ("ΟΔΟΣ", "οδοσ"), ("οδός", "οδοσ"),
    ])
  func folding(text: String, folded: String) {
    #expect(TextFolding.folded(text) == folded)
  }

  @Test(
    "A text is found wherever it is",
    arguments: [
      ("aab", "aaab", true), ("aab", "aaba", true), ("aab", "aaa", false),
      ("abab", "abaabab", true),
      ("ababac", "abababac", true), ("ababac", "ababab", false), ("a", "", false), ("", "a", true),
      ("éée", "ÉÉÉE", true), ("aéa", "aaéaé", true),
    ])
  func searching(text: String, other: String, isFound: Bool) {
    #expect(FoldedText(text).isIn(ArraySlice(other.utf8)) == isFound)
  }

  @Test("Searching takes linear time", arguments: ["a", "é"])
  func linearSearch(letter: String) {
    func seconds(for count: Int) -> Double {
      let text = FoldedText(String(repeating: letter, count: count) + "b")
      let other = ArraySlice(String(repeating: letter, count: 2 * count).utf8)
      let start = secondsOfThisThread()
      #expect(!text.isIn(other))
      return secondsOfThisThread() - start
    }
    // Sixteen times the length: 16 if it is linear, 256 if it is not.
    #expect(seconds(for: 32_000) / seconds(for: 2000) < 64)
  }

  @Test(
    "Letters that CaseFolding.txt folds to one, by status C or S, are found by each other",
    arguments: [
      "µμΜ", "ſsS", "ϐβΒ", "ϑθϴΘ", "ϕφΦ", "ϖπΠ", "ϰκΚ", "ϱρΡ", "ϵεΕ", "ẛṡṠ", "\u{1C80}вВ",
      "\u{1C88}ꙋꙊ", "ιΙ\u{1FBE}\u{345}", "ςσΣ", "KkK", "ΩωΩ", "ÅåÅ", "ẞß", "ᾈᾀ", "ﬅﬆ", "ΐΐ",
      "\u{1C90}\u{10D0}", "\u{10A0}\u{2D00}", "\u{13A0}\u{AB70}", "\u{13F8}\u{13F0}",
      "\u{10400}\u{10428}", "ǅǄǆ", "İiIİ",
    ])
  func cases(letters: String) {
    for letter in letters.unicodeScalars {
      for other in letters.unicodeScalars {
        #expect(FoldedText("3 \(letter)x").isIn(Array("a3 \(other)xy".utf8)[...]))
      }
    }
  }

  @Test(
    "Marks of other scripts than Latin, Greek and Cyrillic count, composed or not",
    arguments: [
      ("が", "か\u{3099}", true), ("か\u{3099}", "が", true), ("か", "が", false),
      ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", true),
      ("\u{1112}\u{1161}\u{11AB}", "대한민국", true), ("하", "한", false),
      ("क\u{93C}िला", "\u{958}िला", true), ("\u{958}िला", "क\u{93C}िला", true),
      ("की", "कि", false), ("की", "की बात", true), ("नमस", "नमस्ते", true),
      ("ปู", "ปี", false), ("ปี", "ปีใหม่", true), ("ไม้", "ไม", false),
      ("আমো", "আমে\u{9BE}", true), ("آب", "ا\u{653}ب", true), ("اب", "آب", false),
      ("\u{FB2A}", "ש\u{5C1}", true), ("\u{F900}", "\u{8C48}", true), ("≠", "=\u{338}", true),
      ("=", "≠", false), ("\u{5D0}\u{5B7}\u{5BC}", "\u{5D0}\u{5BC}\u{5B7}", true),
      ("❤\u{FE0F}", "❤", true), ("é", "E\u{301}", true), ("и\u{301}", "и", true),
      ("ố", "o\u{302}\u{301}", true), ("ᾳ", "α\u{345}", true), ("e", "é", true),
    ])
  func marks(text: String, value: String, isFound: Bool) {
    #expect(FoldedText(text).isIn(Array("x\(value)y".utf8)[...]) == isFound)
  }

  @Test("Texts are sorted by their bytes, also after a long common prefix")
  func sortingTexts() async throws {
    let starts = ["", "abcdef", "abcdefg", "abcdefgh", "abcdefé", "日本日本"]
    let ends = ["", "\u{0}", "\u{0}\u{0}b", "a", "~", "é", "\u{10FFFF}"]
    let texts = starts.flatMap { start in ends.map { start + $0 } }
    let list = texts.map { text in
      let quoted = OutputBuffer.bytes { $0.append(quoted: text) }
      return #"{"id":1,"x":\#(String(decoding: quoted, as: UTF8.self))}"#
    }
    var (records, _) = try await fetcher(users: "[\(list.joined(separator: ","))]")
      .joined(RecordQuery(.users))
    var selection = RecordSelection()
    selection.order = [.init(FieldPath(unknown: "x"))]
    records.select(selection)
    let bytes = texts.map { Array($0.utf8) }
    #expect(
      records.shown.map { bytes[$0] } == bytes.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test(
    "An object or a list needs one of its fields, a number a number",
    arguments: [
      "address = x", "address ~ x", "albums ~ x", "albums = null", "albums.count = x", "id <= '1'",
    ])
  func wholes(text: String) {
    #expect(throws: QueryError.self) { try Condition(text, of: .users) }
  }

  @Test(
    "A time that is the limit itself is neither shorter nor longer",
    arguments: [(.less, false), (.atMost, true), (.greater, false), (.atLeast, true)]
      as [(Condition.Operator, Bool)])
  func limits(comparison: Condition.Operator, holds: Bool) {
    #expect(comparison.holds(Duration.seconds(1), .seconds(1)) == holds)
  }

  @Test("Searching for an accent alone doesn't match everything; an empty text does")
  func found() {
    #expect(!FoldedText("\u{301}").isIn(Array("abc".utf8)[...]))
    #expect(FoldedText("").isIn(Array("abc".utf8)[...]))
    #expect(FoldedText("aab").isIn(Array("AAAAB".utf8)[...]))
  }
}
