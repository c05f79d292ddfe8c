/// Sends requests and receives their responses.
public protocol Transport: Sendable {
  /// Sends a request and returns the response, whatever its status.
  ///
  /// - Throws: ``TransportError`` if no complete response arrives, `CancellationError` if the task
  ///   was cancelled. Any other error counts as ``TransportError/Reason-swift.enum/other``.
  func send(_ request: TransportRequest) async throws -> TransportResponse

  /// The default retries of a client with this transport: ``RetryPolicy/init(retries:timeLimit:)``
  /// unless the transport declares another policy, for example because it retries itself.
  var defaultRetries: RetryPolicy { get }
}

extension Transport {
  /// The default retries and time limit.
  public var defaultRetries: RetryPolicy { RetryPolicy() }
}

/// A GET request (RFC 9110 §9.3.1).
public struct TransportRequest: Equatable, Sendable {
  /// The whole URL.
  public var url: String

  /// Header fields, in addition to those that the transport sets.
  public var fields: HeaderFields

  /// Its limits; `nil` for those of the transport only.
  var limits: RequestLimits?

  /// Makes a request for a URL.
  public init(url: String, fields: HeaderFields = []) {
    self.url = url
    self.fields = fields
  }

  /// Whether the URL and the header fields are the same.
  public static func == (left: TransportRequest, right: TransportRequest) -> Bool {
    left.url == right.url && left.fields == right.fields
  }

  /// The URL's path and query (RFC 9112 §3.2.1), `/users?id=1`.
  public var path: String {
    if let url = HTTPURL(url) { return url.path + url.query }
    // A URL of a file or of the built-in data.
    return String(url.unicodeScalars.drop { $0 != "/" })
  }
}

/// A complete response (RFC 9110 §3.4). An incomplete one is a ``TransportError`` instead.
public struct TransportResponse: Equatable, Sendable {
  /// The source of a response.
  public enum Origin: Equatable, Sendable {
    /// A server, for this request.
    case network
    /// The store; fresh, and used without asking the server (RFC 9111 §4.2).
    case fresh
    /// The store; just confirmed by the server (RFC 9111 §4.3).
    case revalidated
    /// The store; used in place of a failure (RFC 9111 §4.2.4).
    case stale
    /// The store; used offline.
    case offline(isFresh: Bool)
    /// A file in a directory of responses.
    case file
    /// The built-in data.
    case sample
  }

  /// The status code (RFC 9110 §15).
  public let status: Int

  /// The received status line without its line end (RFC 9112 §4), for HTTP/2 as libcurl writes it
  /// (`HTTP/2 200`); `nil` if no server answered.
  public let statusLine: String?

  /// The header fields; trailer fields are left out (RFC 9110 §6.5).
  public let fields: HeaderFields

  /// The decoded content (RFC 9110 §8.4).
  public internal(set) var body: [UInt8]

  /// The URL of the response, after redirects.
  public internal(set) var url: String

  /// The number of requests, including retries.
  package internal(set) var attempts = 1

  /// The times of its transfer; `nil` if libcurl didn't receive it.
  package internal(set) var times: TransferTimes?

  /// The URLs that were redirected, in order, as they may be shown.
  package internal(set) var redirectedFrom: [String] = []

  /// The URL of the list that this response was made from; `nil` if it wasn't made from a list.
  public internal(set) var derivedFrom: String?

  /// The source of the response.
  public internal(set) var origin: Origin

  /// The time since it was stored or last confirmed; `nil` if it wasn't stored.
  public let storedAgo: Duration?

  /// Its age (RFC 9111 §4.2.3); `nil` if it wasn't stored.
  public let age: Duration?

  /// Makes a response.
  public init(
    status: Int, statusLine: String? = nil, fields: HeaderFields = [], body: [UInt8], url: String,
    origin: Origin = .network, storedAgo: Duration? = nil, age: Duration? = nil
  ) {
    self.status = status
    self.statusLine = statusLine
    self.fields = fields
    self.body = body
    self.url = url
    self.origin = origin
    self.storedAgo = storedAgo
    self.age = age
  }
}

/// The time from the start of the last request to each milestone, from curl_easy_getinfo(3). Zero for
/// skipped steps, for example on a reused connection.
package struct TransferTimes: Equatable, Sendable {
  /// The host's name was resolved.
  package let lookUp: Duration

  /// TCP was connected.
  package let connection: Duration

  /// The TLS handshake was done.
  package let tls: Duration

  /// The response began.
  package let firstByte: Duration
}

/// Changes requests before the cache look-up.
///
/// Fields that it adds select the stored response like all other fields (RFC 9111 §4.1). A response
/// to a request with a credential is stored only in a private cache
/// (``ResponseCache/init(directory:maxBytes:maxAge:maxStale:isPrivate:)``).
///
/// ```swift
/// struct Tenant: Middleware {
///   func prepare(_ request: inout TransportRequest) {
///     request.fields["X-Tenant"] = "red"
///   }
/// }
/// let api = JSONPlaceholder(middleware: [Tenant()])
/// ```
public protocol Middleware: Sendable {
  /// Changes a request before the cache look-up, for example adds a field.
  ///
  /// Called for each request of a call, and for the list that could answer it; not all are sent.
  ///
  /// - Parameter request: the request. If calls can name whole URLs, check ``TransportRequest/url``
  ///   before you add a credential, which is meant for one server.
  /// - Throws: the error for the call to throw.
  func prepare(_ request: inout TransportRequest) async throws
}
