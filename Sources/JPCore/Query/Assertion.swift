/// A claim about lists: `users.count = 10`, `users.email ~ @`, `photos.id unique`,
/// `albums.userId in users.id`, `users.response.status = 200`, `time < 2s`.
package struct Assertion: Sendable {
  /// What is claimed.
  package enum Claim: Sendable {
    /// A condition holds for every record.
    case every(Condition)
    /// A comparison holds for a list's number of records.
    case count(Condition)
    /// A comparison holds for how a list was answered.
    case response(ResponsePart, Condition)
    /// The slowest list took less time (`<`, `<=`) or more.
    case time(Condition.Operator, Duration)
    /// No two records have the same value in a field.
    case unique(field: FieldPath)
    /// Every record's value of a field also occurs in a field of another list.
    case among(field: FieldPath, list: String, other: FieldPath)
  }

  /// A part of a response.
  package enum ResponsePart: Sendable, Equatable {
    case status
    /// The content's length in bytes, its content codings undone.
    case bytes
    /// How long the fetch took; the duration that it is compared with.
    case time(Duration)
    /// A header field, by its name; the values of several of one name are joined with commas.
    case header(String)
  }

  /// As it was typed.
  package let text: String

  /// The list that it is about; `nil` for a claim about the time of all.
  package let list: String?

  package let claim: Claim

  /// - Parameter list: `nil` for a claim about the time of all.
  package init(_ text: String, about list: String?, _ claim: Claim) {
    self.text = text
    self.list = list
    self.claim = claim
  }

  /// Reads `LIST.FIELD OP VALUE`, `LIST.count OP NUMBER`, `LIST.response.PART OP VALUE`,
  /// `time OP DURATION`, `LIST.FIELD unique` or `LIST.FIELD in LIST.FIELD`; operators and values as
  /// in ``Condition``.
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
      guard let limit = condition.limit(duration) else { throw scanner.error(.timeLimit) }
      claim = .time(condition.comparison, limit)
      return
    }
    let (list, field) = Self.split(name)
    self.list = list
    guard let field else { throw scanner.error(.claim) }
    let isResponse = field.parts[0] == "response"
    if !isNegated, !isResponse, scanner.take("unique") {
      try scanner.takeEnd()
      claim = .unique(field: field)
      return
    }
    if !isNegated, !isResponse, scanner.take("in ") {
      let (other, otherField) = Self.split(try scanner.takeField())
      guard let otherField else { throw scanner.error(.field) }
      try scanner.takeEnd()
      claim = .among(field: field, list: other, other: otherField)
      return
    }
    let condition: Condition
    do throws(Condition.SyntaxError) {
      condition = try Condition(text, isBoolean: isBoolean).comparing(field)
    } catch {
      throw error.expected == .operator ? scanner.error(.claim) : error
    }
    if isResponse {
      guard !condition.isFlag else { throw scanner.error(.operator) }
      claim = .response(
        try Self.responsePart(of: condition, scanner, duration), condition)
    } else {
      claim = field.text == "count" ? .count(condition) : .every(condition)
    }
  }

  private static func responsePart(
    of condition: Condition, _ scanner: ExpressionScanner, _ duration: (String) -> Duration?
  ) throws(Condition.SyntaxError) -> ResponsePart {
    let parts = condition.field.parts.dropFirst()
    switch parts.first {
    case "status" where parts.count == 1: return .status
    case "bytes" where parts.count == 1: return .bytes
    case "time" where parts.count == 1:
      guard let limit = condition.limit(duration) else { throw scanner.error(.timeLimit) }
      return .time(limit)
    case "header" where parts.count > 1:
      return .header(parts.dropFirst().joined(separator: "."))
    default: throw Condition.SyntaxError(offset: 0, expected: .responsePart)
    }
  }

  /// Splits `users.address.city` into the list and the field.
  private static func split(_ name: String) -> (list: String, field: FieldPath?) {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let field = parts.count > 1 && !parts[1].isEmpty ? FieldPath(String(parts[1])) : nil
    return (String(parts[0]), field.flatMap { $0.parts.isEmpty ? nil : $0 })
  }
}

extension Assertion {
  /// The lists that it needs, with those that its fields lead to; `nil` for all lists.
  package var lists: [String]? {
    guard let list else { return nil }
    var lists = [list]
    if case .among(_, let other, _) = claim { lists.append(other) }
    for (list, field) in fields {
      guard let resource = Resource.named(list) else { continue }
      let needed = [Embedding]().needed(for: [field], of: resource, whole: false)
      lists += needed.resources(beside: resource).map(\.name)
    }
    return lists
  }

  /// The fields that it needs, and the lists that should have them.
  package var fields: [(list: String, field: FieldPath)] {
    guard let list else { return [] }
    return switch claim {
    case .every(let condition): [(list, condition.field)]
    case .unique(let field): [(list, field)]
    case .among(let field, let other, let otherField): [(list, field), (other, otherField)]
    case .count, .response, .time: []
    }
  }
}

extension Condition {
  /// The duration that it compares with; `nil` where it doesn't ask for more or less of one.
  fileprivate func limit(_ duration: (String) -> Duration?) -> Duration? {
    guard [.less, .atMost, .greater, .atLeast].contains(comparison) else { return nil }
    return operands.first.flatMap { duration($0.text) }
  }
}

extension Condition.Operator {
  /// Whether one duration is to another as it says.
  package func holds(_ one: Duration, _ other: Duration) -> Bool {
    switch self {
    case .less: one < other
    case .atMost: one <= other
    case .greater: one > other
    default: one >= other
    }
  }
}
