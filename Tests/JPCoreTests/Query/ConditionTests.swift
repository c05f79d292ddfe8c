import TestSupport
import Testing

@testable import JPCore

@Suite("Conditions", .limited)
struct ConditionTests {
  @Test(
    "A condition is parsed into a field, an operator and values",
    arguments: [
      (" id  ==  3 ", "id", .equal, ["3"]), ("a.b_c!=x y ", "a.b_c", .notEqual, ["x y"]),
      ("a<=b", "a", .atMost, ["b"]), ("a<b", "a", .less, ["b"]), ("a>=-1", "a", .atLeast, ["-1"]),
      ("a ~ \"x'y\"", "a", .contains, ["x'y"]), ("a!~'\"'", "a", .notContains, ["\""]),
      ("a=''", "a", .equal, [""]),
      (#"a="say ""hi"", you",'it''s'"#, "a", .equal, [#"say "hi", you"#, "it's"]),
      (#"a = C:\new, "\""#, "a", .equal, [#"C:\new"#, "\\"]),
      (#""x""y".'a.b' ~ """""#, #"x"y.a.b"#, .contains, ["\""]),
      ("é = ü", "é", .equal, ["ü"]),
      ("a = '=b' , 3,\"x, y\"", "a", .equal, ["=b", "3", "x, y"]),
      ("a = sand and", "a", .equal, ["sand and"]),
      ("a = x andy, or", "a", .equal, ["x andy", "or"]),
      // An operator in a value, but no name before it that could begin a second condition.
      ("a = k=v,'b=c' , 5<6", "a", .equal, ["k=v", "b=c", "5<6"]),
      ("a = x 5>6 _y=1 http://h?a=b you!", "a", .equal, ["x 5>6 _y=1 http://h?a=b you!"]),
      ("a = it's 'so", "a", .equal, ["it's 'so"]), ("a ~ x^y$z", "a", .contains, ["x^y$z"]),
      ("a ~ '.*'", "a", .contains, [".*"]), ("a = .*\\*", "a", .equal, [".*\\*"]),
    ] as [(String, String, Comparison.Operator, [String])])
  func reads(
    text: String, field: String, comparison: Comparison.Operator, operands: [String]
  ) throws {
    let condition = try Condition(text, of: .users)
    let values = condition.comparison.operands.map(\.text)
    #expect((condition.field.text, values) == (field, operands))
    #expect(condition.comparison.symbol == comparison)
  }

  @Test(
    "An invalid condition is refused, with the offset of the error and what was expected there",
    arguments: [
      ("", 0, .field), ("-x = 3", 0, .field), ("id !", 3, .operator), ("id 3", 3, .operator),
      ("id ! 3", 3, .operator), ("id =", 4, .value), ("id = ", 5, .value), ("id => 3", 4, .value),
      ("id = = 3", 5, .value), ("id =! 3", 4, .value), ("id =< 3", 4, .value),
      ("id ~~ 3", 4, .value), ("id = \"x", 7, .closingQuote), ("id = 'x' y", 9, .end),
      ("id < 1,2", 6, .oneValue), ("id <= 1,2", 7, .oneValue), ("id > 1,2", 6, .oneValue),
      ("id >= 1,2", 7, .oneValue), ("id ~ 1,2", 6, .oneValue), ("id !~ 1,2", 7, .oneValue),
      ("id = 1 and id = 2", 7, .oneCondition),
      ("id = 1 or 2,3", 7, .oneCondition), ("id AND x", 3, .oneCondition),
      ("id = 1 && id = 2", 7, .oneCondition), ("id = 1 || id = 2", 7, .oneCondition),
      ("id = 1 or ,2", 7, .oneCondition), ("id = 3, or 4", 8, .oneCondition),
      ("id=1,name~q", 5, .oneCondition), ("id = 1, a.b = true", 8, .oneCondition),
      ("id>3 id<9", 5, .oneCondition), ("id = 1 \"x y\" !~ 2", 7, .oneCondition),
      ("id = 'x' é>=2", 9, .oneCondition), ("id = a b c == 1", 9, .oneCondition),
      ("x > 1 <3", 4, .oneCondition), ("x <= a>b", 5, .oneCondition),
      ("id ~ a.*b", 5, .plainText), ("id ~ .+", 5, .plainText), ("id !~ \\d", 6, .plainText),
      ("id ~ ^a*", 5, .plainText), ("id ~ a*$", 5, .plainText), ("id ~ *", 5, .plainText),
      ("id ~ *a", 5, .plainText), ("id = (1,2)", 5, .bareValues),
      ("id != [1, 2 ]", 6, .bareValues), ("x={a,b}", 2, .bareValues),
    ] as [(String, Int, QueryError.ExpectedSyntax)])
  func refuses(text: String, offset: Int, expected: QueryError.ExpectedSyntax) throws {
    #expect(throws: QueryError.syntax(offset: offset, expected: expected)) {
      try Condition(text, of: .users)
    }
  }

  /// QueryModelTests has more values and operators; it compares numbers as Decimal does.
  @Test(
    "A condition holds for a value by the rules for numbers, texts, null and lists",
    arguments: [
      ("x = 10.0", "10", true), ("x > 'null'", #""z""#, true), ("x < 9", "10", false),
      ("x = '10'", "10", true),
      ("x < '9'", "10", true), ("x = 0xA", "10", false), ("x < nan", "10", true),
      ("x ~ 1", "10", true), ("x >= 9007199254740993", "9007199254740992", false),
      ("x = 99999999999999999999", "99999999999999999998", false),
      ("x > -100000000000000000000", "-99999999999999999999", true),
      ("x < 1e999999999999999999", "5", true), ("x > 1e-999999999999999999", "5", true),
      ("x < 1e401", "1e400", true), ("x = 1e401", "1e400", false),
      ("x = 10e999999999999999998", "1e999999999999999999", true),
      ("x > 1e999999999999999999", "10e999999999999999999", true),
      ("x = 1e+0000000000000000000001", "10", true),
      // A number with a longer exponent is compared as text.
      ("x = 1e1000000000000000000", "1e1000000000000000000", true),
      ("x = 1e1000000000000000000", "10e999999999999999999", false),
      ("x = 1e1000000000000000000", "1E1000000000000000000", false),
      ("x < 1e1000000000000000000", "5", false), ("x < 5", "1e1000000000000000000", true),
      ("x < -1", "-100000000000000000000", true), ("x < 1e3", "99999999999999999999", false),
      ("x = A", "\"a\"", false), ("x ~ É", "\"e\\u0301\"", true), ("x ~ ''", "\"\"", true),
      // Composed or not, é is searched for alike, and compared by its bytes.
      ("x = é", "\"e\\u0301\"", false), ("x != é", "\"e\\u0301\"", true),
      ("x = e\u{301}", "\"e\u{301}\"", true), ("x < é", "\"e\u{301}\"", true),
      ("x >= e\u{301}", "\"é\"", true), ("x <= e\u{301}", "\"é\"", false),
      ("x < 10", "\"9\"", true), ("x < '10'", "\"9\"", false), ("x = true", "true", true),
      ("x = null", "null", true), ("x = 'null'", "null", false), ("x = null", "\"null\"", false),
      ("x != null", "\"null\"", true), ("x != 1", "null", true), ("x < 1", "null", false),
      ("x ~ null", "null", false),
      ("x ~ ^é", #""Elan""#, true), ("x ~ ^LAN", #""Elan""#, false),
      ("x !~ ^lan", #""Elan""#, true),
      ("x ~ AN$", #""elän""#, true), ("x ~ la$", #""elan""#, false),
      ("x ~ ^elan$", #""ELAN""#, true),
      ("x ~ ^an$", #""anan""#, false), ("x ~ ^日", #""日本""#, true), ("x ~ 本$", #""日本""#, true),
      ("x ~ ^日$", #""日本""#, false), ("x ~ ^1", "10", true), ("x ~ 0$", "[3,10]", true),
      // The signs are text in quotes, twice, and alone.
      ("x ~ '^a'", #""a""#, false), ("x ~ 'a$'", #""a$b""#, true), ("x ~ ^^a", #""^ab""#, true),
      ("x ~ ^^a", #""a""#, false), ("x ~ b$$", #""ab$""#, true), ("x ~ ^", #""a^b""#, true),
      ("x ~ ^", #""ab""#, false), ("x ~ $", #""a$b""#, true), ("x ~ ^$", #""a^$b""#, true),
      ("x ~ ^$", #""""#, false), ("x ~ ^^", #""a""#, false), ("x = ^a", #""^a""#, true),
      ("x < 2CVs", "0", true), ("x > 2CVs", "0", false),
      ("x !~ a", "null", true), ("y = null", "1", true), ("x = 1", "[1]", true),
      ("x = 1", "[]", false), ("x != 1", "{}", true),
      ("x.y = 3", #"[[[{"y":1},[]],2],{"y":3}]"#, true), ("x.y != 3", #"[[{"y":3}]]"#, false),
      ("x.y = null", "[[]]", false), ("x.y.z = 1", #"{"y":[{},{"z":[1]}]}"#, true),
    ])
  func holds(text: String, value: String, isTrue: Bool) async throws {
    let users = #"[{"id":1,"x":\#(value)}]"#
    let (records, _) = try await fetcher(users: users).joined(RecordQuery(.users))
    #expect(try Condition(text, of: .users).matchingRows(of: records) == (isTrue ? [0] : []))
  }

  @Test(
    "In a list of many values, each value matches the same records as it does alone",
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
      let found = try Condition("x = \(list)", of: .users).matchingRows(of: records)
      #expect(found == (isTrue ? [0] : []))
      let others = try Condition("x != \(list)", of: .users).matchingRows(of: records)
      #expect(others == (isTrue ? [] : [0]))
    }
  }

  @Test(
    "The time to evaluate a condition grows linearly with the number of values and records",
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
      let rows = condition.matchingRows(of: records)
      let end = secondsOfThisThread()
      #expect(rows == (pattern.contains("!") ? [0] : Array(1..<count)))
      return end - start
    }
    // Sixteen times the values: 16 if it is linear, 256 if it is not.
    #expect(try await seconds(for: 8000) / seconds(for: 500) < 64)
  }

  @Test("Texts are sorted by their bytes, also after a long common prefix")
  func sortingTexts() async throws {
    let starts = ["", "abcdef", "abcdefg", "abcdefgh", "abcdefé", "abcdefe\u{301}", "日本日本"]
    let ends = ["", "\u{0}", "\u{0}\u{0}b", "a", "~", "é", "\u{10FFFF}"]
    let texts = starts.flatMap { start in ends.map { start + $0 } }
    let list = texts.map { text in
      let quoted = OutputBuffer.collect { $0.append(quoted: text) }
      return #"{"id":1,"x":\#(String(decoding: quoted, as: UTF8.self))}"#
    }
    var (records, _) = try await fetcher(users: "[\(list.joined(separator: ","))]")
      .joined(RecordQuery(.users))
    var selection = RecordSelection()
    selection.sortKeys = [.init(FieldPath(unknown: "x"))]
    records.select(selection)
    let bytes = texts.map { Array($0.utf8) }
    #expect(
      records.rows.map { bytes[$0] } == bytes.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test(
    "A duration that equals the limit satisfies <= and >=, but not < and >",
    arguments: [(.less, false), (.atMost, true), (.greater, false), (.atLeast, true)]
      as [(Comparison.Operator, Bool)])
  func limits(comparison: Comparison.Operator, holds: Bool) {
    let operand = Comparison.Operand("1")
    guard case .bound(let order, _) = Comparison(comparison, [operand]).test else {
      Issue.record("\(comparison) is no order")
      return
    }
    #expect(order.holds(Duration.seconds(1), .seconds(1)) == holds)
  }
}
