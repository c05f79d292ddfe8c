/// A relation from the records of one resource to their children, such as `albums` of users, or to
/// their parent, such as `user` of albums.
package struct Relation: Equatable, Sendable {
  /// The name of the other resource: plural for children (`albums`), singular for a parent
  /// (`user`). Options use this name, and the member with the embedded records has it.
  package let name: String

  package let resource: Resource

  /// Whether the relation leads to children. A record can have several.
  package let isList: Bool

  /// The child's field that holds the parent's `id`, such as an album's `userId`. A relation to the
  /// children has the same field as the one to the parent.
  package let field: String
}

extension Relation {
  /// Makes a relation to a parent, such as `user` of albums.
  init(toOneOf resource: Resource, by field: String) {
    self.init(name: resource.singular, resource: resource, isList: false, field: field)
  }

  /// Makes a relation to children, such as `albums` of users.
  init(toListOf resource: Resource, by field: String) {
    self.init(name: resource.name, resource: resource, isList: true, field: field)
  }
}

extension [Relation] {
  /// The relations' names, separated by points: `album.user`.
  package var dottedPath: String { map(\.name).joined(separator: ".") }

  /// The beginning of a path through the relations, such as `album.user.`; empty if there are none.
  var pathPrefix: String {
    var prefix = ""
    for relation in self { prefix += "\(relation.name)." }
    return prefix
  }
}

extension Resource {
  /// The relations to the children: from users to albums, posts and todos.
  package var children: [Relation] {
    var children: [Relation] = []
    for other in Resource.all {
      guard let parent = other.parent, parent.resource == self else { continue }
      children.append(Relation(toListOf: other, by: parent.field))
    }
    return children
  }

  func relation(named name: String) -> Relation? {
    if let parent, parent.name == name { return parent }
    for other in Resource.all where other.name == name {
      guard let parent = other.parent, parent.resource == self else { continue }
      return Relation(toListOf: other, by: parent.field)
    }
    return nil
  }

  /// The paths of relations that can be embedded, each after the shorter paths that it begins with:
  /// `albums` and `albums.photos` in users, `album` and `album.user` in photos.
  package var relationPaths: [[Relation]] { childRelationPaths + parentRelationPaths }

  var childRelationPaths: [[Relation]] {
    var relations: [[Relation]] = []
    for child in children {
      relations.append([child])
      for inner in child.resource.childRelationPaths { relations.append([child] + inner) }
    }
    return relations
  }

  var parentRelationPaths: [[Relation]] {
    guard let parent else { return [] }
    var relations = [[parent]]
    for outer in parent.resource.parentRelationPaths { relations.append([parent] + outer) }
    return relations
  }

  /// The path of relations from this resource to another one: up to parents, then down to children.
  /// The catalogue has only one such path: from albums to todos, it is `user`, `todos`.
  ///
  /// - Returns: an empty path to the same resource.
  package func walk(to other: Resource) -> [Relation] {
    if other == self { return [] }
    for relations in childRelationPaths where relations.last?.resource == other { return relations }
    guard let parent else { return [] }
    return [parent] + parent.resource.walk(to: other)
  }
}
