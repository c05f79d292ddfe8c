/// Tables with the columns of each format.
extension Table {
  /// Makes a table with one column for each of the given fields.
  ///
  /// - Parameter rows: the rows of the records to show.
  init(of records: Records, rows: [Int], fields: [FieldPath], hasSigns: Bool = false) {
    self.init(of: records, rows: rows)
    for field in fields {
      add(field, of: records, rows: rows, hasSigns: hasSigns)
    }
  }

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
      let table = Table(of: records, rows: rows, fields: columns, hasSigns: hasSigns)
      try table.checkWidth()
      return table
    }
    let resource = records.resource
    var table = Table(of: records, rows: rows)
    for field in resource.usualColumns {
      table.add(field, of: records, rows: rows, hasSigns: hasSigns)
      if !resource.isEssential(field) { table.makeLastOptional() }
    }
    if showsAllFields {
      for field in resource.otherFields {
        table.add(field, of: records, rows: rows, hasSigns: hasSigns)
      }
    } else {
      table.unshown = resource.otherPaths
    }
    for field in records.embeddedFields {
      table.add(field, of: records, rows: rows)
    }
    try table.checkWidth()
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
    let table = Table(of: records, rows: records.shown, fields: columns)
    try table.checkWidth()
    return table
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
    var table = Table(of: records, rows: records.shown)
    try table.addDetails(of: records, after: [], in: records)
    return table
  }

  /// A table of groups. Its columns are the grouped fields and the number of records in each group.
  package static func groups(_ groups: RecordGroups) throws(Excess) -> Table {
    let records = groups.records
    var table = Table(of: records, rows: records.shown, fields: groups.fields)
    table.addNumbers(groups.counts, title: groups.countName)
    try table.checkWidth()
    return table
  }

  /// A table of one cell: a number of records.
  package static func count(_ count: Int) -> Table {
    var table = Table(of: JSONDocument(), objects: [0])
    table.addNumbers([count], title: "count")
    return table
  }

  /// A table of any document. Its columns are the members of the objects.
  ///
  /// - Parameter document: an array of objects, or one object.
  package static func members(of document: JSONDocument) throws(Excess) -> Table {
    var objects: [UInt32] = [0]
    if document.root.kind == .array {
      objects = document.childIndices(of: 0)
    }
    var table = Table(of: document, objects: objects)
    try table.addMembers()
    return table
  }

  /// Adds the columns of the record view for the records at the end of some relations.
  ///
  /// - Parameters:
  ///   - records: the records at the end of the relations.
  ///   - relations: the relations that lead to them from the table's records.
  ///   - root: the table's records.
  private mutating func addDetails(
    of records: Records, after relations: [Relation], in root: Records
  ) throws(Excess) {
    let rows = root.shown
    for path in records.memberPaths {
      // An object of the catalogue may be a scalar here, which is shown as it is.
      let field = FieldPath(relations, path, .unknown)
      add(field, of: root, rows: rows)
      let kind = records.resource.kind(ofMember: field.memberNames)
      if kind == .unknown || kind == .object { markLastUncatalogued() }
      try checkWidth()
    }
    for embedded in records.embedded {
      if !embedded.relation.isList {
        let parents = embedded.records(embeddedIn: records.shown)
        if !parents.shown.isEmpty {
          let relationsToParents = relations + [embedded.relation]
          try addDetails(of: parents, after: relationsToParents, in: root)
          continue
        }
      }
      for field in embedded.fields { add(field.below(relations), of: root, rows: rows) }
    }
    try checkWidth()
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

  /// The paths of the catalogue's fields and of all other members of the shown records. An object
  /// is replaced with its members.
  fileprivate var memberPaths: [[MemberName]] {
    var tree = MemberTree()
    var size = MemberTree.Size()
    tree.addShape(membersForPeople, &size)
    // Embedded records replace a member with the same name.
    for embedded in embedded {
      tree.addClosed(MemberName(embedded.relation.name), &size)
    }
    document.withView { view in
      for row in shown {
        tree.addMembers(ofObjectAt: Int(objects[row]), of: view, &size)
      }
    }
    var paths: [[MemberName]] = []
    for member in tree.members where !member.isClosed {
      appendPaths(of: member, in: [], to: &paths)
    }
    return paths
  }

  /// The catalogue's members of the records: those of the usual table in its order, then the
  /// others.
  private var membersForPeople: [ObjectShape.Member] {
    var rest = shape.members
    var ordered: [ObjectShape.Member] = []
    for column in resource.columns {
      let name = column.prefix { $0 != "." }
      guard let index = rest.firstIndex(where: { $0.path == name }) else { continue }
      let member = rest.remove(at: index)
      ordered.append(member)
    }
    return ordered + rest
  }

  private func appendPaths(
    of member: MemberTree.Member, in owners: [MemberName], to paths: inout [[MemberName]]
  ) {
    // One path more than a table may have is enough: adding its column throws.
    if paths.count > Table.maxColumns { return }
    let path = owners + [member.name]
    if member.hasColumn { paths.append(path) }
    for inner in member.inner.members {
      appendPaths(of: inner, in: path, to: &paths)
    }
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

extension FieldPath {
  /// Whether the field is a whole parent, such as `user`.
  fileprivate var isParent: Bool { kind == .object && members.isEmpty }

  /// This field, with relations put before its path and title: `city` below `user` is `user.city`.
  fileprivate func below(_ relations: [Relation]) -> FieldPath {
    FieldPath(
      relations + self.relations, members, kind, title: relations.pathPrefix + title)
  }
}
