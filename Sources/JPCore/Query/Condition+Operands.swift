extension Condition {
  /// A value that a field is compared with.
  struct Operand: Sendable {
    /// The value, without its quotes.
    let text: String

    /// Whether it was quoted; it is then always text.
    let isQuoted: Bool

    /// Whether it is a number as JSON spells them (RFC 8259 §6).
    var isNumber: Bool { number != nil }

    /// Whether it means a missing value, or JSON's null.
    var isNull: Bool { text == "null" && !isQuoted }

    /// Whether it is spelled as a boolean; the quotes of one don't matter.
    var isBoolean: Bool { text == "true" || text == "false" }

    /// The bytes of ``text``, by which texts are compared.
    let bytes: ArraySlice<UInt8>

    /// The number, if it is spelled as an integer of 64 bits.
    let integer: Int64?

    /// The number, however it is spelled; `nil` for a text.
    let number: DecimalComparison?

    init(_ text: String, isQuoted: Bool = false) {
      self.text = text
      self.isQuoted = isQuoted
      bytes = ArraySlice(text.utf8)
      // What isn't spelled as in JSON (nan, 0x10) is text.
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

/// Many operands of `=` or `!=`, to look values up in.
struct OperandSet {
  private var texts: Set<ArraySlice<UInt8>> = []
  private var numbers: Set<DecimalComparison> = []

  init(_ operands: [Condition.Operand]) {
    // `null` equals no text and no number.
    for operand in operands where !operand.isNull {
      texts.insert(operand.bytes)
      if let number = operand.number { numbers.insert(number) }
    }
  }

  /// Whether any operand equals a value: a number by its value, everything else by its bytes.
  func contains(_ bytes: ArraySlice<UInt8>, isText: Bool) -> Bool {
    if texts.contains(bytes) { return true }
    guard !isText, let number = DecimalComparison(bytes) else { return false }
    return numbers.contains(number)
  }
}
