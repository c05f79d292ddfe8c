/// Compares two numbers by their JSON spelling.
enum NumberOrder {
  /// Less than, equal to or greater than 0 as `one` is less than, equal to or greater than `other`.
  ///
  /// Two integers are compared digit by digit, however long they are; numbers with a fraction or an
  /// exponent as 64-bit floating-point numbers.
  static func order(_ one: String, _ other: String) -> Int {
    if let one = Int64(one), let other = Int64(other) {
      return one < other ? -1 : one > other ? 1 : 0
    }
    guard isInteger(one), isInteger(other) else {
      let (one, other) = (Double(one) ?? .nan, Double(other) ?? .nan)
      return one < other ? -1 : one > other ? 1 : 0
    }
    let isNegative = one.utf8.first == .minus
    guard isNegative == (other.utf8.first == .minus) else { return isNegative ? -1 : 1 }
    let order =
      one.utf8.count == other.utf8.count
      ? Array(one.utf8)[...].order(to: Array(other.utf8)[...]) : one.utf8.count - other.utf8.count
    return isNegative ? -order : order
  }

  private static func isInteger(_ text: String) -> Bool {
    let digits = text.utf8.first == .minus ? text.utf8.dropFirst() : text.utf8[...]
    return digits.allSatisfy(\.isDigit)
  }
}

extension JSONDocument {
  /// Whether a number is spelled with digits and a sign only.
  func isSpelledAsInteger(at index: Int) -> Bool {
    bytes[range(at: index)].allSatisfy { $0 == .minus || $0.isDigit }
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
