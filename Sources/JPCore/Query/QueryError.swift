/// A field, a condition or an assertion that can't be used.
package enum QueryError: Error, Equatable {
  /// The expression is invalid after `offset` Unicode scalars.
  case syntax(offset: Int, expected: ExpectedSyntax)
  /// The text isn't spelled as a path.
  case malformed(String)
  /// Several paths equal the name or end with it.
  case ambiguous(String, paths: [String])
  /// The name is the end of paths into lists, such as `albums.title`, which have to be complete.
  case ofList(String, paths: [String])
  /// No record has the path for which the name is short.
  case missing(String, path: String)
  /// A path of more names than JSON can be nested.
  case tooLong(String)
  /// An assertion begins with a field (`email`) instead of a list. The complete paths are
  /// `users.email` and so on.
  case noList(String, paths: [String])
  /// An assertion begins with a name that is neither a list nor a field of one.
  case unknownList(String)
  /// One value is needed, but a record can have several, such as `albums.title` of a user.
  case several(FieldPath, of: Resource)
  /// A value is needed, but the field or resource with this name is a list, such as `albums`.
  case list(String)
  /// A value is needed, but the field is an object, such as `address`.
  case object(FieldPath)
  /// The field with this name, a boolean, can't be compared with the text.
  case boolean(String, String)
  /// The count with this name can't be compared with the text.
  case number(String, String)
  /// The field with this name, which has numbers, is compared with an unquoted text.
  case textForNumber(String, String)
  /// The field with this name is compared with several numbers that no commas separate.
  case separators(String, String)
  /// The values of the field with this name have no order with `null`.
  case nullOrder(String)
  /// The parent with this name is compared with numbers, which are ids, and with text.
  case idOrName(String)
  /// A `!` before anything but a boolean field alone.
  case negation

  /// The text that an expression needs at the offset of a syntax error.
  package enum ExpectedSyntax: Equatable, Sendable {
    case field
    /// One of ``Comparison/Operator``.
    case `operator`
    case value
    /// One value: only `=` and `!=` accept several.
    case oneValue
    /// Several values without brackets around them.
    case bareValues
    /// A text that doesn't read as a pattern of another language.
    case plainText
    /// The quote that ends a value or a name.
    case closingQuote
    case end
    /// One of ``Comparison/Operator``, or `unique`.
    case claim
    /// A part of a response: `status`, `bytes`, `time` or `header` with a name.
    case responsePart
    /// One condition; the words `and` and `or` don't join two.
    case oneCondition
    /// One of `<`, `<=`, `>` and `>=`, and a duration with a unit.
    case timeLimit
  }
}

extension QueryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .syntax(_, .oneCondition):
      return """
        one condition each: repeat the option for "and", list values (id=1,2) for "or", or quote \
        the text
        """
    case .syntax(_, .plainText):
      return """
        plain text is searched for: only ^ before it and $ after it have a meaning; quote the text
        """
    case .syntax(let offset, let expected):
      return "expected \(expected) at character \(offset + 1)"
    case .malformed(let name):
      return
        "\"\(name.excerptWithoutSecrets)\" isn't a field's path; quote a name with other characters"
    case .ambiguous(let name, let paths):
      return "\"\(name.excerptWithoutSecrets)\" could be \(paths.joined(separator: " or "))"
    case .ofList(let name, let paths), .noList(let name, let paths):
      let listed = paths.joined(separator: " or ")
      return "\"\(name.excerptWithoutSecrets)\" needs the list before it: \(listed)"
    case .missing(let name, let path):
      return "no record has \(path), for which \"\(name.excerptWithoutSecrets)\" is short"
    case .tooLong(let name):
      return "\"\(name.excerptWithoutSecrets)\" has more than \(JSONDocument.maxDepth) names"
    case .unknownList(let name):
      return "unknown resource \"\(name.excerptWithoutSecrets)\""
    case .several(let field, let resource):
      return "one \(resource.singular) can have several \(field.title): one value is needed"
    case .list(let name):
      return "\(name) is a list; its count is \(name).count"
    case .object(let field):
      return "\(field.title) is an object; name one of its fields"
    case .boolean(let name, let value):
      return "\(name) is true or false, not \"\(value.excerptWithoutSecrets)\""
    case .number(let name, let value):
      return "\(name) is a number, not \"\(value.excerptWithoutSecrets)\""
    case .textForNumber(let name, let value):
      return "\(name) is a number, not \"\(value.excerptWithoutSecrets)\"; quote it as a text"
    case .nullOrder(let name):
      return "\(name) has no order with null: use = or !="
    case .separators(let name, let value):
      return
        "\(name) takes numbers with commas (1,2), not \"\(value.excerptWithoutSecrets)\"; quote a text"
    case .idOrName(let name):
      return "\(name) means its id next to numbers, its name next to text: give either"
    case .negation:
      return "\"!\" stands before a boolean alone (!completed); \"not equal\" is !="
    }
  }
}

extension QueryError.ExpectedSyntax: CustomStringConvertible {
  private static var operators: String {
    Comparison.Operator.allCases.map(\.rawValue).joined(separator: " ")
  }

  package var description: String {
    switch self {
    case .field: "a field"
    case .operator: "one of \(Self.operators)"
    case .value: "a value"
    case .oneValue: "one value (only = and != take several; quote a text that has a comma)"
    case .bareValues: "values without brackets (id=1,2,3), or quoted ones,"
    case .plainText: "plain text"
    case .closingQuote: "the closing quote"
    case .end: "the end"
    case .claim: "one of \(Self.operators), unique"
    case .responsePart: "response.status, .bytes, .time or .header.NAME after the list"
    case .oneCondition: "one condition"
    case .timeLimit: "one of < <= > >= and a time with its unit, such as 300ms or 2s,"
    }
  }
}

extension String {
  /// This typed text without secrets, and cut. Secrets are masked first: in `http://me:secret@host`
  /// they are recognized by the `@`, which may be cut off.
  fileprivate var excerptWithoutSecrets: String { withoutSecrets.excerpt }
}
