@testable import JPCore

extension FuzzTarget {
  /// Parses expressions of `--where` and `--assert`. A parsed condition survives a round trip through
  /// its text, and either it or its opposite holds for a record.
  static let condition = FuzzTarget(
    name: "where",
    seeds: {
      Condition.Operator.allCases.flatMap { comparison in
        ["id \(comparison.rawValue) 3", "name\(comparison.rawValue)'é'", "tags==\"null\" "]
      }.map { Array($0.utf8) }
        + ["a.b in c.d", "a.b unique", "time < 2s", "id=1,'a, b',3", "a.b", "!a.b", "a=1 and b=2"]
        .map { Array($0.utf8) }
    },
    run: { input in
      let text = text(input)
      do throws(QueryError) {
        check(try Condition(text, of: .users))
      } catch {
        check(error, text)
      }
      do throws(QueryError) {
        _ = try Assertion(text) { $0.isEmpty ? nil : .seconds(1) }
      } catch {
        check(error, text)
      }
    })

  private static func check(_ error: QueryError, _ text: String) {
    guard case .syntax(let offset, _) = error else { return }
    let count = text.unicodeScalars.count
    demand((0...count).contains(offset), "an error's position is inside the text")
  }

  private static func check(_ condition: Condition) {
    let again = condition.with(condition.comparison)
    demand(again == condition, "a condition survives a round trip")
    guard let opposite = condition.comparison.opposite.flatMap({ condition.with($0) }) else {
      return
    }
    let (chosen, others) = (rows(condition), rows(opposite))
    demand(Set(chosen).isDisjoint(with: others), "opposites never both hold")
    demand(chosen.count + others.count == people.shown.count, "one of two opposites holds")
  }

  private static func rows(_ condition: Condition) -> [Int] {
    var records = people
    var selection = RecordSelection()
    selection.conditions = [condition]
    records.select(selection)
    return records.shown
  }

  /// Values of each type under short names.
  private static let people: Records = {
    let text = """
      [{"id":3,"name":"Zoë"},{"id":4,"n":"3","name":null,"a":{"b":true}},
      {"id":5,"a":[],"name":"","n":-1e400},{"id":123456789012345678901234567890,"name":"null"},
      {"id":6,"n":0.5,"a":{"b":"\\ud800"}}]
      """
    guard let document = try? JSONDocument(Array(text.utf8)),
      let records = try? Records(document, of: Resource.all[0], extent: .list)
    else { fatalError("no records") }
    return records
  }()
}

extension Condition {
  /// The same condition with another comparison.
  fileprivate func with(_ comparison: Operator) -> Condition? {
    if isFlag {
      return try? Condition(
        comparison == .equal ? field.title : "! \(field.title)", of: .users)
    }
    let values = operands.map { operand in
      let hasQuote = operand.text.unicodeScalars.contains("'")
      let quote = !operand.isQuoted ? "" : hasQuote ? "\"" : "'"
      return quote + operand.text + quote
    }
    return try? Condition(
      "\(field.title) \(comparison.rawValue) \(values.joined(separator: ","))", of: .users)
  }
}

extension Condition.Operator {
  /// The opposite condition; `nil` for an order, because neither order holds for a missing field.
  fileprivate var opposite: Condition.Operator? {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .contains: .notContains
    case .notContains: .contains
    case .less, .atMost, .greater, .atLeast: nil
    }
  }
}
