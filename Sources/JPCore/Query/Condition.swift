/// A comparison of a record's field: `albumId = 3`, `name ~ "ann"`, `albums.count >= 10`.
package struct Condition: Equatable, Sendable {
  /// How a field is compared.
  package enum Operator: String, CaseIterable, Sendable {
    /// Is not equal.
    case notEqual = "!="
    /// Does not contain the text, by the rules of `~`.
    case notContains = "!~"
    /// Is less or equal.
    case atMost = "<="
    /// Is greater or equal.
    case atLeast = ">="
    /// Is equal.
    case equal = "="
    /// Contains the text, ignoring case and accents.
    case contains = "~"
    /// Is less: a smaller number, or text that sorts before.
    case less = "<"
    /// Is greater: a larger number, or text that sorts after.
    case greater = ">"
  }

  /// Where and why an expression is invalid.
  package struct SyntaxError: Error, Equatable, Sendable {
    /// What is expected at the place of the error.
    package enum Expectation: Equatable, Sendable {
      /// A field's dotted path.
      case field
      /// One of ``Operator``.
      case `operator`
      /// Something to compare with.
      case value
      /// The quote that ends the value.
      case closingQuote
      /// The end of the expression.
      case end
      /// One of ``Operator``, `unique` or `in`.
      case claim
      /// One of `<`, `<=`, `>` and `>=`, and a duration.
      case timeLimit
    }

    /// How many Unicode scalars precede the place.
    package let offset: Int

    /// What is expected there.
    package let expected: Expectation
  }

  /// The field.
  package let field: FieldPath

  /// How it is compared.
  package let comparison: Operator

  /// What it is compared with, without its quotes.
  package let operand: String

  /// Whether the operand was quoted; it is then always text.
  package let isQuoted: Bool

  private let foldedOperand: FoldedText

  private let operandBytes: ArraySlice<UInt8>

  /// Reads `FIELD OP VALUE`; the value may be quoted with `"` or `'`.
  ///
  /// - Throws: ``SyntaxError`` at the first place that is invalid.
  package init(_ text: String) throws(SyntaxError) {
    var scanner = ExpressionScanner(text)
    let name = try scanner.takeField()
    guard let comparison = Operator.allCases.first(where: { scanner.take($0.rawValue) }) else {
      throw scanner.error(.operator)
    }
    if comparison == .equal { _ = scanner.take("=") }
    scanner.skipSpace()
    field = FieldPath(name)
    self.comparison = comparison
    (operand, isQuoted) = try scanner.takeValue()
    foldedOperand = FoldedText(operand)
    operandBytes = Array(operand.utf8)[...]
    // Operands that are not JSON numbers (nan, 0x10) are text.
    isNumber = !isQuoted && (try? JSONDocument(Array(operand.utf8)))?.root.kind == .number
  }

  /// Whether the operand is a number as JSON spells them (RFC 8259 §6).
  package let isNumber: Bool

  /// Whether a field has this value.
  ///
  /// Two numbers are compared by value, everything else as text, by Unicode scalars. A missing or
  /// null field is unequal to everything but `null`.
  func holds(for value: FieldValue) -> Bool {
    switch value {
    case .count(let count): holds(number: String(count))
    case .json(let value):
      switch value.kind {
      case .number:
        holds(number: value.spelling)
      case .string: holds(text: value.content)
      case .boolean: holds(text: value.text)
      case .null: holdsForNothing
      case .array, .object: comparison == .notEqual || comparison == .notContains
      }
    case .missing: holdsForNothing
    case .embedded: comparison == .notEqual || comparison == .notContains
    }
  }

  private var holdsForNothing: Bool {
    let isNull = operand == "null" && !isQuoted
    return switch comparison {
    case .equal: isNull
    case .notEqual: !isNull
    case .notContains: true
    default: false
    }
  }

  private func holds(number: String) -> Bool {
    guard isNumber, comparison != .contains, comparison != .notContains else {
      return holds(text: Array(number.utf8)[...])
    }
    return holds(order: NumberOrder.order(number, operand))
  }

  /// - Parameter text: as UTF-8.
  private func holds(text: ArraySlice<UInt8>) -> Bool {
    switch comparison {
    case .contains: foldedOperand.isIn(text)
    case .notContains: !foldedOperand.isIn(text)
    default: holds(order: text.order(to: operandBytes))
    }
  }

  private func holds(order: Int) -> Bool {
    switch comparison {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .atMost: order <= 0
    case .greater: order > 0
    case .atLeast: order >= 0
    case .contains, .notContains: false
    }
  }
}

extension JSONValue {
  /// A string's content, as UTF-8.
  var content: ArraySlice<UInt8> { document.content(quoted: document.range(at: index)) }

  /// The value's text as the document spells it.
  var spelling: String { String(decoding: text, as: UTF8.self) }
}
