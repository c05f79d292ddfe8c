@testable import JPCore

extension FuzzTarget {
  /// Parses expressions of `--where` and `--assert`, and selects records by those of `--where`.
  /// QueryModelTests checks that the right ones are selected.
  static let condition = FuzzTarget(
    name: "where",
    seeds: {
      Comparison.Operator.allCases.flatMap { comparison in
        ["id \(comparison.rawValue) 3", "name\(comparison.rawValue)'é'", "tags==\"null\" "]
      }.map { Array($0.utf8) }
        + [
          "a.b in c.d", "a.b unique", "time < 2s", "id=1,'a, b',3", "a.b", "!a.b", "a=1 and b=2",
          "\"a\"\"b\" = 'it''s'", "a ~ ^b$", "a=1,'b c'=2", "albums = 3",
        ]
        .map { Array($0.utf8) }
    },
    run: { input in
      let text = text(input)
      do throws(QueryError) {
        select(try Condition(text, of: .users))
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

  private static func select(_ condition: Condition) {
    var records = people
    var selection = RecordSelection()
    selection.conditions = [condition]
    records.select(selection)
  }

  /// Values of each type under short names.
  private static let people: Records = {
    let text = """
      [{"id":3,"name":"Zoë"},{"id":4,"n":"3","name":null,"a":{"b":true}},
      {"id":5,"a":[],"name":"","n":-1e400},{"id":123456789012345678901234567890,"name":"null"},
      {"id":6,"n":0.5,"a":{"b":"\\ud800"}}]
      """
    guard let document = try? JSONDocument(Array(text.utf8)),
      let list = try? List(document, of: Resource.all[0])
    else { fatalError("no records") }
    return Records(list)
  }()
}
