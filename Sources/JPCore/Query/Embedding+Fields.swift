extension Records {
  /// Leaves out relations that only a condition or an order needed.
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
