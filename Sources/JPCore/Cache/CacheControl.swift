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
  /// - Parameter lines: the value of each Cache-Control field. They aren't joined, so that a quote
  ///   that isn't closed doesn't hide the directives of the next field.
  init(_ lines: [String]) {
    for directive in lines.flatMap(Self.directives) {
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
    let argument: String
  }

  /// Splits `name`, `name=token` and `name="quoted"` at commas outside of quoted arguments. A quote
  /// anywhere else, or one that is never closed, is an ordinary character, so it doesn't hide the
  /// directives after it.
  private static func directives(of line: String) -> [Directive] {
    var directives: [Directive] = []
    var rest = line.utf8[...]
    while !rest.isEmpty {
      let name = rest.prefix { $0 != .comma && $0 != .equals }
      rest = rest[name.endIndex...]
      var argument = rest.prefix(0)
      if rest.first == .equals {
        rest = rest.dropFirst().drop(while: \.isSpaceOrTab)
        let quoted = rest.quotedString
        let unquotedRest = rest[quoted.endIndex...]
        argument = rest[..<(unquotedRest.firstIndex(of: .comma) ?? rest.endIndex)]
        rest = rest[argument.endIndex...]
      }
      rest = rest.dropFirst()
      directives.append(
        Directive(
          name: name.trimmed.lowercased(), argument: argument.trimmed.filter { $0 != "\"" }))
    }
    return directives
  }
}

extension Substring.UTF8View {
  /// The quoted string at the beginning, with its quotes (RFC 9110 §5.6.4); empty if there is none.
  fileprivate var quotedString: Substring.UTF8View {
    guard first == .quote else { return prefix(0) }
    var isEscaped = false
    for index in indices.dropFirst() {
      if isEscaped {
        isEscaped = false
      } else if self[index] == .backslash {
        isEscaped = true
      } else if self[index] == .quote {
        return self[...index]
      }
    }
    return prefix(0)
  }
}
