import JPCore

/// Which records, relations and fields to show, checked against the catalogue.
struct RecordOptions {
  /// The embeddings that the output, the conditions and the order need, as far as the names alone
  /// tell.
  private(set) var embeddings: [Embedding]
  /// The embeddings that are printed.
  let shown: [Embedding]
  let records: RecordSelection
  /// The fields to show; `nil` for the default ones.
  let fields: [FieldPath]?
  /// The counts to show instead of records.
  let counting: Counting?

  private let resource: Resource
  private let settings: Settings

  /// Whether the data decides what some of the names mean.
  private let needsData: Bool

  /// The fields that the catalogue doesn't have.
  private let unknown: [FieldPath]

  /// The fields that must have one value for each record.
  private let singles: [SingleField]

  /// A field of which each record must have one value, because an option needs that.
  private struct SingleField {
    let field: FieldPath
    let option: OptionName
  }

  /// The counts that `--count` or `--count-by` asks for.
  enum Counting {
    case all
    /// The groups, not the records, are skipped and limited.
    case by([FieldPath], skip: Int, limit: Int?)
  }

  /// - Parameter fetched: the records, in which short names are looked up first; `nil` before they
  ///   are fetched.
  init(
    of resource: Resource, _ settings: Settings, in fetched: Records? = nil
  ) throws(UsageError) {
    self.resource = resource
    self.settings = settings
    let selection = settings.selection
    let format = settings.output.answerFormat
    let relations = try Self.relations(of: resource, selection, format)
    let named = try Self.fields(of: resource, .fields, selection.fields, in: fetched)
    counting = try Self.counting(of: resource, selection, in: fetched)
    records = try Self.records(of: resource, selection, in: fetched)

    let sorted = records.order.map(\.field)
    let grouped = Self.groupedFields(counting)
    var cells: [FieldPath] = []
    if format.hasColumns, let named { cells = named }
    singles = try Self.singles(of: resource, cells: cells, grouped: grouped, sorted: sorted)

    if let named, selection.embed != nil {
      fields = Self.adding(relations, of: resource, to: named)
    } else {
      fields = named
    }
    if counting != nil {
      shown = []
    } else if let fields {
      shown = FieldPath.embeddings(for: fields)
    } else {
      shown = Embedding.tree(relations)
    }
    let used = records.conditions.map(\.field) + sorted + grouped
    embeddings = shown.merged(with: FieldPath.embeddings(for: used))

    var namedFields = singles.map(\.field)
    if let fields { namedFields += fields }
    namedFields += used
    unknown = namedFields.filter { $0.kind == .unknown }
    needsData = unknown.contains(where: \.needsData)
  }

  /// The options with the fields that their names mean in the fetched records.
  func resolved(in records: Records) throws(UsageError) -> RecordOptions {
    if !needsData { return self }
    var resolved = try RecordOptions(of: resource, settings, in: records)
    // These were fetched.
    resolved.embeddings = embeddings
    return resolved
  }

  /// Selects from the fetched records, and removes embedded records that only the selection needs.
  ///
  /// - Throws: ``UsageError`` for a field that neither the catalogue nor any record has, or that
  ///   has several values where an option needs one.
  func apply(to records: inout Records) throws(UsageError) {
    for field in unknown where !records.knows(field) {
      throw .unknownField(field.title, of: resource)
    }
    // The fields of the catalogue were checked when the options were read. Whether other fields
    // have several values is known only from the records.
    for single in singles where single.field.kind == .unknown {
      if records.values(of: single.field, rows: records.shown).canRepeat {
        throw Self.several(single, of: resource)
      }
    }
    records.select(self.records)
    if case .by? = counting { return }
    // Leave out relations that only the conditions and the order need.
    if shown != embeddings { records.removeEmbedded(except: shown) }
  }

  private static func groupedFields(_ counting: Counting?) -> [FieldPath] {
    if case .by(let fields, _, _)? = counting { return fields }
    return []
  }

  /// The fields that must have one value for each record.
  ///
  /// - Parameter cells: the fields that are shown in columns.
  private static func singles(
    of resource: Resource, cells: [FieldPath], grouped: [FieldPath], sorted: [FieldPath]
  ) throws(UsageError) -> [SingleField] {
    var singles: [SingleField] = []
    for field in cells {
      let single = SingleField(field: field, option: .fields)
      if field.isSeveral { throw several(single, of: resource) }
      singles.append(single)
    }
    for field in grouped { singles.append(SingleField(field: field, option: .countBy)) }
    for field in sorted { singles.append(SingleField(field: field, option: .sort)) }
    return singles
  }

  private static func several(_ single: SingleField, of resource: Resource) -> UsageError {
    let field = single.field
    return UsageError(.several(field), in: field.title, of: single.option, resource)
  }

  /// Adds the relations of `--embed` that no field is inside, so that they are shown next to the
  /// fields.
  private static func adding(
    _ relations: [String], of resource: Resource, to named: [FieldPath]
  ) -> [FieldPath] {
    var fields = named
    for name in relations.flatMap(\.pathPrefixes) {
      let relation = resource.path(name)
      if !named.contains(where: { $0.isInside(relation) }) {
        fields.append(relation)
      }
    }
    return fields
  }

  private static func relations(
    of resource: Resource, _ selection: Settings.Selection, _ format: OutputFormat
  ) throws(UsageError) -> [String] {
    guard let value = selection.embed else {
      return defaultRelations(of: resource, in: format)
    }
    if value == "none" { return [] }
    let wanted = value.commaSeparated
    var known = resource.relations
    if wanted.count == 1 { known.append("none") }
    for relation in wanted where !resource.relations.contains(relation) {
      // A relation of a relation needs its whole path.
      for path in resource.relations where path.hasSuffix(".\(relation)") {
        throw .unknownName("relation", of: resource.name, relation, meaning: path)
      }
      throw .unknownName("relation", of: resource.name, relation, known: known)
    }
    return wanted
  }

  /// The relations that are embedded without `--embed`.
  private static func defaultRelations(
    of resource: Resource, in format: OutputFormat
  ) -> [String] {
    if format != .tree || !resource.usualEmbed.isEmpty {
      return resource.usualEmbed
    }
    // A tree without branches would be a list.
    if !resource.children.isEmpty {
      return resource.children.map(\.name)
    }
    guard let parent = resource.parent else { return [] }
    return [parent.singular]
  }

  /// The fields that an option lists, each once; `nil` without the option.
  private static func fields(
    of resource: Resource, _ option: OptionName, _ list: String?, in fetched: Records?
  ) throws(UsageError) -> [FieldPath]? {
    guard let list else { return nil }
    var fields: [FieldPath] = []
    for name in FieldPath.list(list) {
      let field: FieldPath
      do throws(QueryError) {
        field = try resource.field(name, in: fetched)
      } catch {
        throw UsageError(error, in: list, of: option, resource)
      }
      if !fields.contains(where: field.isSame) { fields.append(field) }
    }
    return fields
  }

  private static func counting(
    of resource: Resource, _ selection: Settings.Selection, in fetched: Records?
  ) throws(UsageError) -> Counting? {
    let list = selection.countBy
    guard let list, let named = try fields(of: resource, .countBy, list, in: fetched) else {
      if selection.isCount { return .all }
      return nil
    }
    let fields = named.map(resource.scalar)
    do throws(QueryError) {
      for field in fields { try field.checkSingle() }
    } catch {
      throw UsageError(error, in: list, of: .countBy, resource)
    }
    return .by(fields, skip: selection.skip, limit: selection.limit)
  }

  private static func records(
    of resource: Resource, _ typed: Settings.Selection, in fetched: Records?
  ) throws(UsageError) -> RecordSelection {
    var selection = RecordSelection()
    for text in typed.conditions {
      do throws(QueryError) {
        selection.conditions.append(try Condition(text, of: resource, in: fetched))
      } catch {
        throw UsageError(error, in: text, of: .where, resource)
      }
    }
    selection.search = typed.search
    if let list = typed.sort {
      for key in FieldPath.list(list) {
        selection.order.append(try sortKey(key, of: resource, in: fetched))
      }
    }
    // Groups are counted from all records: --skip and --limit are for the groups.
    if typed.countBy != nil { return selection }
    selection.limit = typed.limit
    selection.skip = typed.skip
    return selection
  }

  /// Reads a sort key: `title`, or `-title` for descending order.
  private static func sortKey(
    _ key: String, of resource: Resource, in fetched: Records?
  ) throws(UsageError) -> RecordSelection.SortKey {
    let isDescending = key.utf8.first == .minus
    var name = key
    if isDescending { name.removeFirst() }
    do throws(QueryError) {
      let field = resource.scalar(for: try resource.field(name, in: fetched))
      try field.checkSingle(countsLists: true)
      return RecordSelection.SortKey(field, descending: isDescending)
    } catch {
      throw UsageError(error, in: key, of: .sort, resource)
    }
  }
}

extension String {
  /// The path's prefixes that end with a whole name, the shortest first, and the path itself:
  /// `albums` and `albums.photos` for `albums.photos`.
  fileprivate var pathPrefixes: [String] {
    var prefixes: [String] = []
    for name in split(separator: ".") {
      if let parent = prefixes.last {
        prefixes.append("\(parent).\(name)")
      } else {
        prefixes.append(String(name))
      }
    }
    return prefixes
  }
}
