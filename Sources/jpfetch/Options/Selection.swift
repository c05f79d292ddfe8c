import JPCore

/// Which records, relations and fields to show, checked against the catalogue.
struct Selection {
  /// The embeddings that the output, the conditions and the order need.
  let embeddings: [Embedding]
  let records: RecordSelection
  /// `nil` for the default fields.
  let fields: [FieldPath]?

  init(of resource: Resource, _ options: OptionValues) throws(UsageError) {
    let relations = try Self.relations(of: resource, options)
    let embedded = Embedding.tree(relations)
    let namesFields = [OptionName.fields, .where, .sort].contains { options.value(of: $0) != nil }
    let known = namesFields ? resource.fieldPaths(with: embedded) : []
    fields = try Self.fields(known, of: resource, options)
    records = try Self.records(known, of: resource, options)
    guard let fields else {
      embeddings = embedded
      return
    }
    // A table's row shows how many records are embedded, not what is embedded in them.
    let isWhole = try [.json, .ndjson, .tree].contains(options.format ?? .table)
    let used = records.conditions.map(\.field) + records.order.map(\.field)
    embeddings = embedded.needed(for: fields, whole: isWhole)
      .merged(with: embedded.needed(for: used, whole: false))
  }

  private static func relations(
    of resource: Resource, _ options: OptionValues
  ) throws(UsageError) -> [String] {
    guard let (_, value) = options.value(of: .embed) else { return resource.usualEmbed }
    if value == "none" { return [] }
    let wanted = list(value)
    let known = resource.relations + (wanted.count == 1 ? ["none"] : [])
    for relation in wanted where !resource.relations.contains(relation) {
      throw .unknownName("relation", of: resource.name, relation, known: known)
    }
    return wanted
  }

  private static func fields(
    _ known: [String], of resource: Resource, _ options: OptionValues
  ) throws(UsageError) -> [FieldPath]? {
    guard let (_, value) = options.value(of: .fields) else { return nil }
    let names = list(value)
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      throw .badValue(OptionName.fields.typed, name, expected: "each field once")
    }
    return try names.map { field throws(UsageError) in
      try path(field, among: known, of: resource)
    }
  }

  private static func records(
    _ known: [String], of resource: Resource, _ options: OptionValues
  ) throws(UsageError) -> RecordSelection {
    var selection = RecordSelection()
    for text in options.values(of: .where) {
      selection.conditions.append(try condition(text, known, of: resource))
    }
    selection.search = options.value(of: .search)?.value
    for key in options.value(of: .sort).map({ list($0.value) }) ?? [] {
      let isDescending = key.utf8.first == UInt8(ascii: "-")
      let field = isDescending ? String(key.dropFirst()) : key
      selection.order.append(
        .init(try path(field, among: known, of: resource), descending: isDescending))
    }
    selection.limit = try options.number(.limit)
    selection.skip = try options.number(.skip) ?? 0
    return selection
  }

  private static func condition(
    _ text: String, _ known: [String], of resource: Resource
  ) throws(UsageError) -> Condition {
    let condition: Condition
    do {
      condition = try Condition(text)
    } catch {
      throw .badExpression(
        OptionName.where.typed, text, expected: error.expected.inWords, offset: error.offset)
    }
    let field = try path(condition.field.text, among: known, of: resource).text
    let isNumeric = resource.type(ofField: field) == .integer || field.hasSuffix(".count")
    if isNumeric { try checkNumber(in: condition, of: .where) }
    if resource.type(ofField: field) == .boolean {
      try check(condition, of: .where, expected: "true or false") {
        ["true", "false"].contains($0.operand)
      }
    }
    return condition
  }

  /// Throws if a numeric field is compared with something else than a number, except as text or
  /// `null`.
  static func checkNumber(in condition: Condition, of option: OptionName) throws(UsageError) {
    try check(condition, of: option, expected: "a number") { $0.isNumber }
  }

  private static func check(
    _ condition: Condition, of option: OptionName, expected: String, _ fits: (Condition) -> Bool
  ) throws(UsageError) {
    let isText = [.contains, .notContains].contains(condition.comparison)
    let isNull = condition.operand == "null" && !condition.isQuoted
    guard !isText, !fits(condition), !isNull else { return }
    throw .badValue(
      "\(option.typed) \(condition.field.text)", condition.operand, expected: expected)
  }

  private static func path(
    _ field: String, among known: [String], of resource: Resource
  ) throws(UsageError) -> FieldPath {
    guard known.contains(field) else {
      throw .unknownName("field", of: resource.name, field, known: known)
    }
    return FieldPath(field)
  }

  private static func list(_ value: String) -> [String] {
    value.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0) }
  }
}

extension Resource {
  /// The paths of all fields: scalars, the objects around them (`address.geo`), embedded relations,
  /// the counts of lists, the fields of parents.
  func fieldPaths(with embeddings: [Embedding]) -> [String] {
    var paths: [String] = []
    for field in fields {
      let parts = field.path.split(separator: ".")
      for length in 1...parts.count {
        let path = parts.prefix(length).joined(separator: ".")
        if !paths.contains(path) { paths.append(path) }
      }
    }
    return paths
      + embeddings.flatMap { embedding -> [String] in
        guard let parent, parent.singular == embedding.name else {
          return [embedding.name, embedding.name + ".count"]
        }
        return [embedding.name]
          + parent.fieldPaths(with: embedding.nested).map { "\(embedding.name).\($0)" }
      }
  }
}

extension Condition.SyntaxError.Expectation {
  var inWords: String {
    switch self {
    case .field: "a field"
    case .operator: "one of = != ~ !~ < <= > >="
    case .value: "a value"
    case .closingQuote: "the closing quote"
    case .end: "the end"
    case .timeLimit: "one of < <= > >= and a time such as 2s"
    case .claim: "one of = != ~ !~ < <= > >=, unique, in"
    }
  }
}
