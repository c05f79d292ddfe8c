/// Tables with the columns of each format.
extension Table {
  /// A table for people. Unless fields are requested, its columns are the catalogue's usual ones,
  /// the name of each embedded parent and the count of each embedded list.
  ///
  /// - Parameters:
  ///   - fields: the fields to show; `nil` for the usual columns.
  ///   - showsAllFields: whether the usual columns are followed by the catalogue's other fields.
  ///   - hasSigns: whether booleans are shown as signs, for a terminal.
  package static func summary(
    of records: Records, fields: [FieldPath]?, showsAllFields: Bool = false,
    hasSigns: Bool = false
  ) throws(Excess) -> Table {
    let rows = records.shown
    if let fields {
      let columns = records.scalars(of: fields)
      return try Table(of: records, rows: rows, fields: columns, hasSigns: hasSigns)
    }
    let resource = records.resource
    let usual = resource.usualColumns
    var others: [FieldPath] = []
    if showsAllFields { others = resource.otherFields }
    var table = try Table(
      of: records, rows: rows, fields: usual + others + records.embeddedFields,
      hasSigns: hasSigns)
    for (index, field) in usual.enumerated() {
      table.columns[index].isOptional = !resource.isEssential(field)
    }
    if !showsAllFields { table.unshown = resource.otherPaths }
    return table
  }

  /// A table for programs. Unless fields are requested, its columns are every field of the
  /// catalogue, the fields of each embedded parent and the count of each embedded list. Fields
  /// inside objects have dotted names.
  package static func export(
    of records: Records, fields: [FieldPath]?
  ) throws(Excess) -> Table {
    let columns: [FieldPath]
    if let fields {
      columns = records.scalars(of: fields)
    } else {
      columns = records.allFields
    }
    return try Table(of: records, rows: records.shown, fields: columns)
  }

  /// A table for the record view. Unless fields are requested, its columns are:
  ///
  /// - every field of the catalogue, those of the usual table first
  /// - every other member of the records
  /// - the same for each embedded parent
  /// - the count of each embedded list
  ///
  /// Members of objects and of parents have dotted paths. A requested parent is shown field by
  /// field, too.
  package static func details(
    of records: Records, fields: [FieldPath]?
  ) throws(Excess) -> Table {
    if let fields {
      var columns: [FieldPath] = []
      for field in fields {
        if field.isParent {
          columns += records.fields(inside: field)
        } else {
          columns.append(field)
        }
      }
      return try export(of: records, fields: columns)
    }
    let rows = records.shown
    var columns: [FieldPath] = []
    var width = Width(rows: rows.count)
    try records.appendDetails(after: [], to: &columns, &width)
    var table = try Table(of: records, rows: rows, fields: columns)
    for (index, field) in columns.enumerated() {
      table.columns[index].isUncatalogued = records.resource.lacks(field)
    }
    return table
  }

  /// A table of groups. Its columns are the grouped fields and the number of records in each group.
  package static func groups(_ groups: RecordGroups) throws(Excess) -> Table {
    let records = groups.records
    var table = try Table(of: records, rows: records.shown, fields: groups.fields)
    table.add(groups.counts, title: groups.countName)
    return table
  }

  /// A table of one cell: a number of records.
  package static func count(_ count: Int) -> Table {
    Table(of: [count], title: "count")
  }

  /// A table of any document. Its columns are the members of the objects.
  ///
  /// - Parameter document: an array of objects, or one object.
  package static func members(of document: JSONDocument) throws(Excess) -> Table {
    var objects: [UInt32] = [0]
    if document.root.kind == .array {
      objects = document.childIndices(of: 0)
    }
    return try Table(of: document, objects: objects)
  }
}

extension Records {
  /// The catalogue's fields, then those of embedded records: the fields of a parent, and the counts
  /// of lists.
  fileprivate var allFields: [FieldPath] {
    var fields = resource.fields.map { field in resource.path(field.path) }
    for embedded in embedded {
      if !embedded.relation.isList {
        let ofParent = embedded.children.allFields
        fields += ofParent.map { field in field.below([embedded.relation]) }
      } else {
        fields += embedded.fields
      }
    }
    return fields
  }

  /// The fields that a table shows of embedded records.
  fileprivate var embeddedFields: [FieldPath] { embedded.flatMap(\.fields) }

  /// All fields in an object, or of a parent.
  fileprivate func fields(inside object: FieldPath) -> [FieldPath] {
    allFields.filter { field in field.isInside(object) }
  }

  /// The fields without repetitions. An object is replaced with the field that the catalogue shows
  /// in its place, or with the scalars in it.
  fileprivate func scalars(of fields: [FieldPath]) -> [FieldPath] {
    var scalars: [FieldPath] = []
    for field in fields {
      let scalar = resource.scalar(for: field)
      var inner = [scalar]
      if scalar.kind == .object { inner = self.fields(inside: field) }
      for scalar in inner {
        let isKnown = scalars.contains(where: scalar.isSame)
        if !isKnown { scalars.append(scalar) }
      }
    }
    return scalars
  }

  /// Appends the fields of the record view, as paths of the table's records.
  ///
  /// - Parameter relations: the relations that lead from the table's records to these.
  fileprivate func appendDetails(
    after relations: [Relation], to fields: inout [FieldPath], _ width: inout Table.Width
  ) throws(Table.Excess) {
    for path in memberPaths(atMost: width.limit) {
      // An object of the catalogue may be a scalar here, which is shown as it is.
      let field = FieldPath(relations, path, .unknown)
      try width.add(field.title)
      fields.append(field)
    }
    for embedded in embedded {
      if !embedded.relation.isList {
        let parents = embedded.records(embeddedIn: shown)
        if !parents.shown.isEmpty {
          let toParents = relations + [embedded.relation]
          try parents.appendDetails(after: toParents, to: &fields, &width)
          continue
        }
      }
      for field in embedded.fields { fields.append(field.below(relations)) }
    }
  }

  /// The paths of the catalogue's fields and of all other members of the shown records. An object
  /// is replaced with its members.
  ///
  /// - Parameter limit: how many paths are enough; one more shows that there are too many.
  private func memberPaths(atMost limit: Int) -> [[MemberName]] {
    var tree = MemberTree()
    var room = limit
    for path in pathsForPeople { tree.addPath(path[...], &room) }
    // Embedded records replace a member with the same name.
    for embedded in embedded { tree.addClosed(MemberName(embedded.relation.name)) }
    tree.addMembers(ofObjectsAt: shown.map { row in objects[row] }, of: document, &room)
    return tree.columns.map(\.path)
  }

  /// The paths of the catalogue's fields, an object's fields together: those of the usual table's
  /// fields and objects in its order, then the others.
  private var pathsForPeople: [[MemberName]] {
    let all = resource.fields.map { field in resource.path(field.path).members }
    var paths: [[MemberName]] = []
    for column in resource.columns {
      let first = resource.path(column).members.first
      paths += all.filter { path in path.first == first }
    }
    return paths + all
  }
}

extension Embedded {
  /// The fields that a table shows of embedded records: the count of a list, or the name of a
  /// parent, then those of the records that are embedded in them.
  fileprivate var fields: [FieldPath] {
    var fields = [FieldPath(to: [relation])]
    for field in children.embeddedFields {
      fields.append(FieldPath([relation] + field.relations, [], field.kind, title: field.title))
    }
    return fields
  }
}

extension Resource {
  /// Whether the catalogue has no scalar at a member's path, but an object or nothing.
  fileprivate func lacks(_ field: FieldPath) -> Bool {
    guard !field.members.isEmpty else { return false }
    let kind = target(of: field.relations).kind(ofMember: field.memberNames)
    return kind == .unknown || kind == .object
  }
}

extension FieldPath {
  /// Whether the field is a whole parent, such as `user`.
  fileprivate var isParent: Bool { kind == .object && members.isEmpty }

  /// This field, with relations put before its path and title: `city` below `user` is `user.city`.
  fileprivate func below(_ relations: [Relation]) -> FieldPath {
    FieldPath(
      relations + self.relations, members, kind, title: relations.pathPrefix + title)
  }
}
