extension [Embedding] {
  /// The embeddings that some fields need, in the fields' order.
  ///
  /// - Parameters:
  ///   - fields: paths of a resource.
  ///   - isWhole: whether a relation among the fields is shown with everything that these
  ///     embeddings embed in it.
  package func needed(
    for fields: [FieldPath], of resource: Resource, whole isWhole: Bool
  ) -> [Embedding] {
    fields.reduce([]) { needed, field in
      guard let relation = resource.relation(of: field) else { return needed }
      let names = relation.split(separator: ".").map(String.init)
      let isRelation = relation.utf8.elementsEqual(field.text.utf8)
      let nested = isWhole && isRelation ? nested(in: names[...]) : []
      let path = names.reversed().reduce(nested) { below, name in [Embedding(name, nested: below)] }
      return needed.merged(with: path)
    }
  }

  /// What these embed in the records at the end of a path.
  private func nested(in names: ArraySlice<String>) -> [Embedding] {
    guard let name = names.first else { return self }
    return first { $0.name == name }?.nested.nested(in: names.dropFirst()) ?? []
  }
}

extension Records {
  /// Leaves out what is embedded for a condition or an order only.
  ///
  /// - Parameter shown: what to keep.
  package mutating func keep(embedded shown: [Embedding]) {
    embedded = embedded.compactMap { embedded in
      guard let embedding = shown.first(where: { $0.name == embedded.name }) else { return nil }
      var embedded = embedded
      embedded.children.keep(embedded: embedding.nested)
      return embedded
    }
  }
}
