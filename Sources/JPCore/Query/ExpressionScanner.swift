/// A path as it was typed: names with points between them.
struct TypedPath {
  struct TypedName {
    /// The name without its quotes.
    let text: String

    let isQuoted: Bool
  }

  let typedNames: [TypedName]

  var names: [String] { typedNames.map(\.text) }

  var text: String { names.joined(separator: ".") }

  /// Whether a name is quoted. Such a path is used as it is, never completed.
  var isQuoted: Bool { typedNames.contains(where: \.isQuoted) }

  func dropping(_ count: Int) -> TypedPath {
    TypedPath(typedNames: Array(typedNames.dropFirst(count)))
  }
}

/// Reads the parts of an expression, such as `name ~ "ann"`, scalar by scalar.
struct ExpressionScanner {
  private let scalars: [Unicode.Scalar]
  private var at = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  var isAtEnd: Bool { at == scalars.count }

  mutating func skipSpace() {
    while !isAtEnd, isSpace(at: at) { at += 1 }
  }

  private func isSpace(at offset: Int) -> Bool { scalars[offset].properties.isWhitespace }

  /// Skips a word if it is next.
  ///
  /// - Returns: whether it was.
  mutating func skipIfNext(_ word: String) -> Bool {
    guard scalars[at...].starts(with: word.unicodeScalars) else { return false }
    at += word.unicodeScalars.count
    return true
  }

  /// Reads a text in quotes, either `"` or `'`. The quote itself is doubled in the text:
  /// `"say ""hi"""`.
  ///
  /// - Returns: the text without its quotes; `nil` if no quote is next.
  mutating func scanQuoted() throws(QueryError) -> String? {
    if isAtEnd { return nil }
    let quote = scalars[at]
    guard quote.isQuote else { return nil }
    at += 1
    var text = String.UnicodeScalarView()
    while !isAtEnd {
      let scalar = scalars[at]
      at += 1
      if scalar == quote {
        let isDoubled = !isAtEnd && scalars[at] == quote
        guard isDoubled else { return String(text) }
        at += 1
      }
      text.append(scalar)
    }
    throw syntaxError(.closingQuote)
  }

  /// Reads a path and the white space around it. A path is names separated by points. A name with
  /// characters other than letters, digits, `_` and `-` needs quotes.
  mutating func scanPath() throws(QueryError) -> TypedPath {
    skipSpace()
    var names: [TypedPath.TypedName] = []
    repeat {
      names.append(try scanName())
    } while skipIfNext(".")
    skipSpace()
    return TypedPath(typedNames: names)
  }

  private mutating func scanName() throws(QueryError) -> TypedPath.TypedName {
    if let text = try scanQuoted() { return TypedPath.TypedName(text: text, isQuoted: true) }
    let start = at
    while !isAtEnd, scalars[at].canBeInName(isFirst: at == start) {
      at += 1
    }
    guard at > start else { throw syntaxError(.field) }
    return TypedPath.TypedName(text: text(in: start..<at), isQuoted: false)
  }

  /// Reads the text up to the next comma that isn't in quotes.
  mutating func scanListElement() -> String {
    let start = at
    while !isAtEnd, scalars[at] != "," {
      do {
        if try scanQuoted() == nil { at += 1 }
      } catch {
        // The error is reported when the element is read as a path.
        at = scalars.count
      }
    }
    return text(in: start..<at)
  }

  /// Reads an operator and the white space after it. `==` means `=`.
  mutating func scanOperator() throws(QueryError) -> Comparison.Operator {
    // Some operators begin with another one, as `<=` with `<`, so the longest is the one that was
    // meant.
    let candidates = Comparison.Operator.allCases.filter(isNext)
    let longest = candidates.max { $0.rawValue.count < $1.rawValue.count }
    guard let longest else { throw errorAboutUnexpectedText(.operator) }
    _ = skipIfNext(longest.rawValue)
    if longest == .equal { _ = skipIfNext("=") }
    skipSpace()
    return longest
  }

  private func isNext(_ candidate: Comparison.Operator) -> Bool {
    scalars[at...].starts(with: candidate.rawValue.unicodeScalars)
  }

  /// Skips white space. Throws if the expression doesn't end after it.
  mutating func scanEnd() throws(QueryError) {
    skipSpace()
    if isAtEnd { return }
    if isCondition(at: at) { throw syntaxError(.oneCondition) }
    throw errorAboutUnexpectedText(.end)
  }

  /// Reads the values at the end of the expression. An unquoted value ends before trailing white
  /// space.
  ///
  /// - Parameter isList: whether several values, separated by commas, are allowed.
  mutating func scanValues(isList: Bool) throws(QueryError) -> [Comparison.Operand] {
    var values: [Comparison.Operand] = []
    let start = self
    repeat {
      skipSpace()
      values.append(try scanValue(isAfterComma: !values.isEmpty))
      skipSpace()
    } while isList && skipIfNext(",")
    if values.areInBrackets { throw start.syntaxError(.bareValues) }
    if !isAtEnd, scalars[at] == "," {
      throw syntaxError(.oneValue)
    }
    try scanEnd()
    return values
  }

  /// - Parameter isAfterComma: whether the value isn't the first one.
  private mutating func scanValue(isAfterComma: Bool) throws(QueryError) -> Comparison.Operand {
    if let text = try scanQuoted() { return Comparison.Operand(text, isQuoted: true) }
    // A value that begins with a comma or a character of an operator is usually a mistyped
    // operator. Such a text needs quotes.
    guard !isAtEnd, scalars[at] != ",", !scalars[at].isInOperator else {
      throw syntaxError(.value)
    }
    let start = at
    while !isAtEnd, scalars[at] != "," { at += 1 }
    // "and" or "or" in an unquoted value is probably meant to join two conditions, and a name with
    // an operator to begin the second one.
    for offset in start..<at {
      let isWordStart = offset == start || isSpace(at: offset - 1)
      guard isWordStart else { continue }
      let isLaterWord = isAfterComma || offset > start
      let isSecondCondition = isLaterWord && isCondition(at: offset)
      if isSecondCondition || isConjunction(at: offset) {
        throw .syntax(offset: offset, expected: .oneCondition)
      }
    }
    var end = at
    while end > start, isSpace(at: end - 1) {
      end -= 1
    }
    return Comparison.Operand(text(in: start..<end))
  }

  /// Whether the word at an offset is `and`, `or`, `&&` or `||`, and more text follows.
  private func isConjunction(at start: Int) -> Bool {
    for word in ["and", "or", "&&", "||"] {
      let end = start + word.unicodeScalars.count
      guard end < scalars.count, isSpace(at: end) else { continue }
      guard text(in: start..<end).lowercased() == word else { continue }
      var next = end
      while next < scalars.count, isSpace(at: next) {
        next += 1
      }
      return next < scalars.count
    }
    return false
  }

  /// Whether a name and an operator are at an offset. The name begins with a letter or a quote.
  private func isCondition(at start: Int) -> Bool {
    guard scalars[start].isQuote || scalars[start].properties.isAlphabetic else { return false }
    var rest = self
    rest.at = start
    // Text that isn't spelled as a path isn't the name of a field.
    guard (try? rest.scanPath()) != nil else { return false }
    return Comparison.Operator.allCases.contains(where: rest.isNext)
  }

  /// The error for unexpected text. For a conjunction it says that only one condition is allowed.
  private func errorAboutUnexpectedText(_ expected: QueryError.ExpectedSyntax) -> QueryError {
    if isConjunction(at: at) { return syntaxError(.oneCondition) }
    return syntaxError(expected)
  }

  func syntaxError(_ expected: QueryError.ExpectedSyntax) -> QueryError {
    .syntax(offset: at, expected: expected)
  }

  private func text(in range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }
}

extension [Comparison.Operand] {
  /// Whether several unquoted values are in brackets together, as in other languages: `(1,2)`,
  /// `[1,2]`.
  fileprivate var areInBrackets: Bool {
    guard count > 1, let first, let last, !first.isQuoted, !last.isQuoted else { return false }
    let start = first.text.unicodeScalars
    let end = last.text.unicodeScalars
    let closing: Unicode.Scalar
    switch start.first {
    case "(": closing = ")"
    case "[": closing = "]"
    case "{": closing = "}"
    default: return false
    }
    // Each value may have brackets of its own: (a),(b).
    return end.last == closing && !start.contains(closing)
  }
}

extension Unicode.Scalar {
  fileprivate var isQuote: Bool { self == "\"" || self == "'" }

  fileprivate var isInOperator: Bool {
    Comparison.Operator.allCases.contains { $0.rawValue.unicodeScalars.contains(self) }
  }

  /// Whether a name with this scalar needs no quotes.
  fileprivate func canBeInName(isFirst: Bool) -> Bool {
    switch self {
    case "0"..."9", "_": true
    case "-": !isFirst
    default: properties.isAlphabetic
    }
  }
}

extension TypedPath {
  /// Reads a path; `nil` if the text isn't spelled as one.
  init?(_ text: String) {
    var scanner = ExpressionScanner(text)
    // The scanner's error isn't needed: the caller reports the complete text as malformed.
    guard let path = try? scanner.scanPath(), scanner.isAtEnd else { return nil }
    self = path
  }
}

extension FieldPath {
  /// Splits a list of paths at its commas, and keeps the spelling of each path. A comma in a quoted
  /// name is part of the name.
  package static func splitList(_ text: String) -> [String] {
    var scanner = ExpressionScanner(text)
    var paths: [String] = []
    repeat {
      scanner.skipSpace()
      paths.append(scanner.scanListElement())
    } while scanner.skipIfNext(",")
    return paths
  }

  /// Splits a list of members' names at its commas, and removes their quotes.
  package static func splitNames(_ text: String) -> [String] {
    var names: [String] = []
    for name in splitList(text) { names.append(TypedPath(name)?.text ?? name) }
    return names
  }
}
