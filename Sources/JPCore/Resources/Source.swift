/// Where a part of an answer came from, and how old it is.
public struct Source: Sendable {
  /// Where a response came from.
  @nonexhaustive
  public enum Origin: Equatable, Sendable {
    /// A server, which sent the response for this request.
    case network
    /// The store. The response is fresh, and is used without asking the server (RFC 9111 §4.2).
    case fresh
    /// The store. The server has just confirmed the response (RFC 9111 §4.3).
    case revalidated
    /// The store. The response is used in place of a failure (RFC 9111 §4.2.4).
    case stale
    /// The store, because the fetch asks no server (``CachePolicy/storedOnly``).
    case stored(isFresh: Bool)
    /// A file in a directory of responses.
    case file
    /// The built-in data.
    case sample
  }

  /// The resource's name; `nil` for a document requested by its path.
  public let resource: String?

  /// The response without its content, and without the secrets in its URLs.
  package let response: SourcedResponse

  /// The number of bytes of the decoded content.
  package let bytes: Int

  /// The time that it took to get and read the response, with retries, but without the wait for the
  /// client's other requests.
  public internal(set) var duration = Duration.zero

  /// Whether the fetch used the stored response as it was, confirmed it, or stored the server's
  /// response; `false` for a stored response that replaces a failure.
  package internal(set) var isStored = false

  /// The mismatch between the content and the requested path that kept the response from being
  /// stored; `nil` without one.
  package internal(set) var misfit: TypeMismatch?

  /// The failure that a stored response replaces; `nil` without one.
  public internal(set) var failure: FetchError?

  init(resource: String?, _ sourced: SourcedResponse, failure: FetchError? = nil) {
    self.resource = resource
    bytes = sourced.response.body.count
    var shown = sourced
    shown.response.body = []
    shown.response.url = sourced.response.url.withoutSecrets
    response = shown
    self.failure = failure
  }

  /// Makes a source, for tests.
  public init(
    resource: String? = nil, _ response: HTTPResponse, origin: Origin = .network,
    storedAgo: Duration? = nil, age: Duration? = nil, failure: FetchError? = nil
  ) {
    let sourced = SourcedResponse(
      response: response, origin: origin, storedAgo: storedAgo, age: age)
    self.init(resource: resource, sourced, failure: failure)
  }

  package var head: HTTPResponse { response.response }

  /// The URL that gave the response, after redirects, without user information and the values of
  /// secret parameters.
  public var url: String { head.url }

  /// The response's status code.
  public var status: Int { head.status }

  /// The response's header fields.
  public var headerFields: HeaderFields { head.headerFields }

  /// Where the response came from: a server, the store, a file or the built-in data.
  public var origin: Origin { response.origin }

  /// Time since the response was stored or last confirmed; `nil` if it doesn't come from the store,
  /// or if that time isn't known because the clock was wrong then or is now.
  public var storedAgo: Duration? { response.storedAgo }

  /// The response's age (RFC 9111 §4.2.3); `nil` if ``storedAgo`` is.
  public var age: Duration? { response.age }

  /// The number of times that the request was sent.
  public var attempts: Int { head.attempts }

  /// Whether the response is used although it is stale (RFC 9111 §4.2.4).
  public var isStale: Bool { [.stale, .stored(isFresh: false)].contains(origin) }

  /// Whether redirects led from https to http.
  package var isDowngraded: Bool { head.isDowngraded }

  /// Whether a server sent the response, now or earlier.
  package var isFromServer: Bool { !origin.isLocalData }

  /// Whether the response comes from the store, and the server hasn't confirmed it for this
  /// request.
  package var isUnconfirmed: Bool { origin.isUnconfirmed }
}

extension Source: Equatable {
  /// Whether two sources have the same resource, response, size, origin and failure, and are both
  /// in the store or both not. Durations, ages and times aren't compared.
  public static func == (left: Source, right: Source) -> Bool {
    left.resource == right.resource && left.head == right.head && left.origin == right.origin
      && left.bytes == right.bytes && left.isStored == right.isStored
      && left.failure == right.failure
  }
}

extension [Source] {
  /// Time since the oldest of the stored responses was stored or last confirmed; `nil` if none is
  /// from the store, or if the time of one isn't known.
  package var storedAgo: Duration? {
    let stored = filter { $0.origin.isUnconfirmed || $0.origin == .revalidated }
    let times = stored.compactMap(\.storedAgo)
    if times.count < stored.count { return nil }
    return times.max()
  }
}

extension Source.Origin {
  /// Whether the response comes from a file or from the built-in data, not from a server.
  package var isLocalData: Bool { self == .file || self == .sample }

  /// Whether the server sent or confirmed the response for this request.
  package var isServerNow: Bool { self == .network || self == .revalidated }

  /// Whether the response comes from the store, and the server hasn't confirmed it.
  package var isUnconfirmed: Bool { !isLocalData && !isServerNow }
}

package struct SourcedResponse: Sendable {
  package var response: HTTPResponse

  package let origin: Source.Origin

  package var storedAgo: Duration?

  package var age: Duration?
}
