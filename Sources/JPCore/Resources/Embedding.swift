/// A relation to embed in records: their children from a resource, or the record that they belong
/// to, and the relations to embed in these.
package struct Embedding: Equatable, Sendable {
  /// The resource of the children (`albums`), or the name of one parent (`user`).
  let name: String

  /// The relations to embed in the embedded records.
  let nested: [Embedding]

  /// Embeds children or a parent.
  init(_ name: String, nested: [Embedding] = []) {
    self.name = name
    self.nested = nested
  }

  /// Dotted relations as a tree: `albums.photos` and `albums` embed the albums once.
  package static func tree(_ relations: [String]) -> [Embedding] {
    tree(relations.map { $0.split(separator: ".").map(String.init)[...] })
  }

  private static func tree(_ paths: [ArraySlice<String>]) -> [Embedding] {
    paths.compactMap { $0.first }.eachOnce.map { name in
      Embedding(name, nested: tree(paths.filter { $0.first == name }.map { $0.dropFirst() }))
    }
  }

  /// The resource whose records this embeds, and whether it is one record each; `nil` if the
  /// resource has no such relation.
  func target(in resource: Resource) -> (resource: Resource, isSingle: Bool)? {
    if let child = resource.children.first(where: { $0.name == name }) { return (child, false) }
    return resource.parent.flatMap { $0.singular == name ? ($0, true) : nil }
  }
}

extension [Embedding] {
  /// These and others; an embedding that is in both occurs once.
  package func merged(with others: [Embedding]) -> [Embedding] {
    let joint = map { embedding in
      let other = others.first { $0.name == embedding.name }
      return Embedding(
        embedding.name, nested: embedding.nested.merged(with: other?.nested ?? []))
    }
    return joint + others.filter { other in !contains { $0.name == other.name } }
  }

  /// The root resource and the embedded ones, in the catalogue's order, each once.
  func resources(beside root: Resource) -> [Resource] {
    let names = names(in: root) + [root.name]
    return Resource.all.filter { names.contains($0.name) }
  }

  /// The names of the embedded resources.
  private func names(in resource: Resource) -> [String] {
    var names: [String] = []
    for embedding in self {
      guard let target = embedding.target(in: resource)?.resource else { continue }
      names.append(target.name)
      names += embedding.nested.names(in: target)
    }
    return names
  }
}
