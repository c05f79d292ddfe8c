/// Steps through an expression's scalars.
struct ExpressionScanner {
  private let scalars: [Unicode.Scalar]
  private var at = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  mutating func skipSpace() {
    _ = take { $0.properties.isWhitespace }
  }

  mutating func take(while isWanted: (Unicode.Scalar) -> Bool) -> String {
    let start = at
    while at < scalars.count, isWanted(scalars[at]) { at += 1 }
    return text(start..<at)
  }

  /// Takes a field's dotted path, with the white space around it.
  mutating func takeField() throws(Condition.SyntaxError) -> String {
    skipSpace()
    let name = take {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "." || $0 == "_"
    }
    guard !name.isEmpty else { throw error(.field) }
    skipSpace()
    return name
  }

  /// Takes white space, and expects nothing after it.
  mutating func takeEnd() throws(Condition.SyntaxError) {
    skipSpace()
    guard at == scalars.count else { throw error(.end) }
  }

  mutating func take(_ word: String) -> Bool {
    guard scalars[at...].starts(with: word.unicodeScalars) else { return false }
    at += word.unicodeScalars.count
    return true
  }

  /// Takes the rest: a quoted value, or the text without white space at its end.
  mutating func takeValue() throws(Condition.SyntaxError) -> (String, isQuoted: Bool) {
    guard at < scalars.count else { throw error(.value) }
    let quote = scalars[at]
    guard quote == "\"" || quote == "'" else {
      // A value that begins so is usually a mistyped operator; as text it can be quoted.
      if "=!~<>".unicodeScalars.contains(quote) { throw error(.value) }
      let end = scalars.lastIndex { !$0.properties.isWhitespace } ?? at
      return (text(at..<end + 1), false)
    }
    at += 1
    let value = take { $0 != quote }
    guard at < scalars.count else { throw error(.closingQuote) }
    at += 1
    try takeEnd()
    return (value, true)
  }

  func error(_ expected: Condition.SyntaxError.Expectation) -> Condition.SyntaxError {
    Condition.SyntaxError(offset: at, expected: expected)
  }

  private func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }
}
