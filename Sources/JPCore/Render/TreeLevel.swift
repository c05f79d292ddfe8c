/// The outermost records of a tree, or those of one relation, and what their lines have in common.
///
/// A class, because each line would retain and release every reference in a copy of a struct.
final class TreeLevel {
  let records: Records

  let labels: TreeLabels

  /// The relations of the records: first the parents, then the lists.
  let branches: [TreeBranch]

  /// How many relations lead from the outermost records to these.
  let depth: Int

  /// - Parameter fields: the fields to show; `nil` for all relations, the id and the name.
  init(_ records: Records, fields: [FieldPath]?, depth: Int) {
    self.records = records
    self.depth = depth
    var parents: [TreeBranch] = []
    var lists: [TreeBranch] = []
    for embedded in records.embedded {
      var inner: [FieldPath]?
      if let fields {
        // Only the relations that fields name are shown.
        guard embedded.isNamed(in: fields) else { continue }
        inner = embedded.fields(in: fields)
      }
      let level = TreeLevel(embedded.children, fields: inner, depth: depth + 1)
      let branch = TreeBranch(embedded, level)
      if embedded.relation.isList {
        lists.append(branch)
      } else {
        parents.append(branch)
      }
    }
    branches = parents + lists
    var own: [FieldPath] = []
    for field in fields ?? [] where field.relations.isEmpty || field.kind == .count {
      own.append(field)
    }
    labels = TreeLabels(records, own)
  }

  /// How many records belong to a row: ` · 5 posts, 20 todos`.
  func details(ofRow row: Int) -> String {
    var counts: [String] = []
    for branch in branches where branch.embedded.relation.isList && !branch.embedded.isMissing {
      let count = branch.embedded.rows(ofParent: row).count
      if count == 1 {
        counts.append("1 \(branch.embedded.relation.resource.singular)")
      } else {
        counts.append("\(count) \(branch.embedded.relation.name)")
      }
    }
    if counts.isEmpty { return "" }
    return " · " + counts.joined(separator: ", ")
  }
}

/// A relation in a tree: the records that belong to each record, or the one that it belongs to.
///
/// A class like ``TreeLevel``: as a struct, it took 40 % of the instructions for a tree of photos
/// with their albums.
final class TreeBranch {
  let embedded: Embedded

  /// The embedded records.
  let level: TreeLevel

  init(_ embedded: Embedded, _ level: TreeLevel) {
    self.embedded = embedded
    self.level = level
  }
}

extension Embedded {
  /// Whether any field leads to these records. Their count doesn't: it is a field of the outer
  /// record.
  fileprivate func isNamed(in fields: [FieldPath]) -> Bool {
    for field in fields where field.relations.first == relation && field.kind != .count {
      return true
    }
    return false
  }

  /// The fields of the outer records that lead to these records, as paths of these; `nil` to show
  /// the usual fields.
  fileprivate func fields(in fields: [FieldPath]) -> [FieldPath]? {
    var inner: [FieldPath] = []
    for field in fields where field.relations.first == relation {
      let path = field.withinFirstRelation
      if path.relations.isEmpty, path.members.isEmpty {
        if field.kind == .count { continue }
        return nil
      }
      inner.append(path)
    }
    return inner
  }
}
