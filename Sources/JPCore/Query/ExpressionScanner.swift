/// Steps through an expression's scalars.
struct ExpressionScanner {
  private let scalars: [Unicode.Scalar]
  private let isBoolean: (String) -> Bool
  private var at = 0

  /// - Parameter isBoolean: whether a name is a boolean field's, and so can be a condition alone.
  init(_ text: String, isBoolean: @escaping (String) -> Bool = { _ in false }) {
    scalars = Array(text.unicodeScalars)
    self.isBoolean = isBoolean
  }

  var isAtEnd: Bool { at == scalars.count }

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
    guard !isAtEnd, scalars[at] != "-" else { throw error(.field) }
    let name = take {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "._-".unicodeScalars.contains($0)
    }
    guard !name.isEmpty else { throw error(.field) }
    skipSpace()
    return name
  }

  /// Takes an operator; `==` is `=`.
  mutating func takeOperator() -> Condition.Operator? {
    guard let found = Condition.Operator.allCases.first(where: { take($0.rawValue) }) else {
      return nil
    }
    if found == .equal { _ = take("=") }
    skipSpace()
    return found
  }

  /// Takes white space, and expects nothing after it.
  mutating func takeEnd() throws(Condition.SyntaxError) {
    skipSpace()
    guard isAtEnd else { throw error(.end) }
  }

  mutating func take(_ word: String) -> Bool {
    guard scalars[at...].starts(with: word.unicodeScalars) else { return false }
    at += word.unicodeScalars.count
    return true
  }

  /// Takes the rest: a quoted value, or the text without white space at its end; or several of them
  /// with commas between.
  ///
  /// - Parameter isList: whether a comma separates values.
  mutating func takeValues(
    isList: Bool
  ) throws(Condition.SyntaxError) -> [(text: String, isQuoted: Bool)] {
    var values: [(text: String, isQuoted: Bool)] = []
    repeat {
      skipSpace()
      values.append(try takeValue(isList: isList))
      skipSpace()
    } while isList && take(",")
    if isBeforeSecondCondition() { throw error(.oneCondition) }
    try takeEnd()
    return values
  }

  private mutating func takeValue(
    isList: Bool
  ) throws(Condition.SyntaxError) -> (text: String, isQuoted: Bool) {
    guard !isAtEnd else { throw error(.value) }
    let quote = scalars[at]
    guard quote == "\"" || quote == "'" else { return (try takeBareValue(isList: isList), false) }
    at += 1
    let value = take { $0 != quote }
    guard !isAtEnd else { throw error(.closingQuote) }
    at += 1
    return (value, true)
  }

  private mutating func takeBareValue(
    isList: Bool
  ) throws(Condition.SyntaxError) -> String {
    // A value that begins so is usually a mistyped operator; as text it can be quoted.
    if "=!~<>".unicodeScalars.contains(scalars[at]) { throw error(.value) }
    let start = at
    let value = take { !isList || $0 != "," }
    if let place = secondCondition(from: start, to: at) {
      throw Condition.SyntaxError(offset: place, expected: .oneCondition)
    }
    let trimmed = value.unicodeScalars.reversed().drop { $0.properties.isWhitespace }
    guard !trimmed.isEmpty else { throw error(.value) }
    return String(String.UnicodeScalarView(trimmed.reversed()))
  }

  /// Whether the rest is `and` or `or` with another condition behind it.
  func isBeforeSecondCondition() -> Bool { secondCondition(from: at, to: at + 1) != nil }

  /// Where there is `and` or `or` as a word, with a field and an operator behind it, or a boolean
  /// field alone.
  private func secondCondition(from start: Int, to end: Int) -> Int? {
    (start..<min(end, scalars.count)).first { place in
      let isWordStart = place == start || scalars[place - 1].properties.isWhitespace
      guard isWordStart, let behind = endOfConjunction(at: place) else { return false }
      var rest = self
      rest.at = behind
      rest.skipSpace()
      let isNegated = rest.take("!")
      guard let name = try? rest.takeField() else { return false }
      let isAlone = rest.isAtEnd || rest.endOfConjunction(at: rest.at) != nil
      return isAlone ? isBoolean(name) : !isNegated && rest.takeOperator() != nil
    }
  }

  /// Where `and` or `or` ends that is a word at a place; `nil` where there is none.
  private func endOfConjunction(at place: Int) -> Int? {
    let word = scalars[place...].prefix { !$0.properties.isWhitespace }
    guard word.count < 4, word.endIndex < scalars.count,
      Condition.conjunctions.contains(text(word.indices).lowercased())
    else { return nil }
    return word.endIndex
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
