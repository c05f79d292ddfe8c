/// The records to get, and the relations to embed in them.
package struct RecordQuery: Sendable {
  /// The resource of the outermost records.
  package var resource: Resource

  /// The ids of the records, each once, in the wanted order; none for the whole list.
  let ids: [String]

  /// The relations to embed.
  var embeddings: [Embedding]

  /// Whether records that don't fit their resource are left out, instead of being an error.
  package var isLenient = false

  /// Whether to go on without embedded records, or without some of several single records, if
  /// fetching them fails. ``Fetched/failures`` has the reasons.
  package var isPartial = false

  /// Whether every record must have all fields of its resource, with integers as keys.
  var isComplete = false

  /// The fields that are read, with their resources' names; `nil` for all. Values of other fields may
  /// have any type. An empty path stands for whole records.
  package var fields: [(resource: String, path: String)]?

  /// The paths of the fields that are read of a resource; `nil` for all.
  func read(of resource: Resource) -> [String]? {
    fields?.filter { $0.resource == resource.name }.map(\.path)
  }

  /// The fields that are needed to join a resource's records.
  func required(of resource: Resource) -> ObjectShape.Required {
    if isComplete { return .all }
    let isReferring = embeddings.joins(in: self.resource).contains { $0.referring == resource.name }
    return isReferring ? .keys : .id
  }

  /// Asks for the whole list or for single records of a resource.
  ///
  /// Embeddings that aren't relations of the resource that contains them have no effect.
  package init(_ resource: Resource, ids: [String] = [], embeddings: [Embedding] = []) {
    self.resource = resource
    self.ids = ids
    self.embeddings = embeddings
  }
}

extension RecordQuery {
  /// All records of all resources.
  package static let everything = RecordQuery(
    .users, embeddings: Embedding.tree(Resource.users.relations))
}
