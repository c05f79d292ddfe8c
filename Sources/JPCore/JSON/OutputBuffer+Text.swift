extension OutputBuffer {
  /// Appends a text as a JSON string (RFC 8259 §7): quoted, with escapes where JSON needs them and
  /// for characters that could steer a terminal.
  package mutating func append(quoted text: String) {
    append(.quote)
    defer { append(.quote) }
    if text.utf8.span.withUnsafeBytes({ JSONScanner($0).isPlain }) { return append(text) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": append("\\\"")
      case "\\": append("\\\\")
      case "\n": append("\\n")
      case _ where scalar.steersTerminal: append(scalar.jsonEscape)
      default: for byte in scalar.utf8 { append(byte) }
      }
    }
  }
}

extension Unicode.Scalar {
  /// Control characters (C0, C1, DEL), line separators and the bidirectional controls (UAX #9).
  package var steersTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// `\uXXXX`, for a scalar of the basic plane.
  package var jsonEscape: String { "\\u" + String(hex: value, digits: 4) }
}
