/// A client for JSONPlaceholder, and for servers with the same API.
///
/// ```swift
/// let api = JSONPlaceholder()
/// for user in try await api.fetch(.usersWithAlbums()).value {
///   print(user.name, user.albums.count)
/// }
/// ```
///
/// Every answer is a ``Fetched``, with its sources and with the error if a stored response replaced
/// a failed one.
public struct JSONPlaceholder: Sendable {
  private var fetcher: Fetcher

  /// The maximum number of requests that a fetch makes at the same time, 6 by default; a number below
  /// 1 counts as 1. Further requests wait, also while one of these waits for its retry; the time
  /// limit of each begins when the request does. Each fetch counts its own requests.
  public var maxConcurrentRequests: Int {
    get { fetcher.maxConcurrentRequests }
    set { fetcher.maxConcurrentRequests = newValue }
  }

  /// Makes a client; nothing is loaded and no connection is made yet.
  ///
  /// - Parameters:
  ///   - base: the API's server, or a directory with a file for each path (``FileTransport``).
  ///   - fields: header fields to send with every request to the base URL's scheme, host and port.
  ///   - fieldsElsewhere: header fields to send with requests for whole URLs of other origins.
  ///   - middleware: changes requests before the cache look-up, in this order.
  ///   - transport: sends the requests, unless `base` is a directory; `nil` for libcurl.
  ///   - retries: the number of retries and the time limit of an answer. `nil` for the transport's
  ///     default: two retries and 10 seconds; with a ``RetryingTransport`` no retries but its own, and
  ///     its time limit; with a ``CannedTransport`` neither. ``RetryPolicy/never`` turns both off.
  ///   - cache: stored responses; `nil` to read and write none. Files are never stored.
  ///   - clock: the wall clock, for the age of stored responses.
  public init(
    base: BaseURL = .jsonPlaceholder, fields: HeaderFields = [], fieldsElsewhere: HeaderFields = [],
    middleware: [any Middleware] = [], transport: (any Transport)? = nil,
    retries: RetryPolicy? = nil, cache: ResponseCache? = nil,
    clock: @escaping HTTPDate.Clock = HTTPDate.systemClock
  ) {
    var fetcher = Fetcher(base: base, fields: fields, cache: cache, clock: clock) {
      let transport = transport ?? CurlTransport()
      return RetryingTransport(
        transport, policy: retries ?? transport.defaultRetries, clock: clock)
    }
    fetcher.fieldsElsewhere = fieldsElsewhere.addingUsual(
      userAgent: CurlTransport.Settings().userAgent)
    fetcher.middleware = middleware
    self.fetcher = fetcher
  }

  private init(_ fetcher: Fetcher) {
    self.fetcher = fetcher
  }

  /// A client for built-in data, without network or disk: six resources with JSONPlaceholder's
  /// counts, shapes and relations, and invented content that never changes.
  public static let sample = JSONPlaceholder(
    Fetcher(base: .sample) { RetryingTransport(SampleTransport(), policy: .never) })

  /// Fetches the value of an endpoint.
  ///
  /// - Parameters:
  ///   - endpoint: a resource of the API, or any other path.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``, `CancellationError`.
  @concurrent public func fetch<Value: Sendable>(
    _ endpoint: Endpoint<Value>, policy: CachePolicy = .standard
  ) async throws -> Fetched<Value> {
    try Task.checkCancellation()
    return try await endpoint.fetch(with: fetcher.following(policy))
  }

  /// Emits the stored answer at once, however old, and then the server's.
  ///
  /// There is one element if nothing is stored, or if the server's answer has the same value,
  /// ``Fetched/isStale`` and ``Fetched/errors`` as the stored one. If the server fails, the second
  /// element is the stored value with the error; if nothing may replace it, the stream throws a
  /// ``FetchError``. Fetching starts at once, and is cancelled when the stream is no longer read.
  ///
  /// ```swift
  /// for try await users in api.updates(.usersWithAlbums()) {
  ///   print(users.value.count, users.isStale ? "as stored" : "", users.errors)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - endpoint: a resource of the API, or any other path.
  ///   - policy: how the server is asked; with ``CachePolicy/standard``, only about stale responses.
  public func updates<Value: Equatable & Sendable>(
    _ endpoint: Endpoint<Value>, policy: CachePolicy = .refresh
  ) -> AsyncThrowingStream<Fetched<Value>, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          let stored = try? await fetch(endpoint, policy: .storedOnly)
          if let stored { continuation.yield(stored) }
          let answer = try await fetch(endpoint, policy: policy)
          if stored?.shows(answer) != true { continuation.yield(answer) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Fetches any path and decodes its JSON.
  ///
  /// ```swift
  /// let post = try await api.fetch(Post.self, from: "/posts/1").value
  /// let todos = try await api.fetch([Todo].self, from: "/todos", query: ["userId": 3]).value
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type to decode (``JSONValue/decode(_:)``).
  ///   - path: a path below the base URL, or a whole http or https URL; a fragment is removed.
  ///   - query: names and values, not yet encoded. The API ignores unknown names and sends the whole
  ///     list.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``, with ``FetchError/Cause-swift.enum/mismatch(_:)`` if the type
  ///   doesn't decode; `CancellationError`. A resource's response (`/users`, `/users/1`) is
  ///   stored if its records have ids, any other if it decodes.
  @concurrent public func fetch<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, from path: String,
    query: QueryItems = [:], policy: CachePolicy = .standard
  ) async throws -> Fetched<Value> {
    try await fetch(Endpoint(type, from: path, query: query), policy: policy)
  }
}

extension Fetched where Value: Equatable {
  /// Whether another answer adds nothing for a reader.
  fileprivate func shows(_ other: Fetched) -> Bool {
    value == other.value && isStale == other.isStale && errors == other.errors
  }
}
