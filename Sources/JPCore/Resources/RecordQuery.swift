/// The records to get, and the relations to embed in them.
package struct RecordQuery: Sendable {
  /// The list that contains the outermost records: all of a resource, those of one parent, or a
  /// page.
  var list: ResourcePath

  /// The resource of the outermost records.
  package var resource: Resource { list.resource }

  /// The ids of the records, each once, in the wanted order; none for the whole list.
  package let ids: [String]

  /// The ids of the parents whose records are wanted; none for the records of all parents.
  package private(set) var parents: [String] = []

  /// The relations to embed.
  var embeddings: [Embedding]

  /// Whether elements of lists that aren't objects with an `id` are left out, instead of being an
  /// error.
  package var isLenient = false

  /// Whether to go on without embedded records, or without some of several single records, if
  /// fetching them fails. ``Answer/failures`` has the reasons.
  package var isPartial = false

  /// Whether a partial query goes on even if fetching every single record fails; otherwise at least
  /// one is needed.
  var allowsNone = false

  /// Whether every record must have all fields of its resource, with the catalogue's types.
  var isComplete = false

  /// Asks for the whole list or for single records of a resource.
  ///
  /// Embeddings that aren't relations of the resource that contains them have no effect.
  package init(_ resource: Resource, ids: [String] = [], embeddings: [Embedding] = []) {
    self.init(ResourcePath(.list, of: resource), ids: ids, embeddings: embeddings)
  }

  /// Asks for the records of a resource that belong to some parents.
  ///
  /// - Parameter parents: the ids of records of the resource's parent.
  package init(_ resource: Resource, ofParents parents: [String], embeddings: [Embedding] = []) {
    var list = ResourcePath(.list, of: resource)
    if parents.count == 1 {
      list = ResourcePath(.children(ofParent: parents[0]), of: resource)
    }
    self.init(list, embeddings: embeddings)
    self.parents = parents
  }

  /// Asks for a list that may be a part of a resource's, or for single records.
  init(_ list: ResourcePath, ids: [String] = [], embeddings: [Embedding] = []) {
    self.list = list
    self.ids = ids
    self.embeddings = embeddings
  }
}

extension RecordQuery {
  /// The same query with the resource's whole list, from which the records of the parents are
  /// chosen.
  var fromWholeList: RecordQuery {
    var query = self
    query.list = ResourcePath(.list, of: resource)
    return query
  }

  /// All records of all resources.
  package static let everything = RecordQuery(
    .users, embeddings: Embedding.tree(Resource.users.relations))
}
