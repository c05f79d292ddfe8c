extension Duration {
  /// Parses delta-seconds (RFC 9111 §1.2.2); larger values count as 2147483647.
  init?(deltaSeconds text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
    self = .seconds(min(Int(text) ?? .max, Int(Int32.max)))
  }
}
