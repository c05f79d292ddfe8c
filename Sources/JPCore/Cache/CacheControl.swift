/// The directives of a Cache-Control field that matter to a private cache: a response's (RFC 9111
/// §5.2.2, RFC 5861), or a request's (RFC 9111 §5.2.1).
package struct CacheControl: Equatable, Sendable {
  /// Must not be stored.
  package private(set) var noStore = false

  /// Must only be stored by those who understand its status, whatever no-store says (§5.2.2.3).
  package private(set) var mustUnderstand = false

  /// Must not be used without asking the server.
  package private(set) var noCache = false

  /// Must not be used when it is stale.
  package private(set) var mustRevalidate = false

  /// How long it is fresh. An invalid value counts as 0, and so do two that differ: stale is the
  /// safe side (§4.2.1).
  package private(set) var maxAge: Duration?

  /// How long after that it may be served in place of an error (RFC 5861 §4).
  package private(set) var staleIfError: Duration?

  /// Reads the field's value; unknown directives are ignored (§5.2.3).
  ///
  /// `immutable` (RFC 8246) is one of them: here a fresh response is revalidated only where the
  /// user says so, and the user's word wins.
  ///
  /// - Parameter value: all lines of the field, joined; `nil` is no directive.
  package init(_ value: String?) {
    for (name, argument) in Self.directives(of: value ?? "") {
      switch name {
      case "no-store": noStore = true
      // With a list of fields it could be narrowed to those; taking it whole is allowed and safer.
      case "no-cache": noCache = true
      case "must-understand": mustUnderstand = true
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
    guard let argument, !argument.isEmpty,
      argument.utf8.allSatisfy(\.isDigit)
    else { return nil }
    return .seconds(min(Int(argument) ?? Int(Int32.max), Int(Int32.max)))
  }

  /// `name`, `name=token` or `name="quoted"`, split at commas outside of quotes; names in lower
  /// case.
  private static func directives(of value: String) -> [(name: String, argument: String?)] {
    var parts: [String] = [""]
    var isQuoted = false
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if isEscaped {
        isEscaped = false
      } else if isQuoted && scalar == "\\" {
        isEscaped = true
        continue
      } else if scalar == "\"" {
        isQuoted.toggle()
        continue
      } else if scalar == "," && !isQuoted {
        parts.append("")
        continue
      }
      parts[parts.count - 1].unicodeScalars.append(scalar)
    }
    return parts.compactMap { part in
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = halves[0].trimmed.lowercased()
      return name.isEmpty ? nil : (name, halves.count > 1 ? String(halves[1].trimmed) : nil)
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop { $0 == " " || $0 == "\t" }
    let end = start.lastIndex { $0 != " " && $0 != "\t" }
    return end.map { start[...$0] } ?? ""
  }
}
