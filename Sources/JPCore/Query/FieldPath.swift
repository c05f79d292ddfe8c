/// A field of a resource's records, resolved: the relations that lead to it, and a member of the
/// records at their end.
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

  /// The path as it was typed, without quotes; a column's title.
  package var title: String

  init(_ relations: [Relation], _ members: [MemberName], _ kind: Kind, title: String? = nil) {
    self.relations = relations
    self.members = members
    self.kind = kind
    self.title = title ?? ""
    if title == nil { self.title = text }
  }

  /// The whole path.
  package var text: String {
    (relations.map(\.name) + memberNames + (kind == .count ? ["count"] : [])).joined(separator: ".")
  }

  private var memberNames: [String] { members.map { String(utf8: $0.utf8) } }

  /// The last member's name.
  var lastName: String? { memberNames.last }

  /// How many lists at the end of the relations are counted.
  fileprivate var countedLists: Int {
    kind == .count || kind == .list ? relations.reversed().prefix(while: \.isList).count : 0
  }

  /// Whether a record can have several of it, by the catalogue.
  package var isSeveral: Bool { relations.dropLast(countedLists).contains(where: \.isList) }

  /// Throws unless each record has one value of it.
  package func checkSingle() throws(QueryError) {
    if isSeveral { throw .several(self) }
    if kind == .list { throw .list(self) }
    if kind == .object { throw .object(self) }
  }

  /// Whether it is the other field, however that was typed.
  package func isSame(as other: FieldPath) -> Bool {
    relations == other.relations && members == other.members && kind == other.kind
  }

  /// Whether it is the other field or a part of it.
  package func isInside(_ other: FieldPath) -> Bool { "\(text).".hasPrefix("\(other.text).") }

  /// The same field, as a path of the first relation's records.
  func dropFirst() -> FieldPath { FieldPath(Array(relations.dropFirst()), members, kind) }

  /// The members that fields read, with their resources, as in ``RecordQuery/fields``; a count reads
  /// none.
  package static func read(by fields: [FieldPath], of resource: Resource) -> [(
    resource: String, path: String
  )] {
    fields.filter { $0.kind != .count }.map { field in
      let owner = resource.target(of: field.relations) ?? resource
      return (owner.name, field.memberNames.joined(separator: "."))
    }
  }

  /// The embeddings that fields need, in the fields' order.
  package static func embeddings(for fields: [FieldPath]) -> [Embedding] {
    fields.reduce([]) { needed, field in
      needed.merged(
        with: field.relations.reversed().reduce([]) { [Embedding($1.name, nested: $0)] })
    }
  }
}

/// A value that a path finds in a record.
package enum FieldValue {
  case json(JSONValue)
  case count(Int)
  case missing

  /// - Parameter index: the value's index in a document; `nil` if it is missing.
  init(_ index: UInt32?, in document: JSONDocument) {
    self = index.map { .json(document.value(at: Int($0))) } ?? .missing
  }
}

extension Records {
  /// The first value that a path finds in the record of a row.
  package func value(row: Int, at path: FieldPath) -> FieldValue {
    var found = FieldValue.missing
    _ = hasValue(row: row, at: path) { value in
      found = value
      return true
    }
    return found
  }

  /// Whether any of the values that a path finds fits: there are several if a list is on the way,
  /// else one, which may be missing.
  func hasValue(row: Int, at path: FieldPath, where fits: (FieldValue) -> Bool) -> Bool {
    hasValue(row: row, at: path, path.relations[...], where: fits)
  }

  private func hasValue(
    row: Int, at path: FieldPath, _ relations: ArraySlice<FieldPath.Relation>,
    where fits: (FieldValue) -> Bool
  ) -> Bool {
    guard let relation = relations.first else {
      return document.hasValue(path.members[...], in: Int(objects[row]), where: fits)
    }
    if relations.count <= path.countedLists {
      return fits(count(row: row, relations).map { .count($0) } ?? .missing)
    }
    guard let embedded = embedded(relation) else { return fits(.missing) }
    let rows = embedded.rows(ofParent: row)
    if embedded.isSingle && rows.isEmpty { return fits(.missing) }
    return rows.contains {
      embedded.children.hasValue(row: Int($0), at: path, relations.dropFirst(), where: fits)
    }
  }

  /// How many records there are at the end of some lists; `nil` if one is missing.
  private func count(row: Int, _ lists: ArraySlice<FieldPath.Relation>) -> Int? {
    guard let embedded = lists.first.flatMap(embedded) else { return nil }
    let rows = embedded.rows(ofParent: row)
    if lists.count == 1 { return rows.count }
    return rows.reduce(0) { total, row in
      guard let total, let count = embedded.children.count(row: Int(row), lists.dropFirst()) else {
        return nil
      }
      return total + count
    }
  }

  private func embedded(_ relation: FieldPath.Relation) -> Embedded? {
    embedded.first { $0.name == relation.name && !$0.isMissing }
  }

  /// Finds a member of the records themselves in several rows, fast. `nil` for other paths, and if a
  /// list is on the way.
  func ownValues(rows: [Int], at path: FieldPath) -> [UInt32?]? {
    guard path.relations.isEmpty, path.members.count == 1 || !hasSeveral(at: path) else {
      return nil
    }
    return path.members.reduce(rows.map { objects[$0] }) { values, name in
      document.members(named: name, ofValuesAt: values)
    }
  }

  /// The records that have the field of a path; `nil` if a list on the way is missing.
  private func records(with path: FieldPath) -> Records? {
    path.relations.reduce(self as Records?) { $0?.embedded($1)?.children }
  }

  /// Whether a path leads through an array in some record, which then has several values, or none.
  package func hasSeveral(at path: FieldPath) -> Bool {
    guard let records = records(with: path) else { return false }
    return records.objects.contains { records.document.hasArray(on: path.members, in: Int($0)) }
  }

  /// Whether any record has a field, even as `null`. True if a list on the way is missing.
  package func knows(_ path: FieldPath) -> Bool {
    guard let records = records(with: path) else { return true }
    return records.objects.contains { object in
      records.document.hasValue(path.members[...], in: Int(object)) {
        if case .missing = $0 { false } else { true }
      }
    }
  }
}

extension JSONDocument {
  fileprivate func hasArray(on names: [MemberName], in object: Int) -> Bool {
    var index = object
    for name in names {
      guard let member = member(named: name, ofObjectAt: index) else {
        return kind(at: index) == .array
      }
      index = member
    }
    return false
  }

  /// Whether any value that some names lead to fits; an array on the way means its elements.
  fileprivate func hasValue(
    _ names: ArraySlice<MemberName>, in index: Int, where fits: (FieldValue) -> Bool
  ) -> Bool {
    guard let name = names.first else { return fits(.json(value(at: index))) }
    if kind(at: index) == .array {
      return children(at: index).contains { hasValue(names, in: $0, where: fits) }
    }
    guard let member = member(named: name, ofObjectAt: index) else { return fits(.missing) }
    return hasValue(names.dropFirst(), in: member, where: fits)
  }
}
