/// The records of one resource as the server spelled them, with the records embedded in each.
///
/// A row is the number of a record in the document's order, from 0. Joining and selecting only move
/// these numbers.
package struct Records: Sendable {
  package let resource: Resource

  package let document: JSONDocument

  /// Whether the document is a list, and not one record.
  let isList: Bool

  /// The rows to show, in this order; `nil` for all.
  var chosen: [Int]?

  /// Whether a single record was requested by its id. It is shown as a record, not as a list.
  package internal(set) var isSingle: Bool

  /// How many records were requested: the number of ids, of one parent's records, or of those
  /// found by following relations; `nil` if all were.
  var wantedCount: Int?

  /// The relations embedded in each record, in order.
  var embedded: [Embedded] = []

  /// The relations that only a condition or a sort key needs. Their records aren't shown, but a
  /// table sorted by `user.name` has a column for it.
  var hidden: [Embedded] = []

  /// The indices of the list's elements that aren't records, and so were left out.
  package let misfits: [UInt32]

  /// The index of each row's record in ``document``.
  package let objects: [UInt32]

  /// The index of each row's `id` in ``document``.
  let ids: [UInt32]

  /// The index of each row's reference to its parent, such as `userId`, in ``document``. If it is
  /// `null` or missing, 0, which no member has.
  let references: [UInt32]

  /// The rows to show, in this order. If all are shown, the array is made on each access.
  package internal(set) var shown: [Int] {
    get { chosen ?? Array(objects.indices) }
    set { chosen = newValue }
  }

  /// How many records are shown, and how many records of each embedded list belong to them; `nil`
  /// for a list that is missing.
  package var counts: [(name: String, count: Int?)] {
    [(resource.name, shown.count)] + embeddedCounts
  }

  /// How many records of each embedded list belong to the shown records; `nil` for a list that is
  /// missing.
  package var embeddedCounts: [(name: String, count: Int?)] { embeddedCounts(rows: shown) }

  /// The number of requested records; if all were requested, the number of elements in the
  /// document, including those that aren't records.
  package var recordCount: Int {
    if let wantedCount { return wantedCount }
    return objects.count + misfits.count
  }

  /// The embedded records of a relation, shown or hidden; `nil` if there are none, or if they are
  /// missing.
  func embedded(_ relation: Relation) -> Embedded? {
    for embedded in embedded where embedded.relation == relation && !embedded.isMissing {
      return embedded
    }
    for embedded in hidden where embedded.relation == relation && !embedded.isMissing {
      return embedded
    }
    return nil
  }

  /// How many records are embedded in the given rows, for each list, followed by the lists inside
  /// it; `nil` for a missing list and for the lists inside it.
  private func embeddedCounts(rows: [Int]?) -> [(name: String, count: Int?)] {
    var counts: [(name: String, count: Int?)] = []
    for embedded in embedded where embedded.relation.isList {
      let children = embedded.children(ofParents: rows)
      counts.append((embedded.relation.name, children?.count))
      counts += embedded.children.embeddedCounts(rows: children)
    }
    return counts
  }

  package func id(ofRow row: Int) -> RecordKey? { document.key(at: Int(ids[row])) }

  /// The text of a row's reference to its parent; `nil` if it is `null` or missing.
  func reference(ofRow row: Int) -> String? {
    let index = Int(references[row])
    if index == 0 { return nil }
    let value = document.value(at: index)
    return value.key?.text ?? value.excerpt
  }
}

/// The records of another resource that are embedded in each record: its children, or its one
/// parent.
struct Embedded: Sendable {
  let relation: Relation

  /// The other resource's records. ``rows`` says which of them are embedded in each record.
  var children: Records

  /// Whether the other resource's list could not be fetched. ``children`` is then empty, but has
  /// the relations that would be embedded in it.
  var isMissing = false

  /// The rows of the embedded records, grouped by the record that they are embedded in.
  var rows: [UInt32] = []

  /// The start of each record's range in ``rows``, then the end of the last range.
  var starts: [UInt32] = []

  /// The rows that are embedded in a record, in their list's order.
  func rows(ofParent row: Int) -> ArraySlice<UInt32> {
    if isMissing { return [] }
    return rows[Int(starts[row])..<Int(starts[row + 1])]
  }

  /// The records that are embedded in the given rows, each once, in their list's order.
  func records(embeddedIn rows: [Int]) -> Records {
    var isEmbedded = [Bool](repeating: false, count: children.objects.count)
    for row in rows {
      for child in self.rows(ofParent: row) { isEmbedded[Int(child)] = true }
    }
    var records = children
    records.shown = isEmbedded.indices.filter { row in isEmbedded[row] }
    return records
  }

  /// The rows of all children of the given rows; `nil` if `parents` is `nil`, or if the children's
  /// list is missing.
  fileprivate func children(ofParents parents: [Int]?) -> [Int]? {
    guard let parents, !isMissing else { return nil }
    var children: [Int] = []
    for parent in parents {
      for row in rows(ofParent: parent) { children.append(Int(row)) }
    }
    return children
  }
}
