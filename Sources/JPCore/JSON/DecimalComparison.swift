/// A number of JSON (RFC 8259 §6), normalized to 0.DIGITS times a power of ten, where DIGITS
/// neither begins nor ends with 0. So comparisons are exact for digits and exponents of any length.
struct DecimalComparison: Hashable {
  /// -1 for a negative number, 0 for zero, 1 for a positive number.
  private let sign: Int

  /// The significant digits. If the exponent is long (it has more than ``maxExponentDigits``), its
  /// digits precede them, so that a number with a larger exponent sorts later. For that, each digit
  /// of a negative exponent is replaced with 9 minus the digit.
  private let digits: ArraySlice<UInt8>

  /// The exponent. A long exponent is represented by ``leastLongExponent`` plus the number of its
  /// digits, with its sign, so that longer exponents sort outside of all shorter ones.
  private let exponent: Int

  private static let maxExponentDigits = 18

  /// The least number with more than ``maxExponentDigits``.
  private static let leastLongExponent = 1_000_000_000_000_000_000
}

extension DecimalComparison {
  /// - Returns: `nil` if the text isn't spelled as a number.
  init?(_ text: ArraySlice<UInt8>) {
    // Fast path: the first byte shows that most texts aren't numbers.
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
      // 0 has many spellings, such as -0, 0.00 and 0e5.
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
  ///   - text: an exponent of at least ``maxExponentDigits`` digits, leading zeros not counted.
  ///   - shift: a number to add to the exponent. Its magnitude is at most the length of the whole
  ///     number's text.
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

  /// Parses an exponent with or without a sign; an empty text is 0. The result is `nil` if the
  /// exponent has more than ``maxExponentDigits``.
  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    if text.isEmpty { return 0 }
    let digits = text.drop { !$0.isDigit || $0 == .zero }
    guard digits.count <= maxExponentDigits else { return nil }
    var number = 0
    for digit in digits { number = number * 10 + Int(digit &- .zero) }
    if text.first == .minus { return -number }
    return number
  }

  /// Adds a number to a long exponent, whose sign is ignored.
  ///
  /// - Parameters:
  ///   - text: the exponent.
  ///   - number: the number to add; its magnitude is at most the length of a text.
  /// - Returns: the digits of the sum, without leading zeros.
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
    // The exponent is far larger than the length of any text, so at most 1 is carried past its
    // first digit.
    if carry > 0 { sum.insert(.zero + UInt8(carry), at: 0) }
    return Array(sum.drop { $0 == .zero })
  }

  /// Compares two numbers.
  ///
  /// - Returns: a negative number if this number is less than the other one, 0 if they are equal, a
  ///   positive number if it is greater.
  func order(to other: Self) -> Int {
    if sign != other.sign { return sign - other.sign }
    if exponent != other.exponent { return sign * (exponent - other.exponent) }
    // The digits follow a decimal point, so if one begins with the other, the shorter one is less.
    return sign * digits.order(to: other.digits)
  }
}

extension JSONDocument.View {
  /// Whether a value is a number that is spelled with digits only, or with a minus and digits.
  func isInteger(_ node: JSONNode) -> Bool {
    let first = opening(of: node)
    guard first == .minus || first.isDigit else { return false }
    return slice(node.start &+ 1, node.end).allSatisfy(\.isDigit)
  }
}

extension ArraySlice<UInt8> {
  /// Compares two texts by their bytes, which in UTF-8 have the order of the Unicode scalars.
  ///
  /// - Returns: a negative number if this text sorts before the other one, 0 if they are equal, a
  ///   positive number if it sorts after.
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
