import JPCore

/// The options that select records, relations and fields, checked against the catalogue,
/// ``Resource/all``.
struct RecordOptions {
  let selection: RecordSelection
  /// The fields to show; `nil` for the default ones.
  let fields: [FieldPath]?
  /// The counts to show instead of records; `nil` to show records.
  let counting: Counting?

  private let resource: Resource

  /// The relations that are printed.
  private let shownRelations: [[Relation]]

  /// The fields of ``fields`` that are columns.
  private let columns: [FieldPath]

  /// The counts that `--count` or `--count-by` asks for.
  enum Counting {
    case all
    /// The counts of `--count-by`. Skip and limit apply to the groups, not to the records.
    case by([FieldPath], skip: Int, limit: Int?)
  }

  init(of operands: RecordOperands, _ options: Options) throws(Message) {
    resource = operands.resource
    let relations = try Self.readRelations(of: operands, options)
    let named = try Self.namedFields(of: resource, .fields, options)
    counting = try Self.readCounting(of: resource, options)
    selection = try Self.readSelection(of: resource, options)
    if options.answerFormat.hasColumns, let named {
      columns = named
    } else {
      columns = []
    }
    for field in columns where field.canHaveSeveralValues {
      throw Self.severalValuesError(field, in: .fields, of: resource)
    }
    if let named, options.has(.embed) {
      fields = Self.addingRelations(relations, to: named)
    } else {
      fields = named
    }
    if counting != nil {
      shownRelations = []
    } else if let fields {
      shownRelations = fields.map(\.relations)
    } else {
      shownRelations = relations
    }
  }

  // MARK: What the options name

  /// The embeddings to fetch: those that the output, the conditions and the order need.
  var embeddings: [Embedding] {
    let used = selection.conditions.map(\.field) + sortedFields + groupedFields
    return Embedding.tree(merging: shownRelations + used.map(\.relations))
  }

  private var sortedFields: [FieldPath] { selection.sortKeys.map(\.field) }

  private var groupedFields: [FieldPath] {
    if case .by(let fields, _, _)? = counting { return fields }
    return []
  }

  /// The fields that a record has to have, each once: the catalogue doesn't have their names.
  private var requiredFields: [FieldPath] {
    var named = columns + groupedFields + sortedFields
    if let fields { named += fields }
    for condition in selection.conditions where !condition.asksForNull {
      named.append(condition.field)
    }
    return named.filter(\.hasToOccur).eachOnce
  }

  // MARK: Selecting

  /// Selects from the fetched records, and sets the relations to print.
  ///
  /// - Returns: how many records match, including those that are skipped or over the limit.
  /// - Throws: a usage error for a name that isn't in the catalogue, or is short, if no record has
  ///   the field, and for a field with several values in an option that needs one value.
  func apply(to records: inout Records) throws(Message) -> Int {
    // The fields of the catalogue were checked when the options were read.
    let required = requiredFields
    if !required.isEmpty { try checkRequired(required, in: records) }
    let matchCount = records.select(selection)
    if case .by? = counting { return matchCount }
    // Other relations are needed only for the conditions and the order.
    records.embedded = Embedding.tree(merging: shownRelations)
    return matchCount
  }

  /// Throws for a field that no record has, and for one with several values in an option that needs
  /// one: of names that aren't in the catalogue, only the records show it.
  private func checkRequired(_ required: [FieldPath], in records: Records) throws(Message) {
    let values = records.valuesInAllRecords(of: required)
    for (index, field) in required.enumerated() where values[index].isAbsent {
      throw .missingField(field, of: resource)
    }
    for (index, field) in required.enumerated() where values[index].canRepeat {
      if let option = optionNeedingOneValue(of: field) {
        throw Self.severalValuesError(field, in: option, of: resource)
      }
    }
  }

  /// The option that needs one value of the field for each record: users can't be sorted by
  /// `albums.title`. `nil` if none does.
  private func optionNeedingOneValue(of field: FieldPath) -> OptionName? {
    if columns.contains(where: field.isSameField) { return .fields }
    if groupedFields.contains(where: field.isSameField) { return .countBy }
    for key in selection.sortKeys where key.field.isSameField(as: field) { return .sort }
    return nil
  }

  /// How many records or groups to leave out at the beginning.
  var skip: Int {
    if case .by(_, let skip, _)? = counting { return skip }
    return selection.skip
  }

  private static func severalValuesError(
    _ field: FieldPath, in option: OptionName, of resource: Resource
  ) -> Message {
    .badField(.several(field, of: resource), of: option.typed, resource)
  }

  /// Adds the relations of `--embed` to the fields, so that `-F name -e albums` shows both. Leaves
  /// out a relation with a field of its own: `-F albums.title -e albums` shows only titles.
  private static func addingRelations(
    _ relations: [[Relation]], to named: [FieldPath]
  ) -> [FieldPath] {
    var fields = named
    for path in relations {
      for count in 1...path.count {
        let field = FieldPath(to: Array(path.prefix(count)))
        // `-e albums.photos` names the photos; the albums are on the way, and shown with any field.
        let isOnTheWay = count < path.count
        let isShown = named.contains { other in
          other.isInside(field) && (isOnTheWay || other.relations == field.relations)
        }
        if !isShown { fields.append(field) }
      }
    }
    return fields
  }

  private static func readRelations(
    of operands: RecordOperands, _ options: Options
  ) throws(Message) -> [[Relation]] {
    let resource = operands.resource
    guard let value = options.joinedTexts(.embed) else {
      let isTree = options.answerFormat == .tree
      if !isTree || !operands.relations.isEmpty { return operands.relations }
      return treeBranches(of: resource)
    }
    if value == "none" { return [] }
    let wanted = value.commaSeparated
    let known = resource.relationPaths.map(\.dottedPath) + ["none"]
    var relations: [[Relation]] = []
    for path in wanted {
      if path == "none" {
        throw .usage(
          "\(OptionName.embed.typed) \"\(typed: value)\": none can't be combined with relations",
          .seeHelp(resource.name))
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
  private static func treeBranches(of resource: Resource) -> [[Relation]] {
    let children = resource.children
    if !children.isEmpty { return children.map { child in [child] } }
    guard let parent = resource.parent else { return [] }
    return [[parent]]
  }

  /// The fields that an option lists, each once; `nil` without the option.
  private static func namedFields(
    of resource: Resource, _ option: OptionName, _ options: Options
  ) throws(Message) -> [FieldPath]? {
    guard let list = options.joinedTexts(option) else { return nil }
    var fields: [FieldPath] = []
    for name in FieldPath.splitList(list) {
      let field: FieldPath
      do throws(QueryError) {
        field = try resource.field(name)
      } catch {
        throw .badField(error, of: option.typed, resource)
      }
      fields.append(field)
    }
    return fields.eachOnce
  }

  private static func readCounting(
    of resource: Resource, _ options: Options
  ) throws(Message) -> Counting? {
    guard let named = try namedFields(of: resource, .countBy, options) else {
      if options.has(.count) { return .all }
      return nil
    }
    let fields = named.map(resource.groupingField)
    do throws(QueryError) {
      for field in fields { try field.checkHasOneValue(of: resource, takesParents: true) }
    } catch {
      throw .badField(error, of: OptionName.countBy.typed, resource)
    }
    return .by(fields, skip: options.number(.skip) ?? 0, limit: options.number(.limit))
  }

  private static func readSelection(
    of resource: Resource, _ options: Options
  ) throws(Message) -> RecordSelection {
    var selection = RecordSelection()
    for text in options.texts(.where) {
      do throws(QueryError) {
        selection.conditions.append(try Condition(text, of: resource))
      } catch {
        throw .badCondition(error, in: text, of: OptionName.where.typed)
      }
    }
    selection.search = options.value(.search)?.text
    if let list = options.joinedTexts(.sort) {
      for key in FieldPath.splitList(list) {
        selection.sortKeys.append(try readSortKey(key, of: resource))
      }
    }
    // Groups are counted from all records: --skip and --limit are for the groups.
    if options.has(.countBy) { return selection }
    selection.limit = options.number(.limit)
    selection.skip = options.number(.skip) ?? 0
    return selection
  }

  /// Reads a sort key: `title`, or `-title` for descending order.
  private static func readSortKey(
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
      throw .badField(error, of: OptionName.sort.typed, resource)
    }
  }
}
