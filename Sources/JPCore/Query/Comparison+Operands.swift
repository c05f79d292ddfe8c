extension Comparison {
  /// A value that a field is compared with.
  struct Operand: Sendable {
    /// The value, without its quotes.
    let text: String

    /// Whether the value was quoted. A quoted value is never a number or `null`.
    let isQuoted: Bool

    /// The unquoted number; `nil` for a text.
    let number: DecimalNumber?

    /// The number, if it is spelled as an integer that fits in 64 bits; otherwise `nil`.
    let integer: Int64?

    init(_ text: String, isQuoted: Bool = false) {
      self.text = text
      self.isQuoted = isQuoted
      if isQuoted {
        number = nil
        integer = nil
      } else {
        // Numbers that JSON can't spell (nan, 0x10) are texts.
        let number = DecimalNumber(ArraySlice(text.utf8))
        self.number = number
        // Int64 also reads texts that aren't numbers of JSON, such as +1.
        if number != nil {
          integer = Int64(text)
        } else {
          integer = nil
        }
      }
    }

    var isNumber: Bool { number != nil }

    /// Whether the value is an unquoted `null`, which means JSON's null or a missing value.
    var isNull: Bool { text == "null" && !isQuoted }

    /// Whether `<` or `>` is in the value: `10 <20` after `id >`.
    var hasOrderingOperator: Bool { text.contains(ascii: "<") || text.contains(ascii: ">") }

    /// Whether the text is a number and a separator of other languages: `1..3`, `1|2`, `1;2`,
    /// `1&b=2`.
    var beginsSeveralNumbers: Bool {
      guard text.utf8.first?.isDigit == true else { return false }
      let rest = text.utf8.drop { byte in byte.isDigit }
      for separator in ["..", "|", ";", "&"] where rest.starts(with: separator.utf8) { return true }
      return false
    }

    /// Whether the value is `true` or `false`, quoted or not.
    var isBoolean: Bool { text == "true" || text == "false" }

    /// Compares a value with this one: by value if both are spelled as numbers, otherwise as text,
    /// by Unicode scalars.
    ///
    /// - Returns: a negative number if the value is less than this one, 0 if they are equal, a
    ///   positive number if it is greater.
    func compare(_ value: ArraySlice<UInt8>) -> Int {
      if let number, let value = DecimalNumber(value) {
        return value.order(relativeTo: number)
      }
      return value.byteOrder(relativeTo: ArraySlice(text.utf8))
    }
  }
}

/// The operands of `=` or `!=`, prepared for looking values up.
final class OperandSet: Sendable {
  /// The bytes of all operands but `null`.
  private let texts: Set<ArraySlice<UInt8>>

  private let numbers: Set<DecimalNumber>

  /// The operands but `null`, the smallest first, if all of them are integers; otherwise `nil`.
  private let integers: [Int64]?

  /// Whether an operand is `null`, which equals no text and no number.
  let hasNull: Bool

  init(_ operands: [Comparison.Operand]) {
    var texts: Set<ArraySlice<UInt8>> = []
    var numbers: Set<DecimalNumber> = []
    var integers: [Int64]? = []
    hasNull = operands.contains(where: \.isNull)
    for operand in operands where !operand.isNull {
      texts.insert(ArraySlice(operand.text.utf8))
      if let number = operand.number { numbers.insert(number) }
      if let integer = operand.integer {
        integers?.append(integer)
      } else {
        integers = nil
      }
    }
    self.texts = texts
    self.numbers = numbers
    self.integers = integers?.sorted()
  }

  /// Whether any operand equals an integer; `nil` if an operand isn't an integer.
  func contains(_ integer: Int64) -> Bool? {
    guard let integers else { return nil }
    var start = 0
    var end = integers.count
    while start < end {
      let middle = (start + end) / 2
      if integers[middle] < integer {
        start = middle + 1
      } else {
        end = middle
      }
    }
    return start < integers.count && integers[start] == integer
  }

  /// Whether any operand equals a value. Numbers are compared by value, everything else by its
  /// bytes.
  func contains(_ bytes: ArraySlice<UInt8>, isText: Bool) -> Bool {
    if texts.contains(bytes) { return true }
    if isText || numbers.isEmpty { return false }
    guard let number = DecimalNumber(bytes) else { return false }
    return numbers.contains(number)
  }
}
