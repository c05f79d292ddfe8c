/// What to embed in records: their children of a resource, and what to embed in those.
public struct Embedding: Equatable, Sendable {
  /// The children's resource, by name.
  public let name: String

  /// What to embed in the children.
  public let nested: [Embedding]

  /// Embeds children.
  public init(_ name: String, nested: [Embedding] = []) {
    self.name = name
    self.nested = nested
  }

  /// Dotted relations as a tree: `albums.photos` and `albums` embed the albums once.
  public static func tree(_ relations: [String]) -> [Embedding] {
    tree(relations.map { $0.split(separator: ".").map(String.init)[...] })
  }

  private static func tree(_ paths: [ArraySlice<String>]) -> [Embedding] {
    var names: [String] = []
    for case let name? in paths.map(\.first) where !names.contains(name) { names.append(name) }
    return names.map { name in
      Embedding(name, nested: tree(paths.filter { $0.first == name }.map { $0.dropFirst() }))
    }
  }

  /// The resources that this one and the nested ones need.
  var names: [String] { [name] + nested.flatMap(\.names) }
}

extension [Embedding] {
  /// Whether the embedded records all belong to those that they are embedded in.
  func areRelations(of resource: String) -> Bool {
    allSatisfy { embedding in
      Resource.named(embedding.name)?.reference?.resource == resource
        && embedding.nested.areRelations(of: embedding.name)
    }
  }

  /// The resources that are needed, in the catalogue's order, each once.
  func resources(beside root: Resource) -> [Resource] {
    let names = Set(flatMap(\.names) + [root.name])
    return Resource.all.filter { names.contains($0.name) }
  }
}

/// Records that don't fit together: told, never dropped in silence.
public enum Irregularity: Equatable, Sendable {
  /// Records that belong to one that isn't there, and so stand nowhere in the result.
  case orphans(of: String, parent: String, field: String, count: Int, first: String, key: String)

  /// Records whose `id` an earlier one has, which counts as the owner of its children.
  case duplicateIDs(of: String, count: Int, first: String)

  /// Records without a member that joining needs, by the first one's place in the list, from 0.
  case missingKeys(of: String, field: String, count: Int, first: Int)
}

extension Records {
  /// Embeds the records of other resources in these, in time and memory linear in their number.
  ///
  /// - Parameters:
  ///   - embeddings: what to embed.
  ///   - lists: the other resources' records by name.
  /// - Returns: these records with what belongs to them, in the lists' order, and what did not fit.
  func nesting(
    _ embeddings: [Embedding], from lists: [String: Records]
  ) -> (Records, [Irregularity]) {
    let index = KeyIndex(allIDs)
    var result = self
    var irregularities = duplicates(in: index) + missingKeys(ids, field: "id")
    for embedding in embeddings {
      guard let list = lists[embedding.name] else { continue }
      let (children, found) = list.nesting(embedding.nested, from: lists)
      let (embedded, orphans) = children.grouped(by: index, count: objects.count)
      result.embedded.append(embedded)
      irregularities += found
      if let reference = children.resource.reference {
        irregularities += children.missingKeys(children.references, field: reference.field)
        // Where only some parents were asked for, the others' children are no orphans.
        if extent == .list { irregularities += children.orphans(orphans, reference) }
      }
    }
    return (result, irregularities)
  }

  /// Counts each parent's children, then puts each child in its place: two passes, no sorting.
  private func grouped(by parents: KeyIndex, count: Int) -> (Embedded, orphans: [Int]) {
    var orphans: [Int] = []
    var starts = [UInt32](repeating: 0, count: count + 1)
    let parentRows = objects.indices.map { row -> Int? in
      guard let key = reference(ofRow: row) else { return nil }
      guard let parent = parents[key] else {
        orphans.append(row)
        return nil
      }
      starts[parent + 1] += 1
      return parent
    }
    for row in 0..<count { starts[row + 1] += starts[row] }
    var next = starts
    var rows = [UInt32](repeating: 0, count: Int(starts[count]))
    for (row, parent) in parentRows.enumerated() {
      guard let parent else { continue }
      rows[Int(next[parent])] = UInt32(row)
      next[parent] += 1
    }
    return (Embedded(children: self, rows: rows, starts: starts), orphans)
  }

  private func orphans(_ rows: [Int], _ reference: Resource.Reference) -> [Irregularity] {
    guard let first = rows.first, let key = self.reference(ofRow: first) else { return [] }
    let parent = Resource.named(reference.resource)?.singular ?? reference.resource
    return [
      .orphans(
        of: resource.name, parent: parent, field: reference.field, count: rows.count,
        first: id(ofRow: first)?.text ?? "[\(first)]", key: key.text)
    ]
  }

  private func duplicates(in index: KeyIndex) -> [Irregularity] {
    guard let first = index.firstDuplicate else { return [] }
    return [.duplicateIDs(of: resource.name, count: index.duplicates, first: first.text)]
  }

  private func missingKeys(_ column: [UInt32], field: String) -> [Irregularity] {
    guard let first = column.firstIndex(of: 0) else { return [] }
    let count = column.count { $0 == 0 }
    return [.missingKeys(of: resource.name, field: field, count: count, first: first)]
  }
}
