/// An error of a transport of your own that says what happened in this library's words.
///
/// It is then treated as libcurl's own failures are: a temporary one is retried, a stored response
/// stands in, and the caller's ``FetchError`` has the ``TransportError`` with the reason. Any other
/// error counts as ``TransportError/Reason-swift.enum/other``.
///
/// ```swift
/// enum RadioError: TransportFailure {
///   case silence, noise
///
///   var reason: TransportError.Reason {
///     switch self {
///     case .silence: .noRoute
///     case .noise: .reset
///     }
///   }
/// }
/// ```
public protocol TransportFailure: Error {
  /// What happened.
  var reason: TransportError.Reason { get }
}
