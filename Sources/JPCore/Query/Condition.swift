/// A comparison of a record's field: `albumId = 3,4`, `name ~ "ann"`, `albums.count >= 10`,
/// `!completed`.
///
/// For example, `albumId != 3,4` becomes:
///
///     field       albumId, a number according to the catalogue
///     comparison  != with 3 and 4; a record is shown if neither equals its album's id
package struct Condition: Sendable {
  package let field: FieldPath

  package let comparison: Comparison

  /// The object or parent record that an operand `null` is about: `user = null` asks whether there
  /// is a user, not whether its name is null. ``comparison`` then has only the other operands.
  /// `nil` if there is no such operand.
  private let object: FieldPath?

  /// Reads `FIELD OP VALUE`. `FIELD` alone means `FIELD = true`, `!FIELD` means `FIELD != true`.
  package init(_ text: String, of resource: Resource) throws(QueryError) {
    var scanner = ExpressionScanner(text)
    scanner.skipSpace()
    let isNegated = scanner.skipIfNext("!")
    let path = try scanner.scanPath()
    let field = try resource.field(at: path)
    try self.init(field, of: resource, isNegated: isNegated, &scanner)
  }

  /// Makes a condition that a field contains a text (`~`).
  package init(_ field: FieldPath, contains text: String) {
    self.field = field
    comparison = Comparison(.contains, [Comparison.Operand(text, isQuoted: true)])
    object = nil
  }

  /// Reads the rest of the expression, after the field.
  init(
    _ named: FieldPath, of resource: Resource, isNegated: Bool, _ scanner: inout ExpressionScanner
  ) throws(QueryError) {
    let comparison: Comparison
    if scanner.isAtEnd {
      if case .value(let type) = resource.scalarShown(for: named).kind, type != .boolean {
        if isNegated { throw .negation }
        throw scanner.syntaxError(.operator)
      }
      var symbol = Comparison.Operator.equal
      if isNegated { symbol = .notEqual }
      comparison = Comparison(symbol, [Comparison.Operand("true")])
    } else {
      if isNegated { throw .negation }
      comparison = try Comparison(&scanner)
    }
    field = try Self.comparedField(named, of: resource, in: comparison)
    if named.kind == .object, comparison.comparesWithNull {
      object = named
      self.comparison = comparison.withoutNull
    } else {
      object = nil
      self.comparison = comparison
    }
    let isOfNumbers = field.kind == .value(.integer)
    try comparison.checkOrder(field.title, isOfNumbers: isOfNumbers)
    try checkOperands()
    if isOfNumbers || named.isParent {
      try comparison.checkSeparators(named.title)
      if comparison.namesBoolean(of: resource) { throw scanner.syntaxError(.oneCondition) }
    }
  }

  /// The field that a comparison is about: a parent's id next to numbers, otherwise the field that
  /// is shown in place of an object.
  private static func comparedField(
    _ named: FieldPath, of resource: Resource, in comparison: Comparison
  ) throws(QueryError) -> FieldPath {
    guard named.isParent, comparison.comparesWithNumber else {
      return resource.scalarShown(for: named)
    }
    for operand in comparison.operands where !operand.isNumber && !operand.isNull {
      throw .idOrName(named.title)
    }
    return resource.idField(of: named)
  }

  /// Throws if the field can't be compared with an operand. A search accepts any operand, unless
  /// the field is a list or an object.
  private func checkOperands() throws(QueryError) {
    let operands = comparison.operands
    switch field.kind {
    case .value(.boolean) where !comparison.isSearch:
      for operand in operands where !operand.isBoolean && !operand.isNull {
        throw .boolean(field.title, operand.text)
      }
    case .count:
      try comparison.checkNumbers(field.title)
    case .list:
      try comparison.checkLength(of: field.title)
    case .object where !field.canHaveSeveralValues:
      guard operands.allSatisfy(\.isNull) else { throw .object(field) }
    case .value, .object, .unknown:
      break
    }
  }

  /// Whether an operand is `null`, so that the condition asks whether there is such a field.
  package var asksForNull: Bool { object != nil || comparison.comparesWithNull }

  /// The rows of the records that meet the condition.
  package func matchingRows(of records: Records) -> [Int] {
    var objects: FieldValues?
    if let object { objects = records.values(of: object) }
    return comparison.matchingRows(
      of: records.rows, with: records.values(of: field), orNothingIn: objects)
  }
}

extension Comparison {
  /// Whether a value after the first is unquoted, and the name of a boolean field, which is a
  /// condition by itself: `userId = 3,completed`.
  fileprivate func namesBoolean(of resource: Resource) -> Bool {
    let booleans = resource.fields.filter { field in field.type == .boolean }.map(\.path)
    for operand in operands.dropFirst() where !operand.isQuoted {
      if booleans.contains(where: operand.text.hasSameBytes) { return true }
    }
    return false
  }
}
