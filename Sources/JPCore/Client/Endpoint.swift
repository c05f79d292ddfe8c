/// A resource of the API, or any other JSON document, and the type of its value.
///
/// ```swift
/// let albums = try await api.fetch(.albums(ofUser: 1), policy: .revalidate)
/// let page = Endpoint([Post].self, path: "/posts", query: ["_page": 2, "_limit": 10])
/// let names = Endpoint.users.map { users in users.map(\.name) }
/// for try await answer in api.updates(names) { print(answer.value, answer.isStale) }
/// ```
///
/// A single record, such as `.user(3)`, is also looked up in the resource's stored list: if the list
/// is fresh, if the client is offline, and if the server fails. The records of one parent, such as
/// `.todos(ofUser: 3)`, are chosen from the list.
public struct Endpoint<Value: Sendable>: Sendable {
  private enum Request {
    /// Records of the API.
    case records(RecordQuery, @Sendable (Answer<Records>) throws -> Value)
    /// A document at any path or URL.
    case document(String, @Sendable (JSONDocument, HTTPResponse) throws -> Value)
  }

  private let request: Request

  /// Makes an endpoint for records of the API, which must have all fields that the models need.
  ///
  /// - Parameter decode: makes the value from the records.
  init(_ query: RecordQuery, decode: @escaping @Sendable (Answer<Records>) throws -> Value) {
    var query = query
    query.isComplete = true
    request = .records(query, decode)
  }

  private init(_ request: Request) { self.request = request }

  /// Makes an endpoint from a path and a function that reads the document, for example value by
  /// value, or with Foundation's `JSONDecoder`, which decodes dates and URLs from strings.
  ///
  /// ```swift
  /// let name = try await api.fetch(Endpoint(path: "/users/1") { $0.root["name"]?.string })
  /// ```
  ///
  /// - Parameters:
  ///   - path: a path below the base URL, or a whole http or https URL; a fragment is removed.
  ///   - query: names and values, not yet encoded. The API ignores names that it doesn't know, and
  ///     answers with the whole list.
  ///   - decode: makes the value from the document. If it throws, it may be called again with a
  ///     stored response; for the error that it throws, see ``FetchError/underlying``. A response
  ///     that can't be decoded is stored only if it is a list or a record of the API's resources.
  public init(
    path: String, query: QueryItems = [:],
    decode: @escaping @Sendable (JSONDocument) throws -> Value
  ) {
    var url = path
    if !path.isWholeURL, path.utf8.first != .slash { url = "/" + path }
    request = .document(url.addingQuery(query.all)) { document, _ in try decode(document) }
  }

  func fetch(with fetcher: Fetcher) async throws -> Answer<Value> {
    switch request {
    case .records(let query, let decode):
      let records = try await fetcher.records(query)
      do {
        return try records.map { _ in try decode(records) }
      } catch let error as FetchError {
        throw error
      } catch let error as CancellationError {
        throw error
      } catch {
        throw records.refused(by: error)
      }
    case .document(let url, let decode):
      return try await fetcher.value(at: url, read: decode)
    }
  }
}

// MARK: Changing an endpoint

extension Endpoint {
  /// The same records or document with the value transformed.
  ///
  /// - Parameter transform: makes the new value; it may be called more than once. For an error that
  ///   it throws, see ``FetchError/underlying``.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Other
  ) -> Endpoint<Other> {
    switch request {
    case .records(let query, let decode):
      Endpoint<Other>(
        .records(query) { records in try transform(try decode(records)) })
    case .document(let url, let decode):
      Endpoint<Other>(
        .document(url) { document, response in
          try transform(try decode(document, response))
        })
    }
  }

  /// The same endpoint with a rule that the value has to follow.
  ///
  /// ```swift
  /// struct NoAlbums: Error {}
  /// let albums = Endpoint.albums.validated { albums, response in
  ///   if albums.isEmpty || response.headerFields["X-Draft"] != nil { throw NoAlbums() }
  /// }
  /// ```
  ///
  /// - Parameter rule: throws if the value or its response isn't acceptable; it may be called more
  ///   than once. For an error that it throws, see ``FetchError/underlying``. If the value is made
  ///   from records, the response is that of the first source, without its content. A resource's
  ///   response is stored even if it breaks the rule. Another document is stored only if it follows
  ///   the rule, and a stored one may replace one that breaks it.
  public func validated(
    _ rule: @escaping @Sendable (Value, HTTPResponse) throws -> Void
  ) -> Endpoint {
    switch request {
    case .records(let query, let decode):
      Endpoint(
        .records(query) { records in
          let value = try decode(records)
          if let source = records.sources.first { try rule(value, source.head) }
          return value
        })
    case .document(let url, let decode):
      Endpoint(
        .document(url) { document, response in
          let value = try decode(document, response)
          try rule(value, response)
          return value
        })
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
  ///   - path: a path below the base URL, or a whole http or https URL; a fragment is removed.
  ///   - query: names and values, not yet encoded. The API ignores unknown names and sends the
  ///     whole list.
  public init(_ type: Value.Type = Value.self, path: String, query: QueryItems = [:]) {
    self.init(path: path, query: query) { document in try document.root.decode() }
  }
}

extension Answer<Records> {
  /// The error of records that the caller's code refuses.
  fileprivate func refused(by error: any Error) -> FetchError {
    let mismatch = TypeMismatch(expected: .described("\(error)"))
    var failure = FetchError(
      resource: value.resource.name, url: sources.first?.url ?? "", cause: .mismatch(mismatch))
    failure.underlying = error
    return failure
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

  /// Makes a query from a literal, in its order.
  public init(dictionaryLiteral items: (String, any LosslessStringConvertible)...) {
    all = items.map { name, value in (name, value.description) }
  }

  /// Makes a query of names and values, in their order.
  public init(_ items: [(String, some LosslessStringConvertible)]) {
    all = items.map { name, value in (name, value.description) }
  }
}
