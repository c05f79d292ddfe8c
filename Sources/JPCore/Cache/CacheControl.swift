/// The directives of a response's Cache-Control field that matter to a private cache
/// (RFC 9111 §5.2.2, RFC 5861).
package struct CacheControl: Equatable, Sendable {
  /// Must not be stored.
  package private(set) var noStore = false

  /// Must not be used without asking the server.
  package private(set) var noCache = false

  /// Must not be used when it is stale.
  package private(set) var mustRevalidate = false

  /// How long it is fresh, in seconds. A value that is none counts as 0, and so do two that differ:
  /// stale is the safe side (§4.2.1).
  package private(set) var maxAge: Int?

  /// How long after that it may stand in for an error, in seconds (RFC 5861 §4).
  package private(set) var staleIfError: Int?

  /// Reads the field's value; directives that are unknown are passed over (§5.2.3).
  ///
  /// `immutable` (RFC 8246) is one of them: only the user's own word asks about a fresh response
  /// here, and that word wins over it.
  ///
  /// - Parameter value: all lines of the field, joined; `nil` is no directive.
  package init(_ value: String?) {
    for (name, argument) in Self.directives(of: value ?? "") {
      switch name {
      case "no-store": noStore = true
      // With a list of fields it could be narrowed to those; taking it whole is allowed and safer.
      case "no-cache": noCache = true
      case "must-revalidate": mustRevalidate = true
      case "max-age":
        let seconds = Self.seconds(argument) ?? 0
        maxAge = maxAge == nil || maxAge == seconds ? seconds : 0
      case "stale-if-error":
        let seconds = Self.seconds(argument) ?? 0
        staleIfError = min(staleIfError ?? seconds, seconds)
      default: break
      }
    }
  }

  /// Delta-seconds (§1.2.2); too many for an integer are the largest it can hold.
  static func seconds(_ argument: String?) -> Int? {
    guard let argument, !argument.isEmpty,
      argument.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 })
    else { return nil }
    return min(Int(argument) ?? Int(Int32.max), Int(Int32.max))
  }

  /// `name`, `name=token` or `name="quoted"`, split at commas outside of quotes; names in lower case.
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
