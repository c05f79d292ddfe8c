import JPCore

/// What names of fields mean in a question about a resource.
struct FieldNames {
  private let resource: Resource

  /// The option that the question is typed for.
  private let option: OptionName

  /// What stands before a field there: `users.`, where lists are named.
  private let prefix: String

  init(of resource: Resource, for option: OptionName = .where, prefix: String = "") {
    self.resource = resource
    self.option = option
    self.prefix = prefix
  }

  /// Whether a name is a boolean field's.
  func isBoolean(_ name: String) -> Bool {
    (try? resource.field(named: name)).map { resource.kindInEach(of: $0) } == .value(.boolean)
  }

  func field(_ name: String) throws(UsageError) -> FieldPath {
    guard FieldPath.isWellFormed(name) else {
      throw .unknownName("field", of: resource.name, name, known: resource.paths)
    }
    do throws(AmbiguousField) { return try resource.field(named: name) } catch {
      let paths = error.paths.joined(separator: " or ")
      throw .badField("\"\(name)\" could be \(paths)", of: resource.name)
    }
  }

  /// Several fields with commas between, each once.
  func distinct(_ list: String, of option: OptionName) throws(UsageError) -> [FieldPath] {
    var fields: [FieldPath] = []
    for name in list.commaSeparated {
      let field = try field(name)
      if fields.contains(where: { $0.text == field.text }) {
        throw .badValue(option.typed, name, expected: "each field once")
      }
      fields.append(field)
    }
    return fields
  }

  /// A field that has one value in each record.
  func single(_ field: FieldPath) throws(UsageError) -> FieldPath {
    let field = try self.field(field.text)
    try checkSingle(field)
    return field
  }

  /// A field to sort by: a list by its count.
  func sortable(_ field: FieldPath) throws(UsageError) -> FieldPath {
    if resource.kind(of: field) == .list { return field.count }
    try checkSingle(field, of: .sort)
    return field
  }

  /// Throws where a field isn't one value.
  func checkSingle(_ field: FieldPath, of option: OptionName? = nil) throws(UsageError) {
    let option = option ?? self.option
    let name = prefix + field.title
    switch resource.kind(of: field) {
    case .several:
      throw .badField("\(option.typed) \(name): a record has several of them", of: resource.name)
    case .list:
      throw .badField(
        "\(option.typed) \(name): a list; its count is \(name).count", of: resource.name)
    case .object:
      throw .badField(
        "\(option.typed) \(name): an object; name a field in it\(example(in: field))",
        of: resource.name)
    case .value, .count, nil: break
    }
  }

  private func example(in object: FieldPath) -> String {
    let first = resource.paths.first {
      $0.hasPrefix(object.text + ".") && resource.kind(of: FieldPath($0)) != .object
    }
    return first.map { ", such as \($0)" } ?? ""
  }

  /// A condition as it is typed.
  func condition(_ text: String) throws(UsageError) -> Condition {
    let condition: Condition
    do { condition = try Condition(text, isBoolean: isBoolean) } catch {
      throw .badExpression(option.typed, text, error)
    }
    return try checked(condition, in: text)
  }

  /// A condition about the field that is meant, with a value that fits it.
  ///
  /// - Parameter text: the expression, which an error shows.
  func checked(_ condition: Condition, in text: String) throws(UsageError) -> Condition {
    let field = try field(condition.field.text)
    let isOfSeveral = resource.kind(of: field) == .several
    let kind = resource.kindInEach(of: field)
    if kind != .value(.string), kind != nil,
      let joined = condition.operands.first(where: \.hasConjunction)
    {
      let scalars = Array(text.unicodeScalars)
      let place = scalars.indices.first { scalars[$0...].starts(with: joined.text.unicodeScalars) }
      throw .badExpression(
        option.typed, text, Condition.SyntaxError(offset: place ?? 0, expected: .oneCondition))
    }
    switch kind {
    case .value(.boolean):
      try check(condition, expected: "true or false") { ["true", "false"].contains($0.text) }
    case .count: try checkNumber(in: condition)
    case .list where condition.operands.allSatisfy(\.isNumber) && !condition.isFlag:
      return condition.comparing(field.count)
    case .list:
      throw .badField(
        "\(option.typed) \(prefix)\(field.title): a list; compare its count "
          + "(\(prefix)\(field.title) > 5), or a field of any "
          + "(\(prefix)\(example(ofList: field)) ~ x)", of: resource.name)
    case .object
    where !isOfSeveral && (!condition.operands.allSatisfy(\.isNull) || condition.isFlag):
      try checkSingle(field)
    case nil, .several, .object: break
    case .value:
      if condition.isFlag {
        throw .badExpression(
          option.typed, text,
          Condition.SyntaxError(offset: text.unicodeScalars.count, expected: .operator))
      }
    }
    return condition.comparing(field)
  }

  /// Throws if a number of records is compared with something else than a number or `null`.
  func checkNumber(in condition: Condition) throws(UsageError) {
    try check(condition, expected: "a number", \.isNumber)
  }

  private func check(
    _ condition: Condition, expected: String, _ fits: (Condition.Operand) -> Bool
  ) throws(UsageError) {
    guard ![.contains, .notContains].contains(condition.comparison),
      let other = condition.operands.first(where: { !fits($0) && !$0.isNull })
    else { return }
    throw .badValue(
      "\(option.typed) \(prefix)\(condition.field.title)", other.text, expected: expected)
  }

  private func example(ofList list: FieldPath) -> String {
    let fields = resource.paths.filter { $0.hasPrefix(list.text + ".") }
    return fields.first { $0.hasSuffix(".title") || $0.hasSuffix(".name") } ?? list.text + ".id"
  }

  /// Throws where a column would have several values in a row; the hint turns the question round.
  func checkColumns(_ fields: [FieldPath]) throws(UsageError) {
    guard let field = fields.first(where: { resource.kind(of: $0) == .several }) else { return }
    let message = "--fields \(field.title): a row cannot hold several of them"
    guard let (other, paths) = resource.turned(fields) else {
      // What the catalogue doesn't have may be nowhere, and then no such line runs.
      guard fields.allSatisfy(resource.has) else { throw .badField(message, of: resource.name) }
      throw .otherwise(message, .adding(.format, "json"))
    }
    throw .otherwise(
      message, .typed([.command(other.name), .setting(.fields, paths.joined(separator: ","))]))
  }
}

extension FieldPath {
  fileprivate var count: FieldPath { FieldPath(text + ".count", title: title) }
}

extension UsageError {
  /// - Parameter place: the option that the expression was typed for.
  static func badExpression(
    _ place: String, _ text: String, _ problem: Condition.SyntaxError
  ) -> UsageError {
    var error = badExpression(
      place, text, expected: problem.expected.inWords, offset: problem.offset)
    if problem.expected == .oneCondition {
      error.message =
        "\(place) takes one condition: repeat it for \"and\", list values (id=1,2) for \"or\""
    }
    return error
  }
}

extension Condition.SyntaxError.Expectation {
  fileprivate var inWords: String {
    switch self {
    case .field: "a field"
    case .operator: "one of = != ~ !~ < <= > >="
    case .value: "a value"
    case .closingQuote: "the closing quote"
    case .end: "the end"
    case .oneCondition: "one condition"
    case .timeLimit: "one of < <= > >= and a time such as 2s"
    case .claim: "one of = != ~ !~ < <= > >=, unique, in"
    case .responsePart: "response.status, .bytes, .time or .header.NAME after the list"
    }
  }
}
