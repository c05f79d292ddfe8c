/// The Cache-Control directives that matter to a private cache: those of a response (RFC 9111
/// §5.2.2, RFC 5861), and no-store and no-cache of a request (RFC 9111 §5.2.1).
struct CacheControl {
  /// no-store: the response must not be stored.
  private(set) var noStore = false

  /// no-cache: the response must not be used without asking the server.
  private(set) var noCache = false

  /// must-revalidate: a stale response must not be used unless the server confirms it.
  private(set) var mustRevalidate = false

  /// max-age: how long the response is fresh. Invalid or contradictory values count as 0, because
  /// treating the response as stale is safer (§4.2.1).
  private(set) var maxAge: Duration?

  /// stale-if-error: how long the response may be stale and still replace an error (RFC 5861 §4).
  private(set) var staleIfError: Duration?

  /// Parses the field's value; unknown directives are ignored (§5.2.3).
  ///
  /// `immutable` (RFC 8246) is ignored because a fresh response is revalidated only if the user
  /// asks for it. `must-understand` (§5.2.2.3) is ignored because it only lets a cache
  /// ignore no-store, which this one always obeys.
  ///
  /// - Parameter value: all lines of the field, joined; `nil` if it is missing.
  init(_ value: String?) {
    guard let value else { return }
    for directive in Self.directives(of: value) {
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
    /// The directive's name in lower case.
    let name: String
    /// The argument without quotes; empty if there is none.
    var argument = ""
  }

  /// Splits `name`, `name=token` and `name="quoted"` at commas outside of quotes.
  private static func directives(of value: String) -> [Directive] {
    var isQuoted = false
    let parts = value.utf8.split { byte in
      if byte == .quote { isQuoted.toggle() }
      return byte == .comma && !isQuoted
    }
    var directives: [Directive] = []
    for part in parts {
      let halves = part.split(separator: .equals, maxSplits: 1, omittingEmptySubsequences: false)
      var directive = Directive(name: halves[0].trimmed.lowercased())
      if halves.count == 2 { directive.argument = halves[1].trimmed.filter { $0 != "\"" } }
      directives.append(directive)
    }
    return directives
  }
}
