/// The records to show: rows of one list, and the relations to print with each.
///
/// Selecting changes the rows, and nothing else: the lists and their links stay as they were
/// fetched.
package struct Records: Sendable {
  let join: Join

  package let list: List

  /// The rows to show, in this order.
  package var rows: [Int]

  /// Whether a single record was requested by its id. It is shown as a record, not as a list.
  package internal(set) var isSingle = false

  /// The number of requested records: of the ids, of one parent's records, or of those found by
  /// following relations; if all were requested, the number of elements in the list, including
  /// those that aren't records.
  package internal(set) var recordCount: Int

  /// The relations whose records are printed with each record, in order. The join has others, too,
  /// if a condition or a sort key needs them.
  package var embedded: [Embedding]

  /// - Parameters:
  ///   - join: the list with those that are linked to it; `nil` if no other list is needed.
  ///   - rows: the rows to show; `nil` for all.
  package init(
    _ list: List, of join: Join? = nil, rows: [Int]? = nil, embedded: [Embedding] = []
  ) {
    self.join = join ?? Join([list])
    self.list = list
    self.rows = rows ?? Array(list.objects.indices)
    self.embedded = embedded
    recordCount = rows?.count ?? list.elementCount
  }

  package var resource: Resource { list.resource }

  /// How many records are shown, and how many records of each embedded list belong to them. The
  /// count is `nil` for a list that is missing, and for the lists inside it.
  package var counts: [(name: String, count: Int?)] {
    [(resource.name, rows.count)] + counts(of: embedded, inRows: rows, of: resource)
  }

  private func counts(
    of embeddings: [Embedding], inRows rows: [Int]?, of resource: Resource
  ) -> [(name: String, count: Int?)] {
    var counts: [(name: String, count: Int?)] = []
    for embedding in embeddings where embedding.relation.isList {
      let relation = embedding.relation
      var children: [Int]?
      if let rows { children = join.step(relation, of: resource)?.rows(from: rows) }
      counts.append((relation.name, children?.count))
      counts += self.counts(of: embedding.nested, inRows: children, of: relation.resource)
    }
    return counts
  }
}
