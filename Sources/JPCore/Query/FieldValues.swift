/// The values of a field in a list of records. A record has one value or, if the path leads through
/// a list or an array, any number of them. Each step of the path is followed for all records at
/// once.
///
/// For example, `albums.title` of two users, the first with two albums and the second with one:
///
///     document  the albums' document
///     found     17, 23, 41, the indices of the three titles
///     ends      2, 3, so that the first user has found[0..<2] and the second found[2..<3]
package struct FieldValues: Sendable {
  /// The document that contains the values; an empty one if they are numbers of records.
  private(set) var document = noDocument

  /// Whether each value is a number of records, and not an index in ``document``.
  private(set) var areCounts = true

  private static let noDocument = JSONDocument()

  /// All values, in the records' order: indices in ``document`` or numbers of records;
  /// ``JSONDocument/none`` for a missing value.
  private var found: [UInt32]

  /// The end of each record's values in ``found``; `nil` if each record has one value.
  private var ends: [Int]?

  /// Makes values that are numbers of records, one for each row.
  init(counts: [Int]) {
    found = counts.map { count in UInt32(count) }
  }

  /// Makes values that were found before, one for each record.
  ///
  /// - Parameter found: the index of each record's value, or ``JSONDocument/none``.
  init(_ found: [UInt32], of document: JSONDocument) {
    self.document = document
    areCounts = false
    self.found = found
  }

  // MARK: Following a path

  /// Makes values that are the rows of records.
  fileprivate init(rows: [Int]) { found = rows.map { row in UInt32(row) } }

  /// Replaces the rows in ``found`` with the rows of the records to which the relations lead.
  ///
  /// - Returns: the list to which the relations lead; `nil` if one of the lists is missing. All
  ///   values are missing then.
  fileprivate mutating func follow(
    _ relations: ArraySlice<Relation>, from records: Records
  ) -> List? {
    var list = records.list
    for relation in relations {
      guard let step = records.join.step(relation, of: list.resource) else {
        found = Array(repeating: JSONDocument.none, count: count)
        ends = nil
        return nil
      }
      if relation.isList {
        expandEach { row, rows in
          for child in step.rows(from: row) { rows.append(child) }
        }
      } else {
        replaceEach { row in step.rows(from: row).first ?? JSONDocument.none }
      }
      list = step.list
    }
    return list
  }

  /// The number of each row's records in the last of the lists: for `albums`, `photos`, the number
  /// of a user's photos.
  fileprivate func recordCounts(
    inLast lists: ArraySlice<Relation>, from resource: Resource, in join: Join
  ) -> FieldValues {
    var counts = self
    counts.replaceEach { row in
      guard let count = join.countRecords(inLast: lists, from: row, of: resource) else {
        return JSONDocument.none
      }
      return UInt32(count)
    }
    return counts
  }

  /// The records of the rows in ``found``, as values.
  fileprivate func objects(in list: List) -> FieldValues {
    var objects = self
    objects.document = list.document
    objects.areCounts = false
    objects.replaceEach { row in list.objects[row] }
    return objects
  }

  /// The members at several paths of the values, found in one pass over each object. If an array is
  /// on the way to a member, each of its elements is followed.
  fileprivate func membersFollowingArrays(at paths: [[MemberName]]) -> [FieldValues] {
    var columns = paths.map { _ in self }
    var list = MemberFinder()
    // For each name in the list, the indices of the paths that begin with it.
    var following: [[Int]] = []
    for (index, path) in paths.enumerated() {
      guard let name = path.first else { continue }
      let nameIndex = list.addName(name)
      if nameIndex == following.count { following.append([]) }
      following[nameIndex].append(index)
    }
    if following.isEmpty { return columns }
    var owners = self
    owners.replaceArraysWithElements()
    let members = document.members(named: list, ofValuesAt: owners.found)
    for (nameIndex, indices) in following.enumerated() {
      var values = owners
      values.found = members[nameIndex]
      let rests = indices.map { index in Array(paths[index].dropFirst()) }
      let inner = values.membersFollowingArrays(at: rests)
      for (index, column) in zip(indices, inner) { columns[index] = column }
    }
    return columns
  }

  /// Replaces each array with its elements.
  private mutating func replaceArraysWithElements() {
    for value in found where value != JSONDocument.none && document.kind(at: Int(value)) == .array {
      let document = document
      expandEach { value, values in document.appendElements(at: value, to: &values) }
      return
    }
  }

  private mutating func replaceEach(by replacement: (Int) -> UInt32) {
    for index in found.indices where found[index] != JSONDocument.none {
      found[index] = replacement(Int(found[index]))
    }
  }

  /// Replaces each value by several, or by none.
  private mutating func expandEach(by append: (Int, inout [UInt32]) -> Void) {
    var expanded: [UInt32] = []
    var expandedEnds: [Int] = []
    expandedEnds.reserveCapacity(count)
    for record in 0..<count {
      for index in indices(ofRecord: record) {
        if found[index] == JSONDocument.none {
          expanded.append(JSONDocument.none)
        } else {
          append(Int(found[index]), &expanded)
        }
      }
      expandedEnds.append(expanded.count)
    }
    found = expanded
    ends = expandedEnds
  }

  /// The members at several paths of the values, found in one pass over each object. No path leads
  /// into an array.
  fileprivate func members(at paths: [[MemberName]]) -> [FieldValues] {
    let columns = document.members(at: paths, ofValuesAt: found)
    return columns.map { column in
      var values = self
      values.found = column
      return values
    }
  }

  // MARK: Access

  /// The first value of a record: its index in ``document``, or a number of records; `nil` if it is
  /// missing.
  @inline(__always)
  func firstIndex(ofRecord record: Int) -> Int? {
    var index = record
    if ends != nil {
      let range = indices(ofRecord: record)
      if range.isEmpty { return nil }
      index = range.lowerBound
    }
    let value = found[index]
    if value == JSONDocument.none { return nil }
    return Int(value)
  }

  private var count: Int { ends?.count ?? found.count }

  /// The indices of a record's values in ``found``.
  private func indices(ofRecord record: Int) -> Range<Int> {
    guard let ends else { return record..<record + 1 }
    var start = 0
    if record > 0 { start = ends[record - 1] }
    return start..<ends[record]
  }

  /// Whether a record can have several values, or none.
  package var canRepeat: Bool { ends != nil }

  /// Whether there are records, and none has a value, not even `null`.
  package var isAbsent: Bool {
    if count == 0 { return false }
    return found.allSatisfy { value in value == JSONDocument.none }
  }

  /// The first value of a record; `missing` without one.
  package subscript(record: Int) -> FieldValue {
    guard let first = indices(ofRecord: record).first else { return .missing }
    return value(at: first)
  }

  func contains(ofRecord record: Int, where fits: (FieldValue) -> Bool) -> Bool {
    for index in indices(ofRecord: record) where fits(value(at: index)) {
      return true
    }
    return false
  }

  private func value(at index: Int) -> FieldValue {
    let value = found[index]
    if value == JSONDocument.none { return .missing }
    if areCounts { return .count(Int(value)) }
    return .json(document.value(at: Int(value)))
  }
}

package enum FieldValue {
  case json(JSONValue)
  case count(Int)
  case missing

  /// Whether the value is missing, or JSON's null.
  var isNothing: Bool {
    switch self {
    case .json(let value): value.kind == .null
    case .count: false
    case .missing: true
    }
  }
}

extension Records {
  package func values(of field: FieldPath) -> FieldValues { values(of: [field])[0] }

  /// The values of several fields in the records. All members of the same records are found in one
  /// pass over each record.
  ///
  /// - Parameter opensArrays: whether an array on the way to a member is followed. In the columns
  ///   of a table it isn't: the members of a long array's elements could fill many columns with many
  ///   values each.
  package func values(of fields: [FieldPath], opensArrays: Bool = true) -> [FieldValues] {
    var columns = fields.map { _ in FieldValues(counts: []) }
    for together in fields.indicesByRecords {
      let relations = fields[together[0]].followedRelations
      var owners = FieldValues(rows: rows)
      guard let list = owners.follow(relations, from: self) else {
        for index in together { columns[index] = owners }
        continue
      }
      let objects = owners.objects(in: list)
      let paths = together.map { index in fields[index].members }
      let members =
        opensArrays ? objects.membersFollowingArrays(at: paths) : objects.members(at: paths)
      for (position, index) in together.enumerated() {
        let lists = fields[index].countedLists
        if lists.isEmpty {
          columns[index] = members[position]
        } else {
          columns[index] = owners.recordCounts(inLast: lists, from: list.resource, in: join)
        }
      }
    }
    return columns
  }

  /// The values of fields in all records that can have them: in own members, of all records of the
  /// list, but only of a single record, whether it came with its list or not; after relations, of
  /// all records of the last one's list. If no record is shown, or the list is missing, the values
  /// are those of no record.
  package func valuesInAllRecords(of fields: [FieldPath]) -> [FieldValues] {
    var columns = fields.map { _ in FieldValues(counts: []) }
    if rows.isEmpty { return columns }
    for together in fields.indicesByRecords {
      let relations = fields[together[0]].followedRelations
      var records = self
      if let last = relations.last {
        guard let list = join.list(of: last.resource) else { continue }
        records = Records(list)
      } else if !isSingle {
        records = Records(list)
      }
      let own = together.map { index in FieldPath([], fields[index].members, .unknown) }
      for (index, values) in zip(together, records.values(of: own)) { columns[index] = values }
    }
    return columns
  }
}

extension [FieldPath] {
  /// The indices of the fields, those of the same records together.
  fileprivate var indicesByRecords: [[Int]] {
    var groups: [[Int]] = []
    for (index, field) in enumerated() {
      let known = groups.firstIndex { group in
        self[group[0]].followedRelations == field.followedRelations
      }
      if let known {
        groups[known].append(index)
      } else {
        groups.append([index])
      }
    }
    return groups
  }
}

extension Join {
  /// How many records of the last list belong to a row, through the lists before it; `nil` if a list
  /// is missing.
  fileprivate func countRecords(
    inLast lists: ArraySlice<Relation>, from row: Int, of resource: Resource
  ) -> Int? {
    guard let relation = lists.first, let step = step(relation, of: resource) else { return nil }
    let rows = step.rows(from: row)
    let innerLists = lists.dropFirst()
    if innerLists.isEmpty { return rows.count }
    var total = 0
    for row in rows {
      guard let count = countRecords(inLast: innerLists, from: Int(row), of: relation.resource)
      else {
        return nil
      }
      total += count
    }
    return total
  }
}

extension JSONDocument {
  /// Appends the indices of an array's elements, with nested arrays flattened. For any other value,
  /// its own index is appended.
  fileprivate func appendElements(at index: Int, to values: inout [UInt32]) {
    guard kind(at: index) == .array else {
      values.append(UInt32(index))
      return
    }
    let end = Int(nodes[index].next)
    var element = index + 1
    while element < end {
      if kind(at: element) == .array {
        // Go into the inner array: its elements are the next nodes.
        element += 1
      } else {
        values.append(UInt32(element))
        element = Int(nodes[element].next)
      }
    }
  }
}
