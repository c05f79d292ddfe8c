extension Records {
  /// Leaves out relations that only a condition or an order needed.
  ///
  /// - Parameter shown: what to keep.
  package mutating func removeEmbedded(except shown: [Embedding]) {
    embedded = embedded.compactMap { embedded in
      guard let embedding = shown.first(where: { $0.name == embedded.name }) else { return nil }
      var embedded = embedded
      embedded.children.removeEmbedded(except: embedding.nested)
      return embedded
    }
  }
}
