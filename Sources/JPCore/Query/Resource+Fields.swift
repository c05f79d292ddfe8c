extension Resource {
  /// Resolves a name: a whole path, in any case; the last part of one, if only one path of the
  /// record itself or of its parents ends so; or either of these after relations (`user.city`). A
  /// quoted name is never completed. A field that the catalogue doesn't have may be in the data.
  package func field(_ name: String) throws(QueryError) -> FieldPath {
    guard let names = FieldPath.names(name) else { throw .malformed(name) }
    return try field(name, names)
  }

  func field(_ name: String, _ names: [String]) throws(QueryError) -> FieldPath {
    var field = path(names)
    // Without the quotes and backslashes of the query language.
    field.title = names.joined(separator: ".")
    if field.kind != .unknown || name.utf8.contains(.quote) || name.utf8.contains(.backslash) {
      return field
    }
    let wanted = name.lowercased()
    let above = parentRelations.flatMap { [$0] + paths(of: $0) } + childRelations
    let below = childRelations.flatMap { ["\($0).count"] + paths(of: $0) }
    for paths in [ownPaths, above] {
      let whole = paths.filter { $0.lowercased() == wanted }
      let found = whole.isEmpty ? paths.ending(in: wanted) : whole
      if found.count > 1 { throw .ambiguous(name, paths: found) }
      if let path = found.first { return self.path(path, title: name) }
    }
    if let whole = below.first(where: { $0.lowercased() == wanted }) {
      return path(whole, title: name)
    }
    if let target = target(of: field.relations) {
      let prefix = field.relations.map { $0.name + "." }.joined()
      do throws(QueryError) {
        let rest = try target.field(String(name.dropFirst(prefix.count)))
        return FieldPath(field.relations + rest.relations, rest.members, rest.kind, title: name)
      } catch { throw error.following(prefix, name) }
    }
    let found = below.ending(in: wanted)
    if wanted != "count", !found.isEmpty { throw .ofList(name, paths: found) }
    return field
  }

  /// All paths of the catalogue: the record's own, those of records to embed, and their counts.
  package var paths: [String] {
    ownPaths + childRelations.flatMap { [$0, "\($0).count"] + paths(of: $0) }
      + parentRelations.flatMap { [$0] + paths(of: $0) }
  }

  /// The paths of its members: scalars, and the objects around them (`address.geo`).
  package var ownPaths: [String] {
    fields.flatMap { field in
      let parts = field.path.split(separator: ".").map(String.init)
      return (1...parts.count).map { Array(parts.prefix($0)).joined(separator: ".") }
    }.eachOnce
  }

  /// The paths of the members of embedded records.
  private func paths(of relation: String) -> [String] {
    target(of: path(relation).relations)?.ownPaths.map { "\(relation).\($0)" } ?? []
  }

  /// The records at the end of some relations; `nil` for none.
  func target(of relations: [FieldPath.Relation]) -> Resource? {
    relations.isEmpty
      ? nil
      : relations.reduce(self as Resource?) { resource, relation in
        resource.flatMap { Embedding(relation.name).target(in: $0)?.resource }
      }
  }

  /// Resolves a whole path of the catalogue.
  package func path(_ text: String, title: String? = nil) -> FieldPath {
    var path = path(text.split(separator: ".").map(String.init))
    if let title { path.title = title }
    return path
  }

  private func path(_ names: [String]) -> FieldPath {
    var (resource, relations, rest) = (self, [FieldPath.Relation](), names[...])
    while let name = rest.first, let target = Embedding(name).target(in: resource) {
      relations.append(.init(name: name, isList: !target.isSingle))
      resource = target.resource
      rest.removeFirst()
    }
    let isList = relations.last?.isList ?? false
    if rest.isEmpty { return FieldPath(relations, [], isList ? .list : .object) }
    if isList, rest.elementsEqual(["count"]) { return FieldPath(relations, [], .count) }
    return FieldPath(relations, rest.map(MemberName.init), resource.kind(ofMember: Array(rest)))
  }

  private func kind(ofMember names: [String]) -> FieldPath.Kind {
    let path = names.joined(separator: ".")
    if names.contains(where: { $0.utf8.contains(.point) }) { return .unknown }
    if let field = fields.first(where: { $0.path == path }) { return .value(field.type) }
    return fields.contains { $0.path.utf8.starts(with: "\(path).".utf8) } ? .object : .unknown
  }

  /// A parent as the field that names it.
  func labelled(_ path: FieldPath) -> FieldPath {
    guard path.kind == .object, path.members.isEmpty, let parent = target(of: path.relations) else {
      return path
    }
    return FieldPath(path.relations, parent.label.members, parent.label.kind, title: path.title)
  }

  /// A path titled with its last name, if that alone leads to it too.
  func titledShortly(_ path: FieldPath) -> FieldPath {
    // An ambiguous name throws.
    let short = path.lastName.flatMap { try? field($0) }
    return short.flatMap { $0.isSame(as: path) ? $0 : nil } ?? path
  }

  /// The field that names a record for people: its first string, a name or a title.
  package var label: FieldPath { path(fields.first { $0.type == .string }?.path ?? "id") }
}

extension [String] {
  fileprivate func ending(in name: String) -> [String] {
    filter { $0.lowercased().hasSuffix(".\(name)") }
  }
}

/// Why a field, a condition or an assertion is refused.
package enum QueryError: Error, Equatable {
  /// The expression is invalid after a number of Unicode scalars.
  case syntax(offset: Int, expected: Expectation)
  /// No path can be spelled so.
  case malformed(String)
  /// More than one path ends so.
  case ambiguous(String, paths: [String])
  /// Fields of embedded lists end like this, and they need their whole paths.
  case ofList(String, paths: [String])
  /// An assertion lacks the name of its list, which can be one of these.
  case noList(String, paths: [String])
  /// An assertion is about something else than one of the lists.
  case unknownList(String)
  /// A record has several of the field.
  case several(FieldPath)
  /// The field is a list.
  case list(FieldPath)
  /// The field is an object.
  case object(FieldPath)
  /// The field can't be compared with a text.
  case value(FieldPath, String)

  /// The missing part at the place of a syntax error.
  package enum Expectation: Equatable, Sendable {
    /// A field's path.
    case field
    /// One of ``Condition/Operator``.
    case `operator`
    /// Something to compare with.
    case value
    /// One value: only `=` and `!=` take several.
    case oneValue
    /// The quote that ends a value or a name.
    case closingQuote
    /// The end of the expression.
    case end
    /// One of ``Condition/Operator``, `unique` or `in`.
    case claim
    /// A part of a response: `status`, `bytes`, `time` or `header` with a name.
    case responsePart
    /// One condition; the words `and` and `or` don't join two.
    case oneCondition
    /// One of `<`, `<=`, `>` and `>=`, and a duration.
    case timeLimit
  }

  /// The same about a field that follows relations.
  fileprivate func following(_ prefix: String, _ name: String) -> QueryError {
    switch self {
    case .ambiguous(_, let paths): .ambiguous(name, paths: paths.map { prefix + $0 })
    case .ofList(_, let paths): .ofList(name, paths: paths.map { prefix + $0 })
    default: self
    }
  }
}
