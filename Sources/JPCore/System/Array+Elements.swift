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

extension Array where Element: Equatable {
  /// The elements without repetitions, in quadratic time.
  package var eachOnce: [Element] {
    // Most arrays have one element; the first comparison takes 100,000 instructions.
    if count < 2 { return self }
    return reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
