import JPCore

/// Which records, relations and fields to show, checked against the catalogue.
struct Selection {
  /// The embeddings that the output, the conditions and the order need.
  let embeddings: [Embedding]
  /// Those of them that are printed.
  let shown: [Embedding]
  let records: RecordSelection
  /// `nil` for the default fields.
  let fields: [FieldPath]?
  /// What is counted instead of shown.
  let counting: Counting?

  private let resource: Resource
  /// The fields that the catalogue doesn't have; the data may.
  private let others: [FieldPath]

  /// What `--count` and `--count-by` ask for.
  enum Counting {
    case all
    /// The groups themselves are passed over and limited.
    case by([FieldPath], skip: Int, limit: Int?)
  }

  /// The formats that have a column for each field.
  private static let columnar: [OutputFormat] = [.table, .csv, .tsv, .markdown]

  init(of resource: Resource, _ options: OptionValues) throws(UsageError) {
    self.resource = resource
    let embedded = Embedding.tree(try Self.relations(of: resource, options))
    let names = Names(of: resource)
    let format = try options.format ?? .table
    let fields = try Self.fields(names, options)
    counting = try Self.counting(names, options)
    records = try Self.records(names, options)
    if let fields, Self.columnar.contains(format) { try names.checkColumns(fields) }
    self.fields = fields
    let grouped = if case .by(let fields, _, _)? = counting { fields } else { [FieldPath]() }
    let used = records.conditions.map(\.field) + records.order.map(\.field) + grouped
    if counting != nil {
      shown = []
    } else if let fields {
      // A table's row shows how many records are embedded, not what is embedded in them.
      shown = embedded.needed(
        for: fields, of: resource, whole: !Self.columnar.contains(format))
    } else {
      shown = embedded
    }
    embeddings = shown.merged(with: embedded.needed(for: used, of: resource, whole: false))
    others = ((fields ?? []) + used).filter { resource.kind(of: $0) == nil }
  }

  /// Whether the records are all that is asked for, as they are.
  var isEverything: Bool {
    records == RecordSelection() && isInTurn
  }

  /// Whether each record can be shown before the others are there: nothing is sorted or counted.
  var isInTurn: Bool { records.order.isEmpty && counting == nil && others.isEmpty }

  /// Chooses among the records that came.
  ///
  /// - Throws: ``UsageError`` for a field that neither the catalogue nor any record has.
  func apply(to records: inout Records) throws(UsageError) {
    for field in others where !records.knows(field) {
      throw .unknownName("field", of: resource.name, field.title, known: resource.paths)
    }
    records.select(self.records)
    if case .by? = counting { return }
    hideUnshown(in: &records)
  }

  /// Leaves out what is embedded for the conditions and the order only.
  func hideUnshown(in records: inout Records) {
    if shown != embeddings { records.keep(embedded: shown) }
  }

  private static func relations(
    of resource: Resource, _ options: OptionValues
  ) throws(UsageError) -> [String] {
    guard let (_, value) = options.value(of: .embed) else { return resource.usualEmbed }
    if value == "none" { return [] }
    let wanted = value.commaSeparated
    let known = resource.relations + (wanted.count == 1 ? ["none"] : [])
    for relation in wanted where !resource.relations.contains(relation) {
      throw .unknownName("relation", of: resource.name, relation, known: known)
    }
    return wanted
  }

  private static func fields(
    _ names: Names, _ options: OptionValues
  ) throws(UsageError) -> [FieldPath]? {
    guard let (_, value) = options.value(of: .fields) else { return nil }
    return try names.distinct(value, of: .fields)
  }

  private static func counting(
    _ names: Names, _ options: OptionValues
  ) throws(UsageError) -> Counting? {
    let by = options.value(of: .countBy)
    guard by != nil || options.has(.count) else { return nil }
    let own = by == nil ? OptionName.count : .countBy
    if by != nil && options.has(.count) {
      throw .conflict(OptionName.count.typed, OptionName.countBy.typed)
    }
    for other in [OptionName.sort, .fields] where options.value(of: other) != nil {
      throw .conflict(own.typed, other.typed)
    }
    guard let by else { return .all }
    let fields = try names.distinct(by.value, of: .countBy)
    for field in fields { try names.checkSingle(field, of: .countBy) }
    return .by(fields, skip: try options.number(.skip) ?? 0, limit: try options.number(.limit))
  }

  private static func records(
    _ names: Names, _ options: OptionValues
  ) throws(UsageError) -> RecordSelection {
    var selection = RecordSelection()
    for text in options.values(of: .where) {
      selection.conditions.append(try names.condition(text))
    }
    selection.search = options.value(of: .search)?.value
    for key in options.value(of: .sort).map({ $0.value.commaSeparated }) ?? [] {
      let isDescending = key.utf8.first == UInt8(ascii: "-")
      let field = try names.field(isDescending ? String(key.dropFirst()) : key)
      selection.order.append(.init(try names.sortable(field), descending: isDescending))
    }
    if options.value(of: .countBy) != nil { return selection }
    selection.limit = try options.number(.limit)
    selection.skip = try options.number(.skip) ?? 0
    return selection
  }

  // MARK: Numbers

  /// Throws if a number of records is compared with something else than a number or `null`.
  static func checkNumber(in condition: Condition, of option: OptionName) throws(UsageError) {
    try check(condition, of: option, expected: "a number") { $0.isNumber }
  }

  fileprivate static func check(
    _ condition: Condition, of option: OptionName, expected: String,
    _ fits: (Condition.Operand) -> Bool
  ) throws(UsageError) {
    guard ![.contains, .notContains].contains(condition.comparison),
      let other = condition.operands.first(where: { !fits($0) && !$0.isNull })
    else { return }
    throw .badValue("\(option.typed) \(condition.field.title)", other.text, expected: expected)
  }
}

/// What names of fields mean in a query about a resource.
private struct Names {
  private let resource: Resource

  init(of resource: Resource) { self.resource = resource }

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

  /// A field to sort by: a list by its count.
  func sortable(_ field: FieldPath) throws(UsageError) -> FieldPath {
    if resource.kind(of: field) == .list { return field.count }
    try checkSingle(field, of: .sort)
    return field
  }

  /// Throws where a field isn't one value.
  func checkSingle(_ field: FieldPath, of option: OptionName) throws(UsageError) {
    let name = field.title
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

  func condition(_ text: String) throws(UsageError) -> Condition {
    let condition: Condition
    do {
      condition = try Condition(text) { name in
        (try? resource.field(named: name)).map { resource.kind(of: $0) } == .value(.boolean)
      }
    } catch {
      throw .badExpression(OptionName.where.typed, text, error)
    }
    let field = try field(condition.field.text)
    let kind = resource.kind(of: field)
    if kind != .value(.string), kind != nil, kind != .several,
      let joined = condition.operands.first(where: \.hasConjunction)
    {
      let place = text.unicodeScalars.count - joined.text.unicodeScalars.count
      throw .badExpression(
        OptionName.where.typed, text,
        Condition.SyntaxError(offset: place, expected: .oneCondition))
    }
    switch resource.kind(of: field) {
    case .value(.boolean):
      try Selection.check(condition, of: .where, expected: "true or false") {
        ["true", "false"].contains($0.text)
      }
    case .count: try Selection.checkNumber(in: condition, of: .where)
    case .list where condition.operands.allSatisfy(\.isNumber) && !condition.isFlag:
      return condition.comparing(field.count)
    case .list:
      throw .badField(
        "--where \(field.title): a list; compare its count (\(field.title) > 5), or a field of any "
          + "(\(example(ofList: field)) ~ x)", of: resource.name)
    case .object where !condition.operands.allSatisfy(\.isNull) || condition.isFlag:
      try checkSingle(field, of: .where)
    case nil, .several, .object: break
    case .value:
      if condition.isFlag {
        throw .badExpression(
          OptionName.where.typed, text,
          Condition.SyntaxError(offset: text.unicodeScalars.count, expected: .operator))
      }
    }
    return condition.comparing(field)
  }

  private func example(ofList list: FieldPath) -> String {
    let fields = resource.paths.filter { $0.hasPrefix(list.text + ".") }
    return fields.first { $0.hasSuffix(".title") || $0.hasSuffix(".name") } ?? list.text + ".id"
  }

  /// Throws where a column would have several values in a row; the hint turns the question round.
  func checkColumns(_ fields: [FieldPath]) throws(UsageError) {
    guard let field = fields.first(where: { resource.kind(of: $0) == .several }) else { return }
    let message = "--fields \(field.title): a row can't have several of them"
    guard let (other, paths) = resource.turned(fields) else {
      throw .otherwise(message, "jpfetch \(resource.name) -F \(fields.list) --json")
    }
    throw .otherwise(message, "jpfetch \(other.name) -F \(paths.joined(separator: ","))")
  }
}

extension FieldPath {
  fileprivate var count: FieldPath { FieldPath(text + ".count", title: title) }
}

extension [FieldPath] {
  fileprivate var list: String { map(\.text).joined(separator: ",") }
}

extension String {
  fileprivate var commaSeparated: [String] {
    unicodeScalars.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
  }
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
    }
  }
}
