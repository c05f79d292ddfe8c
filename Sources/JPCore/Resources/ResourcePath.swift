/// A path of a resource, and which records a document there must have: all, one of them, or those
/// of one parent.
struct ResourcePath: Sendable {
  let resource: Resource

  /// The id of the one record; `nil` for a list.
  let id: String?

  /// Whether the statuses 404 and 410 are valid answers: a record or a parent may not exist, but a
  /// list always does.
  let canBeAbsent: Bool

  private init(_ resource: Resource, id: String?, canBeAbsent: Bool) {
    self.resource = resource
    self.id = id
    self.canBeAbsent = canBeAbsent
  }

  static func list(of resource: Resource) -> ResourcePath {
    ResourcePath(resource, id: nil, canBeAbsent: false)
  }

  static func record(_ id: String, of resource: Resource) -> ResourcePath {
    ResourcePath(resource, id: id, canBeAbsent: true)
  }

  /// The records of one parent, `/users/1/todos`.
  static func children(of resource: Resource) -> ResourcePath {
    ResourcePath(resource, id: nil, canBeAbsent: true)
  }

  /// The path of the list or of the record, as it is sent.
  var text: String {
    guard let id else { return "/\(resource.name)" }
    return "/\(resource.name)/\(id.percentEncoded)"
  }

  /// Reads a document as records, without elements that aren't records.
  ///
  /// - Throws: why the document has no records: it isn't an array, or it is another record than the
  ///   one that was asked for.
  func records(in document: JSONDocument) throws(TypeMismatch) -> Records {
    let records = try Records(document, of: resource, isList: id == nil, isLenient: true)
    if let id, let found = document.root["id"], let key = found.key, key != RecordKey(id) {
      throw TypeMismatch(in: document, at: found.index, path: "id", expected: .described(id))
    }
    return records
  }
}
