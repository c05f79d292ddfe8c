import JPCore

extension UsageError {
  /// - Parameters:
  ///   - text: the expression or the list of fields.
  ///   - resource: the resource whose fields the text names; `nil` if it is unknown.
  init(_ error: QueryError, in text: String, of option: OptionName, _ resource: Resource?) {
    var prefix = ""
    var page = Advice.help("fields")
    if let resource {
      page = .help(resource.name)
      if option == .assert { prefix = "\(resource.name)." }
    }
    /// Suggests the first path for a condition only: other options need a path with one value for
    /// each record.
    func advice(naming paths: [String]) -> Advice {
      guard option == .where || option == .assert, let first = paths.first else {
        return page
      }
      return .didYouMean(first)
    }
    switch error {
    case .syntax(let offset, .oneCondition):
      self.init(
        "\(option.typed) takes one condition",
        .sentence(
          """
          repeat \(option.typed) for "and", list values (id=1,2) for "or", or quote the text
          """),
        excerpt: Excerpt(text: text, offset: offset))
    case .syntax(let offset, let expected):
      self.init(
        "\(option.typed) \"\(text)\": expected \(expected.inWords) at character \(offset + 1)",
        .help("where"), excerpt: Excerpt(text: text, offset: offset))
    case .malformed(let name):
      self = .badValue(
        option.typed, name, expected: "a path (names with other characters in quotes)")
    case .ambiguous(let name, let paths):
      self.init(
        "\"\(name)\" could be \(paths.joined(separator: " or "))",
        advice(naming: paths))
    case .ofList(let name, let paths), .noList(let name, let paths):
      self.init(
        "\"\(name)\" needs its list: \(paths.joined(separator: " or "))",
        advice(naming: paths))
    case .unknownList(let name):
      self = .unknownName("resource", name, known: Resource.all.map(\.name))
    case .several(let field):
      var advice = page
      if option == .fields {
        advice = .sentence("use -f tree or --json")
      }
      self.init("\(option.typed) \(prefix)\(field.title): a record has several of them", advice)
    case .list(let field):
      self = .list(field, prefix, of: option, resource)
    case .object(let field):
      self = .object(field, prefix, of: option, resource)
    case .boolean(let field, let value):
      let name = prefix + field
      self.init(
        "\(name) is true or false, not \"\(value)\"", .sentence("write \(name), or !\(name)"))
    case .number(let field, let value):
      self.init("\(prefix)\(field) is a number, not \"\(value)\"", .help("where"))
    }
  }

  /// The error for a list that is used as a value.
  ///
  /// - Parameter prefix: the text before the field in an assertion, `users.`; empty for other
  ///   options.
  private static func list(
    _ field: FieldPath, _ prefix: String, of option: OptionName, _ resource: Resource?
  ) -> UsageError {
    let list = prefix + field.title
    let members = paths(inside: field, of: resource)
    let title = members.first { $0.hasSuffix(".title") || $0.hasSuffix(".name") }
    let member = title ?? ""
    return UsageError(
      "\(option.typed) \(list): a list",
      .sentence(
        """
        use its count (\(list).count), or in conditions a field of any (\(prefix)\(member) ~ x)
        """))
  }

  /// The error for an object that is used as a value.
  private static func object(
    _ field: FieldPath, _ prefix: String, of option: OptionName, _ resource: Resource?
  ) -> UsageError {
    var members: [String] = []
    for path in paths(inside: field, of: resource) where resource?.path(path).kind != .object {
      members.append(prefix + path)
    }
    return UsageError(
      "\(option.typed) \(prefix)\(field.title): an object",
      .sentence("name one of its fields: \(members.joined(separator: ", "))"))
  }

  /// The paths of a resource's fields that are inside a field.
  private static func paths(inside field: FieldPath, of resource: Resource?) -> [String] {
    guard let resource else { return [] }
    return resource.paths.filter { $0.hasPrefix(field.text + ".") }
  }

  /// - Parameter resource: the resource among whose fields the nearest known name is searched.
  static func unknownField(_ name: String, of resource: Resource) -> UsageError {
    .unknownName("field", of: resource.name, name, known: resource.paths)
  }
}

extension QueryError.Expectation {
  private static var operators: String {
    Comparison.Operator.allCases.map(\.rawValue).joined(separator: " ")
  }

  fileprivate var inWords: String {
    switch self {
    case .field: "a field"
    case .operator: "one of \(Self.operators)"
    case .value: "a value"
    case .oneValue: "one value (several go with = and !=, a comma in text is quoted)"
    case .closingQuote: "the closing quote"
    case .end: "the end"
    case .oneCondition: "one condition"
    case .timeLimit: "one of < <= > >= and a time such as 2s"
    case .claim: "one of \(Self.operators), unique"
    case .responsePart: "response.status, .bytes, .time or .header.NAME after the list"
    }
  }
}
