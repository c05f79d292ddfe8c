/// A relation whose records are embedded in others: children (`albums`) or a parent (`user`). The
/// embedded records can have embeddings of their own.
///
/// For example, `jpfetch users --embed albums.photos,posts` embeds these:
///
///     Embedding("albums", nested: [Embedding("photos")])
///     Embedding("posts")
package struct Embedding: Equatable, Sendable {
  /// The resource of the children (`albums`), or the name of one parent (`user`).
  let name: String

  /// The relations to embed in the embedded records.
  let nested: [Embedding]

  init(_ name: String, nested: [Embedding] = []) {
    self.name = name
    self.nested = nested
  }

  /// Dotted relations as a tree: `albums.photos` and `albums` embed the albums once.
  package static func tree(_ relations: [String]) -> [Embedding] {
    var paths: [ArraySlice<String>] = []
    for relation in relations {
      let names = relation.split(separator: ".").map(String.init)
      paths.append(names[...])
    }
    return tree(paths)
  }

  /// - Parameter paths: the names on the way to each relation.
  private static func tree(_ paths: [ArraySlice<String>]) -> [Embedding] {
    var embeddings: [Embedding] = []
    let firstNames = paths.compactMap(\.first).eachOnce
    for name in firstNames {
      var rests: [ArraySlice<String>] = []
      for path in paths where path.first == name { rests.append(path.dropFirst()) }
      embeddings.append(Embedding(name, nested: tree(rests)))
    }
    return embeddings
  }

  /// The resource whose records this embeds, and whether each record gets only one of them; `nil`
  /// if the resource has no such relation.
  func target(in resource: Resource) -> (resource: Resource, isSingle: Bool)? {
    for child in resource.children where child.name == name { return (child, false) }
    if let parent = resource.parent, parent.singular == name { return (parent, true) }
    return nil
  }
}

extension [Embedding] {
  /// These embeddings and others. One that is in both occurs once, with all nested embeddings.
  package func merged(with others: [Embedding]) -> [Embedding] {
    var joint: [Embedding] = []
    for embedding in self {
      let same = others.first { other in other.name == embedding.name }
      guard let same else {
        joint.append(embedding)
        continue
      }
      let nested = embedding.nested.merged(with: same.nested)
      joint.append(Embedding(embedding.name, nested: nested))
    }
    let names = map(\.name)
    for other in others where !names.contains(other.name) { joint.append(other) }
    return joint
  }

  /// The root resource and the embedded ones, in the catalogue's order, each once.
  func resources(beside root: Resource) -> [Resource] {
    let names = names(in: root) + [root.name]
    return Resource.all.filter { names.contains($0.name) }
  }

  /// The names of the embedded resources.
  func names(in resource: Resource) -> [String] {
    var names: [String] = []
    for embedding in self {
      guard let target = embedding.target(in: resource)?.resource else { continue }
      names.append(target.name)
      names += embedding.nested.names(in: target)
    }
    return names
  }
}
