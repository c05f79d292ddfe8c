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
      let columns = records.scalars(of: fields, opensParents: false)
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
    for field in records.embeddedFields(opensParents: false) {
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
      columns = records.scalars(of: fields, opensParents: true)
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
  /// Members of objects and of parents have dotted paths.
  package static func details(
    of records: Records, fields: [FieldPath]?
  ) throws(Excess) -> Table {
    if let fields {
      return try export(of: records, fields: fields)
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
    let prefix = relations.pathPrefix
    for path in records.memberPaths {
      // The type of the member doesn't matter: the record view doesn't align values.
      let text = path.spelled
      let field = FieldPath(relations, path, .unknown, title: prefix + text)
      add(field, of: root, rows: rows)
      let isCatalogued = records.resource.fields.contains { $0.path.hasSameBytes(as: text) }
      if !isCatalogued { markLastUncatalogued() }
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
      for field in embedded.fields(opensParents: false) {
        let fieldOfRoot = field.below(relations, isTitled: true)
        add(fieldOfRoot, of: root, rows: rows)
      }
    }
    try checkWidth()
  }
}

extension Records {
  /// The catalogue's fields, then those of embedded records.
  fileprivate var allFields: [FieldPath] {
    let own = resource.fields.map { field in resource.path(field.path) }
    return own + embeddedFields(opensParents: true)
  }

  /// The fields of embedded records.
  ///
  /// - Parameter opensParents: whether a parent is shown field by field, instead of as a whole.
  fileprivate func embeddedFields(opensParents: Bool) -> [FieldPath] {
    var fields: [FieldPath] = []
    for embedded in embedded { fields += embedded.fields(opensParents: opensParents) }
    return fields
  }

  /// The fields without repetitions. An object is replaced with the scalars in it.
  ///
  /// - Parameter opensParents: whether a parent is replaced with its fields too. If so, titles are
  ///   whole paths.
  fileprivate func scalars(of fields: [FieldPath], opensParents: Bool) -> [FieldPath] {
    let all = allFields
    var scalars: [FieldPath] = []
    for field in fields {
      let scalar = resource.scalar(for: field)
      var inner = [scalar]
      let isOpened = field.isParent && opensParents
      if isOpened || scalar.kind == .object {
        inner = all.filter { other in other.isInside(field) }
        if !opensParents { inner = inner.map(resource.titledShortly) }
      }
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
  /// The fields that are shown of embedded records: the count of a list, or the name or all fields
  /// of a parent, then the fields of the records that are embedded in them.
  fileprivate func fields(opensParents: Bool) -> [FieldPath] {
    if !relation.isList, opensParents {
      return children.allFields.map { field in field.below([relation], isTitled: true) }
    }
    var fields = [FieldPath(to: [relation])]
    for field in children.embeddedFields(opensParents: opensParents) {
      fields.append(field.below([relation], isTitled: false))
    }
    return fields
  }
}

extension FieldPath {
  /// Whether the field is a whole parent, such as `user`.
  fileprivate var isParent: Bool { kind == .object && members.isEmpty }

  /// This field, with relations put before its path: `city` below `user` is `user.city`.
  ///
  /// - Parameter isTitled: whether the title names the relations too.
  fileprivate func below(_ relations: [Relation], isTitled: Bool) -> FieldPath {
    var title = title
    if isTitled {
      for relation in relations.reversed() { title = "\(relation.name).\(title)" }
    }
    return FieldPath(relations + self.relations, members, kind, title: title)
  }
}
