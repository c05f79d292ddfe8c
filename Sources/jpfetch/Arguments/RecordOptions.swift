import JPCore

/// The options that select records, relations and fields, checked against the catalogue,
/// ``Resource/all``.
struct RecordOptions {
  /// The embeddings to fetch: those that the output, the conditions and the order need.
  let embeddings: [Embedding]
  /// The embeddings that are printed.
  let shown: [Embedding]
  let records: RecordSelection
  /// The fields to show; `nil` for the default ones.
  let fields: [FieldPath]?
  /// The counts to show instead of records; `nil` to show records.
  let counting: Counting?

  private let resource: Resource

  /// The fields that a record has to have, each once: the catalogue doesn't have their names.
  private let required: [FieldPath]

  /// The fields that are columns.
  private let cells: [FieldPath]

  /// The counts that `--count` or `--count-by` asks for.
  enum Counting {
    case all
    /// The counts of `--count-by`. Skip and limit apply to the groups, not to the records.
    case by([FieldPath], skip: Int, limit: Int?)
  }

  init(of operands: RecordOperands, _ options: Options) throws(Message) {
    let resource = operands.resource
    self.resource = resource
    let format = options.answerFormat
    let relations = try Self.relations(of: operands, options, format)
    let named = try Self.fields(of: resource, .fields, options)
    counting = try Self.counting(of: resource, options)
    records = try Self.records(of: resource, options)

    let sorted = records.sortKeys.map(\.field)
    let grouped = Self.groupedFields(counting)
    if format.hasColumns, let named {
      cells = named
    } else {
      cells = []
    }
    for field in cells where field.canHaveSeveralValues {
      throw Self.several(field, in: .fields, of: resource)
    }
    if let named, options.has(.embed) {
      fields = Self.adding(relations, to: named)
    } else {
      fields = named
    }
    var shownRelations = relations
    if counting != nil {
      shownRelations = []
    } else if let fields {
      shownRelations = fields.map(\.relations)
    }
    shown = Embedding.tree(merging: shownRelations)
    let used = records.conditions.map(\.field) + sorted + grouped
    embeddings = Embedding.tree(merging: shownRelations + used.map(\.relations))

    var all = cells + grouped + sorted
    if let fields { all += fields }
    for condition in records.conditions where !condition.asksForNull {
      all.append(condition.field)
    }
    required = all.filter(\.hasToOccur).eachOnce
  }

  /// Selects from the fetched records, and sets the relations to print.
  ///
  /// - Returns: how many records match, including those that are skipped or over the limit.
  /// - Throws: a usage error for a name that isn't in the catalogue, or is short, if no record has
  ///   the field, and for a field with several values in an option that needs one value.
  func apply(to records: inout Records) throws(Message) -> Int {
    // The fields of the catalogue were checked when the options were read.
    if !required.isEmpty { try checkRequired(in: records) }
    let matchCount = records.select(self.records)
    if case .by? = counting { return matchCount }
    // Other relations are needed only for the conditions and the order.
    records.embedded = shown
    return matchCount
  }

  /// Throws for a field that no record has, and for one with several values in an option that needs
  /// one: of names that aren't in the catalogue, only the records show it.
  private func checkRequired(in records: Records) throws(Message) {
    let values = records.valuesInAllRecords(of: required)
    for (index, field) in required.enumerated() where values[index].isAbsent {
      throw .missingField(field, of: resource)
    }
    for (index, field) in required.enumerated() where values[index].canRepeat {
      if let option = optionForOneValue(of: field) {
        throw Self.several(field, in: option, of: resource)
      }
    }
  }

  /// The option that needs one value of the field for each record: users can't be sorted by
  /// `albums.title`. `nil` if none does.
  private func optionForOneValue(of field: FieldPath) -> OptionName? {
    if cells.contains(where: field.isSameField) { return .fields }
    if Self.groupedFields(counting).contains(where: field.isSameField) { return .countBy }
    for key in records.sortKeys where key.field.isSameField(as: field) { return .sort }
    return nil
  }

  /// How many records or groups to leave out at the beginning.
  var skip: Int {
    if case .by(_, let skip, _)? = counting { return skip }
    return records.skip
  }

  private static func groupedFields(_ counting: Counting?) -> [FieldPath] {
    if case .by(let fields, _, _)? = counting { return fields }
    return []
  }

  private static func several(
    _ field: FieldPath, in option: OptionName, of resource: Resource
  ) -> Message {
    .usage(.several(field, of: resource), in: field.title, of: option, resource)
  }

  /// Adds the relations of `--embed` to the fields, so that `-F name -e albums` shows both. Leaves
  /// out a relation that a field is inside: `-F albums.title -e albums` shows only titles.
  private static func adding(
    _ relations: [[Relation]], to named: [FieldPath]
  ) -> [FieldPath] {
    var fields = named
    for path in relations {
      for count in 1...path.count {
        let field = FieldPath(to: Array(path.prefix(count)))
        if !named.contains(where: { $0.isInside(field) }) { fields.append(field) }
      }
    }
    return fields
  }

  private static func relations(
    of operands: RecordOperands, _ options: Options, _ format: OutputFormat
  ) throws(Message) -> [[Relation]] {
    let resource = operands.resource
    guard let value = options.list(.embed) else {
      if format != .tree || !operands.relations.isEmpty { return operands.relations }
      return branches(of: resource)
    }
    if value == "none" { return [] }
    let wanted = value.commaSeparated
    let known = resource.relationPaths.map(\.dottedPath) + ["none"]
    var relations: [[Relation]] = []
    for path in wanted {
      if path == "none" {
        throw .usage(
          "\(OptionName.embed.typed) \"\(typed: value)\": none can't be combined with relations",
          .help(resource.name))
      }
      guard let found = resource.relationPaths.first(where: { $0.dottedPath == path }) else {
        throw .unknownName("relation", path, of: resource, known: known)
      }
      relations.append(found)
    }
    return relations
  }

  /// The relations that a tree shows without `--embed`: the children, or else the parent. Without
  /// any, the tree would be a list.
  private static func branches(of resource: Resource) -> [[Relation]] {
    let children = resource.children
    if !children.isEmpty { return children.map { child in [child] } }
    guard let parent = resource.parent else { return [] }
    return [[parent]]
  }

  /// The fields that an option lists, each once; `nil` without the option.
  private static func fields(
    of resource: Resource, _ option: OptionName, _ options: Options
  ) throws(Message) -> [FieldPath]? {
    guard let list = options.list(option) else { return nil }
    var fields: [FieldPath] = []
    for name in FieldPath.splitList(list) {
      let field: FieldPath
      do throws(QueryError) {
        field = try resource.field(name)
      } catch {
        throw .usage(error, in: list, of: option, resource)
      }
      fields.append(field)
    }
    return fields.eachOnce
  }

  private static func counting(
    of resource: Resource, _ options: Options
  ) throws(Message) -> Counting? {
    guard let list = options.list(.countBy),
      let named = try fields(of: resource, .countBy, options)
    else {
      if options.has(.count) { return .all }
      return nil
    }
    let fields = named.map(resource.groupingField)
    do throws(QueryError) {
      for field in fields { try field.checkHasOneValue(of: resource, takesParents: true) }
    } catch {
      throw .usage(error, in: list, of: .countBy, resource)
    }
    return .by(fields, skip: options.number(.skip) ?? 0, limit: options.number(.limit))
  }

  private static func records(
    of resource: Resource, _ options: Options
  ) throws(Message) -> RecordSelection {
    var selection = RecordSelection()
    for text in options.texts(.where) {
      do throws(QueryError) {
        selection.conditions.append(try Condition(text, of: resource))
      } catch {
        throw .usage(error, in: text, of: .where, resource)
      }
    }
    selection.search = options.value(.search)?.text
    if let list = options.list(.sort) {
      for key in FieldPath.splitList(list) {
        selection.sortKeys.append(try sortKey(key, of: resource))
      }
    }
    // Groups are counted from all records: --skip and --limit are for the groups.
    if options.has(.countBy) { return selection }
    selection.limit = options.number(.limit)
    selection.skip = options.number(.skip) ?? 0
    return selection
  }

  /// Reads a sort key: `title`, or `-title` for descending order.
  private static func sortKey(
    _ key: String, of resource: Resource
  ) throws(Message) -> RecordSelection.SortKey {
    let isDescending = key.utf8.first == .minus
    var name = key
    if isDescending { name.removeFirst() }
    do throws(QueryError) {
      let field = resource.scalarShown(for: try resource.field(name))
      try field.checkHasOneValue(of: resource, countsLists: true)
      return RecordSelection.SortKey(field, descending: isDescending)
    } catch {
      throw .usage(error, in: key, of: .sort, resource)
    }
  }
}
