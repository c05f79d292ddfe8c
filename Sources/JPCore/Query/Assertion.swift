/// A claim about lists: `users.count = 10`, `users.email ~ @`, `photos.id unique`,
/// `albums.userId in users.id`, `time < 2s`.
package struct Assertion: Sendable {
  /// What is claimed.
  package enum Claim: Sendable {
    /// A comparison holds for a field of every record.
    case every(field: FieldPath, Condition)
    /// A comparison holds for a list's number of records.
    case count(Condition)
    /// The slowest list took less time (`<`, `<=`) or more.
    case time(Condition.Operator, Duration)
    /// No two records have the same value in a field.
    case unique(field: FieldPath)
    /// Every record's value of a field also occurs in a field of another list.
    case among(field: FieldPath, list: String, other: FieldPath)
  }

  /// As it was typed.
  package let text: String

  /// The list that it is about; `nil` for a claim about the time.
  package let list: String?

  package let claim: Claim

  /// The lists that it needs; `nil` for all lists.
  package var lists: [String]? {
    guard let list else { return nil }
    if case .among(_, let other, _) = claim { return [list, other] }
    return [list]
  }

  /// The fields that it needs, and the lists that should have them.
  package var fields: [(list: String, field: FieldPath)] {
    guard let list else { return [] }
    return switch claim {
    case .every(let field, _), .unique(let field): [(list, field)]
    case .among(let field, let other, let otherField): [(list, field), (other, otherField)]
    case .count, .time: []
    }
  }

  /// Reads `LIST.FIELD OP VALUE`, `LIST.count OP NUMBER`, `time OP DURATION`, `LIST.FIELD unique`
  /// or `LIST.FIELD in LIST.FIELD`; operators and values as in ``Condition``.
  ///
  /// - Parameters:
  ///   - duration: reads a duration.
  ///   - isBoolean: whether a name, with its list's, is a boolean field's.
  /// - Throws: the first place that is invalid.
  package init(
    _ text: String, isBoolean: @escaping (String) -> Bool = { _ in false },
    duration: (String) -> Duration?
  ) throws(Condition.SyntaxError) {
    self.text = text
    var scanner = ExpressionScanner(text)
    scanner.skipSpace()
    let isNegated = scanner.take("!")
    let name = try scanner.takeField()
    if name == "time" {
      list = nil
      let condition = try Condition(text)
      let isOrder = [.less, .atMost, .greater, .atLeast].contains(condition.comparison)
      guard isOrder, let limit = condition.operands.first.flatMap({ duration($0.text) }) else {
        throw scanner.error(.timeLimit)
      }
      claim = .time(condition.comparison, limit)
      return
    }
    let (list, field) = Self.split(name)
    self.list = list
    guard let field else { throw scanner.error(.claim) }
    if !isNegated, scanner.take("unique") {
      try scanner.takeEnd()
      claim = .unique(field: field)
    } else if !isNegated, scanner.take("in ") {
      let (other, otherField) = Self.split(try scanner.takeField())
      guard let otherField else { throw scanner.error(.field) }
      try scanner.takeEnd()
      claim = .among(field: field, list: other, other: otherField)
    } else {
      let condition: Condition
      do throws(Condition.SyntaxError) {
        condition = try Condition(text, isBoolean: isBoolean)
      } catch {
        throw error.expected == .operator ? scanner.error(.claim) : error
      }
      claim = field.text == "count" ? .count(condition) : .every(field: field, condition)
    }
  }

  /// Splits `users.address.city` into the list and the field.
  private static func split(_ name: String) -> (list: String, field: FieldPath?) {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let field = parts.count > 1 && !parts[1].isEmpty ? FieldPath(String(parts[1])) : nil
    return (String(parts[0]), field)
  }
}
