extension Table {
  /// A table for the record view. Unless fields are requested, its columns are:
  ///
  /// - every field of the catalogue, those of the usual table first
  /// - every other member of the records
  /// - the same for each embedded parent
  /// - the count of each embedded list
  ///
  /// Members of objects and of parents have dotted paths. A requested parent is shown field by
  /// field, too.
  ///
  /// - Parameters:
  ///   - selection: how the records were selected.
  ///   - foldsParents: whether an embedded parent is a column of its id and name, as in a tree.
  package static func forRecordView(
    of records: Records, fields: [FieldPath]?, selection: RecordSelection = RecordSelection(),
    foldsParents: Bool = false
  ) throws(Excess) -> Table {
    if let fields {
      let scalars = records.scalars(of: records.withFieldsOfParents(fields))
      return try Table.withColumns(for: scalars, of: records, selection: selection)
    }
    let width = WidthLimit(rows: records.rows.count)
    var details = DetailFields(foldsParents: foldsParents, width: width)
    try records.appendDetails(after: [], to: &details)
    var table = try Table.withColumns(for: details.fields, of: records, selection: selection)
    table.setDetails(details, of: records)
    return table
  }

  /// Sets what the record view needs to know about the columns, and what it leaves out.
  private mutating func setDetails(_ details: DetailFields, of records: Records) {
    for (index, field) in details.fields.enumerated() {
      columns[index].isUncatalogued = records.resource.hasNoScalar(at: field)
    }
    for index in details.folded {
      let relations = details.fields[index].relations
      let ids = records.values(of: FieldPath(relations, [MemberName("id")], .unknown))
      parentColumns.append(ParentColumn(index: index, ids: ids))
    }
    for index in details.sometimesObjects { columns[index].hidesObjects = true }
    unshown = details.unshown
    for embedding in records.embedded where embedding.relation.isList {
      countedLists.append(embedding.relation.name)
    }
  }
}

extension Records {
  /// The fields, each parent replaced with its fields.
  fileprivate func withFieldsOfParents(_ fields: [FieldPath]) -> [FieldPath] {
    var columns: [FieldPath] = []
    for field in fields {
      if field.isParent {
        columns += self.fields(inside: field)
      } else {
        columns.append(field)
      }
    }
    return columns
  }

  /// Appends the fields that the record view shows for these records, as paths of the table's
  /// records.
  ///
  /// - Parameter relations: the relations that lead from the table's records to the receiver's.
  fileprivate func appendDetails(
    after relations: [Relation], to details: inout DetailFields
  ) throws(Table.Excess) {
    for member in memberColumns(atMost: details.width.limit) {
      if member.isSometimesObject { details.sometimesObjects.append(details.fields.count) }
      // An object of the catalogue may be a scalar here, which is shown as it is.
      try details.append(FieldPath(relations, member.path, .unknown))
    }
    try appendEmbedded(after: relations, to: &details)
  }

  private func appendEmbedded(
    after relations: [Relation], to details: inout DetailFields
  ) throws(Table.Excess) {
    for embedding in embedded {
      if let parents = parentRecords(of: embedding), !parents.rows.isEmpty {
        let toParents = relations + [embedding.relation]
        if details.foldsParents {
          try parents.appendFolded(after: toParents, to: &details)
        } else {
          try parents.appendDetails(after: toParents, to: &details)
        }
        continue
      }
      for field in embedding.fields { details.fields.append(field.prefixed(by: relations)) }
    }
  }

  /// The parents that are embedded in the shown records; `nil` if the relation leads to children, or
  /// if the parents' list is missing.
  private func parentRecords(of embedding: Embedding) -> Records? {
    let relation = embedding.relation
    guard !relation.isList, let step = join.step(relation, of: resource) else { return nil }
    return Records(
      step.list, of: join, rows: step.rows(from: rows), embedded: embedding.nested)
  }

  /// Appends one field for these parents, its title indented by their distance, and then the fields
  /// of what is embedded in them.
  private func appendFolded(
    after relations: [Relation], to details: inout DetailFields
  ) throws(Table.Excess) {
    var label = resource.labelField
    let indentation = String(repeating: "  ", count: relations.count - 1)
    label = FieldPath(relations, label.members, label.kind)
    label.title = indentation + (relations.last?.name ?? "")
    details.folded.append(details.fields.count)
    try details.append(label)
    // The label and the id are shown. So is a reference to an embedded parent, as the parent's id.
    var known = [resource.labelField.members, [MemberName("id")]]
    for embedding in embedded where !embedding.relation.isList {
      known.append([MemberName(embedding.relation.field)])
    }
    for member in memberColumns(atMost: details.width.limit) where !known.contains(member.path) {
      details.unshown.append(FieldPath(relations, member.path, .unknown).title)
    }
    try appendEmbedded(after: relations, to: &details)
  }

  /// The catalogue's fields and all other members of the shown records. An object is replaced with
  /// its members; in a record that has `null` instead, the member itself is shown.
  ///
  /// - Parameter limit: the search stops after one more, which shows that there are too many.
  func memberColumns(atMost limit: Int) -> [MemberTree.MemberColumn] {
    var tree = MemberTree(showsNull: true)
    var room = limit
    for path in pathsForPeople { tree.addPath(path[...], &room) }
    // Embedded records replace a member with the same name.
    for embedding in embedded { tree.addWithoutColumns(MemberName(embedding.relation.name)) }
    let objects = rows.map { row in list.objects[row] }
    tree.addMembers(ofObjectsAt: objects, of: list.document, &room)
    return tree.columns
  }

  /// The paths of the catalogue's fields: first those of the usual table's columns in its order,
  /// each with all other fields of its object (`address`); then the others.
  private var pathsForPeople: [[MemberName]] {
    var rest = resource.fields.map(\.names)
    var paths: [[MemberName]] = []
    for column in resource.defaultColumns {
      let first = column.members.first
      paths += rest.filter { path in path.first == first }
      rest.removeAll { path in path.first == first }
    }
    return paths + rest
  }
}

/// The fields of the record view.
private struct DetailFields {
  /// Whether an embedded parent is one field, its id and name.
  let foldsParents: Bool

  var width: Table.WidthLimit
  var fields: [FieldPath] = []

  /// The indices of the fields that show a parent's id and name.
  var folded: [Int] = []

  /// The indices of the fields that are objects in some records. The members of these objects are
  /// fields, too.
  var sometimesObjects: [Int] = []

  /// The titles of the parents' fields that aren't shown, because each parent is one field.
  var unshown: [String] = []

  init(foldsParents: Bool, width: Table.WidthLimit) {
    self.foldsParents = foldsParents
    self.width = width
  }

  mutating func append(_ field: FieldPath) throws(Table.Excess) {
    try width.addColumn(titled: field.title)
    fields.append(field)
  }
}

extension Resource {
  /// Whether the catalogue has no scalar at a member's path, but an object or nothing.
  fileprivate func hasNoScalar(at field: FieldPath) -> Bool {
    guard !field.members.isEmpty else { return false }
    let kind = target(of: field.relations).fieldKind(ofMember: field.members)
    return kind == .unknown || kind == .object
  }
}
