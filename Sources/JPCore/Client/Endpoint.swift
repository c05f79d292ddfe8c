/// A resource of the API, or anything else that the server has, with the type of its value.
///
/// ```swift
/// let albums = try await api.fetch(.albums(ofUser: 1), policy: .refresh)
/// let posts = try await api.fetch(.posts().page(2, limit: 10))
/// for try await users in api.updates(.users()) { print(users.value.count, users.isStale) }
/// ```
///
/// A resource's stored list answers for its records as well, if the client is offline or the server
/// fails; for a record by its id also if it is fresh. It never answers for pages.
public struct Endpoint<Value: Sendable>: Sendable {
  private enum Request {
    /// Records of the API.
    case records(RecordQuery, @Sendable (Fetched<Records>) throws -> Fetched<Value>)
    /// Any path or URL.
    case document(String, @Sendable (JSONDocument) throws -> Value)
  }

  private var request: Request

  /// Records of the API, which must have all fields that the models need.
  ///
  /// - Parameter read: makes the value from the records.
  init(
    _ query: RecordQuery, read: @escaping @Sendable (Fetched<Records>) throws -> Fetched<Value>
  ) {
    var query = query
    query.isComplete = true
    request = .records(query, read)
  }

  /// Makes an endpoint from a path and a function that reads the document: with Foundation's
  /// `JSONDecoder`, to decode dates or URLs from strings, or value by value.
  ///
  /// ```swift
  /// let name = try await api.fetch(Endpoint(from: "/users/1") { $0.root["name"]?.string })
  /// ```
  ///
  /// - Parameters:
  ///   - path: a path below the base URL, or a whole http or https URL; a fragment is removed.
  ///   - query: names and values, not yet encoded. The API ignores names that it doesn't know, and
  ///     answers with the whole list.
  ///   - read: makes the value from the document. If it fails, it may be called again with a stored
  ///     response. Its errors become ``FetchError/Cause-swift.enum/mismatch(_:)``. A response that
  ///     can't be read is only stored if it is a resource's.
  public init(
    from path: String, query: QueryItems = [:],
    read: @escaping @Sendable (JSONDocument) throws -> Value
  ) {
    let isPart = path.httpScheme == nil && path.utf8.first != .slash
    let url = isPart ? "/" + path : path
    request = .document(url.addingQuery(query.all), read)
  }

  func fetch(with fetcher: Fetcher) async throws -> Fetched<Value> {
    switch request {
    case .records(let query, let read): try read(await fetcher.records(query))
    case .document(let url, let read): try await fetcher.value(at: url, read: read)
    }
  }
}

extension Endpoint {
  /// One page of a list; ``Fetched/totalCount`` has the number of all records.
  ///
  /// - Parameters:
  ///   - number: the page, from 1 (`_page`).
  ///   - limit: how many records a page has (`_limit`).
  public func page<Element: Decodable>(_ number: Int, limit: Int) -> Self
  where Value == [Element] {
    var endpoint = self
    switch request {
    case .records(var query, let read):
      query.list.query.page = number
      query.list.query.limit = limit
      endpoint.request = .records(query, read)
    case .document(let url, let read):
      let page = ["_page": number, "_limit": limit] as QueryItems
      endpoint.request = .document(url.addingQuery(page.all), read)
    }
    return endpoint
  }
}

extension Endpoint where Value: Decodable {
  /// Makes an endpoint that decodes one object or an array.
  ///
  /// - Parameters:
  ///   - type: the type to decode (``JSONValue/decode(_:)``).
  ///   - path: a path below the base URL, or a whole http or https URL; a fragment is removed.
  ///   - query: names and values, not yet encoded.
  public init(_ type: Value.Type = Value.self, from path: String, query: QueryItems = [:]) {
    self.init(from: path, query: query) { try $0.root.decode() }
  }
}
