/// A relation whose records are embedded in others: children (`albums`) or a parent (`user`). The
/// embedded records can have embeddings of their own.
///
/// For example, `jpfetch users --embed albums.photos,posts` embeds the albums with their photos,
/// and the posts: two embeddings, the first with a nested one.
package struct Embedding: Equatable, Sendable {
  let relation: Relation

  /// The relations to embed in the embedded records.
  let nested: [Embedding]

  init(_ relation: Relation, nested: [Embedding] = []) {
    self.relation = relation
    self.nested = nested
  }

  /// Merges paths of relations into a tree: `albums.photos` and `albums` embed the albums once,
  /// with their photos.
  package static func tree(merging paths: [[Relation]]) -> [Embedding] {
    tree(merging: paths.map { path in path[...] })
  }

  private static func tree(merging paths: [ArraySlice<Relation>]) -> [Embedding] {
    var embeddings: [Embedding] = []
    for relation in paths.compactMap(\.first) {
      if embeddings.contains(where: { $0.relation == relation }) { continue }
      var rests: [ArraySlice<Relation>] = []
      for path in paths where path.first == relation { rests.append(path.dropFirst()) }
      embeddings.append(Embedding(relation, nested: tree(merging: rests)))
    }
    return embeddings
  }
}

extension [Embedding] {
  /// The root resource and the embedded ones, in the catalogue's order, each once.
  func resources(includingRoot root: Resource) -> [Resource] {
    let needed = resources + [root]
    return Resource.all.filter { resource in needed.contains(resource) }
  }

  /// The resources that are embedded at any level. One that is embedded in two places occurs twice.
  var resources: [Resource] {
    var resources: [Resource] = []
    for embedding in self {
      resources.append(embedding.relation.resource)
      resources += embedding.nested.resources
    }
    return resources
  }
}
