/// A client for JSONPlaceholder, and for servers that speak as it does.
///
/// ```swift
/// let api = JSONPlaceholder()
/// for user in try await api.usersWithAlbums().value {
///   print(user.name, user.albums.count)
/// }
/// ```
///
/// Every answer comes with where it came from, and with the error that a stored response stands in
/// for: ``Fetched``.
public struct JSONPlaceholder: Sendable {
  private let fetcher: Fetcher

  /// Makes a client; nothing is loaded and no connection is made yet.
  ///
  /// - Parameters:
  ///   - base: where the API is: a server, or a directory with a file for each path
  ///     (``FileTransport``).
  ///   - fields: header fields to send with every request, whatever host it goes to.
  ///   - transport: asks the server, unless `base` is a directory; `nil` for libcurl, two retries,
  ///     and 10 seconds for an answer.
  ///   - cache: stored responses; `nil` to read and write none, which files never need.
  ///   - clock: the wall clock, by which stored responses age.
  ///   - rules: what a response has to be beside 2xx and JSON.
  public init(
    base: BaseURL = .jsonPlaceholder, fields: HTTPFields = [],
    transport: (any Transport)? = nil, cache: ResponseCache? = nil,
    clock: @escaping HTTPDate.Clock = HTTPDate.systemClock, rules: [ResponseRule] = []
  ) {
    fetcher = Fetcher(base: base, fields: fields, cache: cache, clock: clock, rules: rules) {
      transport.map { RetryingTransport($0, policy: .never, clock: clock) }
        ?? RetryingTransport(CurlTransport(), clock: clock)
    }
  }

  private init(_ fetcher: Fetcher) {
    self.fetcher = fetcher
  }

  /// A client for built-in data, always the same, without network or disk: six resources in
  /// JSONPlaceholder's counts, shapes and relations, with invented content.
  public static let sample = JSONPlaceholder(
    Fetcher(base: .sample) { RetryingTransport(SampleTransport(), policy: .never) })

  /// Gets all users, albums and photos at the same time and joins them.
  ///
  /// Users stand in the server's order, their albums and those albums' photos in that of their lists.
  /// Records that belong to nothing are in none of them: ``Fetched/irregularities`` tells.
  ///
  /// - Throws: the ``FetchError`` of the first of the three that failed, in this order, whichever came
  ///   first: a record without one of its fields is a failure. `CancellationError`.
  @concurrent public func usersWithAlbums() async throws -> Fetched<[UserWithAlbums]> {
    try await fetcher.records(.usersWithAlbums).map(UserWithAlbums.all)
  }

  /// Gets anything, one object or an array.
  ///
  /// ```swift
  /// let post = try await api.fetch(Post.self, from: "/posts/1").value
  /// let todos = try await api.fetch([Todo].self, from: "/todos", query: ["userId": "3"]).value
  /// ```
  ///
  /// - Parameters:
  ///   - type: what it is decoded as (``JSONValue/decode(_:)``).
  ///   - path: a path below the base URL, or a whole http or https URL; a fragment is left out.
  ///   - query: names and values, not yet encoded. The API passes over names that it doesn't know,
  ///     and answers the whole list; built-in data takes no query.
  /// - Throws: ``FetchError``, with ``FetchError/Cause-swift.enum/mismatch(_:)`` where the type doesn't
  ///   decode; `CancellationError`. Such a response isn't stored, nor is one in a resource's place
  ///   (`/users`, `/users/1`) that doesn't fit it.
  @concurrent public func fetch<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, from path: String,
    query: KeyValuePairs<String, String> = [:]
  ) async throws -> Fetched<Value> {
    try await fetch(from: path, query: query) { try $0.root.decode() }
  }

  /// Gets anything and reads it: with Foundation's `JSONDecoder`, where dates or URLs are to be decoded
  /// from strings, or value by value, without a type.
  ///
  /// ```swift
  /// let name = try await api.fetch(from: "/users/1") { $0.root["name"]?.string }
  /// ```
  ///
  /// - Parameters:
  ///   - path: a path below the base URL, or a whole http or https URL.
  ///   - query: names and values, not yet encoded.
  ///   - read: makes of the document what the caller needs; called again for a response that stands
  ///     in. What it throws is told as a ``FetchError/Cause-swift.enum/mismatch(_:)``; a response that
  ///     it refuses isn't stored.
  /// - Throws: ``FetchError``, `CancellationError`.
  @concurrent public func fetch<Value: Sendable>(
    from path: String, query: KeyValuePairs<String, String> = [:],
    read: @escaping @Sendable (JSONDocument) throws -> Value
  ) async throws -> Fetched<Value> {
    let isPart = !HTTPRequest.isHTTP(path) && !path.hasPrefix("/")
    let target = (isPart ? "/" : "") + path
    return try await fetcher.value(at: target.addingQuery(query), read: read)
  }

  /// Gets anything; where the server answers with an error, throws what it says as the caller's own
  /// type.
  ///
  /// ```swift
  /// struct Problem: Error, Decodable { let message: String }
  /// let post = try await api.fetch(Post.self, from: "/posts/1", orThrow: Problem.self).value
  /// ```
  ///
  /// - Parameters:
  ///   - type: what it is decoded as.
  ///   - path: a path below the base URL, or a whole http or https URL.
  ///   - query: names and values, not yet encoded.
  ///   - serverError: what the content is decoded as where the cause is a
  ///     ``FetchError/Cause-swift.enum/status(_:message:)``.
  /// - Throws: a `ServerError`; ``FetchError`` for all that is no such response;
  ///   `CancellationError`.
  @concurrent public func fetch<Value: Decodable & Sendable, ServerError: Error & Decodable>(
    _ type: Value.Type = Value.self, from path: String,
    query: KeyValuePairs<String, String> = [:], orThrow serverError: ServerError.Type
  ) async throws -> Fetched<Value> {
    do {
      return try await fetch(type, from: path, query: query)
    } catch let error as FetchError {
      if let own = error.serverError(serverError) { throw own }
      throw error
    }
  }
}
