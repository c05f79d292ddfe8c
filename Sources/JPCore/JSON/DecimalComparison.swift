/// A number by its JSON spelling (RFC 8259 §6), however long it is, for exact comparisons: 0.DIGITS
/// times a power of ten, the first and last digit not 0.
struct DecimalComparison: Hashable {
  /// -1, 0 or 1.
  private let sign: Int
  private let digits: ArraySlice<UInt8>
  private let exponent: Int

  /// - Returns: `nil` if the text isn't spelled as a number.
  init?(_ text: ArraySlice<UInt8>) {
    // Most texts aren't, and are known by their first byte.
    guard let first = text.first, first == .minus || first.isDigit,
      text.withUnsafeBytes({ JSONScanner($0).isNumber })
    else { return nil }
    let isNegative = first == .minus
    let unsigned = isNegative ? text.dropFirst() : text
    let mantissa = unsigned.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let whole = mantissa.prefix { $0 != .point }
    let fraction = mantissa[whole.endIndex...].dropFirst()
    let allDigits = fraction.isEmpty ? whole : whole + fraction
    var significant = allDigits.drop { $0 == .zero }
    let leadingZeros = allDigits.count - significant.count
    while significant.last == .zero { significant = significant.dropLast() }
    digits = significant
    if digits.isEmpty {
      // 0 has many spellings.
      sign = 0
      exponent = 0
    } else {
      sign = isNegative ? -1 : 1
      let writtenExponent = unsigned[mantissa.endIndex...].dropFirst()
      exponent = whole.count - leadingZeros + Self.exponent(writtenExponent)
    }
  }

  /// An exponent. One beyond a fortieth of the largest `Int` counts as that, so that no sum of
  /// exponents and lengths overflows.
  private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
    let isNegative = text.first == .minus
    var value = 0
    for digit in text where digit.isDigit {
      value = min(value * 10 + Int(digit &- .zero), Int.max / 40)
    }
    return isNegative ? -value : value
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
