/// A number as JSON spells it (RFC 8259 §6), normalized so that comparisons are exact for digits
/// and exponents of any length: 0.DIGITS times a power of ten. DIGITS neither begins nor ends with
/// 0.
struct DecimalComparison: Hashable {
  /// -1, 0 or 1.
  private let sign: Int

  /// The significant digits. The digits of an exponent with more than ``maxExponentDigits`` precede
  /// them; those of a negative one as 9 minus the digit, so that a larger exponent sorts later.
  private let digits: ArraySlice<UInt8>

  /// The exponent. For one with more than ``maxExponentDigits``: ``leastLongExponent`` plus the number
  /// of its digits, with its sign, so that longer exponents sort outside of all shorter ones.
  private let exponent: Int

  private static let maxExponentDigits = 18

  /// The least number with more digits.
  private static let leastLongExponent = 1_000_000_000_000_000_000
}

extension DecimalComparison {
  /// - Returns: `nil` if the text isn't spelled as a number.
  init?(_ text: ArraySlice<UInt8>) {
    // Most texts aren't, and are known by their first byte.
    guard let first = text.first, first == .minus || first.isDigit,
      text.withUnsafeBytes({ JSONScanner($0).isNumber })
    else { return nil }
    let isNegative = first == .minus
    var unsigned = text
    if isNegative { unsigned = text.dropFirst() }
    let mantissa = unsigned.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let whole = mantissa.prefix { $0 != .point }
    let fraction = mantissa[whole.endIndex...].dropFirst()
    var allDigits = whole
    if !fraction.isEmpty { allDigits += fraction }
    var significant = allDigits.drop { $0 == .zero }
    let leadingZeros = allDigits.count - significant.count
    while significant.last == .zero { significant = significant.dropLast() }
    if significant.isEmpty {
      // 0 has many spellings.
      self.init(sign: 0, digits: significant, exponent: 0)
      return
    }
    let sign = isNegative ? -1 : 1
    let writtenExponent = unsigned[mantissa.endIndex...].dropFirst()
    let shift = whole.count - leadingZeros
    let number = Self.number(writtenExponent)
    if let number, (number + shift).magnitude < Self.leastLongExponent {
      self.init(sign: sign, digits: significant, exponent: number + shift)
    } else {
      self.init(sign: sign, significant, longExponent: writtenExponent, adding: shift)
    }
  }

  /// - Parameters:
  ///   - text: an exponent of about ``maxExponentDigits`` digits or more.
  ///   - shift: a number to add, of the size of a text's length.
  private init(
    sign: Int, _ digits: ArraySlice<UInt8>, longExponent text: ArraySlice<UInt8>,
    adding shift: Int
  ) {
    let isNegative = text.first == .minus
    var magnitudeShift = shift
    if isNegative { magnitudeShift = -shift }
    let exponentDigits = Self.digits(of: text, adding: magnitudeShift)
    if let number = Self.number(exponentDigits[...]) {
      var exponent = number
      if isNegative { exponent = -number }
      self.init(sign: sign, digits: digits, exponent: exponent)
      return
    }
    let rank = Self.leastLongExponent + exponentDigits.count
    if isNegative {
      let complement = exponentDigits.map { .zero + (UInt8(ascii: "9") - $0) }
      self.init(sign: sign, digits: complement + digits, exponent: -rank)
    } else {
      self.init(sign: sign, digits: exponentDigits + digits, exponent: rank)
    }
  }

  /// An exponent, with or without a sign, empty for 0; `nil` if it has more than
  /// ``maxExponentDigits``.
  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    if text.isEmpty { return 0 }
    let digits = text.drop { !$0.isDigit || $0 == .zero }
    guard digits.count <= maxExponentDigits else { return nil }
    var number = 0
    for digit in digits { number = number * 10 + Int(digit &- .zero) }
    if text.first == .minus { return -number }
    return number
  }

  /// The digits of the sum of a long exponent, without its sign, and a number of the size of a text's
  /// length; without leading zeros.
  private static func digits(of text: ArraySlice<UInt8>, adding number: Int) -> [UInt8] {
    var sum = Array(text.drop { !$0.isDigit || $0 == .zero })
    var carry = number
    for index in sum.indices.reversed() where carry != 0 {
      carry += Int(sum[index] &- .zero)
      // The remainder of a negative number is negative.
      let digit = (carry % 10 + 10) % 10
      sum[index] = .zero + UInt8(digit)
      carry = (carry - digit) / 10
    }
    // The exponent is far larger than any text is long, so at most 1 is carried past its first digit.
    if carry > 0 { sum.insert(.zero + UInt8(carry), at: 0) }
    return Array(sum.drop { $0 == .zero })
  }

  /// Less than, equal to or greater than 0 as the number is less than, equal to or greater than
  /// another.
  func order(to other: Self) -> Int {
    if sign != other.sign { return sign - other.sign }
    if exponent != other.exponent { return sign * (exponent - other.exponent) }
    // A shorter number is less if the rest is the same: the digits follow a point.
    return sign * digits.order(to: other.digits)
  }
}

extension JSONDocument.View {
  /// Whether a value is a number that is spelled with digits and a sign only.
  func isInteger(_ node: JSONNode) -> Bool {
    let first = opening(of: node)
    guard first == .minus || first.isDigit else { return false }
    return slice(node.start &+ 1, node.end).allSatisfy(\.isDigit)
  }
}

extension ArraySlice<UInt8> {
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
