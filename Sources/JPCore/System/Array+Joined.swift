extension [String] {
  /// Joins strings. The first call of the standard library's function searches all conformances,
  /// which takes 100,000 instructions.
  package func joined(separator: String = "") -> String {
    guard var text = first else { return "" }
    for part in dropFirst() {
      text += separator
      text += part
    }
    return text
  }
}
