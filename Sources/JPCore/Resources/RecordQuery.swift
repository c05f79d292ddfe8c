/// The records to get, and the relations to embed in them.
package struct RecordQuery: Sendable {
  /// The list that contains the outermost records: all of a resource, those of one parent, or a page.
  var list: ResourcePath

  /// The resource of the outermost records.
  package var resource: Resource { list.resource }

  /// The ids of the records, each once, in the wanted order; none for the whole list.
  package let ids: [String]

  /// The relations to embed.
  var embeddings: [Embedding]

  /// Whether elements of lists that aren't objects with an `id` are left out, instead of being an
  /// error.
  package var isLenient = false

  /// Whether to go on without embedded records, or without some of several single records, if
  /// fetching them fails. ``Answer/failures`` has the reasons.
  package var isPartial = false

  /// Whether every record must have all fields of its resource, with the catalogue's types.
  var isComplete = false

  /// Asks for the whole list or for single records of a resource.
  ///
  /// Embeddings that aren't relations of the resource that contains them have no effect.
  package init(_ resource: Resource, ids: [String] = [], embeddings: [Embedding] = []) {
    self.init(ResourcePath(.list, of: resource), ids: ids, embeddings: embeddings)
  }

  /// Asks for a list that may be a part of a resource's, or for single records.
  init(_ list: ResourcePath, ids: [String] = [], embeddings: [Embedding] = []) {
    self.list = list
    self.ids = ids
    self.embeddings = embeddings
  }
}

extension RecordQuery {
  /// All records of all resources.
  package static let everything = RecordQuery(
    .users, embeddings: Embedding.tree(Resource.users.relations))
}
