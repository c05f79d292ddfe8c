extension Comparison {
  /// A value that a field is compared with.
  struct Operand: Sendable {
    /// The value, without its quotes.
    let text: String

    /// Whether the value was quoted. A quoted value is never a number or `null`.
    let isQuoted: Bool

    /// Whether the value is an unquoted number, spelled as in JSON (RFC 8259 §6).
    var isNumber: Bool { number != nil }

    /// Whether the value is an unquoted `null`, which means JSON's null or a missing value.
    var isNull: Bool { text == "null" && !isQuoted }

    /// Whether the value is `true` or `false`, quoted or not.
    var isBoolean: Bool { text == "true" || text == "false" }

    /// The bytes of ``text``, by which texts are compared.
    let bytes: ArraySlice<UInt8>

    /// The number, if it is spelled as an integer and fits in 64 bits.
    let integer: Int64?

    /// The number in any spelling of JSON; `nil` for a text.
    let number: DecimalComparison?

    init(_ text: String, isQuoted: Bool = false) {
      self.text = text
      self.isQuoted = isQuoted
      bytes = ArraySlice(text.utf8)
      // Numbers that JSON can't spell (nan, 0x10) are texts.
      if !isQuoted, let number = DecimalComparison(bytes) {
        self.number = number
        integer = Int64(text)
      } else {
        number = nil
        integer = nil
      }
    }
  }
}

/// The operands of `=` or `!=` as sets, for comparisons with many operands.
struct OperandSet {
  private var texts: Set<ArraySlice<UInt8>> = []
  private var numbers: Set<DecimalComparison> = []

  init(_ operands: [Comparison.Operand]) {
    // `null` equals no text and no number.
    for operand in operands where !operand.isNull {
      texts.insert(operand.bytes)
      if let number = operand.number { numbers.insert(number) }
    }
  }

  /// Whether any operand equals a value. Numbers are compared by value, everything else by its
  /// bytes.
  func contains(_ bytes: ArraySlice<UInt8>, isText: Bool) -> Bool {
    if texts.contains(bytes) { return true }
    guard !isText, let number = DecimalComparison(bytes) else { return false }
    return numbers.contains(number)
  }
}
