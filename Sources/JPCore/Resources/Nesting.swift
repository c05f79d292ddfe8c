/// Records that don't fit together; always reported, never dropped silently.
public enum Irregularity: Equatable, Sendable {
  /// Records whose parent is missing, so that they are nowhere in the result.
  case orphans(of: String, parent: String, field: String, count: Int, first: String, key: String)

  /// Records that refer to a missing record, and so have `null` in its place.
  case danglingReferences(
    of: String, parent: String, field: String, count: Int, first: String, key: String)

  /// Records with the `id` of an earlier one; children belong to the earlier one.
  case duplicateIDs(of: String, count: Int, first: String)

  /// Records whose references are numbers where the ids are strings, or the other way round; they
  /// were joined by their text.
  case mixedKeys(of: String, parent: String, field: String, count: Int, first: String)

  /// Records that don't fit their resource and were left out.
  case misfits(of: String, count: Int, first: TypeMismatch)

  /// A directory for stored responses, or one of them, that can't be used. The answer came without
  /// it.
  case unusableStore(StoreError)
}

extension Records {
  /// Embeds the records of other resources in these, in time and memory linear in their number.
  ///
  /// - Parameters:
  ///   - embeddings: what to embed.
  ///   - lists: the other resources' records; those that aren't among them are embedded as missing.
  /// - Returns: these records with those that belong to them, in the lists' order, and what did not
  ///   fit.
  package func nesting(
    _ embeddings: [Embedding], from lists: [Records]
  ) -> (Records, [Irregularity]) {
    let index = KeyIndex(allIDs)
    var result = self
    var irregularities = duplicates(in: index)
    for embedding in embeddings {
      guard let target = embedding.target(in: resource) else { continue }
      guard let list = lists.first(where: { $0.resource.name == target.resource.name }) else {
        let (none, _) = Records(noneOf: target.resource).nesting(embedding.nested, from: [])
        result.embedded.append(
          Embedded(missing: embedding.name, isSingle: target.isSingle, children: none))
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

  /// The records of another resource that belong to each of these.
  private func children(
    _ children: Records, by index: KeyIndex
  ) -> (Embedded, [Irregularity]) {
    let mixed = children.mixedKeys(with: self)
    let (embedded, orphans) = children.grouped(
      by: mixed == nil ? index : keyIndex(byText: true), byText: mixed != nil, count: objects.count)
    // With only some parents requested, children of the other parents are not orphans.
    guard extent == .list, let reference = children.resource.reference,
      let fact = children.firstUnmatched(orphans, reference)
    else { return (embedded, mixed.map { [$0] } ?? []) }
    let irregularity = Irregularity.orphans(
      of: children.resource.name, parent: fact.parent, field: reference.field,
      count: orphans.count, first: fact.first, key: fact.key)
    return (embedded, (mixed.map { [$0] } ?? []) + [irregularity])
  }

  /// The record of another resource that each of these belongs to.
  private func parents(
    _ parents: Records, called name: String
  ) -> (Embedded, [Irregularity]) {
    let mixed = mixedKeys(with: parents)
    let index = parents.keyIndex(byText: mixed != nil)
    var rows: [UInt32] = []
    var starts: [UInt32] = [0]
    var dangling: [Int] = []
    for row in objects.indices {
      if let key = self.reference(ofRow: row) {
        if let parent = index[mixed == nil ? key : key.byText] {
          rows.append(UInt32(parent))
        } else {
          dangling.append(row)
        }
      }
      starts.append(UInt32(rows.count))
    }
    let embedded = Embedded(
      name: name, isSingle: true, children: parents, rows: rows, starts: starts)
    guard let reference = resource.reference, let fact = firstUnmatched(dangling, reference) else {
      return (embedded, mixed.map { [$0] } ?? [])
    }
    let irregularity = Irregularity.danglingReferences(
      of: resource.name, parent: fact.parent, field: reference.field, count: dangling.count,
      first: fact.first, key: fact.key)
    return (embedded, (mixed.map { [$0] } ?? []) + [irregularity])
  }

  /// Finds rows by their ids.
  ///
  /// - Parameter byText: whether keys are the same that a person would type alike.
  func keyIndex(byText: Bool) -> KeyIndex {
    byText ? KeyIndex(allIDs.map { $0?.byText }) : KeyIndex(allIDs)
  }

  /// Tells of references that are of another type than the ids that they are compared with
  /// (json-server 1 gives `"id": "1"` beside `"userId": 1`); `nil` where they aren't.
  package func mixedKeys(with parents: Records) -> Irregularity? {
    guard let reference = resource.reference,
      let row = objects.indices.first(where: { self.reference(ofRow: $0) != nil }),
      let key = self.reference(ofRow: row),
      let id = parents.allIDs.lazy.compactMap(\.self).first, id.isString != key.isString
    else { return nil }
    return .mixedKeys(
      of: resource.name, parent: parents.resource.name, field: reference.field,
      count: objects.count, first: self.id(ofRow: row)?.text ?? "")
  }

  /// Counts each parent's children, then puts each child in its place: two passes, no sorting.
  private func grouped(
    by parents: KeyIndex, byText: Bool, count: Int
  ) -> (Embedded, orphans: [Int]) {
    var orphans: [Int] = []
    var starts = [UInt32](repeating: 0, count: count + 1)
    let parentRows = objects.indices.map { row -> UInt32 in
      guard let key = reference(ofRow: row) else { return .max }
      guard let parent = parents[byText ? key.byText : key] else {
        orphans.append(row)
        return .max
      }
      starts[parent + 1] += 1
      return UInt32(parent)
    }
    for row in 0..<count { starts[row + 1] += starts[row] }
    var next = starts
    var rows = [UInt32](repeating: 0, count: Int(starts[count]))
    for (row, parent) in parentRows.enumerated() where parent != .max {
      rows[Int(next[Int(parent)])] = UInt32(row)
      next[Int(parent)] += 1
    }
    let embedded = Embedded(
      name: resource.name, isSingle: false, children: self, rows: rows, starts: starts)
    return (embedded, orphans)
  }

  /// In words, the first of some rows whose reference has no matching record.
  private func firstUnmatched(
    _ rows: [Int], _ reference: Resource.Reference
  ) -> (parent: String, first: String, key: String)? {
    guard let first = rows.first, let key = self.reference(ofRow: first) else { return nil }
    let parent = Resource.named(reference.resource)?.singular ?? reference.resource
    return (parent, id(ofRow: first)?.text ?? "[\(place(of: objects[first]))]", key.text)
  }

  /// The records that were left out because they don't fit.
  var leftOut: [Irregularity] {
    misfits.first.map {
      [.misfits(of: resource.name, count: misfits.count, first: mismatch($0))]
    } ?? []
  }

  private func duplicates(in index: KeyIndex) -> [Irregularity] {
    guard let first = index.firstDuplicate else { return [] }
    return [.duplicateIDs(of: resource.name, count: index.duplicates, first: first.text)]
  }
}
