/// An error of a custom transport that corresponds to one of this library's.
///
/// It is treated like a failure of libcurl: a temporary one is retried, a stored response may be
/// used instead, and the caller's ``FetchError`` has a ``TransportError`` with the reason. Any
/// other error counts as ``TransportError/Reason-swift.enum/other``.
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
  /// The corresponding reason.
  var reason: TransportError.Reason { get }
}
