import Synchronization

/// A client for JSONPlaceholder, and for servers with the same API.
///
/// ```swift
/// let api = JSONPlaceholder()
/// for user in try await api.usersWithAlbums().value {
///   print(user.name, user.albums.count)
/// }
/// ```
///
/// Every answer says where it came from, and which error a stored response stands in for:
/// ``Fetched``.
public struct JSONPlaceholder: Sendable {
  private let fetcher: Fetcher

  /// Makes a client; nothing is loaded and no connection is made yet.
  ///
  /// - Parameters:
  ///   - base: where the API is: a server, or a directory with a file for each path
  ///     (``FileTransport``).
  ///   - fields: header fields to send with every request to the base URL's scheme, host and port.
  ///   - fieldsElsewhere: header fields to send with requests for whole URLs of other origins.
  ///   - middleware: sees requests before the store does, in this order.
  ///   - transport: sends the requests, unless `base` is a directory; `nil` for libcurl.
  ///   - retries: how often temporary failures are retried, and how long an answer may take; `nil`
  ///     for two retries and 10 seconds, unless the transport is a ``RetryingTransport`` or a
  ///     ``CannedTransport``. ``RetryPolicy/never`` turns both off.
  ///   - cache: stored responses; `nil` to read and write none. Files are never stored.
  ///   - clock: the wall clock, by which stored responses age.
  ///   - rules: rules for responses, besides 2xx and JSON.
  public init(
    base: BaseURL = .jsonPlaceholder, fields: HeaderFields = [], fieldsElsewhere: HeaderFields = [],
    middleware: [any Middleware] = [], transport: (any Transport)? = nil,
    retries: RetryPolicy? = nil, cache: ResponseCache? = nil,
    clock: @escaping HTTPDate.Clock = HTTPDate.systemClock, rules: [ResponseRule] = []
  ) {
    var fetcher = Fetcher(base: base, fields: fields, cache: cache, clock: clock, rules: rules) {
      RetryingTransport.of(transport, retries, clock: clock)
    }
    fetcher.fieldsElsewhere = fieldsElsewhere.addingUsual(
      userAgent: CurlTransport.Settings().userAgent)
    fetcher.middleware = middleware
    self.fetcher = fetcher
  }

  private init(_ fetcher: Fetcher) {
    self.fetcher = fetcher
  }

  /// A client for built-in data, always the same, without network or disk: six resources with
  /// JSONPlaceholder's counts, shapes and relations, and invented content.
  public static let sample = JSONPlaceholder(
    Fetcher(base: .sample) { RetryingTransport(SampleTransport(), policy: .never) })

  /// Gets what an endpoint names.
  ///
  /// - Parameters:
  ///   - endpoint: one of the API's resources, or anything else.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``, `CancellationError`.
  @concurrent public func fetch<Value: Sendable>(
    _ endpoint: Endpoint<Value>, policy: CachePolicy = .standard
  ) async throws -> Fetched<Value> {
    try Task.checkCancellation()
    let problems = Mutex<[StoreError]>([])
    let fetcher = fetcher.following(policy)
      .reporting { problem in problems.withLock { $0.append(problem) } }
    var fetched = try await fetcher.answer(endpoint.get)
    fetched.irregularities += problems.withLock(\.self).map { .unusableStore($0) }
    return fetched
  }

  /// Gives what is stored at once, however old, and then what the server says, if that differs: a
  /// slow server keeps nobody waiting.
  ///
  /// ```swift
  /// for try await users in api.updates(.usersWithAlbums()) {
  ///   print(users.value.count, users.isStale ? "as stored" : "", users.errors)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - endpoint: one of the API's resources, or anything else.
  ///   - policy: how the server is asked; with ``CachePolicy/standard``, only about what is stale.
  public func updates<Value: Equatable & Sendable>(
    _ endpoint: Endpoint<Value>, policy: CachePolicy = .refresh
  ) -> Updates<Value> {
    Updates(policy: policy) { try await fetch(endpoint, policy: $0) }
  }

  /// Gets all users, albums and photos at the same time and joins them.
  ///
  /// Users are in the server's order, their albums and those albums' photos in the order of their
  /// lists. Records whose parent is missing are left out and reported in
  /// ``Fetched/irregularities``.
  ///
  /// - Parameter policy: how stored responses are used.
  /// - Throws: ``FetchError``: of several failures, the first in the order users, albums, photos,
  ///   whichever came first; a record that lacks a field is a failure. `CancellationError`.
  @concurrent public func usersWithAlbums(
    policy: CachePolicy = .standard
  ) async throws -> Fetched<[UserWithAlbums]> {
    try await fetch(.usersWithAlbums(), policy: policy)
  }

  /// Gets anything, one object or an array.
  ///
  /// ```swift
  /// let post = try await api.fetch(Post.self, from: "/posts/1").value
  /// let todos = try await api.fetch([Todo].self, from: "/todos", query: ["userId": 3]).value
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type to decode (``JSONValue/decode(_:)``).
  ///   - path: a path below the base URL, or a whole http or https URL; a fragment is removed.
  ///   - query: names and values, not yet encoded. The API ignores names that it doesn't know, and
  ///     answers with the whole list.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``, with ``FetchError/Cause-swift.enum/mismatch(_:)`` if the type
  ///   doesn't decode; `CancellationError`. A response that doesn't decode isn't stored, nor is one
  ///   from a resource's path (`/users`, `/users/1`) that doesn't fit the resource.
  @concurrent public func fetch<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, from path: String,
    query: QueryItems = [:], policy: CachePolicy = .standard
  ) async throws -> Fetched<Value> {
    try await fetch(Endpoint(type, from: path, query: query), policy: policy)
  }

  /// Gets anything and reads it: with Foundation's `JSONDecoder`, to decode dates or URLs from
  /// strings, or value by value, without a type.
  ///
  /// ```swift
  /// let name = try await api.fetch(from: "/users/1") { $0.root["name"]?.string }
  /// ```
  ///
  /// - Parameters:
  ///   - path: a path below the base URL, or a whole http or https URL.
  ///   - query: names and values, not yet encoded.
  ///   - policy: how stored responses are used.
  ///   - read: makes the caller's value from the document; called again for a stored response that
  ///     stands in. Its errors become ``FetchError/Cause-swift.enum/mismatch(_:)``; a response that
  ///     it can't read isn't stored.
  /// - Throws: ``FetchError``, `CancellationError`.
  @concurrent public func fetch<Value: Sendable>(
    from path: String, query: QueryItems = [:],
    policy: CachePolicy = .standard,
    read: @escaping @Sendable (JSONDocument) throws -> Value
  ) async throws -> Fetched<Value> {
    try await fetch(Endpoint(from: path, query: query, read: read), policy: policy)
  }

  /// Gets anything; if the server answers with an error, throws the content as the caller's own
  /// error type.
  ///
  /// ```swift
  /// struct Problem: Error, Decodable { let message: String }
  /// let post = try await api.fetch(Post.self, from: "/posts/1", orThrow: Problem.self).value
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - path: a path below the base URL, or a whole http or https URL.
  ///   - query: names and values, not yet encoded.
  ///   - policy: how stored responses are used.
  ///   - serverError: the type to decode the content as, if the cause is a
  ///     ``FetchError/Cause-swift.enum/status(_:message:)``.
  /// - Throws: a `ServerError`; ``FetchError`` for every other failure; `CancellationError`.
  @concurrent public func fetch<Value: Decodable & Sendable, ServerError: Error & Decodable>(
    _ type: Value.Type = Value.self, from path: String,
    query: QueryItems = [:], policy: CachePolicy = .standard,
    orThrow serverError: ServerError.Type
  ) async throws -> Fetched<Value> {
    do {
      return try await fetch(type, from: path, query: query, policy: policy)
    } catch let error as FetchError {
      if let own = error.serverError(serverError) { throw own }
      throw error
    }
  }
}
