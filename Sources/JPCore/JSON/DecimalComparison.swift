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
    let isNegative = text.first == .minus
    guard isNegative || text.first?.isDigit ?? false,
      text.withUnsafeBytes({ JSONScanner($0).isNumber })
    else { return nil }
    let unsigned = isNegative ? text.dropFirst() : text
    let mantissa = unsigned.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let whole = mantissa.prefix { $0 != .point }
    let all =
      whole.count == mantissa.count ? whole : whole + mantissa[whole.endIndex...].dropFirst()
    let significant = all.drop { $0 == .zero }
    let end = significant.lastIndex { $0 != .zero }
    digits = significant[..<(end.map { $0 + 1 } ?? significant.startIndex)]
    sign = digits.isEmpty ? 0 : isNegative ? -1 : 1
    let typed = unsigned[mantissa.endIndex...].dropFirst()
    // 0 has many spellings.
    exponent =
      digits.isEmpty
      ? 0 : whole.count - (all.count - significant.count) + Self.exponent(typed)
  }

  /// An exponent; one beyond a quarter of an `Int` counts as that.
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
    // A shorter number is less if the rest is the same: the digits follow a point.
    let magnitudes =
      exponent != other.exponent ? exponent - other.exponent : digits.order(to: other.digits)
    return sign * magnitudes
  }
}

extension JSONDocument.View {
  /// Whether a value is a number that is spelled with digits and a sign only.
  func isInteger(_ node: JSONNode) -> Bool {
    let first = opening(of: node)
    return (first == .minus || first.isDigit)
      && slice(node.start &+ 1, node.end).allSatisfy(\.isDigit)
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
