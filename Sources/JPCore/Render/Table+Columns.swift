extension Table {
  /// A table for people. Unless fields are requested, its columns are:
  ///
  /// - the catalogue's usual ones, and those for which only a wide line has room
  /// - the fields by which the records are sorted, and those in which the searched text was found
  /// - the name of each embedded parent and the count of each embedded list
  ///
  /// - Parameters:
  ///   - fields: the fields to show; `nil` for the usual columns.
  ///   - selection: how the records were selected.
  ///   - showsAllFields: whether the usual columns are followed by the catalogue's other fields,
  ///     all titled with their whole paths, as in the record view.
  ///   - isForTerminal: whether a wide line has more columns.
  package static func forPeople(
    of records: Records, fields: [FieldPath]?, selection: RecordSelection = RecordSelection(),
    showsAllFields: Bool = false, isForTerminal: Bool = false
  ) throws(Excess) -> Table {
    let resource = records.resource
    if let fields {
      let columns = records.scalars(of: fields)
      return try Table.withColumns(for: columns, of: records, selection: selection)
    }
    var catalogued = resource.defaultColumns
    var extra: [FieldPath] = []
    if showsAllFields {
      catalogued = resource.columns.map(resource.fieldPath) + resource.otherFields
    } else if isForTerminal {
      extra = resource.extraFields
      catalogued += extra
    }
    let embedded = records.embedded.fields
    let needed = records.neededFields(by: selection)
    let known = (catalogued + embedded).map(resource.scalarShown)
    let added = needed.filter { field in !known.contains(where: field.isSameField) }
    let columns = catalogued + added + embedded
    var table = try Table.withColumns(for: columns, of: records, selection: selection)
    for (index, field) in catalogued.enumerated() {
      if resource.isEssential(field) || needed.contains(where: field.isSameField) { continue }
      table.columns[index].isOptional = true
      table.columns[index].isExtra = index >= catalogued.count - extra.count
    }
    let shownPaths = columns.map { field in MemberName(field.text) }
    table.unshown = resource.otherPaths.filter { path in !shownPaths.contains(MemberName(path)) }
    return table
  }

  /// A table for programs. Unless fields are requested, its columns are every field of the
  /// catalogue, the fields of each embedded parent and the count of each embedded list. Fields
  /// inside objects have dotted names.
  package static func forPrograms(
    of records: Records, fields: [FieldPath]?
  ) throws(Excess) -> Table {
    let columns: [FieldPath]
    if let fields {
      columns = records.scalars(of: fields)
    } else {
      columns = records.allFields
    }
    return try Table.withColumns(for: columns, of: records)
  }

  /// A table of groups. Its columns are the grouped fields and the number of records in each group.
  ///
  /// - Parameter selection: how the counted records were selected.
  package static func ofGroups(
    _ groups: RecordGroups, selection: RecordSelection = RecordSelection(), hasBars: Bool = false
  ) throws(Excess) -> Table {
    let records = groups.records
    var table = try Table.withColumns(for: groups.fields, of: records, selection: selection)
    table.columns.append(Column(groups.counts, title: groups.countName))
    table.hasBars = hasBars
    return table
  }

  /// The titles of the columns that only a wide line has room for.
  package var extraTitles: [String] { columns.filter(\.isExtra).map(\.title) }

  /// A table of one cell: a number of records.
  package static func ofCount(_ count: Int) -> Table {
    Table([Column([count], title: "count")], count: 1)
  }
}

extension RecordSelection {
  /// The texts that are searched for in a field: the text of `~`, and ``search`` if the field is a
  /// text of the record itself. They are spelled as a table shows them.
  func searchedTexts(in field: FieldPath, of resource: Resource) -> [FoldedSearchTerm] {
    var texts: [SearchTerm] = []
    if let search, field.relations.isEmpty {
      switch resource.fieldKind(ofMember: field.members) {
      case .value(.integer), .value(.boolean): break
      default: texts.append(SearchTerm(search))
      }
    }
    for condition in conditions {
      guard let text = condition.comparison.searchedText else { continue }
      let searched = condition.field
      if searched.relations == field.relations, searched.members == field.members {
        texts.append(text)
      }
    }
    return texts.map { searched in
      var shown = searched
      let line = String(inOneLine: ArraySlice(searched.text.utf8))
      shown.text = line.safeForTerminal.safeForLogs
      return FoldedSearchTerm(shown)
    }
  }
}

extension Records {
  /// See ``Resource/allFields(with:)``.
  fileprivate var allFields: [FieldPath] {
    resource.allFields(with: embedded)
  }

  /// All fields in an object, such as `address`, or of a parent, such as `user`.
  func fields(inside object: FieldPath) -> [FieldPath] {
    allFields.filter { field in field.isInside(object) }
  }

  /// The fields without repetitions. An object is replaced with the field that the catalogue shows
  /// in its place, or with the scalars in it.
  func scalars(of fields: [FieldPath]) -> [FieldPath] {
    var scalars: [FieldPath] = []
    for field in fields {
      let scalar = resource.scalarShown(for: field)
      var inner = [scalar]
      if scalar.kind == .object { inner = self.fields(inside: field) }
      scalars += inner
    }
    return scalars.eachOnce
  }

  /// The fields that a table shows because of how the records were selected: those by which they
  /// are sorted, and those in which a shown record has the searched text. Each occurs once.
  fileprivate func neededFields(by selection: RecordSelection) -> [FieldPath] {
    var needed: [FieldPath] = []
    for key in selection.sortKeys where !needed.contains(where: key.field.isSameField) {
      needed.append(key.field)
    }
    guard let search = selection.search, !search.isEmpty else { return needed }
    let wanted = FoldedSearchTerm(search)
    let members = memberColumns(atMost: Table.WidthLimit(rows: rows.count).limit)
    let fields = members.map { member in resource.columnField(at: member.path) }
    for (field, values) in zip(fields, values(of: fields, opensArrays: false))
    where values.containText(wanted, rowCount: rows.count) {
      if !needed.contains(where: field.isSameField) { needed.append(field) }
    }
    return needed
  }
}

extension Resource {
  /// The column for a member that the data has. If it is a scalar of the catalogue, the column has
  /// its type and title.
  fileprivate func columnField(at path: [MemberName]) -> FieldPath {
    let kind = fieldKind(ofMember: path)
    guard case .value = kind else { return FieldPath([], path, .unknown) }
    return withCatalogueTitle(FieldPath([], path, kind))
  }
}

extension FieldValues {
  /// Whether a text is in a value, or in an array that is a value. Objects are left out, because
  /// their members have columns.
  fileprivate func containText(_ wanted: FoldedSearchTerm, rowCount: Int) -> Bool {
    for row in 0..<rowCount {
      guard let value = firstIndex(ofRecord: row), document.kind(at: value) != .object else {
        continue
      }
      if document.hasString(in: value, containing: wanted) { return true }
    }
    return false
  }
}

extension Resource {
  /// The catalogue's fields, then those of embedded records: the fields of a parent, and the counts
  /// of lists.
  fileprivate func allFields(with embeddings: [Embedding]) -> [FieldPath] {
    var fields = self.fields.map { field in fieldPath(field.path) }
    for embedding in embeddings {
      let relation = embedding.relation
      if !relation.isList {
        let ofParent = relation.resource.allFields(with: embedding.nested)
        fields += ofParent.map { field in field.prefixed(by: [relation]) }
      } else {
        fields += embedding.fields
      }
    }
    return fields
  }
}

extension Embedding {
  /// The fields that a table shows of embedded records: the count of a list, or the name of a
  /// parent, then those of the records that are embedded in them.
  var fields: [FieldPath] {
    var fields = [FieldPath(to: [relation])]
    for field in nested.fields {
      fields.append(FieldPath([relation] + field.relations, [], field.kind, title: field.title))
    }
    return fields
  }
}

extension [Embedding] {
  fileprivate var fields: [FieldPath] { flatMap(\.fields) }
}

extension FieldPath {
  /// This field, with relations put before its path and title: `city` below `user` is `user.city`.
  func prefixed(by relations: [Relation]) -> FieldPath {
    FieldPath(
      relations + self.relations, members, kind, title: relations.pathPrefix + title)
  }
}
