@testable import JPCore

/// What a table, a tree or lines print.
func printed(_ write: (inout OutputBuffer) -> Void) -> String {
  String(decoding: OutputBuffer.bytes(write), as: UTF8.self)
}

/// The records of a resource, with those of some relations, without a server.
func records(
  of resource: Resource, _ relations: [String] = [], users: String = "[]", albums: String = "[]",
  photos: String = "[]"
) async throws -> Records {
  let query = RecordQuery(resource, embeddings: resource.embeddings(relations))
  let (records, _) = try await fetcher(users: users, albums: albums, photos: photos).joined(query)
  return records
}
