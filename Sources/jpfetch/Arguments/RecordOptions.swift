import JPCore

/// Which records, relations and fields to show, checked against the catalogue.
struct RecordOptions {
  /// The embeddings that the output, the conditions and the order need.
  let embeddings: [Embedding]
  /// Those of them that are printed.
  let shown: [Embedding]
  let records: RecordSelection
  /// `nil` for the default fields.
  let fields: [FieldPath]?
  /// The counts to show instead of records.
  let counting: Counting?
  /// The fields that are read, by resource; `nil` for all.
  let read: [(resource: String, path: String)]?

  private let resource: Resource
  /// The fields that the catalogue doesn't have. If an option needs one value for each record, it
  /// stands beside its field.
  private let unknown: [(field: FieldPath, single: OptionName?)]

  /// What `--count` and `--count-by` ask for.
  enum Counting {
    case all
    /// The groups themselves are passed over and limited.
    case by([FieldPath], skip: Int, limit: Int?)
  }

  init(of resource: Resource, _ settings: Settings) throws(UsageError) {
    self.resource = resource
    let selection = settings.selection
    let format = settings.output.answerFormat
    let isOfColumns = format.hasColumns
    let relations = try Self.relations(of: resource, selection)
    var fields = try Self.fields(of: resource, .fields, selection.fields)
    counting = try Self.counting(of: resource, selection)
    records = try Self.records(of: resource, selection)
    let grouped = if case .by(let fields, _, _)? = counting { fields } else { [FieldPath]() }
    let singles =
      (isOfColumns ? fields ?? [] : []).map { ($0, OptionName.fields) }
      + grouped.map { ($0, .countBy) } + records.order.map { ($0.field, .sort) }
    for (field, option) in singles where field.isSeveral {
      throw UsageError(.several(field), in: field.title, of: option, resource)
    }
    let isTyped = selection.embed != nil
    for relation in relations.flatMap(\.pathPrefixes) where isTyped || format.isJSON {
      let relation = resource.path(relation)
      // If --embed isn't given, a list is whole if --fields names all of it.
      let isAsked = isTyped || fields?.contains { relation.isInside($0) } ?? false
      let isChosen = fields?.contains { $0.isInside(relation) } ?? true
      if isAsked, !isChosen { fields?.append(relation) }
    }
    self.fields = fields
    shown =
      counting != nil ? [] : fields.map(FieldPath.embeddings) ?? Embedding.tree(relations)
    let used = records.conditions.map(\.field) + records.order.map(\.field) + grouped
    embeddings = shown.merged(with: FieldPath.embeddings(for: used))
    let isWhole = fields == nil && counting == nil || records.search != nil
    read = isWhole ? nil : FieldPath.read(by: (fields ?? []) + used, of: resource)
    unknown =
      (singles.map { ($0.0, $0.1) } + ((fields ?? []) + used).map { ($0, nil) })
      .filter { $0.0.kind == .unknown }
  }

  /// Chooses among the records that came.
  ///
  /// - Throws: ``UsageError`` for a field that neither the catalogue nor any record has.
  func apply(to records: inout Records) throws(UsageError) {
    for (field, _) in unknown where !records.knows(field) {
      throw .unknownField(field.title, of: resource)
    }
    for (field, option) in unknown {
      guard let option, records.values(of: field, rows: records.shown).canRepeat else { continue }
      throw UsageError(.several(field), in: field.title, of: option, resource)
    }
    records.select(self.records)
    if case .by? = counting { return }
    // Leave out relations that only the conditions and the order need.
    if shown != embeddings { records.removeEmbedded(except: shown) }
  }

  private static func relations(
    of resource: Resource, _ selection: Settings.Selection
  ) throws(UsageError) -> [String] {
    guard let value = selection.embed else { return resource.usualEmbed }
    if value == "none" { return [] }
    let wanted = value.commaSeparated
    let known = resource.relations + (wanted.count == 1 ? ["none"] : [])
    for relation in wanted where !resource.relations.contains(relation) {
      throw .unknownName("relation", of: resource.name, relation, known: known)
    }
    return wanted
  }

  /// The fields that an option lists, each once; `nil` without the option.
  private static func fields(
    of resource: Resource, _ option: OptionName, _ list: String?
  ) throws(UsageError) -> [FieldPath]? {
    guard let list else { return nil }
    var fields: [FieldPath] = []
    for name in list.commaSeparated {
      let field = try refusing(list, option, resource) { () throws(QueryError) in
        try resource.field(name)
      }
      if fields.contains(where: field.isSame) {
        throw .badValue(option.typed, name, expected: "each field once")
      }
      fields.append(field)
    }
    return fields
  }

  /// - Parameter text: the option's value, which an error shows.
  private static func refusing<Result>(
    _ text: String, _ option: OptionName, _ resource: Resource,
    _ read: () throws(QueryError) -> Result
  ) throws(UsageError) -> Result {
    do throws(QueryError) { return try read() } catch {
      throw UsageError(error, in: text, of: option, resource)
    }
  }

  private static func counting(
    of resource: Resource, _ selection: Settings.Selection
  ) throws(UsageError) -> Counting? {
    if let by = selection.countBy, let fields = try fields(of: resource, .countBy, by) {
      for field in fields {
        try refusing(by, .countBy, resource) { () throws(QueryError) in
          try field.checkSingle()
        }
      }
      return .by(fields, skip: selection.skip, limit: selection.limit)
    }
    return selection.isCount ? .all : nil
  }

  private static func records(
    of resource: Resource, _ typed: Settings.Selection
  ) throws(UsageError) -> RecordSelection {
    var selection = RecordSelection()
    for text in typed.conditions {
      let condition = try refusing(text, .where, resource) { () throws(QueryError) in
        try Condition(text, of: resource)
      }
      selection.conditions.append(condition)
    }
    selection.search = typed.search
    for key in typed.sort?.commaSeparated ?? [] {
      let isDescending = key.utf8.first == .minus
      let field = try refusing(key, .sort, resource) { () throws(QueryError) in
        let field = try resource.field(isDescending ? String(key.dropFirst()) : key)
        if field.kind != .list { try field.checkSingle() }
        return field
      }
      selection.order.append(.init(field, descending: isDescending))
    }
    if typed.countBy != nil { return selection }
    selection.limit = typed.limit
    selection.skip = typed.skip
    return selection
  }
}

extension String {
  /// `albums` and `albums.photos` of `albums.photos`.
  fileprivate var pathPrefixes: [String] {
    let names = split(separator: ".")
    return names.indices.map { names[...$0].joined(separator: ".") }
  }
}
