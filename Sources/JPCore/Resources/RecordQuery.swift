/// Which records to get, and what to embed in them.
package struct RecordQuery: Sendable {
  /// The resource of the outermost records.
  package var resource: Resource

  /// The ids of the records, in the order in which they are wanted; none for the whole list.
  package var ids: [String]

  /// What to embed.
  package var embeddings: [Embedding]

  /// Whether records that don't fit their resource are left out, instead of being an error.
  package var isLenient = false

  /// Whether what is embedded may be missing, and single records among several, where getting them
  /// fails; ``Fetched/failures`` then tells why.
  package var isPartial = false

  /// Whether every record needs all of its resource's fields, its keys as integers.
  var isComplete = false

  /// Whether it is of single records, each once and by itself.
  package var isOfSingles: Bool {
    !ids.isEmpty && embeddings.isEmpty && uniqueIDs.count == ids.count
  }

  /// Each id once, in the order in which they are first named.
  var uniqueIDs: [String] {
    var seen: Set<[UInt8]> = []
    return ids.filter { seen.insert(Array($0.utf8)).inserted }
  }

  /// Asks for the whole list or for single records of a resource.
  ///
  /// - Precondition: each embedding is a relation of what it is embedded in.
  package init(_ resource: Resource, ids: [String] = [], embeddings: [Embedding] = []) {
    precondition(embeddings.areRelations(of: resource), "no relation of \(resource.name)")
    self.resource = resource
    self.ids = ids
    self.embeddings = embeddings
  }
}

extension RecordQuery {
  /// All records of all resources.
  package static let everything: RecordQuery = {
    let root = Resource.all[0]
    return RecordQuery(root, embeddings: Embedding.tree(root.relations))
  }()
}
