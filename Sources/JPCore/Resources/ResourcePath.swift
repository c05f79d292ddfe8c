/// A path of a resource, and what a document there must be: the list of records, one of them, or
/// some of them.
struct ResourcePath: Sendable {
  /// The records' resource.
  let resource: Resource

  /// The id of the one record; `nil` for a list.
  let id: String?

  /// Whether 404 or 410 can be an answer: a record, or the parent of the records, may not exist, but
  /// a list always does.
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
