/// The directives of a Cache-Control field that matter to a private cache: a response's (RFC 9111
/// §5.2.2, RFC 5861), or a request's (RFC 9111 §5.2.1).
package struct CacheControl: Equatable, Sendable {
  /// Must not be stored.
  package private(set) var noStore = false

  /// Must not be used without asking the server.
  package private(set) var noCache = false

  /// Must not be used when it is stale.
  package private(set) var mustRevalidate = false

  /// How long it is fresh. An invalid value counts as 0, as do two that differ: stale is the safe
  /// side (§4.2.1).
  package private(set) var maxAge: Duration?

  /// How long after that it may be served in place of an error (RFC 5861 §4).
  package private(set) var staleIfError: Duration?

  /// Reads the field's value; unknown directives are ignored (§5.2.3).
  ///
  /// So is `immutable` (RFC 8246): a fresh response is revalidated only if the user asks for it, and
  /// the user's word wins. So is `must-understand` (§5.2.2.3): no-store counts without it as well.
  ///
  /// - Parameter value: all lines of the field, joined; `nil` for none.
  package init(_ value: String?) {
    for (name, argument) in Self.directives(of: value ?? "") {
      switch name {
      case "no-store": noStore = true
      // A list of fields could limit it to those; ignoring the list is allowed, and safer.
      case "no-cache": noCache = true
      case "must-revalidate": mustRevalidate = true
      case "max-age":
        let seconds = Self.seconds(argument) ?? .zero
        maxAge = maxAge == nil || maxAge == seconds ? seconds : .zero
      case "stale-if-error":
        let seconds = Self.seconds(argument) ?? .zero
        staleIfError = min(staleIfError ?? seconds, seconds)
      default: break
      }
    }
  }

  /// Delta-seconds (§1.2.2); too many count as 2147483647.
  static func seconds(_ argument: String?) -> Duration? {
    guard let argument, !argument.isEmpty, argument.utf8.allSatisfy(\.isDigit) else { return nil }
    return .seconds(min(Int(argument) ?? Int(Int32.max), Int(Int32.max)))
  }

  /// `name`, `name=token` or `name="quoted"`, split at commas outside of quotes; names in lower
  /// case.
  private static func directives(of value: String) -> [(name: String, argument: String?)] {
    let (quote, comma, equals) = (UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "="))
    var isQuoted = false
    let parts = value.utf8.split { byte in
      if byte == quote { isQuoted.toggle() }
      return byte == comma && !isQuoted
    }
    return parts.map { part in
      let halves = part.split(separator: equals, maxSplits: 1, omittingEmptySubsequences: false)
      let argument = halves.dropFirst().first?.trimmed.filter { $0 != "\"" }
      return (halves[0].trimmed.lowercased(), argument)
    }
  }
}
