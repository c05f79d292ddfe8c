/// A claim about a list: `users.count = 10`, `users.email ~ @`, `photos.id unique`,
/// `users.response.status = 200`.
package struct Assertion: Sendable {
  package enum Claim: Sendable {
    /// A condition holds for every record.
    case every(Condition)
    /// No two records have the same value in a field.
    case unique(FieldPath)
    /// A comparison holds for the number of records.
    case count(Comparison)
    /// A claim about the response to the list's request.
    case response(ResponseClaim)
  }

  package enum ResponseClaim: Sendable {
    case status(Comparison)
    /// The length of the content in bytes, after its content codings are decoded.
    case bytes(Comparison)
    /// The duration of the fetch is below or above a limit.
    case time(Comparison.OrderingOperator, Duration)
    /// The value of a header field. The values of repeated fields are joined with commas.
    case header(String, Comparison)
  }

  /// The assertion as it was typed.
  package let text: String

  /// The name of the list that is checked.
  package let list: String

  package let claim: Claim

  /// Reads `LIST.FIELD OP VALUE`, `LIST.FIELD unique`, `LIST OP NUMBER`, `LIST.count OP NUMBER` or
  /// `LIST.response.PART OP VALUE`. As in a ``Condition``, `LIST.FIELD` alone means `LIST.FIELD =
  /// true`, and `!LIST.FIELD` means `LIST.FIELD != true`.
  ///
  /// - Parameter duration: reads a duration; its result is `nil` if the text isn't one.
  package init(_ text: String, duration: (String) -> Duration?) throws(QueryError) {
    self.text = text
    var scanner = ExpressionScanner(text)
    scanner.skipSpace()
    let isNegated = scanner.skipIfNext("!")
    let path = try scanner.scanPath()
    let list = try Self.firstList(of: path)
    self.list = list.name
    claim = try Self.readClaim(
      path.dropping(1), of: list, isNegated: isNegated, &scanner, duration)
  }

  /// Reads the claim about a list.
  ///
  /// - Parameter path: the path without the list's name.
  private static func readClaim(
    _ path: TypedPath, of list: Resource, isNegated: Bool,
    _ scanner: inout ExpressionScanner, _ duration: (String) -> Duration?
  ) throws(QueryError) -> Claim {
    guard let first = path.typedNames.first else {
      if isNegated { throw .negation }
      let comparison = try Comparison(&scanner)
      try comparison.checkLength(of: list.name)
      return .count(comparison)
    }
    // In quotes, `count` and `response` name members of the records.
    let isCount = path.names == ["count"] && !first.isQuoted
    let isResponse = first.text == "response" && !first.isQuoted
    if isNegated, isCount || isResponse { throw .negation }
    if isCount { return .count(try readNumberComparison("count", &scanner)) }
    if isResponse {
      return .response(try readResponseClaim(path.dropping(1), of: list, &scanner, duration))
    }
    return try readRecordClaim(path, of: list, isNegated: isNegated, &scanner)
  }

  /// Reads the claim about a field of the records.
  private static func readRecordClaim(
    _ path: TypedPath, of list: Resource, isNegated: Bool, _ scanner: inout ExpressionScanner
  ) throws(QueryError) -> Claim {
    let named = try list.field(at: path)
    // Records are told apart by a parent's id: two users may have one name.
    var single = list.scalarShown(for: named)
    if named.isParent { single = list.idField(of: named) }
    if !isNegated, scanner.skipIfNext("unique") {
      try scanner.scanEnd()
      try single.checkHasOneValue(of: list)
      return .unique(single)
    }
    do throws(QueryError) {
      return .every(try Condition(named, of: list, isNegated: isNegated, &scanner))
    } catch {
      // Offer `unique` only for a field that can have it.
      guard case .syntax(let offset, .operator) = error,
        (try? single.checkHasOneValue(of: list)) != nil
      else { throw error }
      throw .syntax(offset: offset, expected: .claim)
    }
  }

  /// Reads a comparison whose operands have to be numbers.
  private static func readNumberComparison(
    _ name: String, _ scanner: inout ExpressionScanner
  ) throws(QueryError) -> Comparison {
    let comparison = try Comparison(&scanner)
    try comparison.checkNumbers(name)
    return comparison
  }

  /// Reads a claim about the response to a list's request.
  ///
  /// - Parameter path: the names after `response`.
  private static func readResponseClaim(
    _ path: TypedPath, of list: Resource, _ scanner: inout ExpressionScanner,
    _ duration: (String) -> Duration?
  ) throws(QueryError) -> ResponseClaim {
    let names = path.names
    // A header field's name may contain points.
    if names.count > 1, names[0] == "header" {
      let name = names.dropFirst().joined(separator: ".")
      return .header(name, try Comparison(&scanner))
    }
    switch names {
    case ["status"]: return .status(try readNumberComparison("response.status", &scanner))
    case ["bytes"]: return .bytes(try readNumberComparison("response.bytes", &scanner))
    case ["time"]:
      let noLimit = scanner.syntaxError(.timeLimit)
      let comparison = try Comparison(&scanner)
      guard case .bound(let order, _) = comparison.test,
        let limit = duration(comparison.operands[0].text)
      else { throw noLimit }
      return .time(order, limit)
    default: throw .syntax(offset: 0, expected: .responsePart)
    }
  }

  /// The list that a path begins with. If it begins with a field, such as `email`, throws an error
  /// that names the complete paths: `users.email` and `comments.email`.
  private static func firstList(of path: TypedPath) throws(QueryError) -> Resource {
    if let list = Resource.withNameOrAlias(path.names[0]) { return list }
    var paths: [String] = []
    for list in Resource.all {
      // A name that could be several fields of the list's parents is none of the list's own.
      guard let field = try? list.field(at: path) else { continue }
      if field.kind != .unknown, field.relations.isEmpty {
        paths.append("\(list.name).\(path.text)")
      }
    }
    if paths.isEmpty { throw .unknownList(path.names[0]) }
    throw .noList(path.text, paths: paths)
  }
}

extension Assertion {
  /// The field of the records that is compared; `nil` if the assertion isn't about records.
  package var field: FieldPath? {
    switch claim {
    case .every(let condition): condition.field
    case .unique(let field): field
    case .count, .response: nil
    }
  }

  /// The field that a record has to have, or else the assertion is wrong usage; `nil` if there is
  /// none.
  package var requiredField: FieldPath? {
    if case .every(let condition) = claim, condition.asksForNull { return nil }
    guard let field, field.hasToOccur else { return nil }
    return field
  }

  /// The names of the lists that the assertion needs: its own, and those that its field leads to.
  package var lists: [String] {
    var lists = [list]
    guard let resource = Resource.named(list), let field else { return lists }
    let embeddings = Embedding.tree(merging: [field.relations])
    for other in embeddings.resources(includingRoot: resource) { lists.append(other.name) }
    return lists
  }
}

extension [List] {
  /// The records of a list, linked to the lists to which a field leads; `nil` if the list is
  /// missing.
  package func linkedRecords(of name: String, with field: FieldPath) -> Records? {
    guard let list = first(where: { $0.resource.name == name }) else { return nil }
    let embeddings = Embedding.tree(merging: [field.relations])
    return Records(list, of: Join(self, linking: embeddings, of: list.resource))
  }
}
