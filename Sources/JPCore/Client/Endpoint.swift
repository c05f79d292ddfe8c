/// A resource of the API, or any other JSON document, and the type of its value.
///
/// ```swift
/// let albums = try await api.fetch(.albums(ofUser: 1), policy: .revalidate)
/// let page = Endpoint([Post].self, path: "/posts", query: ["_page": 2, "_limit": 10])
/// let names = Endpoint.users.map { users, _ in users.map(\.name) }
/// for try await answer in api.updates(names) { print(answer.value, answer.isStale) }
/// ```
///
/// A single record, such as `.user(3)`, is also looked up in the resource's stored list: if the
/// list is fresh, if the client is offline, and if the server fails. The records of one parent,
/// such as `.todos(ofUser: 3)`, are chosen from the complete list.
public struct Endpoint<Value: Sendable>: Sendable {
  /// Gets the answer, which has at least one source.
  let fetch: @Sendable (Fetcher) async throws -> Answer<Value>

  private init(fetch: @escaping @Sendable (Fetcher) async throws -> Answer<Value>) {
    self.fetch = fetch
  }

  /// Makes an endpoint for records of the API.
  ///
  /// - Parameter decode: makes the value from the records.
  init(_ query: RecordQuery, decode: @escaping @Sendable (Answer<Records>) throws -> Value) {
    self.init { fetcher in
      let records = try await fetcher.records(query)
      return try records.map { _ in try decode(records) }
    }
  }

  /// Makes an endpoint from a path and a function that reads the document, for example value by
  /// value, or with Foundation's `JSONDecoder`, which decodes dates and URLs from strings.
  ///
  /// ```swift
  /// let name = try await api.fetch(Endpoint(path: "/users/1") { $0.root["name"]?.string })
  /// ```
  ///
  /// - Parameters:
  ///   - path: a path below the base URL, or an absolute http or https URL; a fragment is removed.
  ///     Spaces and other characters that a path can't hold are encoded. Use
  ///     ``HTTPRequest/pathSegment(_:)`` for a part that may have `/`, `?`, `#` or `%`.
  ///   - query: names and values, not yet encoded. The API ignores names that it doesn't know, and
  ///     answers with the complete list.
  ///   - decode: makes the value from the document. It may be called several times: before the
  ///     response is stored, for the value and, if it throws, with a stored response. For the error
  ///     that it throws, see ``FetchError/underlying``. A response that can't be decoded is stored
  ///     only if it is a list or a record of the API's resources.
  public init(
    path: String, query: QueryItems = [:],
    decode: @escaping @Sendable (JSONDocument) throws -> Value
  ) {
    var url = path
    if !path.isWholeURL {
      url = path.encodingInvisible
      if path.utf8.first != .slash { url = "/" + url }
    }
    let whole = url.addingQuery(query.all)
    self.init { fetcher in try await fetcher.value(at: whole, read: decode) }
  }

  /// The same endpoint with its value transformed or checked.
  ///
  /// ```swift
  /// struct NoAlbums: Error {}
  /// let albums = Endpoint.albums.map { albums, source in
  ///   if albums.isEmpty || source.headerFields["X-Draft"] != nil { throw NoAlbums() }
  ///   return albums
  /// }
  /// ```
  ///
  /// - Parameter transform: makes the new value from the value and the source of its first part. An
  ///   error that it throws ends the fetch as it is, and the response stays stored.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value, Source) throws -> Other
  ) -> Endpoint<Other> {
    Endpoint<Other> { fetcher in
      let answer = try await fetch(fetcher)
      return try answer.map { value in try transform(value, answer.sources[0]) }
    }
  }
}

extension Endpoint where Value: Decodable {
  /// Makes an endpoint that decodes a document, such as an object or an array.
  ///
  /// ```swift
  /// let todos = Endpoint([Todo].self, path: "/todos", query: ["userId": 3, "completed": true])
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type to decode (``JSONValue/decode(_:)``). If the document doesn't match it, the
  ///     error is ``FetchError/Cause-swift.enum/mismatch(_:)``.
  ///   - path: a path below the base URL, or an absolute http or https URL; a fragment is removed.
  ///   - query: names and values, not yet encoded. The API ignores names that it doesn't know, and
  ///     answers with the complete list.
  public init(_ type: Value.Type = Value.self, path: String, query: QueryItems = [:]) {
    self.init(path: path, query: query) { document in try document.root.decode() }
  }
}

// MARK: Queries

/// The names and values of a query, in order; a name can occur more than once.
///
/// ```swift
/// let done = Endpoint([Todo].self, path: "/todos", query: ["userId": 3, "completed": true])
/// let three = Endpoint([User].self, path: "/users", query: ["id": 1, "id": 2, "id": 3])
/// ```
public struct QueryItems: Sendable, ExpressibleByDictionaryLiteral {
  /// The names and values in order, not yet encoded.
  public let all: [(key: String, value: String)]

  /// Makes a query from a literal, in its order. A name whose value is `nil` is left out.
  public init(dictionaryLiteral items: (String, (any LosslessStringConvertible)?)...) {
    var all: [(key: String, value: String)] = []
    for (name, value) in items {
      if let value { all.append((name, value.description)) }
    }
    self.all = all
  }

  /// Makes a query of names and values, in their order.
  public init(_ items: [(String, some LosslessStringConvertible)]) {
    all = items.map { name, value in (name, value.description) }
  }
}
