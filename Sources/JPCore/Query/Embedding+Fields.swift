extension [Embedding] {
  /// The embeddings that some fields need.
  ///
  /// - Parameter isWhole: whether a relation among the fields is shown with everything embedded in
  ///   it.
  package func needed(for fields: [FieldPath], whole isWhole: Bool) -> [Embedding] {
    needed(for: fields.map { $0.parts[...] }, whole: isWhole)
  }

  private func needed(for paths: [ArraySlice<String>], whole isWhole: Bool) -> [Embedding] {
    compactMap { embedding in
      let own = paths.filter { $0.first == embedding.name }.map { $0.dropFirst() }
      guard !own.isEmpty else { return nil }
      if isWhole && own.contains(where: \.isEmpty) { return embedding }
      return Embedding(embedding.name, nested: embedding.nested.needed(for: own, whole: isWhole))
    }
  }
}
