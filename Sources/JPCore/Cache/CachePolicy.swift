/// How a call uses stored responses.
public enum CachePolicy: CaseIterable, Sendable {
  /// Follows RFC 9111: uses a fresh response, revalidates a stale one, and uses the stale one if the
  /// server fails.
  case standard

  /// Revalidates every stored response before using it. If the server fails, the stored response is
  /// used.
  case refresh

  /// Requests every response in full. Stored responses are neither used nor revalidated, even if the
  /// server fails.
  case reload

  /// Uses stored responses only, of any age. No request is sent.
  case storedOnly
}
