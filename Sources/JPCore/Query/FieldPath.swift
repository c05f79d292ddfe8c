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
  package enum FieldKind: Equatable, Sendable {
    /// A scalar member, with its type.
    case value(Resource.FieldType)
    /// An object in the record (`address`), or the record that it belongs to (`user`).
    case object
    /// The children of a record (`albums`). The value of the path is their number.
    case list
    /// The number of a record's children (`albums.count`).
    case count
    /// A member that the catalogue doesn't have. The data may have it.
    case unknown
  }

  /// The relations that lead to the records that have the field.
  package let relations: [Relation]

  /// The names that lead from the record to the member, the outermost first, such as `address`,
  /// `city`; empty if the field is the record itself.
  let members: [MemberName]

  package let kind: FieldKind

  /// The title of the field's column: the path as it was typed, without quotes, or the catalogue's
  /// title.
  package var title: String

  /// Whether the path was typed as its end alone: `city` for `address.city`.
  package internal(set) var isShort = false

  init(_ relations: [Relation], _ members: [MemberName], _ kind: FieldKind, title: String? = nil) {
    self.relations = relations
    self.members = members
    self.kind = kind
    self.title = ""
    self.title = title ?? text
  }

  /// Makes a field for the records to which the relations lead: a list (`albums`), or one record
  /// (`user`).
  package init(to relations: [Relation]) {
    var kind = FieldKind.object
    if let last = relations.last, last.isList { kind = .list }
    self.init(relations, [], kind)
  }

  /// Whether it is wrong usage to name the field if no record has it: the catalogue doesn't have
  /// the name as it was typed.
  package var hasToOccur: Bool { !members.isEmpty && (kind == .unknown || isShort) }

  package var text: String {
    var text = ""
    func appendName(_ name: String) {
      if !text.isEmpty { text += "." }
      text += name
    }
    for relation in relations { appendName(relation.name) }
    for member in members { appendName(String(utf8: member.content)) }
    if kind == .count { appendName("count") }
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
  var countedLists: ArraySlice<Relation> { relations[followedRelations.endIndex...] }

  /// The relations to the records that are asked for the member or the count: `user` for `user.name`
  /// and for `user.albums.count`.
  var followedRelations: ArraySlice<Relation> {
    guard kind == .count || kind == .list else { return relations[...] }
    var end = relations.endIndex
    while end > 0, relations[end - 1].isList {
      end -= 1
    }
    return relations[..<end]
  }

  /// Whether a record can have several values of the field, according to the catalogue.
  package var canHaveSeveralValues: Bool { followedRelations.contains(where: \.isList) }

  /// Whether the field is a parent itself, such as `user`, and not one of its fields.
  package var isParent: Bool { kind == .object && members.isEmpty }

  /// Throws if a record can have several values of the field, or if the field is a list or an
  /// object.
  ///
  /// - Parameters:
  ///   - resource: the resource of the records.
  ///   - countsLists: whether a list is allowed, because its count is used as its value.
  ///   - takesParents: whether a parent is allowed, because records are grouped by it.
  package func checkHasOneValue(
    of resource: Resource, countsLists: Bool = false, takesParents: Bool = false
  ) throws(QueryError) {
    if canHaveSeveralValues { throw .several(self, of: resource) }
    if kind == .list, !countsLists { throw .list(title) }
    if kind == .object, !(takesParents && isParent) { throw .object(self) }
  }

  /// Whether both are the same field, however they were typed.
  package func isSameField(as other: FieldPath) -> Bool {
    relations == other.relations && members == other.members && kind == other.kind
  }

  /// Whether this is the other field or a part of it. A list's count isn't a part of the list.
  package func isInside(_ other: FieldPath) -> Bool {
    if kind == .count || other.kind == .count {
      return isSameField(as: other)
    }
    return path.starts(with: other.path)
  }

  /// This field as a path of the first relation's records: `title` for `albums.title`.
  var withoutFirstRelation: FieldPath {
    FieldPath(Array(relations.dropFirst()), members, kind)
  }

  /// Bytes that two paths have in common only if they are the same field (``isSameField(as:)``).
  fileprivate var identity: MemberName {
    // UTF-8 has no bytes above 0xF4.
    var bytes: [UInt8] = []
    for relation in relations { bytes += relation.name.utf8 + [0xFF] }
    for member in members { bytes += [0xFE] + member.content }
    if kind == .count { bytes.append(0xFD) }
    if kind == .unknown { bytes.append(0xFC) }
    return MemberName(content: bytes)
  }
}

extension [FieldPath] {
  /// The fields in their order, each once, however it was typed.
  package var eachOnce: [FieldPath] {
    var seen = MemberFinder()
    var fields: [FieldPath] = []
    for field in self where seen.addName(field.identity) == fields.count { fields.append(field) }
    return fields
  }
}
