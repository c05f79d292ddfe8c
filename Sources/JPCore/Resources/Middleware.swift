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
