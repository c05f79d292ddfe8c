/// A comparison of a record's field: `albumId = 3,4`, `name ~ "ann"`, `albums.count >= 10`,
/// `!completed`.
///
/// For example, `albumId != 3,4` becomes:
///
///     field       albumId, a number according to the catalogue
///     comparison  .notEqual
///     operands    3 and 4; a record is shown if neither equals its album's id
package struct Condition: Sendable {
  /// How a field is compared.
  package enum Operator: String, CaseIterable, Sendable {
    /// The value equals none of the operands.
    case notEqual = "!="
    /// The value doesn't contain the text, by the rules of `~`.
    case notContains = "!~"
    /// The value is less than the operand, or equal.
    case atMost = "<="
    /// The value is greater than the operand, or equal.
    case atLeast = ">="
    /// The value equals one of the operands.
    case equal = "="
    /// The value contains the text, ignoring case and accents.
    case contains = "~"
    /// The value is a smaller number than the operand, or a text that sorts before it.
    case less = "<"
    /// The value is a larger number than the operand, or a text that sorts after it.
    case greater = ">"

    /// Whether it is `=` or `!=`, which accept several values and treat `null` as a missing value.
    var isEquality: Bool { self == .equal || self == .notEqual }

    /// Whether it is `~` or `!~`, which search text.
    fileprivate var isSearch: Bool { self == .contains || self == .notContains }

    /// Whether it is `!=` or `!~`, which select a record if none of its values match an operand.
    fileprivate var isNegative: Bool { self == .notEqual || self == .notContains }
  }

  /// The field that is compared.
  package let field: FieldPath

  /// The object, or the parent, for which ``field`` is compared. Only the operand `null` is about
  /// the object itself: `user = null` asks whether there is a user, not whether its name is null.
  /// `nil` without such an operand.
  private let object: FieldPath?

  /// How the field is compared.
  package let comparison: Operator

  /// The values to compare with. Several are alternatives.
  let operands: [Operand]

  /// Whether the condition has no operator: `completed` must be true, or `!completed` must not be
  /// true.
  let isFlag: Bool

  /// The operand of `~` and `!~`; `nil` for the other operators.
  private let wanted: FoldedText?

  /// Reads `FIELD OP VALUE`. The value may be quoted with `"` or `'`; `=` and `!=` accept several
  /// values, separated by commas. `FIELD` alone means `FIELD = true`, `!FIELD` means
  /// `FIELD != true`.
  ///
  /// - Parameter records: the records, in which a short name is looked up first; `nil` before they
  ///   are fetched.
  package init(
    _ text: String, of resource: Resource, in records: Records? = nil
  ) throws(QueryError) {
    var scanner = ExpressionScanner(text)
    scanner.skipSpace()
    let isNegated = scanner.scan("!")
    let path = try scanner.scanPath()
    let field = try resource.field(path, in: records)
    try self.init(field, of: resource, isNegated: isNegated, &scanner)
  }

  /// Reads the rest of the expression, after the field.
  init(
    _ named: FieldPath, of resource: Resource, isNegated: Bool, _ scanner: inout ExpressionScanner
  ) throws(QueryError) {
    field = resource.scalar(for: named)
    isFlag = scanner.isAtEnd
    if isFlag {
      comparison = isNegated ? .notEqual : .equal
      operands = [Operand("true")]
    } else {
      if isNegated { throw scanner.error(.operator) }
      comparison = try scanner.scanOperator()
      operands = try scanner.scanValues(isList: comparison.isEquality)
    }
    if comparison.isSearch, let operand = operands.first {
      wanted = FoldedText(operand.text)
    } else {
      wanted = nil
    }
    if named.kind == .object, comparison.isEquality, operands.contains(where: \.isNull) {
      object = named
    } else {
      object = nil
    }
    if isFlag, case .value(let type) = field.kind, type != .boolean {
      throw scanner.error(.operator)
    }
    try checkOperands()
  }

  /// Throws if the field can't be compared with an operand. Any field that isn't a list or an
  /// object can be searched for any text.
  private func checkOperands() throws(QueryError) {
    switch field.kind {
    case .value(.boolean) where !comparison.isSearch:
      for operand in operands where !operand.isBoolean && !operand.isNull {
        throw .value(field, operand.text)
      }
    case .value(.integer) where comparison.isEquality:
      break  // Some servers' ids are text, so `=` accepts text. Only numbers have an order.
    case .value(.integer) where !comparison.isSearch, .count where !comparison.isSearch:
      for operand in operands where !operand.isNumber && !operand.isNull {
        throw .value(field, operand.text)
      }
    case .list:
      guard operands.allSatisfy(\.isNumber) else { throw .list(field) }
    case .object where !field.isSeveral:
      guard operands.allSatisfy(\.isNull) else { throw .object(field) }
    case .value, .count, .object, .unknown:
      break
    }
  }

  /// Whether the condition compares whole texts. If no record meets it, `~` may have been meant.
  package var comparesWholeText: Bool {
    guard comparison == .equal else { return false }
    guard field.kind == .value(.string) || field.kind == .unknown else {
      return false
    }
    for operand in operands where !operand.isNull && !operand.isNumber { return true }
    return false
  }

  // MARK: Whether it holds

  /// The rows whose records meet the condition. If a record has several values of the field, one
  /// that matches is enough; with `!=` and `!~`, none of them may match an operand.
  package func rows(of rows: [Int], in records: Records) -> [Int] {
    var set: OperandSet?
    if operands.count > Self.few { set = OperandSet(operands) }
    let values = records.values(of: field, rows: rows)
    var objects: FieldValues?
    if let object { objects = records.values(of: object, rows: rows) }
    let isNegative = comparison.isNegative
    var chosen: [Int] = []
    for (index, row) in rows.enumerated() {
      var isAnyMet = values.contains(ofRecord: index) { value in isMet(by: value, in: set) }
      if let objects, !isAnyMet {
        isAnyMet = objects.contains(ofRecord: index, where: \.isNothing)
      }
      if isAnyMet != isNegative { chosen.append(row) }
    }
    return chosen
  }

  /// Up to this many operands are compared one by one: the first set takes 200,000 instructions.
  private static let few = 16

  /// Whether the condition holds for a single value.
  package func holds(for value: FieldValue) -> Bool {
    isMet(by: value, in: nil) != comparison.isNegative
  }

  /// Whether the condition holds for a text that isn't part of a JSON document, such as the value
  /// of a header field; `nil` is a missing value.
  package func holds(for text: String?) -> Bool {
    let isFound: Bool
    if let text {
      isFound = isMet(by: ArraySlice(text.utf8), isText: true, in: nil)
    } else {
      isFound = isMetByNothing
    }
    return isFound != comparison.isNegative
  }

  /// The operands that no record can equal: texts, although the field is a number and no record has
  /// a text in it. A condition accepts them because some servers' ids are text.
  package func textsAmongNumbers(in records: Records) -> [String] {
    guard comparison.isEquality, field.kind == .value(.integer) else { return [] }
    var texts: [String] = []
    for operand in operands where !operand.isNumber && !operand.isNull {
      texts.append(operand.text)
    }
    if texts.isEmpty { return [] }
    let rows = Array(records.objects.indices)
    let values = records.values(of: field, rows: rows)
    if !values.areKnown { return [] }
    for row in rows {
      if values.contains(ofRecord: row, where: \.isText) { return [] }
    }
    return texts
  }

  /// Whether a value matches any operand. `!=` is evaluated as `=`, and `!~` as `~`: the caller
  /// negates the result.
  ///
  /// - Parameter set: the operands as a set; `nil` to compare them one by one.
  private func isMet(by value: FieldValue, in set: OperandSet?) -> Bool {
    switch value {
    case .count(let count):
      isMet(by: ArraySlice(String(count).utf8), isText: false, in: set)
    case .json(let value):
      isMet(by: value, in: set)
    case .missing:
      isMetByNothing
    }
  }

  private func isMet(by value: JSONValue, in set: OperandSet?) -> Bool {
    switch value.kind {
    case .string:
      return isMet(by: value.content, isText: true, in: set)
    case .number where wanted == nil:
      // Fast path: most numbers are integers and need no `DecimalComparison`.
      if operands.count == 1, let other = operands[0].integer, let number = value.integer {
        return comparison.holds(number, other)
      }
      return isMet(by: value.text, isText: false, in: set)
    case .number, .boolean:
      return isMet(by: value.text, isText: false, in: set)
    case .null:
      return isMetByNothing
    case .array:
      for element in value.elements where isMet(by: element, in: set) { return true }
      return false
    case .object:
      return false
    }
  }

  /// Whether the operand `null` means the field itself.
  private var isMetByNothing: Bool {
    object == nil && comparison.isEquality && operands.contains(where: \.isNull)
  }

  /// - Parameters:
  ///   - bytes: the content of a text, or the spelling of a number or boolean.
  ///   - isText: whether the bytes are a text, which never equals the operand `null`.
  private func isMet(by bytes: ArraySlice<UInt8>, isText: Bool, in set: OperandSet?) -> Bool {
    if let wanted { return wanted.isIn(bytes) }
    if let set { return set.contains(bytes, isText: isText) }
    for operand in operands {
      if isText, operand.isNull, comparison.isEquality { continue }
      let order = order(of: bytes, isText: isText, to: operand)
      if comparison.holds(order, 0) { return true }
    }
    return false
  }

  /// Compares numbers by value. For `<`, `<=`, `>` and `>=`, texts spelled as numbers count as
  /// numbers. Everything else is compared as text, by Unicode scalars.
  private func order(of bytes: ArraySlice<UInt8>, isText: Bool, to operand: Operand) -> Int {
    let canBeNumber = !isText || !comparison.isEquality
    if canBeNumber, let number = operand.number, let value = DecimalComparison(bytes) {
      return value.order(to: number)
    }
    return bytes.order(to: operand.bytes)
  }
}

extension Condition.Operator {
  /// Whether the operator holds for two values. `!=` is evaluated as `=`: the caller negates the
  /// result. `~` and `!~` compare only texts; their result is `false`.
  package func holds<Value: Comparable>(_ one: Value, _ other: Value) -> Bool {
    switch self {
    case .equal, .notEqual: one == other
    case .less: one < other
    case .atMost: one <= other
    case .greater: one > other
    case .atLeast: one >= other
    case .contains, .notContains: false
    }
  }
}
