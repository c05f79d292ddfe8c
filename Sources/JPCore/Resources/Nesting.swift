extension Records {
  /// Embeds the records of other resources, in linear time and memory.
  ///
  /// - Parameters:
  ///   - embeddings: the relations to embed.
  ///   - lists: the other resources' records; a resource without a list is embedded as missing.
  /// - Returns: these records with those that belong to them, in the lists' order, and the
  ///   irregularities.
  package func nesting(
    _ embeddings: [Embedding], from lists: [Records]
  ) -> (Records, [Irregularity]) {
    let index = keyIndex
    var result = self
    var irregularities = duplicates(in: index)
    for embedding in embeddings {
      guard let target = embedding.target(in: resource) else { continue }
      guard let list = lists.first(where: { $0.resource.name == target.resource.name }) else {
        let (none, _) = Records(noneOf: target.resource).nesting(embedding.nested, from: [])
        result.embedded.append(
          Embedded(
            name: embedding.name, isSingle: target.isSingle, children: none, isMissing: true))
        continue
      }
      let (others, found) = list.nesting(embedding.nested, from: lists)
      let (embedded, unmatched) =
        target.isSingle
        ? parents(others, called: embedding.name) : children(others, by: index)
      result.embedded.append(embedded)
      irregularities += list.leftOut + found + unmatched
    }
    return (result, irregularities)
  }

  /// The records of another resource that belong to each of these. Counts each parent's children,
  /// then puts each child in its place: two passes, no sorting.
  private func children(
    _ children: Records, by index: KeyIndex
  ) -> (Embedded, [Irregularity]) {
    let (parents, orphans) = children.targets(in: index)
    var starts = [UInt32](repeating: 0, count: objects.count + 1)
    for parent in parents where parent != .max { starts[Int(parent) + 1] += 1 }
    for row in objects.indices { starts[row + 1] += starts[row] }
    var next = starts
    var rows = [UInt32](repeating: 0, count: Int(starts[objects.count]))
    for (row, parent) in parents.enumerated() where parent != .max {
      rows[Int(next[Int(parent)])] = UInt32(row)
      next[Int(parent)] += 1
    }
    let embedded = Embedded(
      name: children.resource.name, isSingle: false, children: children, rows: rows,
      starts: starts)
    // If only some parents were requested, children of the others are not orphans.
    let unmatched = extent == .list ? children.unmatched(orphans) { .orphans($0) } : nil
    return (embedded, [children.mixedKeys(with: self), unmatched].compactMap(\.self))
  }

  /// The record of another resource that each of these belongs to.
  private func parents(
    _ parents: Records, called name: String
  ) -> (Embedded, [Irregularity]) {
    let (targets, dangling) = targets(in: parents.keyIndex)
    var starts: [UInt32] = [0]
    for target in targets { starts.append(starts[starts.count - 1] + (target == .max ? 0 : 1)) }
    let embedded = Embedded(
      name: name, isSingle: true, children: parents, rows: targets.filter { $0 != .max },
      starts: starts)
    let unmatched = unmatched(dangling) { .danglingReferences($0) }
    return (embedded, [mixedKeys(with: parents), unmatched].compactMap(\.self))
  }

  /// The row that each record's reference leads to, `.max` without a reference, and the rows whose
  /// references match no record.
  private func targets(in index: KeyIndex) -> ([UInt32], unmatched: [Int]) {
    var unmatched: [Int] = []
    let targets = objects.indices.map { row -> UInt32 in
      guard let key = reference(ofRow: row) else { return .max }
      if let target = index[key.byText] { return UInt32(target) }
      unmatched.append(row)
      return .max
    }
    return (targets, unmatched)
  }

  /// Finds rows by their ids; `1` and `"1"` are equal.
  var keyIndex: KeyIndex { KeyIndex(count: objects.count) { id(ofRow: $0)?.byText } }

  /// Reports references of another type than the ids (json-server 1 sends `"id": "1"` and
  /// `"userId": 1`); `nil` if the types agree.
  package func mixedKeys(with parents: Records) -> Irregularity? {
    guard let row = objects.indices.first(where: { reference(ofRow: $0) != nil }),
      let parent = parents.objects.indices.first(where: { parents.id(ofRow: $0) != nil }),
      parents.id(ofRow: parent)?.isString != reference(ofRow: row)?.isString
    else { return nil }
    return irregularity(from: row, count: objects.count) { .mixedKeys($0) }
  }

  /// Describes rows whose references match no record.
  private func unmatched(
    _ rows: [Int], _ kind: (Irregularity.Reference) -> Irregularity.Kind
  ) -> Irregularity? {
    rows.first.flatMap { irregularity(from: $0, count: rows.count, kind) }
  }

  private func irregularity(
    from row: Int, count: Int, _ kind: (Irregularity.Reference) -> Irregularity.Kind
  ) -> Irregularity? {
    guard let reference = resource.reference, let key = self.reference(ofRow: row) else {
      return nil
    }
    let parent = Resource.named(reference.resource)?.singular ?? reference.resource
    return Irregularity(
      kind: kind(.init(parent: parent, field: reference.field, key: key.text)),
      list: resource.name, count: count,
      first: id(ofRow: row)?.text ?? "[\(place(of: objects[row]))]")
  }

  /// Reports the records that were left out.
  var leftOut: [Irregularity] {
    misfits.first.map {
      [.misfits(of: resource.name, count: misfits.count, first: mismatch($0))]
    } ?? []
  }

  private func duplicates(in index: KeyIndex) -> [Irregularity] {
    guard let first = index.firstDuplicate else { return [] }
    return [
      Irregularity(
        kind: .repeatedIDs, list: resource.name, count: index.duplicates, first: first.text)
    ]
  }
}
