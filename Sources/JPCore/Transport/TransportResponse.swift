/// A complete response (RFC 9110 §3.4): an incomplete one is an error instead.
public struct TransportResponse: Equatable, Sendable {
  /// Where a response came from.
  public enum Origin: Equatable, Sendable {
    /// A server's answer to this request.
    case network
    /// Stored and fresh, used without asking the server (RFC 9111 §4.2).
    case fresh
    /// Stored, and confirmed by the server just now (RFC 9111 §4.3).
    case revalidated
    /// Stored, served in place of a failure (RFC 9111 §4.2.4).
    case stale
    /// Stored, in an offline run.
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

  /// The content with its content codings undone (RFC 9110 §8.4).
  public internal(set) var body: [UInt8]

  /// The URL that gave the response, after redirects.
  public let url: String

  /// The number of requests, retries included.
  package internal(set) var attempts = 1

  /// The durations of its parts, if libcurl received it.
  package internal(set) var times: TransferTimes?

  /// The URLs before each redirect.
  package internal(set) var redirectedFrom: [String] = []

  /// The URL of the list that the response was made from; `nil` for a response of its own.
  public internal(set) var derivedFrom: String?

  /// Where the response came from.
  public internal(set) var origin: Origin

  /// Time since it was stored or last confirmed; `nil` if it was not stored.
  public let storedAgo: Duration?

  /// Its age (RFC 9111 §4.2.3); `nil` if it was not stored.
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
