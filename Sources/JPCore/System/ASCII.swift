extension UInt8 {
  /// Whether it is one of the digits 0 to 9 in ASCII.
  package var isDigit: Bool { self &- UInt8(ascii: "0") <= 9 }

  /// Whether it is one of the letters A to Z in ASCII, in either case.
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Whether it is a hexadecimal digit in ASCII, in either case.
  var isHexDigit: Bool { isDigit || isLetter && (self | 0x20) <= UInt8(ascii: "f") }
}
