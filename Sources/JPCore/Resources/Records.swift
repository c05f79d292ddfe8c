/// The records to show: rows of one list, and the relations to print with each.
///
/// Selecting changes the rows, and nothing else: the lists and their links stay as they were
/// fetched.
package struct Records: Sendable {
  package let join: Join

  package let list: List

  /// The rows to show, in this order.
  package var rows: [Int]

  /// Whether a single record was requested by its id. It is shown as a record, not as a list.
  package internal(set) var isSingle = false

  /// The number of fetched records: of those with the requested ids, of one parent's, or of those
  /// found by following relations; if all were requested, the number of elements in the list,
  /// including those that aren't records.
  package let recordCount: Int

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

  /// How many records of each embedded list belong to the shown records. The count is `nil` for a
  /// list that is missing, and for the lists inside it.
  ///
  /// - Parameter includesParents: whether to count embedded parents, too, each once.
  package func embeddedCounts(
    includingParents includesParents: Bool = false
  ) -> [(name: String, count: Int?)] {
    var counts: [(name: String, count: Int?)] = []
    addCounts(
      of: embedded, inRows: rows, of: resource, includingParents: includesParents, to: &counts)
    return counts
  }

  private func addCounts(
    of embeddings: [Embedding], inRows rows: [Int]?, of resource: Resource,
    includingParents includesParents: Bool, to counts: inout [(name: String, count: Int?)]
  ) {
    for embedding in embeddings where embedding.relation.isList || includesParents {
      let relation = embedding.relation
      var embeddedRows: [Int]?
      if let rows, let step = join.step(relation, of: resource) {
        embeddedRows = step.rows(from: rows)
      }
      counts.append((relation.resource.name, embeddedRows?.count))
      addCounts(
        of: embedding.nested, inRows: embeddedRows, of: relation.resource,
        includingParents: includesParents, to: &counts)
    }
  }
}
