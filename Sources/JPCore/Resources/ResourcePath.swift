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

  /// The children of one parent, such as `/users/1/todos`. `resource` is the children's.
  static func children(of resource: Resource) -> ResourcePath {
    ResourcePath(resource, id: nil, canBeAbsent: true)
  }

  /// The path of the list or of the record, such as `/users/3`, as it is sent.
  var text: String {
    guard let id else { return "/\(resource.name)" }
    return "/\(resource.name)/\(id.percentEncoded)"
  }

  /// Reads a document as records, and leaves out elements that aren't records.
  ///
  /// - Throws: a mismatch if a list isn't an array, or if a single record isn't one or has another
  ///   id than the path.
  func records(in document: JSONDocument) throws(TypeMismatch) -> Records {
    let records = try Records(document, of: resource, isList: id == nil, isLenient: true)
    if let id, let found = document.root["id"], let key = found.key, key != RecordKey(id) {
      throw TypeMismatch(in: document, at: found.index, path: "id", expected: .described(id))
    }
    return records
  }
}
