/// A client for JSONPlaceholder, and for servers with the same API.
///
/// ```swift
/// let api = JSONPlaceholder()
/// for user in try await api.fetch(.usersWithAlbums()).value {
///   print(user.name, user.albums.count)
/// }
/// ```
///
/// A fetch returns an ``Answer``: the value with its sources, and with the error if a stored
/// response replaced a failed one.
public struct JSONPlaceholder: Sendable {
  /// How a client sends requests.
  public struct Configuration: Sendable {
    /// Header fields to send with every request to the base URL's scheme, host and port.
    public var headerFields: HeaderFields

    /// Header fields to send with requests to any other origin. Such a request is made if an
    /// endpoint's path is an absolute URL.
    public var headerFieldsElsewhere: HeaderFields

    /// Changes each request before the cache look-up. If it adds a field, only responses to
    /// requests with the same field are used from the store. A response to a request with a
    /// credential isn't stored.
    ///
    /// The client calls it for each request of a call, and for the request of a stored list that
    /// could answer it; not all of these are sent. If the paths of endpoints can be absolute URLs,
    /// check ``HTTPRequest/url`` before you add a credential, which is meant for one server. An
    /// error that it throws is the call's error.
    ///
    /// ```swift
    /// let api = JSONPlaceholder(
    ///   configuration: .init(prepare: { request in request.headerFields["X-Tenant"] = "red" }))
    /// ```
    public var prepare: @Sendable (inout HTTPRequest) async throws -> Void

    /// The transport that sends the requests; `nil` for libcurl. iOS, tvOS and visionOS have no
    /// libcurl: without a transport, every request fails there
    /// (``TransportError/Reason-swift.enum/missingLibrary``).
    public var transport: (any Transport)?

    /// Which failures are retried; `nil` for the default ``RetryPolicy``, or for no retries if the
    /// transport is a ``CannedTransport``.
    public var retries: RetryPolicy?

    /// The time limit of each response, from connecting to the last byte, with all retries and the
    /// waits between them; `nil` for 10 seconds, or for no limit if the transport is a
    /// ``CannedTransport``.
    public var timeLimit: Duration?

    /// The wall clock, for the age of stored responses and for a date in Retry-After.
    public var now: @Sendable () -> HTTPDate

    /// Makes a configuration.
    public init(
      headerFields: HeaderFields = [], headerFieldsElsewhere: HeaderFields = [],
      prepare: @escaping @Sendable (inout HTTPRequest) async throws -> Void = { _ in },
      transport: (any Transport)? = nil, retries: RetryPolicy? = nil,
      timeLimit: Duration? = nil, now: @escaping @Sendable () -> HTTPDate = HTTPDate.systemClock
    ) {
      self.headerFields = headerFields
      self.headerFieldsElsewhere = headerFieldsElsewhere
      self.prepare = prepare
      self.transport = transport
      self.retries = retries
      self.timeLimit = timeLimit
      self.now = now
    }
  }

  private let fetcher: Fetcher

  /// Makes a client; nothing is loaded and no connection is made yet.
  ///
  /// A client sends at most six requests to a server at the same time; others wait for their turn. The
  /// wait doesn't count towards the time limit. While a request is under way, calls that would send
  /// an equal one, with the same URL and header fields, wait for its response instead.
  ///
  /// - Parameters:
  ///   - baseURL: the API's server, or a directory with a file for each list. A directory is read
  ///     without the cache, and can't be combined with a transport.
  ///   - cache: stored responses; `nil` to read and write none.
  ///   - configuration: how requests are sent.
  public init(
    baseURL: BaseURL = .jsonPlaceholder, cache: ResponseCache? = nil,
    configuration: Configuration = Configuration()
  ) {
    precondition(
      !baseURL.isLocal || configuration.transport == nil,
      "a directory is read without a transport: \(baseURL.text)")
    var fetcher = Fetcher(
      base: baseURL, fields: configuration.headerFields, cache: cache, clock: configuration.now
    ) {
      configuration.retryingTransport()
    }
    fetcher.fieldsElsewhere = configuration.headerFieldsElsewhere
    fetcher.prepare = configuration.prepare
    self.fetcher = fetcher
  }

  private init(_ fetcher: Fetcher) {
    self.fetcher = fetcher
  }

  /// A client for built-in data, without network or disk: six resources with JSONPlaceholder's
  /// counts, shapes and relations, and invented content that never changes. It also answers for the
  /// pages of a list (`_page` and `_limit`), with `X-Total-Count` and `Link`.
  public static let sample = JSONPlaceholder(
    Fetcher(base: .sample) {
      RetryingTransport(SampleTransport(hasPages: true), policy: .never)
    })

  /// Fetches the value of an endpoint.
  ///
  /// ```swift
  /// let user = try await api.fetch(.user(3)).value
  /// let titles = try await api.fetch(Endpoint.posts.map { posts, _ in posts.map(\.title) }).value
  /// ```
  ///
  /// - Parameters:
  ///   - endpoint: a resource of the API, or any other path.
  ///   - policy: how stored responses are used.
  ///   - progress: receives the progress of this fetch.
  /// - Throws: ``FetchError``; `CancellationError`; the errors of
  ///   ``Configuration/prepare`` and of ``Endpoint/map(_:)`` as they are.
  @concurrent public func fetch<Value: Sendable>(
    _ endpoint: Endpoint<Value>, policy: CachePolicy = .standard, progress: FetchProgress? = nil
  ) async throws -> Answer<Value> {
    defer { progress?.endFetch() }
    try Task.checkCancellation()
    var fetcher = fetcher.withPolicy(policy)
    fetcher.progress = progress
    return try await endpoint.fetch(fetcher)
  }

  /// The stored answer at once, however old, and then the server's.
  ///
  /// ```swift
  /// for try await users in api.updates(.usersWithAlbums()) {
  ///   print(users.value.count, users.isStale ? "as stored" : "", users.errors)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - endpoint: a resource of the API, or any other path.
  ///   - policy: how the second fetch uses stored responses; with ``CachePolicy/standard``, no
  ///     request is sent if they are fresh.
  public func updates<Value: Equatable & Sendable>(
    _ endpoint: Endpoint<Value>, policy: CachePolicy = .revalidate
  ) -> Updates<Value> {
    Updates(api: self, endpoint: endpoint, policy: policy)
  }
}

extension JSONPlaceholder.Configuration {
  fileprivate func retryingTransport() -> RetryingTransport {
    let transport = transport ?? CurlTransport()
    var defaultRetries = RetryPolicy()
    var defaultLimit: Duration? = CurlTransport.Configuration().timeout
    if transport is CannedTransport {
      // Retrying doesn't change a prepared failure, and a busy test machine could exceed a limit.
      defaultRetries = .never
      defaultLimit = nil
    }
    return RetryingTransport(
      transport, policy: retries ?? defaultRetries, timeLimit: timeLimit ?? defaultLimit,
      queue: RequestQueue(), clock: now)
  }
}
