/// Something to get, with the type of its value: one of the API's resources, or anything else that
/// the server has.
///
/// ```swift
/// let albums = try await api.fetch(.albums(ofUser: 1), policy: .refresh)
/// for try await users in api.updates(.users()) { print(users.value.count, users.isStale) }
/// ```
///
/// Single records and the records that belong to one come from the stored list of their resource
/// where that is stored and whole.
public struct Endpoint<Value: Sendable>: Sendable {
  let get: @Sendable (Fetcher) async throws -> Fetched<Value>

  init(get: @escaping @Sendable (Fetcher) async throws -> Fetched<Value>) {
    self.get = get
  }

  /// Gets anything, and reads it. Where the server fails, or the client is offline, and the answer
  /// isn't stored, it comes from its resource's stored list, if that surely has it.
  ///
  /// - Parameters:
  ///   - path: a path below the base URL, or a whole http or https URL; a fragment is removed.
  ///   - query: names and values, not yet encoded. The API ignores names that it doesn't know, and
  ///     answers with the whole list.
  ///   - page: which page of a list, from 1 (`_page`); ``Fetched/totalCount`` has the number of all
  ///     records.
  ///   - limit: how many records a page has (`_limit`).
  ///   - read: makes the value from the document; called again for a stored response that stands
  ///     in. Its errors become ``FetchError/Cause-swift.enum/mismatch(_:)``; a response that it
  ///     can't read isn't stored.
  public init(
    from path: String, query: QueryItems = [:], page: Int? = nil, limit: Int? = nil,
    read: @escaping @Sendable (JSONDocument) throws -> Value
  ) {
    self.init(
      target: Self.target(path, query, page: page, limit: limit), lists: .local, read: read)
  }

  private init(
    target: String, lists: Fetcher.ListUse,
    read: @escaping @Sendable (JSONDocument) throws -> Value
  ) {
    get = { try await $0.value(at: target, lists: lists, read: read) }
  }

  /// A path below the base URL from its slash, or a whole URL, with its query.
  private static func target(
    _ path: String, _ query: QueryItems, page: Int?, limit: Int?
  ) -> String {
    var query = query
    query.append("_page", page)
    query.append("_limit", limit)
    let isPart = path.httpScheme == nil && !path.hasPrefix("/")
    return ((isPart ? "/" : "") + path).addingQuery(query.all.lazy.map { (key: $0, value: $1) })
  }
}

extension Endpoint where Value: Decodable {
  /// Gets anything, one object or an array.
  ///
  /// - Parameters:
  ///   - type: the type to decode (``JSONValue/decode(_:)``).
  ///   - path: a path below the base URL, or a whole http or https URL; a fragment is removed.
  ///   - query: names and values, not yet encoded.
  ///   - page: which page of a list, from 1.
  ///   - limit: how many records a page has.
  public init(
    _ type: Value.Type = Value.self, from path: String, query: QueryItems = [:],
    page: Int? = nil, limit: Int? = nil
  ) {
    self.init(from: path, query: query, page: page, limit: limit) { try $0.root.decode() }
  }

  /// A resource's list.
  init(list resource: Resource, page: Int?, limit: Int?) {
    self.init(resource.name, page: page, limit: limit)
  }

  /// A single record.
  init(_ id: Int, of resource: Resource) { self.init("\(resource.name)/\(id)") }

  /// The records of a resource that belong to one of its parent's.
  init(_ resource: Resource, of id: Int, page: Int?, limit: Int?) {
    self.init(
      "\(resource.reference?.resource ?? "")/\(id)/\(resource.name)", page: page, limit: limit)
  }

  private init(_ path: String, page: Int? = nil, limit: Int? = nil) {
    self.init(
      target: Self.target(path, [:], page: page, limit: limit), lists: .preferred
    ) { try $0.root.decode() }
  }
}
