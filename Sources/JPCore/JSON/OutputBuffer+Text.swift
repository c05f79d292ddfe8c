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
