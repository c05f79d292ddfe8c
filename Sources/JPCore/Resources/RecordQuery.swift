/// The records to get, and the relations to link with them.
///
/// A query begins with the records of one resource: all of them, or those with the given ids. A
/// walk leads from these to the records that are shown: `users 3 comments` begins with user 3, and
/// walks through the posts to their comments.
package struct RecordQuery: Sendable {
  /// The resource of the first records.
  package let resource: Resource

  /// The ids of the first records, each once, in the wanted order; empty for all records.
  package let ids: [String]

  /// The id of the parent to which the first records belong; `nil` for those of all parents.
  var parentID: String?

  /// The relations that lead, one after another, from the first records to those that are shown;
  /// empty if the first records are shown.
  package let walk: [Relation]

  /// The relations to embed in the records that are shown.
  var embeddings: [Embedding]

  /// Whether to answer with what could be fetched. Then embedded lists, and some but not all of
  /// several ids, may be missing for the reasons in ``Answer/failures``, and elements of lists that
  /// aren't objects with an `id` are left out.
  package var isPartial = false

  /// Asks for records of a resource, or for those to which a walk leads from them.
  ///
  /// - Parameters:
  ///   - walk: see ``Resource/walk(to:)``.
  ///   - embeddings: relations of the resource to which the walk leads.
  package init(
    _ resource: Resource, ids: [String] = [], walk: [Relation] = [], embeddings: [Embedding] = []
  ) {
    self.resource = resource
    self.ids = ids
    self.walk = walk
    self.embeddings = embeddings
  }
}

extension RecordQuery {
  /// The relations to link, from the first records on: the walk, with ``embeddings`` nested in its
  /// last relation.
  var linkedEmbeddings: [Embedding] {
    var joined = embeddings
    for relation in walk.reversed() { joined = [Embedding(relation, nested: joined)] }
    return joined
  }

  /// The names of the resources that even a partial query needs: the first one, and those of the
  /// walk.
  var neededResources: [String] { [resource.name] + walk.map(\.resource.name) }

  /// All records of all resources: the users, with all other records embedded.
  package static let everything = RecordQuery(
    .users, embeddings: Embedding.tree(merging: Resource.users.relationPaths))
}
