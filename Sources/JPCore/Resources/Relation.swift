/// A relation of a resource: to the records that belong to each of its records (`albums` of a
/// user), or to the one that each of them belongs to (`user` of an album).
package struct Relation: Equatable, Sendable {
  /// The name of the other resource (`albums`), or of one of its records (`user`). Options and the
  /// members with embedded records have this name.
  package let name: String

  /// The other resource.
  package let resource: Resource

  /// Whether a record can have several records of the other resource.
  package let isList: Bool

  /// The field by which records belong to another one, whose `id` it holds (`userId`). Both albums
  /// of a user and the user of an album are found by it.
  package let field: String
}

extension Relation {
  /// The relation to the record that each record belongs to.
  init(toOneOf resource: Resource, by field: String) {
    self.init(name: resource.singular, resource: resource, isList: false, field: field)
  }

  /// The relation to the records that belong to each record.
  init(toListOf resource: Resource, by field: String) {
    self.init(name: resource.name, resource: resource, isList: true, field: field)
  }
}

extension [Relation] {
  /// The names of relations that lead one after another to some records: `album.user`.
  package var path: String { map(\.name).joined(separator: ".") }

  /// The beginning of a path through the relations, such as `album.user.`; empty if there are none.
  var pathPrefix: String {
    var prefix = ""
    for relation in self { prefix += "\(relation.name)." }
    return prefix
  }
}

extension Resource {
  /// The relations to the records that belong to these records.
  package var children: [Relation] {
    var children: [Relation] = []
    for other in Resource.all {
      guard let parent = other.parent, parent.resource == self else { continue }
      children.append(Relation(toListOf: other, by: parent.field))
    }
    return children
  }

  func relation(_ name: String) -> Relation? {
    for child in children where child.name == name { return child }
    if let parent, parent.name == name { return parent }
    return nil
  }

  /// The relations that can be embedded, each after those that lead to it: `albums`, and `albums`
  /// with `photos`; `album`, and `album` with `user`.
  package var relations: [[Relation]] { childRelations + parentRelations }

  var childRelations: [[Relation]] {
    var relations: [[Relation]] = []
    for child in children {
      relations.append([child])
      for inner in child.resource.childRelations { relations.append([child] + inner) }
    }
    return relations
  }

  var parentRelations: [[Relation]] {
    guard let parent else { return [] }
    var relations = [[parent]]
    for outer in parent.resource.parentRelations { relations.append([parent] + outer) }
    return relations
  }

  /// The relations that lead, one after another, from these records to those of another resource,
  /// along the only way that the catalogue has: up, down, or up and then down. Albums lead to todos
  /// by `user`, `todos`.
  ///
  /// - Returns: none if it is the same resource.
  package func walk(to other: Resource) -> [Relation] {
    if other == self { return [] }
    for relations in childRelations where relations.last?.resource == other { return relations }
    guard let parent else { return [] }
    return [parent] + parent.resource.walk(to: other)
  }
}
