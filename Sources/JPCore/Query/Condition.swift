/// A comparison of a record's field: `albumId = 3,4`, `name ~ "ann"`, `albums.count >= 10`,
/// `!completed`.
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
      /// A part of a response: `status`, `bytes`, `time` or `header` with a name.
      case responsePart
      /// One condition; `and` and `or` are written otherwise.
      case oneCondition
      /// One of `<`, `<=`, `>` and `>=`, and a duration.
      case timeLimit
    }

    /// How many Unicode scalars precede the place.
    package let offset: Int

    /// What is expected there.
    package let expected: Expectation

    /// An error at a place.
    package init(offset: Int, expected: Expectation) {
      self.offset = offset
      self.expected = expected
    }
  }

  /// The field.
  package let field: FieldPath

  /// How it is compared.
  package let comparison: Operator

  /// What it is compared with: several values of which any may be equal, else one.
  package let operands: [Operand]

  /// Whether it is a field alone, `completed` or `!completed`, which has to be true, or not.
  package let isFlag: Bool

  /// A value that a field is compared with.
  package struct Operand: Equatable, Sendable {
    /// The value, without its quotes.
    package let text: String

    /// Whether it was quoted; it is then always text.
    package let isQuoted: Bool

    /// Whether it is a number as JSON spells them (RFC 8259 §6).
    package let isNumber: Bool

    /// Whether it stands for a missing value, or JSON's null.
    package var isNull: Bool { text == "null" && !isQuoted }

    /// Whether it has `and` or `or` as a word, and isn't quoted.
    package var hasConjunction: Bool {
      !isQuoted
        && text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).contains {
          Condition.conjunctions.contains(String($0).lowercased())
        }
    }

    fileprivate let bytes: ArraySlice<UInt8>

    /// The number, where it is a 64-bit integer and spelled so.
    fileprivate let integer: Int64?

    init(_ text: String, isQuoted: Bool = false) {
      self.text = text
      self.isQuoted = isQuoted
      bytes = Array(text.utf8)[...]
      // What isn't spelled as in JSON (nan, 0x10) is text.
      isNumber = !isQuoted && NumberOrder.isNumber(bytes)
      integer = isNumber ? Int64(text) : nil
    }
  }

  /// Words that join conditions in other languages.
  static let conjunctions = ["and", "or", "&&", "||"]

  /// The operand of `~` and `!~`.
  private let wanted: FoldedText?

  /// Reads `FIELD OP VALUE`; the value may be quoted with `"` or `'`. `=` and `!=` take several,
  /// with commas between. `FIELD` alone is `FIELD = true`, `!FIELD` is `FIELD != true`.
  ///
  /// - Parameter isBoolean: whether a name is a boolean field's.
  /// - Throws: ``SyntaxError`` at the first place that is invalid.
  package init(
    _ text: String, isBoolean: @escaping (String) -> Bool = { _ in false }
  ) throws(SyntaxError) {
    var scanner = ExpressionScanner(text, isBoolean: isBoolean)
    scanner.skipSpace()
    let isNegated = scanner.take("!")
    let field = FieldPath(try scanner.takeField())
    if scanner.isAtEnd {
      self.init(field, isNegated ? .notEqual : .equal, [Operand("true")], isFlag: true)
      return
    }
    guard !isNegated, let comparison = scanner.takeOperator() else {
      throw scanner.error(scanner.isBeforeSecondCondition() ? .oneCondition : .operator)
    }
    let isList = comparison == .equal || comparison == .notEqual
    let values = try scanner.takeValues(isList: isList)
    self.init(field, comparison, values.map { Operand($0.text, isQuoted: $0.isQuoted) })
  }

  private init(
    _ field: FieldPath, _ comparison: Operator, _ operands: [Operand], isFlag: Bool = false
  ) {
    self.field = field
    self.comparison = comparison
    self.operands = operands
    self.isFlag = isFlag
    let isText = comparison == .contains || comparison == .notContains
    wanted = isText ? operands.first.map { FoldedText($0.text) } : nil
  }

  /// The same comparison of another field.
  package func comparing(_ field: FieldPath) -> Condition {
    Condition(field, comparison, operands, isFlag: isFlag)
  }

  // MARK: Whether it holds

  /// The rows for whose records it holds.
  package func rows(of rows: [Int], in records: Records) -> [Int] {
    guard let values = records.ownValues(rows: rows, at: field) else {
      return rows.filter { holds(row: $0, in: records) }
    }
    let document = records.document
    return zip(rows, values).compactMap { row, index in
      let value: FieldValue =
        index.map { .json(JSONValue(document: document, index: Int($0))) } ?? .missing
      return isMet(by: value) != isNegative ? row : nil
    }
  }

  /// Whether it holds for the record of a row: where a list is on the way, for any of its values;
  /// with `!=` and `!~`, where none of them has it.
  private func holds(row: Int, in records: Records) -> Bool {
    let isFound = records.hasValue(row: row, at: field, where: isMet)
    return isNegative ? !isFound : isFound
  }

  /// Whether it holds for a single value.
  package func holds(for value: FieldValue) -> Bool { isMet(by: value) != isNegative }

  /// Whether it holds for a text that is in no document; `nil` is nothing.
  package func holds(for text: String?) -> Bool {
    let isFound = text.map { isMet(by: Array($0.utf8)[...], isText: true) } ?? isMetByNothing
    return isFound != isNegative
  }

  private var isNegative: Bool { comparison == .notEqual || comparison == .notContains }

  /// Whether a value is as the operator says; for `!=` and `!~`, as it should not be.
  private func isMet(by value: FieldValue) -> Bool {
    switch value {
    case .count(let count):
      isMet(by: Array(String(count).utf8)[...], isText: false)
    case .json(let value):
      switch value.kind {
      case .string: isMet(by: value.content, isText: true)
      case .number where wanted == nil:
        if let number = value.integer, operands.count == 1, let other = operands[0].integer {
          holds(order: number < other ? -1 : number > other ? 1 : 0)
        } else {
          isMet(by: value.text, isText: false)
        }
      case .number, .boolean: isMet(by: value.text, isText: false)
      case .null: isMetByNothing
      case .array: value.elements.contains { isMet(by: .json($0)) }
      case .object: false
      }
    case .missing: isMetByNothing
    case .embedded: false
    }
  }

  private var isMetByNothing: Bool {
    (comparison == .equal || comparison == .notEqual) && operands.contains(where: \.isNull)
  }

  /// - Parameters:
  ///   - bytes: a text, or a number or boolean as it is spelled.
  ///   - isText: whether it is a text, of which `null` is none.
  private func isMet(by bytes: ArraySlice<UInt8>, isText: Bool) -> Bool {
    if let wanted { return wanted.isIn(bytes) }
    return operands.contains { operand in
      if isText && operand.isNull && isEquality { return false }
      return holds(order: order(of: bytes, isText: isText, to: operand))
    }
  }

  private var isEquality: Bool { comparison == .equal || comparison == .notEqual }

  /// Numbers by value, and so texts that are spelled as numbers where less or greater is asked for;
  /// everything else as text, by Unicode scalars.
  private func order(of bytes: ArraySlice<UInt8>, isText: Bool, to operand: Operand) -> Int {
    let isByValue = operand.isNumber && !(isText && isEquality)
    return isByValue && NumberOrder.isNumber(bytes)
      ? NumberOrder.order(bytes, operand.bytes) : bytes.order(to: operand.bytes)
  }

  private func holds(order: Int) -> Bool {
    switch comparison {
    case .equal, .notEqual: order == 0
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
}
