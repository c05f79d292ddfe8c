/// A field of a resource's records, resolved: the relations that lead to it, and a member of the
/// records at their end.
///
/// For example, a photo's field `album.user.address.city` has these parts:
///
///     relations  album, user; a photo has one of each, so that isList is false
///     members    address, city
///     kind       .value(.string)
package struct FieldPath: Equatable, Sendable {
  /// A relation on the way to a field.
  struct Relation: Equatable, Sendable {
    /// The name of the embedded records (`albums`), or of the one record (`user`).
    let name: String

    /// Whether a record can have several of them.
    let isList: Bool
  }

  /// The meaning of a path in the catalogue.
  package enum Kind: Equatable, Sendable {
    /// A member.
    case value(ObjectShape.MemberType)
    /// An object in the record (`address`), or the record that it belongs to (`user`).
    case object
    /// The records that belong to it (`albums`). Their number is its value.
    case list
    /// How many of them there are (`albums.count`).
    case count
    /// A member that the catalogue doesn't have. The data may have it.
    case unknown
  }

  /// The relations that lead to the records that have the field.
  let relations: [Relation]

  /// The member of these records, by its names from the outermost; none for the records themselves.
  let members: [MemberName]

  package let kind: Kind

  /// A column's title: the path as it was typed, without quotes; in a record view, as `--fields` takes
  /// it.
  package var title: String

  init(_ relations: [Relation], _ members: [MemberName], _ kind: Kind, title: String? = nil) {
    self.relations = relations
    self.members = members
    self.kind = kind
    self.title = ""
    self.title = title ?? text
  }

  /// The whole path.
  package var text: String {
    var text = ""
    func append(_ name: String) {
      if !text.isEmpty { text += "." }
      text += name
    }
    for relation in relations { append(relation.name) }
    for member in members { append(String(utf8: member.content)) }
    if kind == .count { append("count") }
    return text
  }

  var memberNames: [String] {
    members.map { member in String(utf8: member.content) }
  }

  /// The names of the relations and of the member.
  var path: [MemberName] {
    var names: [MemberName] = []
    for relation in relations { names.append(MemberName(relation.name)) }
    return names + members
  }

  /// Whether its values are numbers, by the catalogue.
  var isNumeric: Bool {
    switch kind {
    case .value(let type): type == .integer
    case .list, .count: true
    case .object, .unknown: false
    }
  }

  /// The lists at the end of the relations if their records are counted; none for a member.
  var counted: ArraySlice<Relation> { relations[followed.endIndex...] }

  /// The relations that lead to the records that have the member or the counted lists.
  var followed: ArraySlice<Relation> {
    guard kind == .count || kind == .list else { return relations[...] }
    var end = relations.endIndex
    while end > 0, relations[end - 1].isList {
      end -= 1
    }
    return relations[..<end]
  }

  /// Whether a record can have several of it, by the catalogue.
  package var isSeveral: Bool { followed.contains(where: \.isList) }

  /// Throws unless each record has one value of it.
  ///
  /// - Parameter countsLists: whether the value of a list is its count.
  package func checkSingle(countsLists: Bool = false) throws(QueryError) {
    if isSeveral { throw .several(self) }
    if kind == .list, !countsLists { throw .list(self) }
    if kind == .object { throw .object(self) }
  }

  /// Whether it is the other field, however that was typed.
  package func isSame(as other: FieldPath) -> Bool {
    relations == other.relations && members == other.members && kind == other.kind
  }

  /// Whether it is the other field or a part of it. A count is no part of what it counts.
  package func isInside(_ other: FieldPath) -> Bool {
    if kind == .count || other.kind == .count {
      return isSame(as: other)
    }
    return path.starts(with: other.path)
  }

  /// The same field, as a path of the first relation's records.
  var withinFirstRelation: FieldPath {
    FieldPath(Array(relations.dropFirst()), members, kind)
  }

  /// The embeddings that fields need, in the fields' order.
  package static func embeddings(for fields: [FieldPath]) -> [Embedding] {
    var needed: [Embedding] = []
    for field in fields {
      var embeddings: [Embedding] = []
      for relation in field.relations.reversed() {
        embeddings = [Embedding(relation.name, nested: embeddings)]
      }
      needed = needed.merged(with: embeddings)
    }
    return needed
  }
}

extension [FieldPath.Relation] {
  /// The beginning of a path that goes through the relations, `album.user.`; empty without any.
  var pathPrefix: String {
    var prefix = ""
    for relation in self { prefix += "\(relation.name)." }
    return prefix
  }
}
