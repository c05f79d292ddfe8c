/// The lists that were fetched, and the links between their records.
///
/// For example, `jpfetch photos -e album.user` joins three lists by two links, each made once:
///
///     lists   users        albums        photos
///     links        ◄──────        ◄──────
///
/// A relation is a step along a link, from a row to rows of the other list: `album` from a photo to
/// its album, `photos` from an album to its photos.
package struct Join: Sendable {
  private let lists: [List]
  private var links: [Links] = []

  /// Makes a join of lists without links.
  package init(_ lists: [List]) { self.lists = lists }

  /// - Parameters:
  ///   - lists: at most one of each resource. The relations to other resources are missing.
  ///   - embeddings: the relations to link. Only these can be followed from a record to its
  ///     children.
  ///   - resource: the resource whose relations these are.
  package init(_ lists: [List], linking embeddings: [Embedding], of resource: Resource) {
    self.lists = lists
    addLinks(for: embeddings, of: resource)
  }

  private mutating func addLinks(for embeddings: [Embedding], of resource: Resource) {
    for embedding in embeddings {
      let relation = embedding.relation
      addLink(for: relation, of: resource)
      addLinks(for: embedding.nested, of: relation.resource)
    }
  }

  private mutating func addLink(for relation: Relation, of resource: Resource) {
    if let index = indexOfLinks(for: relation, of: resource) {
      if relation.isList { links[index].groupChildren() }
      return
    }
    guard let here = list(of: resource), let other = list(of: relation.resource) else { return }
    if relation.isList {
      links.append(Links(from: other, to: here))
      links[links.count - 1].groupChildren()
    } else {
      links.append(Links(from: here, to: other))
    }
  }

  package func list(of resource: Resource) -> List? {
    for list in lists where list.resource == resource { return list }
    return nil
  }

  /// The index of the links that a relation of a resource follows; `nil` if a list is missing, or
  /// if the relation isn't linked.
  private func indexOfLinks(for relation: Relation, of resource: Resource) -> Int? {
    // The catalogue has one parent for each child.
    let child = relation.isList ? relation.resource : resource
    for index in links.indices where links[index].child == child { return index }
    return nil
  }

  // MARK: Following relations

  /// A relation of a resource as a step from its rows; `nil` if one of the lists is missing, or if
  /// the relation isn't linked.
  func step(_ relation: Relation, of resource: Resource) -> JoinStep? {
    guard let index = indexOfLinks(for: relation, of: resource),
      let target = list(of: relation.resource), !relation.isList || links[index].isGrouped
    else { return nil }
    return JoinStep(list: target, links: links[index], isDown: relation.isList)
  }

  /// The rows to which a relation leads from rows of a resource: each once, in its list's order.
  /// None if one of the lists is missing, or if the relation isn't linked.
  func follow(_ relation: Relation, from rows: [Int], of resource: Resource) -> [Int] {
    step(relation, of: resource)?.rows(from: rows) ?? []
  }
}

/// A step along a link: down from a record to its children, or up to its parent.
struct JoinStep: Sendable {
  /// The list to which the step leads.
  let list: List

  fileprivate let links: Links

  fileprivate let isDown: Bool

  /// The rows of a record's children in their list's order, or of its one parent.
  @inline(__always)
  func rows(from row: Int) -> ArraySlice<UInt32> {
    isDown ? links.children(ofRow: row) : links.parent(ofRow: row)
  }

  /// The rows to which the step leads from several rows: each once, in their list's order.
  func rows(from rows: [Int]) -> [Int] {
    if rows.isEmpty { return [] }
    var isReached = [Bool](repeating: false, count: list.objects.count)
    for row in rows {
      for other in self.rows(from: row) { isReached[Int(other)] = true }
    }
    return isReached.indices.filter { row in isReached[row] }
  }
}

/// Which records of two lists belong to each other: each album's user, and each user's albums.
private struct Links: Sendable {
  /// The resource of the children.
  let child: Resource

  /// The row of each child's parent; ``JSONDocument/none`` if the child has no reference, or the
  /// parents' list has no such record.
  let parents: [UInt32]

  private let parentCount: Int

  /// The children's rows, grouped by their parents; empty until ``groupChildren()``.
  private var children: [UInt32] = []

  /// The start of each parent's range in ``children``, then the end of the last range.
  private var starts: [UInt32] = []

  var isGrouped: Bool { !starts.isEmpty }

  init(from children: List, to parents: List) {
    child = children.resource
    parentCount = parents.objects.count
    self.parents = parents.index.rows(ofReferences: children.references, in: children.document)
  }

  /// Groups the children, unless that is done. Counts each parent's children, then fills in their
  /// rows: two passes, no sorting.
  mutating func groupChildren() {
    if isGrouped { return }
    starts = [UInt32](repeating: 0, count: parentCount + 1)
    for parent in parents where parent != JSONDocument.none { starts[Int(parent) + 1] += 1 }
    for row in 0..<parentCount { starts[row + 1] += starts[row] }
    var next = starts
    children = [UInt32](repeating: 0, count: Int(starts[parentCount]))
    for (row, parent) in parents.enumerated() where parent != JSONDocument.none {
      children[Int(next[Int(parent)])] = UInt32(truncatingIfNeeded: row)
      next[Int(parent)] += 1
    }
  }

  func children(ofRow row: Int) -> ArraySlice<UInt32> {
    children[Int(starts[row])..<Int(starts[row + 1])]
  }

  func parent(ofRow row: Int) -> ArraySlice<UInt32> {
    let end = parents[row] == JSONDocument.none ? row : row + 1
    return parents[row..<end]
  }

  /// The rows of the children without a parent.
  var orphans: [Int] {
    var orphans: [Int] = []
    for row in parents.indices where parents[row] == JSONDocument.none { orphans.append(row) }
    return orphans
  }
}

// MARK: Irregular records

extension Join {
  /// Adds what is irregular in the records of a list and in those that relations embed in them.
  ///
  /// A child, such as an album, is left out and reported if its reference (`userId`) is `null`,
  /// missing, or the id of no record. When parents are embedded, only the last case is reported,
  /// because a record may have no parent. If only some records were requested, left-out children
  /// aren't reported, and missing parents are reported only for the requested records.
  ///
  /// - Parameters:
  ///   - rows: the rows of the requested records; `nil` if all were requested.
  ///   - leftOut: the rows that are left out of the records in which they would be embedded.
  ///   - issues: gets each issue once, even if a list is embedded in two places.
  func addIssues(
    of list: List, rows: [Int]? = nil, leftOut: [Int] = [], embedding embeddings: [Embedding],
    to issues: inout [DataIssue]
  ) {
    issues.addIfNew(list.repeatedIDsIssue)
    for embedding in embeddings {
      let relation = embedding.relation
      guard let step = step(relation, of: list.resource) else { continue }
      let requested = rows.map(step.rows)
      issues.addIfNew(step.list.leftOutIssue)
      if relation.isList {
        // Children that weren't requested aren't missed.
        let orphans = rows == nil ? step.links.orphans : []
        let leftOutChildren = step.rows(from: leftOut)
        addIssues(
          of: step.list, rows: requested, leftOut: orphans + leftOutChildren,
          embedding: embedding.nested, to: &issues)
        issues.addIfNew(step.list.issue(about: orphans, DataIssue.Kind.orphans))
        issues.addIfNew(step.list.issue(about: leftOutChildren, DataIssue.Kind.leftOutWithParent))
      } else {
        addIssues(of: step.list, rows: requested, embedding: embedding.nested, to: &issues)
        let dangling = list.danglingReferences(among: step.links.orphans, rows, except: leftOut)
        issues.addIfNew(list.issue(about: dangling, DataIssue.Kind.danglingReferences))
      }
    }
  }
}

extension [DataIssue] {
  /// Adds an issue, unless it is reported. A walk can lead up and down between the same lists; then
  /// records that are left out for their missing parents are reported only so.
  fileprivate mutating func addIfNew(_ issue: DataIssue?) {
    guard let issue, !contains(where: { known in issue.isCovered(by: known) }) else { return }
    removeAll { known in known.isCovered(by: issue) }
    append(issue)
  }
}

extension DataIssue {
  /// Whether the other issue is the same, or reports the same missing parents and more.
  fileprivate func isCovered(by other: DataIssue) -> Bool {
    if self == other { return true }
    guard case .danglingReferences = kind, case .orphans = other.kind else { return false }
    return list == other.list
  }
}

extension List {
  /// The issue about elements that aren't records; `nil` if there are none.
  var leftOutIssue: DataIssue? {
    guard let first = firstMisfit else { return nil }
    return .makeMisfitsIssue(of: resource.name, count: misfits.count, first: first)
  }

  fileprivate var repeatedIDsIssue: DataIssue? {
    guard let row = index.firstDuplicate else { return nil }
    return issue(.repeatedIDs, count: index.duplicates, firstRow: row)
  }

  /// The issue about rows without a parent; `nil` if there are no rows.
  fileprivate func issue(
    about rows: [Int], _ kind: (DataIssue.Reference) -> DataIssue.Kind
  ) -> DataIssue? {
    guard let row = rows.first, let parent = resource.parent else { return nil }
    let object = document.value(at: Int(objects[row]))
    let key = object[parent.field]?.keyText ?? "missing"
    let reference = DataIssue.Reference(parent: parent.name, field: parent.field, key: key)
    return issue(kind(reference), count: rows.count, firstRow: row)
  }

  private func issue(_ kind: DataIssue.Kind, count: Int, firstRow row: Int) -> DataIssue {
    DataIssue(kind: kind, list: resource.name, count: count, first: id(ofRow: row)?.text ?? "")
  }

  /// The rows without a parent that refer to a missing record.
  ///
  /// - Parameters:
  ///   - rows: the rows that were requested; `nil` for all.
  ///   - leftOut: rows that don't count, because they are left out.
  fileprivate func danglingReferences(
    among orphans: [Int], _ rows: [Int]?, except leftOut: [Int]
  ) -> [Int] {
    var dangling = orphans.filter { row in references[row] != JSONDocument.none }
    if dangling.isEmpty { return [] }
    let leftOut = Set(leftOut)
    dangling.removeAll { row in leftOut.contains(row) }
    guard let rows else { return dangling }
    let requested = Set(rows)
    return dangling.filter { row in requested.contains(row) }
  }
}
