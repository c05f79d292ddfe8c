extension Records {
  /// Embeds the records of other resources, in linear time and memory.
  ///
  /// A child, such as an album, is left out and reported as an issue if its reference (`userId`) is
  /// `null`, missing, or the id of no record. When parents are embedded, only the last case is
  /// reported, because a record may have no parent. If only some records are chosen, left-out
  /// children aren't reported, and missing parents are reported only for the chosen records.
  ///
  /// - Parameters:
  ///   - embeddings: the relations to embed.
  ///   - lists: the other resources' records; a resource without a list is embedded as missing.
  /// - Returns: these records with the embedded ones, which keep the order of their lists; and the
  ///   issues.
  package func embedding(
    _ embeddings: [Embedding], from lists: [Records]
  ) -> (Records, [DataIssue]) {
    embedding(embeddings, from: lists, leftOut: [])
  }

  /// - Parameter leftOut: the rows of these records that are left out of the records in which they
  ///   would be embedded.
  private func embedding(
    _ embeddings: [Embedding], from lists: [Records], leftOut: [Int]
  ) -> (Records, [DataIssue]) {
    let index = KeyIndex(ids, in: document)
    var result = self
    var issues = duplicates(in: index)
    for embedding in embeddings {
      let relation = embedding.relation
      let list = lists.first { list in list.resource == relation.resource }
      guard let list else {
        result.embedded.append(Embedded(missing: embedding))
        continue
      }
      var embedded: Embedded
      var unmatched: [DataIssue]
      var leftOutChildren: [Int] = []
      if relation.isList {
        let links = Links(from: list, to: index)
        embedded = Embedded(relation, children: list, links, parentCount: objects.count)
        var orphans: [Int] = []
        if isList, chosen == nil { orphans = links.unmatched }
        unmatched = list.dataIssues(about: orphans, DataIssue.Kind.orphans)
        let others = links.rows(to: leftOut)
        unmatched += list.dataIssues(about: others, DataIssue.Kind.leftOutWithParent)
        leftOutChildren = orphans + others
      } else {
        let links = Links(from: self, to: KeyIndex(list.ids, in: list.document))
        embedded = Embedded(relation, parents: list, links)
        let rows = links.dangling(among: self, except: leftOut)
        unmatched = dataIssues(about: rows, DataIssue.Kind.danglingReferences)
      }
      if chosen != nil { embedded.children = embedded.records(embeddedIn: shown) }
      let (others, found) = embedded.children.embedding(
        embedding.nested, from: lists, leftOut: leftOutChildren)
      embedded.children = others
      result.embedded.append(embedded)
      issues += list.leftOut + found + unmatched
    }
    return (result, issues)
  }

  /// The issue about rows without a parent; empty if there are no rows.
  private func dataIssues(
    about rows: [Int], _ kind: (DataIssue.Reference) -> DataIssue.Kind
  ) -> [DataIssue] {
    guard let row = rows.first, let parent = resource.parent else { return [] }
    let object = document.value(at: Int(objects[row]))
    let key = object[parent.field]?.keyText ?? "missing"
    let reference = DataIssue.Reference(parent: parent.name, field: parent.field, key: key)
    return [issue(kind(reference), count: rows.count, firstRow: row)]
  }

  /// The issue about elements that aren't records; empty if there are none.
  var leftOut: [DataIssue] {
    guard let first = firstMisfit else { return [] }
    return [.misfits(of: resource.name, count: misfits.count, first: first)]
  }

  private func duplicates(in index: KeyIndex) -> [DataIssue] {
    guard let row = index.firstDuplicate else { return [] }
    return [issue(.repeatedIDs, count: index.duplicates, firstRow: row)]
  }

  private func issue(_ kind: DataIssue.Kind, count: Int, firstRow row: Int) -> DataIssue {
    DataIssue(
      kind: kind, list: resource.name, count: count, first: id(ofRow: row)?.text ?? "")
  }
}

/// For each record of one list, the record of another list that it refers to, such as each album's
/// user.
private struct Links {
  /// The row in the other list for each record; `nil` if the record has no reference, or the other
  /// list has no such record.
  let targets: [Int?]

  /// The rows without a target.
  let unmatched: [Int]

  init(from records: Records, to index: KeyIndex) {
    targets = index.rows(of: records.references, in: records.document)
    var unmatched: [Int] = []
    for (row, target) in targets.enumerated() where target == nil { unmatched.append(row) }
    self.unmatched = unmatched
  }

  /// The rows that refer to one of the targets.
  func rows(to wanted: [Int]) -> [Int] {
    if wanted.isEmpty { return [] }
    let wanted = Set(wanted)
    var rows: [Int] = []
    for case (let row, let target?) in targets.enumerated() where wanted.contains(target) {
      rows.append(row)
    }
    return rows
  }

  /// The shown rows that refer to a missing record. Rows of a list that weren't requested don't
  /// count, nor do those that are left out.
  func dangling(among records: Records, except leftOut: [Int]) -> [Int] {
    var dangling = unmatched.filter { row in records.references[row] != 0 }
    if !leftOut.isEmpty {
      let leftOut = Set(leftOut)
      dangling.removeAll { row in leftOut.contains(row) }
    }
    let shown = records.shown
    if dangling.isEmpty || shown.count == records.objects.count { return dangling }
    let shownRows = Set(shown)
    return dangling.filter { row in shownRows.contains(row) }
  }
}

extension Embedded {
  /// Makes the placeholder of a list that could not be fetched.
  fileprivate init(missing embedding: Embedding) {
    let noRecords = Records(noneOf: embedding.relation.resource)
    let (children, _) = noRecords.embedding(embedding.nested, from: [])
    self.init(relation: embedding.relation, children: children, isMissing: true)
  }

  /// Embeds each record's parent: at most one row for each record.
  fileprivate init(_ relation: Relation, parents: Records, _ links: Links) {
    var rows: [UInt32] = []
    var starts: [UInt32] = [0]
    for target in links.targets {
      if let target { rows.append(UInt32(target)) }
      starts.append(UInt32(rows.count))
    }
    self.init(relation: relation, children: parents, rows: rows, starts: starts)
  }

  /// Groups children by their parents. Counts each parent's children, then fills in their rows: two
  /// passes, no sorting.
  fileprivate init(_ relation: Relation, children: Records, _ links: Links, parentCount: Int) {
    var starts = [UInt32](repeating: 0, count: parentCount + 1)
    for case let parent? in links.targets { starts[parent + 1] += 1 }
    for row in 0..<parentCount { starts[row + 1] += starts[row] }
    var next = starts
    var rows = [UInt32](repeating: 0, count: Int(starts[parentCount]))
    for (row, parent) in links.targets.enumerated() {
      guard let parent else { continue }
      rows[Int(next[parent])] = UInt32(row)
      next[parent] += 1
    }
    self.init(relation: relation, children: children, rows: rows, starts: starts)
  }
}
