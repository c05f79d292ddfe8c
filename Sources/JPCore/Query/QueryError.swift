/// Why a field, a condition or an assertion is refused.
package enum QueryError: Error, Equatable {
  /// The expression is invalid after a number of Unicode scalars.
  case syntax(offset: Int, expected: Expectation)
  /// No path can be spelled so.
  case malformed(String)
  /// More than one path ends so.
  case ambiguous(String, paths: [String])
  /// Fields of embedded lists end like this, and they need their whole paths.
  case ofList(String, paths: [String])
  /// An assertion lacks the name of its list, which can be one of these.
  case noList(String, paths: [String])
  /// An assertion is about something else than one of the lists.
  case unknownList(String)
  /// A record has several of the field.
  case several(FieldPath)
  /// The field is a list.
  case list(FieldPath)
  /// The field is an object.
  case object(FieldPath)
  /// The field can't be compared with a text.
  case value(FieldPath, String)

  /// What was expected at the offset of a syntax error.
  package enum Expectation: Equatable, Sendable {
    /// A field's path.
    case field
    /// One of ``Condition/Operator``.
    case `operator`
    /// Something to compare with.
    case value
    /// One value: only `=` and `!=` take several.
    case oneValue
    /// The quote that ends a value or a name.
    case closingQuote
    /// The end of the expression.
    case end
    /// One of ``Condition/Operator``, `unique` or `in`.
    case claim
    /// A part of a response: `status`, `bytes`, `time` or `header` with a name.
    case responsePart
    /// One condition; the words `and` and `or` don't join two.
    case oneCondition
    /// One of `<`, `<=`, `>` and `>=`, and a duration.
    case timeLimit
  }

  /// The same about a field that follows relations.
  func about(_ name: String, after prefix: String) -> QueryError {
    switch self {
    case .ambiguous(_, let paths):
      .ambiguous(name, paths: paths.map { path in prefix + path })
    case .ofList(_, let paths):
      .ofList(name, paths: paths.map { path in prefix + path })
    default:
      self
    }
  }
}
