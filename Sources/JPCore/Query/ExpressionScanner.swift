/// Steps through an expression's scalars.
struct ExpressionScanner {
  private let scalars: [Unicode.Scalar]
  private var at = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  var isAtEnd: Bool { at == scalars.count }

  mutating func skipSpace() {
    _ = scan { $0.properties.isWhitespace }
  }

  private mutating func scan(while isWanted: (Unicode.Scalar) -> Bool) -> String {
    let start = at
    while at < scalars.count, isWanted(scalars[at]) { at += 1 }
    return text(start..<at)
  }

  mutating func scan(_ word: String) -> Bool {
    guard scalars[at...].starts(with: word.unicodeScalars) else { return false }
    at += word.unicodeScalars.count
    return true
  }

  /// Takes a path, with the white space around it: names with dots between. A name with other
  /// characters is quoted, or a backslash precedes each of these.
  mutating func scanPath() throws(QueryError) -> (text: String, names: [String]) {
    skipSpace()
    let start = at
    var names: [String] = []
    repeat { names.append(try scanName()) } while scan(".")
    let text = text(start..<at)
    skipSpace()
    return (text, names)
  }

  private mutating func scanName() throws(QueryError) -> String {
    if scan("\"") {
      let name = scan { $0 != "\"" }
      guard scan("\"") else { throw error(.closingQuote) }
      return name
    }
    var name = String.UnicodeScalarView()
    while at < scalars.count {
      if scalars[at] == "\\", at + 1 < scalars.count {
        at += 1
      } else {
        let isName = scalars[at].properties.isAlphabetic || ("0"..."9").contains(scalars[at])
        guard isName || scalars[at] == "_" || scalars[at] == "-" && !name.isEmpty else { break }
      }
      name.append(scalars[at])
      at += 1
    }
    guard !name.isEmpty else { throw error(.field) }
    return String(name)
  }

  /// Takes an operator; `==` is `=`.
  mutating func scanOperator() throws(QueryError) -> Condition.Operator {
    guard let found = Condition.Operator.allCases.first(where: { scan($0.rawValue) }) else {
      throw error(isConjunction(at: at) ? .oneCondition : .operator)
    }
    if found == .equal { _ = scan("=") }
    skipSpace()
    return found
  }

  /// Takes white space, and expects nothing after it.
  mutating func scanEnd() throws(QueryError) {
    skipSpace()
    guard isAtEnd else { throw error(isConjunction(at: at) ? .oneCondition : .end) }
  }

  /// Takes the rest: a quoted value, or the text without white space at its end; or several of them
  /// with commas between.
  ///
  /// - Parameter isList: whether a comma separates values.
  mutating func scanValues(isList: Bool) throws(QueryError) -> [Condition.Operand] {
    var values: [Condition.Operand] = []
    repeat {
      skipSpace()
      values.append(try scanValue())
      skipSpace()
    } while isList && scan(",")
    if !isAtEnd, scalars[at] == "," { throw error(.oneValue) }
    try scanEnd()
    return values
  }

  private mutating func scanValue() throws(QueryError) -> Condition.Operand {
    // A value that begins so is usually a mistyped operator; as text it can be quoted.
    guard !isAtEnd, !"=!~<>,".unicodeScalars.contains(scalars[at]) else { throw error(.value) }
    for quote in ["\"", "'"] where scan(quote) {
      let value = scan { String($0) != quote }
      guard scan(quote) else { throw error(.closingQuote) }
      return Condition.Operand(value, isQuoted: true)
    }
    let start = at
    _ = scan { $0 != "," }
    // A conjunction in a value is more likely one between conditions.
    for place in start..<at {
      let isWordStart = place == start || scalars[place - 1].properties.isWhitespace
      if isWordStart, isConjunction(at: place) {
        throw .syntax(offset: place, expected: .oneCondition)
      }
    }
    let last = scalars[start..<at].lastIndex { !$0.properties.isWhitespace } ?? start
    return Condition.Operand(text(start..<last + 1))
  }

  /// Whether a word that begins at a place is `and` or `or`, with another word after it.
  private func isConjunction(at start: Int) -> Bool {
    for word in ["and", "or", "&&", "||"] {
      let end = start + word.unicodeScalars.count
      guard end < scalars.count, scalars[end].properties.isWhitespace else { continue }
      if text(start..<end).lowercased() == word {
        return scalars[end...].contains { !$0.properties.isWhitespace }
      }
    }
    return false
  }

  func error(_ expected: QueryError.Expectation) -> QueryError {
    .syntax(offset: at, expected: expected)
  }

  private func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }
}

extension FieldPath {
  /// The names in a path; `nil` if it isn't spelled as one.
  package static func names(_ text: String) -> [String]? {
    var scanner = ExpressionScanner(text)
    guard let path = try? scanner.scanPath(), path.text.utf8.elementsEqual(text.utf8) else {
      return nil  // The caller has the text that is malformed.
    }
    return path.names
  }

  /// The paths in a list, as they are spelled. A comma in a quoted name, or after a backslash,
  /// separates none.
  package static func list(_ text: String) -> [String] {
    var paths: [String] = []
    var path = String.UnicodeScalarView()
    var isQuoted = false
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == ",", !isQuoted, !isEscaped {
        paths.append(String(path))
        path = String.UnicodeScalarView()
        continue
      }
      path.append(scalar)
      if scalar == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = scalar == "\\" && !isQuoted && !isEscaped
    }
    paths.append(String(path))
    return paths
  }
}
