extension Resource {
  /// Resolves the name of a field: a complete path (`address.city`), the end of one (`city`), or a
  /// member that only the data has.
  ///
  /// The end of a path is completed only if no record has a member of just that name. Without
  /// records, this isn't known: the result is a member, whose ``FieldPath/shortNameMeaning`` is the other
  /// meaning. A quoted name is never completed.
  ///
  /// - Parameter records: the records, with what is embedded in them; `nil` before they are
  ///   fetched.
  /// - Throws: an error if the name isn't spelled as a path. If no record has such a member, also
  ///   if the name is the end of several paths, or only of paths into lists, such as
  ///   `albums.title`.
  package func field(
    _ name: String, in records: Records? = nil
  ) throws(QueryError) -> FieldPath {
    guard let path = TypedPath(name) else { throw .malformed(name) }
    return try field(path, in: records)
  }

  func field(_ typed: TypedPath, in records: Records?) throws(QueryError) -> FieldPath {
    var field = field(typed)
    guard let records, let meaning = field.shortNameMeaning else { return field }
    field.shortNameMeaning = nil
    if records.knows(field) { return field }
    switch meaning {
    case .field(let completed): return completed
    case .refused(let error): throw error
    }
  }

  private func field(_ typed: TypedPath) -> FieldPath {
    var field = path(typed.names)
    if field.kind == .unknown, !typed.isQuoted {
      field.shortNameMeaning = meaning(ofShortName: typed, after: field.relations)
    }
    return field
  }

  /// The meaning of a name that isn't a complete path; `nil` if no path of the catalogue ends with
  /// it. Paths of the record itself are tried first, then those of its parents and the names of
  /// relations. A path into a list of children, such as `albums.title` for users, is never
  /// completed.
  ///
  /// - Parameter relations: the relations with which the name begins (`user.city`).
  private func meaning(
    ofShortName typed: TypedPath, after relations: [Relation]
  ) -> FieldPath.ShortNameMeaning? {
    let name = typed.text
    for paths in [ownPaths, pathsOfParents + childRelations.map(\.path)] {
      let found = paths.ending(in: name)
      if found.count > 1 { return .refused(.ambiguous(name, paths: found)) }
      if let found = found.first { return .field(path(found, title: name)) }
    }
    if let last = relations.last {
      let rest = last.resource.field(typed.dropping(relations.count))
      return rest.shortNameMeaning?.after(relations, name: name)
    }
    let listed = listPaths.ending(in: name)
    if listed.isEmpty || name == "count" { return nil }
    return .refused(.ofList(name, paths: listed))
  }

  private var pathsOfParents: [String] {
    var paths: [String] = []
    for relations in parentRelations {
      paths.append(relations.path)
      paths += self.paths(after: relations)
    }
    return paths
  }

  /// The paths into lists of children, such as `albums.title`, and of their counts, such as
  /// `albums.count`.
  private var listPaths: [String] {
    var paths: [String] = []
    for relations in childRelations {
      paths.append("\(relations.path).count")
      paths += self.paths(after: relations)
    }
    return paths
  }

  /// All paths from this resource: of the record's own members (`name`), of records that can be
  /// embedded (`albums.title`), and of their counts (`albums.count`).
  package var paths: [String] {
    var paths = ownPaths
    for relations in childRelations {
      paths.append(relations.path)
      paths.append("\(relations.path).count")
      paths += self.paths(after: relations)
    }
    return paths + pathsOfParents
  }

  /// The paths of a record's members: scalars, and the objects around them (`address.geo`).
  package var ownPaths: [String] {
    var paths: [String] = []
    for field in fields {
      let names = field.path.split(separator: ".")
      for count in 1...names.count {
        paths.append(names[..<count].joined(separator: "."))
      }
    }
    return paths.eachOnce
  }

  /// The paths of the members of the records to which the relations lead, such as `user.name`.
  private func paths(after relations: [Relation]) -> [String] {
    let prefix = relations.pathPrefix
    return target(of: relations).ownPaths.map { path in prefix + path }
  }

  /// The resource to which the relations lead from this one; without relations, this one.
  func target(of relations: [Relation]) -> Resource { relations.last?.resource ?? self }

  /// Resolves a path as it is spelled. Unlike ``field(_:in:)``, doesn't complete `city` to
  /// `address.city`.
  package func path(_ text: String, title: String? = nil) -> FieldPath {
    var path = path(text.split(separator: ".").map(String.init))
    if let title { path.title = title }
    return path
  }

  private func path(_ names: [String]) -> FieldPath {
    var resource = self
    var relations: [Relation] = []
    var rest = names[...]
    while let name = rest.first, let relation = resource.relation(name) {
      relations.append(relation)
      resource = relation.resource
      rest.removeFirst()
    }
    if rest.isEmpty { return FieldPath(to: relations) }
    let endsInList = relations.last?.isList == true
    if endsInList, rest.elementsEqual(["count"]) {
      return FieldPath(relations, [], .count)
    }
    let members = rest.map(MemberName.init)
    return FieldPath(relations, members, resource.kind(ofMember: Array(rest)))
  }

  /// The kind of a member. A name that contains a point, which is possible in quotes, isn't in the
  /// catalogue.
  func kind(ofMember names: [String]) -> FieldPath.Kind {
    for name in names where name.utf8.contains(.point) {
      return .unknown
    }
    let path = names.joined(separator: ".").utf8
    for field in fields where field.path.utf8.starts(with: path) {
      let rest = field.path.utf8.dropFirst(path.count)
      if rest.isEmpty { return .value(field.type) }
      if rest.first == .point { return .object }
    }
    return .unknown
  }

  // MARK: Fields in tables

  /// The columns of the usual table.
  var usualColumns: [FieldPath] {
    var columns: [FieldPath] = []
    for column in self.columns {
      for field in fields where field.path == column {
        columns.append(path(column, title: field.title))
      }
    }
    return columns
  }

  /// The paths of the fields that the usual table doesn't have, in the catalogue's order.
  package var otherPaths: [String] {
    var paths: [String] = []
    for field in fields where !columns.contains(field.path) {
      paths.append(field.path)
    }
    return paths
  }

  /// The fields that the usual table doesn't have, with short titles.
  var otherFields: [FieldPath] {
    otherPaths.map { path in titledShortly(self.path(path)) }
  }

  /// The fields that the usual table has only if there is much room.
  var extraFields: [FieldPath] { extraColumns.map { path in titledShortly(self.path(path)) } }

  /// Whether the usual table has a column for a field even on a narrow terminal.
  func isEssential(_ field: FieldPath) -> Bool {
    let path = field.text
    return path == "id" || path == labelPath
  }

  /// The catalogue's entry for a scalar of this resource or of a related one; `nil` for any other
  /// path.
  func catalogued(_ path: FieldPath) -> Field? {
    guard case .value = path.kind else { return nil }
    let resource = target(of: path.relations)
    let text = path.memberNames.joined(separator: ".")
    for field in resource.fields where field.path == text { return field }
    return nil
  }

  /// The field that is shown in place of an object: for a parent record, its label; for any other
  /// object, the catalogue's field whose title is the object's name (`company.name` for `company`).
  ///
  /// - Returns: the argument itself if it isn't an object, or if there is no such field.
  package func scalar(for object: FieldPath) -> FieldPath {
    guard object.kind == .object else { return object }
    let resource = target(of: object.relations)
    guard let scalar = resource.scalar(forMembers: object.memberNames) else { return object }
    return FieldPath(object.relations, scalar.members, scalar.kind, title: object.title)
  }

  /// The field by which `--count-by` groups: a parent itself, otherwise ``scalar(for:)``.
  package func grouping(by field: FieldPath) -> FieldPath {
    if field.isParent { return field }
    return scalar(for: field)
  }

  /// The field that tells parents apart: `user.id` for `user`.
  func id(of parent: FieldPath) -> FieldPath {
    let id = target(of: parent.relations).path("id")
    return FieldPath(parent.relations, id.members, id.kind, title: parent.title)
  }

  /// The field that is shown in place of a record's object, such as `company`. Without names, the
  /// one that is shown in place of the record.
  private func scalar(forMembers names: [String]) -> FieldPath? {
    if names.isEmpty { return label }
    let title = names.joined(separator: ".")
    for field in fields where field.title == title {
      return path(field.path)
    }
    return nil
  }

  /// The path with its last name as its title, such as `city`, if this name alone means the same
  /// field.
  func titledShortly(_ path: FieldPath) -> FieldPath {
    guard let name = path.memberNames.last else { return path }
    guard let short = completed(name), short.isSame(as: path) else { return path }
    return short
  }

  /// The catalogue's field for a name; `nil` if there is none, or if several can be meant.
  private func completed(_ name: String) -> FieldPath? {
    guard let typed = TypedPath(name) else { return nil }
    let field = field(typed)
    if case .field(let completed) = field.shortNameMeaning { return completed }
    if field.kind == .unknown { return nil }
    return field
  }

  /// The field that people know a record by: its name or its title.
  package var label: FieldPath { path(labelPath) }
}

extension [String] {
  /// The paths that end with a point and the name: `address.city` for `city`.
  fileprivate func ending(in name: String) -> [String] {
    var end: [UInt8] = [.point]
    end += name.utf8
    return filter { path in path.utf8.suffix(end.count).elementsEqual(end) }
  }
}

extension FieldPath.ShortNameMeaning {
  /// The meaning of a name with relations, such as `user.city`, made from this meaning of the part
  /// after them (`city`).
  ///
  /// - Parameter relations: the relations with which the name begins.
  fileprivate func after(_ relations: [Relation], name: String) -> FieldPath.ShortNameMeaning {
    switch self {
    case .field(let rest):
      .field(FieldPath(relations + rest.relations, rest.members, rest.kind, title: name))
    case .refused(let error):
      .refused(error.about(name, after: relations.pathPrefix))
    }
  }
}
