/// An operator and the values to compare with, without the field that is compared: `= 3,4`, `~
/// "ann"`, `>= 10`. A ``Condition`` compares a field of records, an ``Assertion`` also the length
/// of a list and parts of a response.
package struct Comparison: Sendable {
  /// How a value is compared, in the order in which messages list the operators.
  package enum Operator: String, CaseIterable, Sendable {
    /// The value equals one of the operands.
    case equal = "="
    /// The value equals none of the operands.
    case notEqual = "!="
    /// The value contains the text, ignoring case and accents.
    case contains = "~"
    /// The value doesn't contain the text, by the rules of `~`.
    case notContains = "!~"
    /// The value is a smaller number than the operand, or a text that sorts before it.
    case less = "<"
    /// The value is less than the operand, or equal.
    case atMost = "<="
    /// The value is a larger number than the operand, or a text that sorts after it.
    case greater = ">"
    /// The value is greater than the operand, or equal.
    case atLeast = ">="

    /// Whether the operator holds if none of a record's values match an operand.
    var isNegative: Bool { self == .notEqual || self == .notContains }

    /// Whether this is `=` or `!=`, which take several operands.
    var isEquality: Bool { self == .equal || self == .notEqual }
  }

  /// An ordering operator: `<`, `<=`, `>` or `>=`.
  package struct OrderingOperator: Equatable, Sendable {
    let isBefore: Bool
    let orEqual: Bool

    package func holds<Value: Comparable>(_ value: Value, _ operand: Value) -> Bool {
      if value == operand { return orEqual }
      return (value < operand) == isBefore
    }
  }

  let symbol: Operator

  /// The values to compare with. Several are alternatives.
  let operands: [Operand]

  /// What a value is tested for. The operands are prepared once for all values.
  let test: ValueTest

  enum ValueTest {
    /// The value equals one of several operands; `null` means a missing value.
    case equality(OperandSet)
    /// The text contains the operand.
    case search(FoldedSearchTerm)
    /// The value comes before the operand or after it.
    case bound(OrderingOperator, Operand)
  }

  init(_ symbol: Operator, _ operands: [Operand]) {
    self.symbol = symbol
    self.operands = operands
    switch symbol {
    case .equal, .notEqual:
      test = .equality(OperandSet(operands))
    case .contains, .notContains:
      test = .search(FoldedSearchTerm(SearchTerm(operands[0])))
    case .less:
      test = .bound(OrderingOperator(isBefore: true, orEqual: false), operands[0])
    case .atMost:
      test = .bound(OrderingOperator(isBefore: true, orEqual: true), operands[0])
    case .greater:
      test = .bound(OrderingOperator(isBefore: false, orEqual: false), operands[0])
    case .atLeast:
      test = .bound(OrderingOperator(isBefore: false, orEqual: true), operands[0])
    }
  }

  /// Reads an operator and its values, up to the end. The value may be quoted with `"` or `'`; `=`
  /// and `!=` accept several values, separated by commas.
  init(_ scanner: inout ExpressionScanner) throws(QueryError) {
    let symbol = try scanner.scanOperator()
    let start = scanner
    self.init(symbol, try scanner.scanValues(isList: symbol.isEquality))
    if symbol.isEquality || operands[0].isQuoted { return }
    if isSearch {
      if SearchTerm(operands[0]).isPattern { throw start.syntaxError(.plainText) }
    } else if operands[0].hasOrderingOperator {
      throw start.syntaxError(.oneCondition)
    }
  }

  /// Throws if an operand is neither a number nor, for `=` and `!=`, `null`. A search accepts any
  /// operand.
  ///
  /// - Parameter name: the name of the number that is compared, for the error.
  func checkNumbers(_ name: String) throws(QueryError) {
    if isSearch { return }
    for operand in operands where !operand.isNumber {
      if symbol.isEquality, operand.isNull { continue }
      throw .number(name, operand.text)
    }
  }

  /// Throws if the operand of `<`, `<=`, `>` or `>=` has no order with a field's values: `null` and,
  /// for a field of numbers, an unquoted text.
  ///
  /// - Parameter name: the name of the field, for the error.
  func checkOrder(_ name: String, isOfNumbers: Bool) throws(QueryError) {
    guard case .bound(_, let operand) = test else { return }
    if operand.isNull { throw .nullOrder(name) }
    if isOfNumbers, !operand.isNumber, !operand.isQuoted {
      throw .textForNumber(name, operand.text)
    }
  }

  /// Throws if an operand of `=` or `!=` is several numbers without commas, such as `1..3`. Another
  /// text can be an id.
  ///
  /// - Parameter name: the name of the field, for the error.
  func checkSeparators(_ name: String) throws(QueryError) {
    guard symbol.isEquality else { return }
    for operand in operands where !operand.isQuoted && operand.beginsSeveralNumbers {
      throw .separators(name, operand.text)
    }
  }

  /// Throws unless the length of a list can be compared so: by its order or equality, with numbers.
  ///
  /// - Parameter list: the name of the list, for the error.
  func checkLength(of list: String) throws(QueryError) {
    guard !isSearch, operands.allSatisfy(\.isNumber) else { throw .list(list) }
  }

  /// Whether values are compared with a number, and not searched.
  var comparesWithNumber: Bool { !isSearch && operands.contains(where: \.isNumber) }

  /// The text of `~`; `nil` for any other operator.
  var searchedText: SearchTerm? {
    if symbol == .contains { SearchTerm(operands[0]) } else { nil }
  }

  var isSearch: Bool {
    if case .search = test { true } else { false }
  }

  /// Whether an operand of `=` or `!=` is `null`.
  package var comparesWithNull: Bool {
    guard case .equality(let set) = test else { return false }
    return set.hasNull
  }

  var withoutNull: Comparison { Comparison(symbol, operands.filter { !$0.isNull }) }
}

// MARK: Comparing values

extension Comparison {
  /// The rows whose values match. If a record has several values, one that matches is enough; with
  /// `!=` and `!~`, none of them may match an operand.
  ///
  /// - Parameters:
  ///   - values: the values of the rows, in the same order.
  ///   - objects: the rows' objects or parents that an operand `null` is about. A row whose object
  ///     is missing or `null` matches. `nil` without such an operand.
  func matchingRows(
    of rows: [Int], with values: FieldValues, orNothingIn objects: FieldValues?
  ) -> [Int] {
    let isNegative = symbol.isNegative
    // Made once for all rows, because each copy of the comparison retains its operands.
    let matches: (FieldValue) -> Bool = matchesOperand
    var chosen: [Int] = []
    for (index, row) in rows.enumerated() {
      var isAnyMet = values.contains(ofRecord: index, where: matches)
      if let objects, !isAnyMet {
        isAnyMet = objects.contains(ofRecord: index, where: \.isNothing)
      }
      if isAnyMet != isNegative { chosen.append(row) }
    }
    return chosen
  }

  /// Whether the comparison holds for a number, such as the length of a list.
  package func holds(for number: Int) -> Bool {
    matchesOperand(.count(number)) != symbol.isNegative
  }

  /// Whether the comparison holds for a text that isn't part of a JSON document, such as the value
  /// of a header field; `nil` is a missing value.
  package func holds(for text: String?) -> Bool {
    guard let text else { return comparesWithNull != symbol.isNegative }
    return matchesOperand(ArraySlice(text.utf8), isText: true) != symbol.isNegative
  }

  /// Whether a value matches any operand. `!=` is evaluated as `=`, and `!~` as `~`: the caller
  /// negates the result.
  private func matchesOperand(_ value: FieldValue) -> Bool {
    switch value {
    case .count(let count):
      matchesOperand(ArraySlice(String(count).utf8), isText: false)
    case .json(let value):
      matchesOperand(value)
    case .missing:
      comparesWithNull
    }
  }

  private func matchesOperand(_ value: JSONValue) -> Bool {
    switch value.kind {
    case .string:
      return matchesOperand(value.content, isText: true)
    case .number:
      // Fast path: most numbers are integers and need no `DecimalNumber`.
      if let integer = value.integer, let isMet = matchesOperand(integer) { return isMet }
      return matchesOperand(value.text, isText: false)
    case .boolean:
      return matchesOperand(value.text, isText: false)
    case .null:
      return comparesWithNull
    case .array:
      for element in value.elements where matchesOperand(element) { return true }
      return false
    case .object:
      return false
    }
  }

  /// Whether an integer matches any operand; `nil` if an operand isn't an integer, and for a
  /// search.
  private func matchesOperand(_ integer: Int64) -> Bool? {
    switch test {
    case .equality(let set): set.contains(integer)
    case .bound(let side, let operand):
      if let other = operand.integer { side.holds(integer, other) } else { nil }
    case .search: nil
    }
  }

  /// Whether a text or another scalar matches any operand.
  ///
  /// - Parameters:
  ///   - bytes: the content of a text, or the spelling of a number or boolean.
  ///   - isText: whether the bytes are a text. The number 1.0 equals 1, the text "1.0" doesn't.
  private func matchesOperand(_ bytes: ArraySlice<UInt8>, isText: Bool) -> Bool {
    switch test {
    case .equality(let set): set.contains(bytes, isText: isText)
    case .search(let wanted): wanted.occurs(in: bytes)
    case .bound(let side, let operand): side.holds(operand.compare(bytes), 0)
    }
  }
}
