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
  /// Those of them that can only be one value of a record, each with the option that says so.
  private let singles: [(field: FieldPath, option: OptionName)]

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
    let names = FieldNames(of: resource)
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
    let isOfColumns = Self.columnar.contains(format)
    let singles =
      (isOfColumns ? fields ?? [] : []).map { ($0, OptionName.fields) }
      + records.order.map { ($0.field, .sort) } + grouped.map { ($0, .countBy) }
    self.singles = singles.filter { !resource.has($0.0) }
    others = ((fields ?? []) + used).filter { !resource.has($0) }
  }

  /// Whether conditions choose the records.
  var isChoice: Bool { !records.conditions.isEmpty || records.search != nil }

  /// Chooses among the records that came.
  ///
  /// - Throws: ``UsageError`` for a field that neither the catalogue nor any record has.
  func apply(to records: inout Records) throws(UsageError) {
    for field in others where !records.knows(field) {
      throw .unknownName("field", of: resource.name, field.title, known: resource.paths)
    }
    for (field, option) in singles where records.hasSeveral(at: field) {
      throw .badField(
        "\(option.typed) \(field.title): a record has several of them", of: resource.name)
    }
    records.select(self.records)
    if case .by? = counting { return }
    // Leave out what is embedded for the conditions and the order only.
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
    _ names: FieldNames, _ options: OptionValues
  ) throws(UsageError) -> [FieldPath]? {
    guard let (_, value) = options.value(of: .fields) else { return nil }
    return try names.distinct(value, of: .fields)
  }

  private static func counting(
    _ names: FieldNames, _ options: OptionValues
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
    _ names: FieldNames, _ options: OptionValues
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
}

extension String {
  var commaSeparated: [String] {
    unicodeScalars.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
  }
}
