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
