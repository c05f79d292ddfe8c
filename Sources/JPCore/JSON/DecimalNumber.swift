/// A JSON number (RFC 8259 §6), normalized to 0.DIGITS times a power of ten, where DIGITS neither
/// begins nor ends with 0: `12.50` is 0.125 times 10². So comparisons are exact for any number of
/// digits.
struct DecimalNumber: Hashable {
  /// -1 for a negative number, 0 for zero, 1 for a positive number.
  private let sign: Int

  private let digits: ArraySlice<UInt8>

  private let exponent: Int

  /// An exponent with this many digits fits in `Int`, even after the length of a text is added.
  private static let maxExponentDigits = 18
}

extension DecimalNumber {
  /// Parses a number; `nil` if the text isn't a JSON number, or if its exponent has more than
  /// ``maxExponentDigits``.
  init?(_ text: ArraySlice<UInt8>) {
    // Fast path: the first byte shows that most texts aren't numbers.
    guard let first = text.first, first == .minus || first.isDigit,
      text.withUnsafeBytes({ JSONScanner($0).isNumber })
    else { return nil }
    let isNegative = first == .minus
    var unsigned = text
    if isNegative { unsigned = text.dropFirst() }
    let mantissa = unsigned.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let writtenExponent = unsigned[mantissa.endIndex...].dropFirst()
    guard let exponent = Self.exponent(writtenExponent) else { return nil }
    let whole = mantissa.prefix { $0 != .point }
    let fraction = mantissa[whole.endIndex...].dropFirst()
    var allDigits = whole
    if !fraction.isEmpty { allDigits += fraction }
    var significant = allDigits.drop { $0 == .zero }
    let leadingZeros = allDigits.count - significant.count
    while significant.last == .zero { significant = significant.dropLast() }
    if significant.isEmpty {
      // 0 has many spellings, such as -0, 0.00 and 0e5.
      self.init(sign: 0, digits: significant, exponent: 0)
      return
    }
    var sign = 1
    if isNegative { sign = -1 }
    let shift = whole.count - leadingZeros
    self.init(sign: sign, digits: significant, exponent: exponent + shift)
  }

  /// Parses an exponent with or without a sign; an empty text is 0.
  ///
  /// - Returns: `nil` if the exponent has more than ``maxExponentDigits``.
  private static func exponent(_ text: ArraySlice<UInt8>) -> Int? {
    let digits = text.drop { !$0.isDigit || $0 == .zero }
    guard digits.count <= maxExponentDigits else { return nil }
    var exponent = 0
    for digit in digits { exponent = exponent * 10 + Int(digit &- .zero) }
    if text.first == .minus { return -exponent }
    return exponent
  }

  /// - Returns: a negative number if this number is less than the other one, 0 if they are equal, a
  ///   positive number if it is greater.
  func order(relativeTo other: Self) -> Int {
    if sign != other.sign { return sign - other.sign }
    if exponent != other.exponent { return sign * (exponent - other.exponent) }
    // The digits follow a decimal point, so if one begins with the other, the shorter one is less.
    return sign * digits.byteOrder(relativeTo: other.digits)
  }
}

extension JSONDocument.View {
  /// Whether a value is a number without a fraction or an exponent, such as `-12`.
  func isInteger(_ node: JSONNode) -> Bool {
    let first = firstByte(of: node)
    guard first == .minus || first.isDigit else { return false }
    return slice(node.start &+ 1, node.end).allSatisfy(\.isDigit)
  }
}

extension ArraySlice<UInt8> {
  /// Compares two texts by their bytes, which in UTF-8 have the order of the Unicode scalars.
  ///
  /// - Returns: a negative number if this text sorts before the other one, 0 if they are equal, a
  ///   positive number if it sorts after.
  func byteOrder(relativeTo other: ArraySlice<UInt8>) -> Int {
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
