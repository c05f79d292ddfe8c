/// A path of the API: a resource's list, one of its records, or the records that belong to one
/// parent, and a query that selects some of them.
///
/// These are json-server's routes. A request for a resource is made from such a path. Only paths
/// that come as text are parsed: those of documents requested by path or URL, and those of requests
/// to local data.
///
/// ```
/// /albums           ResourcePath(.list, of: .albums)
/// /albums/7         ResourcePath(.record(id: "7"), of: .albums)
/// /users/1/albums   ResourcePath(.children(ofParent: "1"), of: .albums)
/// ```
struct ResourcePath: Sendable {
  enum Target: Sendable {
    case list
    case record(id: String)
    /// The records whose reference has this value.
    case children(ofParent: String)
  }

  let target: Target

  /// The records' resource.
  let resource: Resource

  /// The query, which selects records of a list; empty for a record.
  var query = ListQuery()

  init(_ target: Target, of resource: Resource) {
    self.target = target
    self.resource = resource
  }

  /// Parses a path.
  ///
  /// - Parameter text: a path below the base URL, from its slash, and its query. The result is
  ///   `nil` for anything but a route of the catalogue's resources, and if the query isn't a
  ///   ``ListQuery``: to a server, other names may have another meaning (`q`, `_sort`) or none.
  init?(parsing text: String) {
    let parts = text.unicodeScalars.split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(path: parts[0])
    if parts.count == 1 { return }
    switch target {
    case .record:
      // A query may change what a server sends for a record, so only an empty one is accepted.
      guard parts[1].allSatisfy({ $0 == "&" }) else { return nil }
    case .list:
      guard let query = ListQuery(parsing: String(parts[1]), of: resource) else { return nil }
      self.query = query
    case .children:
      let query = ListQuery(
        parsing: String(parts[1]), of: resource, parentField: resource.reference?.field)
      guard let query else { return nil }
      self.query = query
    }
  }

  /// Parses a path without its query.
  private init?(path: Substring.UnicodeScalarView) {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let names = segments.map { String($0) }
    guard let first = names.first, let named = Resource.named(first) else { return nil }
    switch names.count {
    case 1:
      self.init(.list, of: named)
    case 2:
      guard let id = Self.id(names[1]) else { return nil }
      self.init(.record(id: id), of: named)
    case 3:
      let children = named.children.first { child in child.name == names[2] }
      guard let children, let id = Self.id(names[1]) else { return nil }
      self.init(.children(ofParent: id), of: children)
    default:
      return nil
    }
  }

  /// The id in a path's segment; `nil` if it is empty or isn't UTF-8, which servers reject.
  private static func id(_ segment: String) -> String? {
    guard let id = segment.percentDecoded, !id.isEmpty, !id.unicodeScalars.contains("\u{FFFD}")
    else { return nil }
    return id
  }

  /// The id of the record; `nil` for lists.
  var id: String? {
    guard case .record(let id) = target else { return nil }
    return id
  }

  /// The path and its query, as they are sent.
  var text: String {
    var path = "/\(resource.name)"
    switch target {
    case .list:
      break
    case .record(let id):
      path += "/\(id.percentEncoded)"
    case .children(let parent):
      // Always true: only resources with a reference have parents.
      if let reference = resource.reference {
        path = "/\(reference.resource)/\(parent.percentEncoded)" + path
      }
    }
    return path.addingQuery(query.items)
  }

  /// Whether this is a whole list, so that no other list contains the answer.
  var isWholeList: Bool {
    guard case .list = target else { return false }
    return query.isEmpty
  }
}

// MARK: What a response must be

extension ResourcePath {
  /// How much of the resource a response holds.
  var extent: Records.Extent {
    if id != nil { return .single }
    if isWholeList { return .list }
    return .part
  }

  /// Whether 404 or 410 can be an answer: a record, or the parent of the records, may not exist,
  /// but a list always does.
  var canBeAbsent: Bool {
    switch target {
    case .list: false
    case .record, .children: true
    }
  }

  /// Why a document may not be stored for this path; `nil` for a list of records that have an `id`,
  /// or for the record that was asked for, whatever the types of other fields are.
  func misfit(in document: JSONDocument) -> TypeMismatch? {
    do throws(TypeMismatch) {
      _ = try Records(document, of: resource, extent: extent)
    } catch {
      return error
    }
    return otherRecord(in: document)
  }

  /// The mismatch if a record has another id than the one that was asked for.
  func otherRecord(in document: JSONDocument) -> TypeMismatch? {
    guard let id, let found = document.root["id"], found.key != RecordKey(id) else { return nil }
    return TypeMismatch(in: document, at: found.index, path: "id", expected: .described(id))
  }
}
