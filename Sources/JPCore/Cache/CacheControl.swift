/// The Cache-Control directives that matter to a private cache: those of a response (RFC 9111
/// §5.2.2, RFC 5861), and no-store and no-cache of a request (RFC 9111 §5.2.1).
struct CacheControl: Equatable {
  /// no-store: the response must not be stored.
  private(set) var noStore = false

  /// no-cache: even a fresh response must not be used unless the server confirms it.
  private(set) var noCache = false

  /// must-revalidate: a stale response must not be used unless the server confirms it.
  private(set) var mustRevalidate = false

  /// max-age: how long the response is fresh. Invalid or contradictory values count as 0, because
  /// treating the response as stale is safer (§4.2.1).
  private(set) var maxAge: Duration?

  /// stale-if-error: the maximum staleness of a response that is used if the server fails (RFC 5861
  /// §4).
  private(set) var staleIfError: Duration?

  /// Parses the field's value; unknown directives are ignored (§5.2.3).
  ///
  /// `immutable` (RFC 8246) is ignored because a fresh response is revalidated only if the user
  /// asks for it. `must-understand` (§5.2.2.3) is ignored because it only lets a cache ignore
  /// no-store, which this cache always obeys.
  ///
  /// - Parameter lines: the value of each Cache-Control field.
  init(_ lines: [String]) {
    let elements = lines.flatMap { line in line.listElements(separatedBy: .comma) }
    for directive in elements.map(Directive.init) {
      let seconds = Duration(deltaSeconds: directive.argument) ?? .zero
      switch directive.name {
      case "no-store": noStore = true
      // An argument would limit no-cache to some fields; ignoring the argument is allowed, and
      // safer.
      case "no-cache": noCache = true
      case "must-revalidate": mustRevalidate = true
      case "max-age":
        if let earlier = maxAge, earlier != seconds {
          maxAge = .zero
        } else {
          maxAge = seconds
        }
      case "stale-if-error": staleIfError = min(staleIfError ?? seconds, seconds)
      default: break
      }
    }
  }

  private struct Directive {
    let name: HeaderFields.Name
    /// The argument without quotes; empty if there is none.
    let argument: String

    /// Splits `name`, `name=token` or `name="quoted"`.
    init(_ element: String) {
      let name = element.utf8.prefix { $0 != .equals }
      self.name = HeaderFields.Name(name.trimmed)
      let argument = element.utf8.dropFirst(name.count + 1).trimmed
      self.argument = String(utf8: argument.utf8.filter { $0 != .quote })
    }
  }
}
