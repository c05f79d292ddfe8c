/// Compares numbers by their JSON spelling (RFC 8259 §6), exactly, however long they are.
enum NumberOrder {
  /// Whether a text is spelled as a number.
  static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    // Most texts aren't, and are known by their first byte.
    guard let first = text.first, first.isDigit || first == .minus else { return false }
    var rest = first == .minus ? text.dropFirst() : text
    let hasZero = rest.first == UInt8(ascii: "0")
    let whole = rest.takeDigits()
    guard whole == 1 || whole > 1 && !hasZero else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard rest.takeDigits() > 0 else { return false }
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == .minus || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      guard rest.takeDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// Less than, equal to or greater than 0 as `one` is less than, equal to or greater than `other`.
  static func order(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
    if let one = integer(one), let other = integer(other) {
      return one < other ? -1 : one > other ? 1 : 0
    }
    let (one, other) = (Decimal(one), Decimal(other))
    if one.sign != other.sign { return one.sign - other.sign }
    return one.sign * one.magnitudeOrder(to: other)
  }

  /// An integer of up to 18 digits.
  private static func integer(_ text: ArraySlice<UInt8>) -> Int? {
    let isNegative = text.first == .minus
    let digits = isNegative ? text.dropFirst() : text
    guard digits.count < 19 else { return nil }
    var value = 0
    for digit in digits {
      guard digit.isDigit else { return nil }
      value = value * 10 + Int(digit &- UInt8(ascii: "0"))
    }
    return isNegative ? -value : value
  }

  /// A number as 0.DIGITS times a power of ten, the first and last digit not 0.
  private struct Decimal {
    /// -1, 0 or 1.
    let sign: Int
    private let digits: ArraySlice<UInt8>
    private let exponent: Int

    init(_ text: ArraySlice<UInt8>) {
      let isNegative = text.first == .minus
      let unsigned = isNegative ? text.dropFirst() : text
      let mantissa = unsigned.prefix { $0 | 0x20 != UInt8(ascii: "e") }
      let whole = mantissa.prefix { $0 != UInt8(ascii: ".") }
      let all = whole + mantissa[whole.endIndex...].dropFirst()
      let significant = all.drop { $0 == UInt8(ascii: "0") }
      let end = significant.lastIndex { $0 != UInt8(ascii: "0") }
      digits = significant[..<(end.map { $0 + 1 } ?? significant.startIndex)]
      sign = digits.isEmpty ? 0 : isNegative ? -1 : 1
      let typed = unsigned[mantissa.endIndex...].dropFirst()
      exponent = whole.count - (all.count - significant.count) + Self.exponent(typed)
    }

    /// An exponent; one beyond a quarter of an `Int` counts as that.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
      let isNegative = text.first == .minus
      var value = 0
      for digit in text where digit.isDigit {
        value = min(value * 10 + Int(digit &- UInt8(ascii: "0")), Int.max / 40)
      }
      return isNegative ? -value : value
    }

    func magnitudeOrder(to other: Decimal) -> Int {
      // Shorter is less where the rest is the same, as the digits are behind a point.
      exponent != other.exponent
        ? exponent - other.exponent : digits.order(to: other.digits)
    }
  }
}

extension JSONDocument {
  /// Whether a number is spelled with digits and a sign only.
  func isSpelledAsInteger(at index: Int) -> Bool {
    bytes[range(at: index)].allSatisfy { $0 == .minus || $0.isDigit }
  }
}

extension ArraySlice<UInt8> {
  /// Takes the digits at the beginning, and tells how many they were.
  fileprivate mutating func takeDigits() -> Int {
    let digits = prefix(while: \.isDigit).count
    self = dropFirst(digits)
    return digits
  }

  /// Less than, equal to or greater than 0 as this sorts before, equal to or after another: by
  /// Unicode scalars, whose order is that of UTF-8's bytes.
  func order(to other: ArraySlice<UInt8>) -> Int {
    withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        for index in 0..<Swift.min(one.count, other.count) where one[index] != other[index] {
          return Int(one[index]) - Int(other[index])
        }
        return one.count - other.count
      }
    }
  }
}
