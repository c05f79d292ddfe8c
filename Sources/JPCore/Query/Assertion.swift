/// A claim about lists: `users.count = 10`, `users.email ~ @`, `photos.id unique`,
/// `albums.userId in users.id`, `users.response.status = 200`.
package struct Assertion: Sendable {
  /// What an assertion claims about a list.
  package enum Claim: Sendable {
    /// A condition holds for every record.
    case every(Condition)
    /// A comparison holds for a list's number of records.
    case count(Condition)
    /// A comparison holds for a part of the response to the list's request.
    case response(ResponsePart, Condition)
    /// No two records have the same value in a field.
    case unique(field: FieldPath)
    /// Every record's value of a field also occurs in a field of another list.
    case among(field: FieldPath, list: String, other: FieldPath)
  }

  /// A part of a response.
  package enum ResponsePart: Sendable, Equatable {
    case status
    /// The length of the content in bytes, after its content codings are decoded.
    case bytes
    /// The duration of the fetch, and the limit that it is compared with.
    case time(Duration)
    /// The header field with a name. The values of several fields with this name are joined with
    /// commas.
    case header(String)
  }

  /// The assertion as it was typed.
  package let text: String

  /// The name of the list that the assertion is about.
  package let list: String

  package let claim: Claim

  /// Reads `LIST.FIELD OP VALUE`, `LIST.count OP NUMBER`, `LIST.response.PART OP VALUE`,
  /// `LIST.FIELD unique` or `LIST.FIELD in LIST.FIELD`. Operators and values are read as in a
  /// ``Condition``. As there, `LIST.FIELD` alone means `LIST.FIELD = true`, and `!LIST.FIELD` means
  /// `LIST.FIELD != true`.
  ///
  /// - Parameters:
  ///   - lists: the lists, in which short names are looked up first; `nil` before they are fetched.
  ///   - duration: reads a duration; its result is `nil` if the text isn't one.
  package init(
    _ text: String, in lists: [Records]? = nil, duration: (String) -> Duration?
  ) throws(QueryError) {
    self.text = text
    var scanner = ExpressionScanner(text)
    scanner.skipSpace()
    let isNegated = scanner.scan("!")
    let path = try scanner.scanPath()
    // The error for a `response.time` without a limit points at its operator, which comes next.
    let noLimit = scanner.error(.timeLimit)
    let (resource, named) = try Self.split(path, in: lists)
    list = resource.name
    guard let named else { throw scanner.error(.claim) }
    let field = resource.scalar(for: named)

    // The count of a list and the parts of its response aren't fields of the records.
    let isFieldOfRecords = !field.path.isEmpty
    if isFieldOfRecords, !isNegated, let claim = try Self.claim(ofAll: field, &scanner, in: lists) {
      self.claim = claim
      try scanner.scanEnd()
      for (_, field) in fields { try field.checkSingle() }
      return
    }

    let condition = try Self.condition(named, of: resource, isNegated: isNegated, &scanner)
    if isFieldOfRecords {
      claim = .every(condition)
    } else if path.names[1] == "response" {
      if condition.isFlag { throw scanner.error(.operator) }
      let names = path.names.dropFirst(2)
      let part = try Self.responsePart(names, condition, noLimit, duration)
      claim = .response(part, condition)
    } else {
      claim = .count(condition)
    }
  }

  /// Reads a condition. If its operator is missing, the error lists `unique` and `in` too.
  private static func condition(
    _ named: FieldPath, of list: Resource, isNegated: Bool, _ scanner: inout ExpressionScanner
  ) throws(QueryError) -> Condition {
    do throws(QueryError) {
      return try Condition(named, of: list, isNegated: isNegated, &scanner)
    } catch {
      guard case .syntax(let offset, .operator) = error else { throw error }
      throw .syntax(offset: offset, expected: .claim)
    }
  }

  /// Reads `unique` or `in LIST.FIELD`; `nil` for anything else.
  private static func claim(
    ofAll field: FieldPath, _ scanner: inout ExpressionScanner, in lists: [Records]?
  ) throws(QueryError) -> Claim? {
    if scanner.scan("unique") { return .unique(field: field) }
    guard scanner.scan("in ") else { return nil }
    let (list, other) = try split(try scanner.scanPath(), in: lists)
    guard let other, !other.path.isEmpty else { throw scanner.error(.field) }
    return .among(field: field, list: list.name, other: list.scalar(for: other))
  }

  /// Reads the names after `response`.
  ///
  /// - Parameter noLimit: the error for a time that isn't compared with a duration.
  private static func responsePart(
    _ names: ArraySlice<String>, _ condition: Condition, _ noLimit: QueryError,
    _ duration: (String) -> Duration?
  ) throws(QueryError) -> ResponsePart {
    let following = names.dropFirst()
    switch names.first {
    case "status" where following.isEmpty:
      return .status
    case "bytes" where following.isEmpty:
      return .bytes
    case "time" where following.isEmpty:
      guard let limit = condition.limit(duration) else { throw noLimit }
      return .time(limit)
    case "header" where !following.isEmpty:
      // A header field's name may contain points.
      return .header(following.joined(separator: "."))
    default:
      throw .syntax(offset: 0, expected: .responsePart)
    }
  }

  /// Splits `users.address.city` into the list and the field.
  private static func split(
    _ path: TypedPath, in lists: [Records]?
  ) throws(QueryError) -> (list: Resource, field: FieldPath?) {
    guard let list = Resource.named(path.names[0]) else {
      let paths = pathsInLists(path)
      if paths.isEmpty { throw .unknownList(path.names[0]) }
      throw .noList(path.text, paths: paths)
    }
    let afterList = path.dropping(1)
    guard let first = afterList.typedNames.first else { return (list, nil) }
    let names = afterList.names
    // In quotes, `count` and `response` name members of the records.
    if !first.isQuoted, names == ["count"] || names[0] == "response" {
      return (list, fieldOfList(names.joined(separator: ".")))
    }
    var field = try list.field(afterList, in: nil)
    if field.needsData, let records = lists?.records(of: list.name, with: field) {
      field = try list.field(afterList, in: records)
    }
    return (list, field)
  }

  /// A placeholder for a list's count or a part of its response, which aren't fields of its
  /// records.
  private static func fieldOfList(_ text: String) -> FieldPath {
    switch text {
    case "count", "response.status", "response.bytes":
      FieldPath([], [], .count, title: text)
    default:
      FieldPath([], [], .unknown, title: text)
    }
  }

  /// The paths that a path without a list's name can mean: `users.email` and `comments.email` for
  /// `email`.
  private static func pathsInLists(_ path: TypedPath) -> [String] {
    var paths: [String] = []
    for list in Resource.all {
      // A typed path is always spelled as one, and only the data could refuse it.
      guard let field = try? list.field(path, in: nil) else { continue }
      if field.isCatalogued, FieldPath.embeddings(for: [field]).isEmpty {
        paths.append("\(list.name).\(path.text)")
      }
    }
    return paths
  }
}

extension Assertion {
  /// The names of the lists that the assertion needs: its own, and those that its fields lead to.
  package var lists: [String] {
    var lists = [list]
    for (list, field) in fields {
      guard let resource = Resource.named(list) else { continue }
      let embeddings = FieldPath.embeddings(for: [field])
      for other in embeddings.resources(beside: resource) {
        lists.append(other.name)
      }
    }
    return lists
  }

  /// Whether the data decides what a name in the assertion means.
  package var needsData: Bool { fields.contains(where: \.field.needsData) }

  /// The fields of records that the assertion compares, each with the name of its list.
  package var fields: [(list: String, field: FieldPath)] {
    switch claim {
    case .every(let condition):
      [(list, condition.field)]
    case .unique(let field):
      [(list, field)]
    case .among(let field, let other, let otherField):
      [(list, field), (other, otherField)]
    case .count, .response:
      []
    }
  }
}

extension Condition {
  /// The duration that the condition compares with; `nil` if the operator isn't `<`, `<=`, `>` or
  /// `>=`, or if the operand isn't a duration.
  fileprivate func limit(_ duration: (String) -> Duration?) -> Duration? {
    switch comparison {
    case .less, .atMost, .greater, .atLeast:
      guard let operand = operands.first else { return nil }
      return duration(operand.text)
    case .equal, .notEqual, .contains, .notContains:
      return nil
    }
  }
}

extension [Records] {
  /// A list with the relations that a field needs; `nil` if the list is missing.
  package func records(of name: String, with field: FieldPath?) -> Records? {
    guard let records = first(where: { $0.resource.name == name }) else { return nil }
    guard let field else { return records }
    let embeddings = FieldPath.embeddings(for: [field])
    if embeddings.isEmpty { return records }
    let (embedded, _) = records.embedding(embeddings, from: self)
    return embedded
  }
}
