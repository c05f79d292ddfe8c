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

  /// The response without the secrets in its URL. It has its content until that was read, and in an
  /// error.
  package private(set) var head: HTTPResponse

  /// The number of bytes of the decoded content.
  package let bytes: Int

  /// Where the response came from: a server, the store, a file or the built-in data.
  public let origin: Origin

  /// Time since the response was stored or last confirmed; `nil` if it doesn't come from the store,
  /// or if that time isn't known because the clock was wrong then or is now.
  public let storedAgo: Duration?

  /// The response's age (RFC 9111 §4.2.3); `nil` if ``storedAgo`` is.
  public let age: Duration?

  /// The time that it took to get and read the response, with retries, but without the wait for the
  /// client's other requests.
  public internal(set) var duration = Duration.zero

  /// Whether the store has this response after the fetch, as good as new: used as it was,
  /// confirmed, or just stored. A stored response that replaces a failure isn't.
  package internal(set) var isInStore = false

  /// The mismatch between the content and the requested path that kept the response from being
  /// stored; `nil` without one.
  package internal(set) var misfit: TypeMismatch?

  /// The failure that a stored response replaces; `nil` without one.
  public internal(set) var failure: FetchError?

  /// Makes the source of a response whose content isn't read yet.
  init(
    resource: String?, of response: HTTPResponse, from origin: Origin, storedAgo: Duration? = nil,
    age: Duration? = nil
  ) {
    self.resource = resource
    bytes = response.body.count
    head = response
    head.url = response.url.withoutSecrets
    self.origin = origin
    self.storedAgo = storedAgo
    self.age = age
  }

  /// Makes the source of a stored response whose content isn't read yet.
  init(resource: String?, of copy: StoredCopy, as origin: Origin) {
    self.init(
      resource: resource, of: copy.stored.response, from: origin, storedAgo: copy.storedAgo,
      age: copy.age)
  }

  /// Makes a source, for tests.
  public init(
    resource: String? = nil, _ response: HTTPResponse, origin: Origin = .network,
    storedAgo: Duration? = nil, age: Duration? = nil, failure: FetchError? = nil
  ) {
    self.init(resource: resource, of: response, from: origin, storedAgo: storedAgo, age: age)
    head.body = []
    self.failure = failure
  }

  /// This source after its content was read.
  var withoutContent: Source {
    var source = self
    source.head.body = []
    return source
  }

  /// The URL that gave the response, after redirects, without user information and the values of
  /// secret parameters.
  public var url: String { head.url }

  /// The response's status code.
  public var status: Int { head.status }

  /// The response's header fields.
  public var headerFields: HeaderFields { head.headerFields }

  /// The number of times that the request was sent, if a server answered it; otherwise 1.
  public var attempts: Int { head.attempts }

  /// Whether the response is used although it is stale (RFC 9111 §4.2.4).
  public var isStale: Bool { [.stale, .stored(isFresh: false)].contains(origin) }

  /// Whether redirects led from https to http.
  package var isDowngraded: Bool { head.isDowngraded }

  /// Whether a server sent the response, now or earlier.
  package var isFromServer: Bool { !origin.isLocalData }

  /// See ``Origin/isUnconfirmed``.
  package var isUnconfirmed: Bool { origin.isUnconfirmed }
}

extension Source: Equatable {
  /// Whether two sources have the same resource, response, size, origin and failure, and are both
  /// in the store or both not. Durations, ages and times aren't compared.
  public static func == (left: Source, right: Source) -> Bool {
    left.resource == right.resource && left.head == right.head && left.origin == right.origin
      && left.bytes == right.bytes && left.isInStore == right.isInStore
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
  package var isConfirmedByServer: Bool { self == .network || self == .revalidated }

  /// Whether the response comes from the store, and the server hasn't confirmed it for this
  /// request.
  package var isUnconfirmed: Bool { !isLocalData && !isConfirmedByServer }
}
