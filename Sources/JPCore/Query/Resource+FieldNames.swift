import Synchronization

extension Resource {
  /// Resolves the name of a field by the catalogue alone: a complete path (`address.city`), the end
  /// of one (`city`), or a member that only the data can have. A quoted name is never completed.
  ///
  /// - Throws: an error if the name isn't spelled as a path, or is the end of several paths.
  package func field(_ name: String) throws(QueryError) -> FieldPath {
    guard let path = TypedPath(name) else { throw .malformed(name) }
    return try field(at: path)
  }

  func field(at typed: TypedPath) throws(QueryError) -> FieldPath {
    if typed.typedNames.count > JSONDocument.maxDepth { throw .tooLong(typed.text) }
    let unquoted = typed.typedNames.prefix { name in !name.isQuoted }
    let field = fieldPath(typed.names, unquotedCount: unquoted.count)
    if field.kind != .unknown || typed.isQuoted { return field }
    return try completeShortName(field) ?? field
  }

  /// The field that a short name means: `address.city` for `city`, `user.address.city` for
  /// `user.city`; `nil` if no path of the catalogue ends with it.
  ///
  /// Paths of the record itself come first, then those of its parents and the names of relations.
  /// After a list, such as `albums`, parents aren't searched: they would lead back.
  private func completeShortName(_ short: FieldPath) throws(QueryError) -> FieldPath? {
    let owner = target(of: short.relations)
    let known = owner.knownPaths
    var others = known.ofLists
    if !short.relations.contains(where: \.isList) { others = known.ofParents + others }
    let name = short.members.path
    for paths in [known.own, others] {
      let found = paths.pathsEnding(in: name)
      if found.count > 1 {
        let prefix = short.relations.pathPrefix
        throw .ambiguous(short.title, paths: found.map { path in prefix + path })
      }
      guard let path = found.first else { continue }
      let rest = owner.fieldPath(path)
      var field = FieldPath(
        short.relations + rest.relations, rest.members, rest.kind, title: short.title)
      field.isShort = true
      return field
    }
    return nil
  }

  /// The error about a field that no record has: its name is short, or belongs to a list of
  /// children, and has to be typed with it, such as `albums.photos.url` for `url`; `nil` if the
  /// catalogue has no such name.
  package func error(aboutMissing field: FieldPath) -> QueryError? {
    if field.isShort { return .missing(field.title, path: field.text) }
    let owner = target(of: field.relations)
    let listed = owner.listPaths.pathsEnding(in: field.members.path)
    if listed.isEmpty || field.members == [MemberName("count")] { return nil }
    let prefix = field.relations.pathPrefix
    return .ofList(field.title, paths: listed.map { path in prefix + path })
  }

  /// The paths that a short name can be the end of. They are made once.
  private var knownPaths: KnownPaths {
    cachedPaths.withLock { made in
      if let made { return made }
      let paths = KnownPaths(
        own: ownPaths, ofParents: pathsOfParents, ofLists: childRelationPaths.map(\.dottedPath))
      made = paths
      return paths
    }
  }

  private var pathsOfParents: [String] {
    var paths: [String] = []
    for relations in parentRelationPaths {
      paths.append(relations.dottedPath)
      paths += self.paths(after: relations)
    }
    return paths
  }

  /// The paths into lists of children, such as `albums.title`, and of their counts, such as
  /// `albums.count`.
  private var listPaths: [String] {
    var paths: [String] = []
    for relations in childRelationPaths {
      paths.append("\(relations.dottedPath).count")
      paths += self.paths(after: relations)
    }
    return paths
  }

  /// All paths from this resource: of the record's own members (`name`), of records that can be
  /// embedded (`albums.title`), and of their counts (`albums.count`).
  package var paths: [String] {
    var paths = ownPaths
    for relations in childRelationPaths {
      paths.append(relations.dottedPath)
      paths.append("\(relations.dottedPath).count")
      paths += self.paths(after: relations)
    }
    return paths + pathsOfParents
  }

  /// The paths of a record's members: scalars, and the objects around them (`address.geo`).
  package var ownPaths: [String] {
    var paths: [String] = []
    for field in fields {
      for count in field.names.indices {
        paths.append(Array(field.names[...count]).path)
      }
    }
    return paths.eachOnce
  }

  /// The paths of a related record's members, such as `user.name`.
  private func paths(after relations: [Relation]) -> [String] {
    let prefix = relations.pathPrefix
    return target(of: relations).ownPaths.map { path in prefix + path }
  }

  /// The resource to which the relations lead from this one; without relations, this one.
  func target(of relations: [Relation]) -> Resource { relations.last?.resource ?? self }

  /// Resolves a path as it is spelled. Unlike ``field(_:)``, doesn't complete `city` to
  /// `address.city`.
  package func fieldPath(_ text: String) -> FieldPath {
    // Fast path: most are the catalogue's fields.
    for field in fields where field.path == text {
      return FieldPath([], field.names, .value(field.type))
    }
    let names = text.split(separator: ".").map(String.init)
    return fieldPath(names, unquotedCount: names.count)
  }

  /// - Parameter unquotedCount: how many names at the beginning can be relations. A quoted name is
  ///   a member.
  private func fieldPath(_ names: [String], unquotedCount: Int) -> FieldPath {
    var resource = self
    var relations: [Relation] = []
    for name in names.prefix(unquotedCount) {
      guard let relation = resource.relation(named: name) else { break }
      relations.append(relation)
      resource = relation.resource
    }
    let rest = Array(names.dropFirst(relations.count))
    if rest.isEmpty { return FieldPath(to: relations) }
    let endsInList = relations.last?.isList == true
    if endsInList, rest == ["count"], unquotedCount == names.count {
      return FieldPath(relations, [], .count)
    }
    let members = rest.map(MemberName.init)
    return FieldPath(relations, members, resource.fieldKind(ofMember: members))
  }

  func fieldKind(ofMember names: [MemberName]) -> FieldPath.FieldKind {
    for field in fields where field.names.starts(with: names) {
      if field.names.count == names.count { return .value(field.type) }
      return .object
    }
    return .unknown
  }

  /// The field that is shown in place of an object: for a parent record, its label; for any other
  /// object, the catalogue's field whose title is the object's name (`company.name` for `company`).
  ///
  /// - Returns: the argument itself if it isn't an object, or if there is no such field.
  package func scalarShown(for object: FieldPath) -> FieldPath {
    guard object.kind == .object else { return object }
    let resource = target(of: object.relations)
    guard let scalar = resource.scalarShown(forMembersOf: object) else { return object }
    var field = FieldPath(object.relations, scalar.members, scalar.kind, title: object.title)
    field.isShort = object.isShort
    return field
  }

  /// The field by which `--count-by` groups: a parent itself, otherwise ``scalarShown(for:)``.
  package func groupingField(for field: FieldPath) -> FieldPath {
    if field.isParent { return field }
    return scalarShown(for: field)
  }

  /// The field that tells parents apart: `user.id` for `user`.
  func idField(of parent: FieldPath) -> FieldPath {
    let id = target(of: parent.relations).fieldPath("id")
    return FieldPath(parent.relations, id.members, id.kind, title: parent.title)
  }

  /// The field that is shown in place of a record's object, such as `company`. Without names, the
  /// one that is shown in place of the record.
  private func scalarShown(forMembersOf object: FieldPath) -> FieldPath? {
    if object.members.isEmpty { return labelField }
    let title = object.members.path
    for field in fields where field.title == title {
      return fieldPath(field.path)
    }
    return nil
  }

  /// The field that people know a record by: its name or its title.
  package var labelField: FieldPath { fieldPath(labelPath) }
}

extension [String] {
  /// The paths that end with a point and the name: `address.city` for `city`.
  fileprivate func pathsEnding(in name: String) -> [String] {
    var end: [UInt8] = [.point]
    end += name.utf8
    return filter { path in path.utf8.suffix(end.count).elementsEqual(end) }
  }
}
