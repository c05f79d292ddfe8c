extension OutputBuffer {
  /// Appends a text as a JSON string (RFC 8259 §7): quoted, escaped where it must be.
  package mutating func append(quoted text: String) {
    append(.quote)
    for byte in text.utf8 {
      switch byte {
      case .quote, .backslash:
        append(.backslash)
        append(byte)
      case .lineFeed: append("\\n")
      case 0..<0x20:
        append("\\u00")
        append(Self.hexDigit(byte >> 4))
        append(Self.hexDigit(byte & 0xF))
      default: append(byte)
      }
    }
    append(.quote)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? .zero + value : UInt8(ascii: "a") + value - 10
  }
}
