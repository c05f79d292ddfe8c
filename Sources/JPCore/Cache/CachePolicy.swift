/// How a call uses stored responses.
public enum CachePolicy: CaseIterable, Sendable {
  /// As the server says (RFC 9111): a fresh response is used, the server is asked about a stale
  /// one, and that stands in where the server fails.
  case standard

  /// The server is asked about every response before it is used; where it fails, the stored one
  /// stands in.
  case refresh

  /// The server is asked for the whole of every response: a stored one is neither used nor asked
  /// about, and stands in for nothing.
  case reload

  /// Only stored responses answer, however old. No request is sent.
  case storedOnly
}
