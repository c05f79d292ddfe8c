/// A field of a resource's records, resolved: the relations that lead to it, and a member of the
/// records at their end.
///
/// For example, a photo's field `album.user.address.city` has these parts:
///
///     relations  album, user; a photo has one of each, neither is a list
///     members    address, city
///     kind       .value(.string)
package struct FieldPath: Equatable, Sendable {
  /// The meaning of a path in the catalogue.
  package enum Kind: Equatable, Sendable {
    /// A scalar member, with its type.
    case value(ObjectShape.MemberType)
    /// An object in the record (`address`), or the record that it belongs to (`user`).
    case object
    /// The children of a record (`albums`). The value of the path is their number.
    case list
    /// The number of a record's children (`albums.count`).
    case count
    /// A member that the catalogue doesn't have. The data may have it.
    case unknown
  }

  /// The meaning of a short name, such as `city`, if no record has a member with exactly this name.
  indirect enum ShortNameMeaning: Equatable, Sendable {
    /// The only field whose path ends with the name: `address.city`.
    case field(FieldPath)
    /// An error: the name is the end of several paths, or only of paths into lists, such as
    /// `albums.title`, which have to be complete.
    case refused(QueryError)
  }

  /// The relations that lead to the records that have the field.
  let relations: [Relation]

  /// The names that lead from the record to the member, the outermost first, such as `address`,
  /// `city`; empty if the field is the record itself.
  let members: [MemberName]

  package let kind: Kind

  /// The title of the field's column: the path as it was typed, without quotes, or the catalogue's
  /// title.
  package var title: String

  /// The meaning of the name if no record has this field; `nil` if the name has no other meaning,
  /// or once the data has been examined.
  var shortNameMeaning: ShortNameMeaning?

  init(_ relations: [Relation], _ members: [MemberName], _ kind: Kind, title: String? = nil) {
    self.relations = relations
    self.members = members
    self.kind = kind
    self.title = ""
    self.title = title ?? text
  }

  /// Makes a field for the records to which the relations lead: a list (`albums`), or one record
  /// (`user`).
  package init(to relations: [Relation]) {
    var kind = Kind.object
    if let last = relations.last, last.isList { kind = .list }
    self.init(relations, [], kind)
  }

  /// Whether only the data shows if the name is a member, or short for a field of the catalogue.
  package var needsData: Bool { shortNameMeaning != nil }

  /// Whether the catalogue has the field, or the name is short for one of its fields, such as `city`
  /// for `address.city`.
  package var isCatalogued: Bool {
    if case .field = shortNameMeaning { return true }
    return kind != .unknown
  }

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

  package var memberNames: [String] {
    members.map { member in String(utf8: member.content) }
  }

  /// The names of ``relations``, then ``members``.
  var path: [MemberName] {
    var names: [MemberName] = []
    for relation in relations { names.append(MemberName(relation.name)) }
    return names + members
  }

  /// Whether the field's values are numbers, according to the catalogue.
  var isNumeric: Bool {
    switch kind {
    case .value(let type): type == .integer
    case .list, .count: true
    case .object, .unknown: false
    }
  }

  /// The lists whose records are counted: `albums` for `user.albums.count`; empty if the field
  /// isn't a number of records.
  var counted: ArraySlice<Relation> { relations[followed.endIndex...] }

  /// The relations before the counted lists, which lead to the records that have the lists or the
  /// member: `user` for `user.albums.count`.
  var followed: ArraySlice<Relation> {
    guard kind == .count || kind == .list else { return relations[...] }
    var end = relations.endIndex
    while end > 0, relations[end - 1].isList {
      end -= 1
    }
    return relations[..<end]
  }

  /// Whether a record can have several values of the field, according to the catalogue.
  package var isSeveral: Bool { followed.contains(where: \.isList) }

  /// Whether the field is a parent itself, such as `user`, and not one of its fields.
  package var isParent: Bool { kind == .object && members.isEmpty }

  /// Throws if a record can have several values of the field, or if the field is a list or an
  /// object.
  ///
  /// - Parameters:
  ///   - countsLists: whether a list is allowed, because its count is used as its value.
  ///   - takesParents: whether a parent is allowed, because records are grouped by it.
  package func checkSingle(
    countsLists: Bool = false, takesParents: Bool = false
  ) throws(QueryError) {
    if isSeveral { throw .several(self) }
    if kind == .list, !countsLists { throw .list(title) }
    if kind == .object, !(takesParents && isParent) { throw .object(self) }
  }

  /// Whether both are the same field, however they were typed.
  package func isSame(as other: FieldPath) -> Bool {
    relations == other.relations && members == other.members && kind == other.kind
  }

  /// Whether this is the other field or a part of it. A list's count isn't a part of the list.
  package func isInside(_ other: FieldPath) -> Bool {
    if kind == .count || other.kind == .count {
      return isSame(as: other)
    }
    return path.starts(with: other.path)
  }

  /// This field as a path of the first relation's records: `title` for `albums.title`.
  var withinFirstRelation: FieldPath {
    FieldPath(Array(relations.dropFirst()), members, kind)
  }

  /// The relations to embed for the field, even if only the data shows what its name means.
  package var neededRelations: [Relation] {
    // The relations of the completed field begin with those of the short name.
    if case .field(let completed) = shortNameMeaning { return completed.relations }
    return relations
  }
}
