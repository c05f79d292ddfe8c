/// The path of a resource's list, such as `/users`, or of one record, such as `/users/3`.
struct ResourcePath: Sendable {
  let resource: Resource

  /// The id of the one record; `nil` for a list.
  let id: String?

  private init(_ resource: Resource, id: String?) {
    self.resource = resource
    self.id = id
  }

  static func list(of resource: Resource) -> ResourcePath { ResourcePath(resource, id: nil) }

  static func record(_ id: String, of resource: Resource) -> ResourcePath {
    ResourcePath(resource, id: id)
  }

  /// Parses a path; `nil` if it isn't that of a list or of a record, or if it has a query.
  ///
  /// - Parameter text: a path below the base URL, which begins with a slash.
  init?(_ text: String) {
    if text.unicodeScalars.contains("?") { return nil }
    let names = text.pathSegments
    guard let first = names.first, let resource = Resource.named(first) else { return nil }
    switch names.count {
    case 1:
      self = .list(of: resource)
    case 2:
      // Servers reject an id that is empty or isn't UTF-8.
      guard let id = names[1].percentDecoded, !id.isEmpty, !id.unicodeScalars.contains("\u{FFFD}")
      else { return nil }
      self = .record(id, of: resource)
    default:
      return nil
    }
  }

  /// The path as it is sent.
  var text: String {
    guard let id else { return "/\(resource.name)" }
    return "/\(resource.name)/\(id.percentEncoded)"
  }

  /// Reads a document as a list, and leaves out elements that aren't records.
  ///
  /// - Throws: a mismatch if a list isn't an array, or if a single record isn't one or has another
  ///   id than the path.
  func readList(in document: JSONDocument) throws(TypeMismatch) -> List {
    let list = try List(document, of: resource, isArray: id == nil, isLenient: true)
    if let id, let found = document.root["id"], let key = found.recordKey, key != RecordKey(id) {
      throw TypeMismatch(in: document, at: found.index, path: "id", expected: .described(id))
    }
    return list
  }
}

extension Resource {
  /// The resource whose records are listed at a path without a query: todos for `/todos` and for
  /// `/users/1/todos`; `nil` for the path of one record and for any other path.
  package static func ofList(at path: String) -> Resource? {
    let names = path.pathSegments
    guard let first = names.first, let resource = Resource.named(first) else { return nil }
    if names.count == 1 { return resource }
    guard names.count == 3, !names[1].isEmpty, let children = resource.relation(named: names[2]),
      children.isList
    else { return nil }
    return children.resource
  }
}

extension String {
  /// The segments of a path that begins with a slash.
  var pathSegments: [String] {
    let segments = unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    return segments.dropFirst().map { String($0) }
  }
}

extension List {
  /// The document that a server would send for one of the list's records; `nil` if the list lacks
  /// the record.
  func document(ofRecord id: String) -> JSONDocument? {
    guard let row = index.row(of: RecordKey(id)) else { return nil }
    // A part of a document is JSON, too.
    return try? JSONDocument(Array(document.value(at: Int(objects[row])).text))
  }

  /// The rows that refer to a parent.
  func rows(ofParent id: String) -> [Int] {
    let parent = RecordKey(id)
    return objects.indices.filter { row in document.recordKey(ofCode: references[row]) == parent }
  }
}
