/// Groups of records with the same values in the given fields. The largest group comes first;
/// groups of the same size are in the order of their first records. A missing value equals `null`.
/// A field that is a parent, such as `user`, groups by the record, not by its name.
package struct RecordGroups {
  /// The grouped records. Only the first record of each shown group is shown.
  package private(set) var records: Records

  package let fields: [FieldPath]

  /// How many records each shown group has.
  package let counts: [Int]

  /// How many groups there are, shown or not.
  package let total: Int

  /// A group whose records are being counted.
  private struct Group {
    /// The first record's row.
    let row: Int
    var count: Int
  }

  /// Groups the shown records.
  ///
  /// - Parameters:
  ///   - fields: the fields to group by; a repeated field is ignored.
  ///   - skip: how many groups to leave out.
  ///   - limit: how many groups to show at most.
  package init(_ records: Records, by fields: [FieldPath], skip: Int, limit: Int?) {
    let uniqueFields = fields.eachOnce
    let groups = Self.countGroups(of: records, by: uniqueFields)
    total = groups.count
    var chosen = Self.largestFirst(groups).dropFirst(skip)
    if let limit { chosen = chosen.prefix(limit) }
    self.fields = uniqueFields
    self.records = records
    self.records.isSingle = false
    self.records.rows = chosen.map(\.row)
    counts = chosen.map(\.count)
  }

  /// The groups in the order of their first records.
  private static func countGroups(of records: Records, by fields: [FieldPath]) -> [Group] {
    var groups: [Group] = []
    // The groups' indices by the values that their records have in common.
    var indices: [[[UInt8]]: Int] = [:]
    let rows = records.rows
    let columns = records.values(of: fields)
    let areParents = fields.map(\.isParent)
    for (index, row) in rows.enumerated() {
      let key = columns.indices.map { column in
        columns[column][index].groupKey(ofParent: areParents[column])
      }
      if let known = indices[key] {
        groups[known].count += 1
      } else {
        indices[key] = groups.count
        groups.append(Group(row: row, count: 1))
      }
    }
    return groups
  }

  /// Groups of the same size keep their order.
  private static func largestFirst(_ groups: [Group]) -> [Group] {
    let order = groups.indices.sorted { one, other in
      let count = groups[one].count
      let otherCount = groups[other].count
      if count == otherCount { return one < other }
      return count > otherCount
    }
    return order.map { index in groups[index] }
  }

  /// The fields in JSON: of a parent, its id and the field that is shown in its place.
  var fieldsInJSON: [FieldPath] {
    let resource = records.resource
    var members: [FieldPath] = []
    for field in fields {
      if field.isParent { members.append(resource.idField(of: field)) }
      members.append(resource.scalarShown(for: field))
    }
    return members
  }

  /// The name of the column or member that holds the counts, different from the fields' names.
  var countName: String {
    for name in ["count", "records"] {
      let isTaken = fields.contains { field in field.hasName(name) }
      if !isTaken { return name }
    }
    return "records counted"
  }
}

extension FieldPath {
  /// Whether the field's column or its outermost member has this name.
  fileprivate func hasName(_ name: String) -> Bool {
    title.utf8.elementsEqual(name.utf8) || path.first == MemberName(name)
  }
}

extension FieldValue {
  /// The bytes by which values are grouped: a letter for the type, then the content of a text or
  /// the spelling of any other value.
  ///
  /// - Parameter isParent: whether the value is a parent, so that each record is a group.
  fileprivate func groupKey(ofParent isParent: Bool) -> [UInt8] {
    switch self {
    case .count(let count):
      return groupKey(type: "n", String(count).utf8)
    case .missing:
      return groupKey(type: "z", [])
    case .json(let value):
      if isParent { return groupKey(type: "p", String(value.index).utf8) }
      switch value.kind {
      case .null:
        return groupKey(type: "z", [])
      case .string:
        return groupKey(type: "s", value.content)
      case .number:
        return groupKey(type: "n", value.text)
      case .boolean, .array, .object:
        return groupKey(type: "j", value.text)
      }
    }
  }

  private func groupKey(type kind: Unicode.Scalar, _ bytes: some Collection<UInt8>) -> [UInt8] {
    [UInt8(ascii: kind)] + bytes
  }
}
