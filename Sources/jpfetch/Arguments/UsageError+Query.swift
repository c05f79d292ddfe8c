import JPCore

extension UsageError {
  /// - Parameters:
  ///   - text: the expression or the list of fields.
  ///   - resource: whose field is meant; `nil` if that is unknown.
  init(_ error: QueryError, in text: String, of option: OptionName, _ resource: Resource?) {
    var prefix = ""
    if option == .assert, let resource { prefix = "\(resource.name)." }
    let paths = resource?.paths ?? []
    let page = Advice.help(resource?.name ?? "fields")
    func needsPath(_ name: String, _ message: String, _ paths: [String]) -> UsageError {
      // In other options the path may have several values for a record.
      let isCondition = option == .where || option == .assert
      return UsageError(
        "\"\(name)\" \(message) \(paths.joined(separator: " or "))",
        isCondition ? .didYouMean(paths[0]) : page)
    }
    switch error {
    case .syntax(let offset, .oneCondition):
      self.init(
        """
        \(option.typed) takes one condition: repeat it for "and", list values (id=1,2) for \
        "or", or quote the text
        """,
        .help("where"), excerpt: Excerpt(text: text, offset: offset))
    case .syntax(let offset, let expected):
      self.init(
        "\(option.typed) \"\(text)\": expected \(expected.inWords) at character \(offset + 1)",
        .help("where"), excerpt: Excerpt(text: text, offset: offset))
    case .malformed(let name):
      self = .badValue(
        option.typed, name, expected: "a path (names with other characters in quotes)",
        .help("fields"))
    case .ambiguous(let name, let paths):
      self = needsPath(name, "could be", paths)
    case .ofList(let name, let paths), .noList(let name, let paths):
      self = needsPath(name, "needs its list:", paths)
    case .unknownList(let name):
      self = .unknownName("resource", name, known: Resource.all.map(\.name))
    case .several(let field):
      self.init("\(option.typed) \(prefix)\(field.title): a record has several of them", page)
    case .list(let field):
      let list = prefix + field.title
      let inside = paths.filter { $0.hasPrefix(field.text + ".") }
      let member = inside.first { $0.hasSuffix(".title") || $0.hasSuffix(".name") } ?? ""
      self.init(
        """
        \(option.typed) \(list): a list; use its count (\(list).count), or in conditions a field \
        of any (\(prefix)\(member) ~ x)
        """, page)
    case .object(let field):
      let inside = paths.filter { path in
        path.hasPrefix(field.text + ".") && resource?.path(path).kind != .object
      }.map { prefix + $0 }
      self.init(
        """
        \(option.typed) \(prefix)\(field.title): an object; name one of its fields: \
        \(inside.joined(separator: ", "))
        """, page)
    case .value(let field, let value):
      let type = field.kind == .value(.boolean) ? "true or false" : "a number"
      self.init("\(prefix)\(field.title) is \(type), not \"\(value)\"", page)
    }
  }

  /// - Parameter resource: the nearest known name is one of its fields.
  static func unknownField(_ name: String, of resource: Resource) -> UsageError {
    .unknownName("field", of: resource.name, name, known: resource.paths)
  }
}

extension QueryError.Expectation {
  fileprivate var inWords: String {
    switch self {
    case .field: "a field"
    case .operator: "one of = != ~ !~ < <= > >="
    case .value: "a value"
    case .oneValue: "one value (several go with = and !=, a comma in text is quoted)"
    case .closingQuote: "the closing quote"
    case .end: "the end"
    case .oneCondition: "one condition"
    case .timeLimit: "one of < <= > >= and a time such as 2s"
    case .claim: "one of = != ~ !~ < <= > >=, unique, in"
    case .responsePart: "response.status, .bytes, .time or .header.NAME after the list"
    }
  }
}
