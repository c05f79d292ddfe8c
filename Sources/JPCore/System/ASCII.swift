extension UInt8 {
  /// Whether it is one of the digits 0 to 9 in ASCII.
  package var isDigit: Bool { self &- UInt8(ascii: "0") <= 9 }

  /// Whether it is one of the letters A to Z in ASCII, in either case.
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Whether it is a hexadecimal digit in ASCII, in either case.
  var isHexDigit: Bool { isDigit || isLetter && (self | 0x20) <= UInt8(ascii: "f") }
}

extension String {
  /// Whether all bytes of its UTF-8 are in a range; `false` as well where they don't lie side by
  /// side.
  @inline(__always)
  func hasOnlyBytes(in range: Range<UInt8>) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy { range.contains($0) } } ?? false
  }
}

extension Span<UInt8> {
  /// Whether there is a byte that satisfies a condition.
  @inline(__always)
  func contains(where isWanted: (UInt8) -> Bool) -> Bool {
    var index = 0
    while index < count {
      if isWanted(self[unchecked: index]) { return true }
      index &+= 1
    }
    return false
  }
}
