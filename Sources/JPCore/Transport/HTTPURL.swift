/// The components of an http or https URL (RFC 3986 §3), spelled as in the URL. The fragment is
/// dropped, because it is never sent.
struct HTTPURL: Sendable {
  let isSecure: Bool

  /// User name and password, without the `@`.
  var userInfo: String?

  /// A name or an address; an IPv6 address is in brackets.
  let host: String

  /// The explicit port.
  let givenPort: Int?

  /// Begins with a slash, or is empty.
  let path: String

  /// Begins with a question mark, or is empty.
  let query: String

  /// The explicit port, or the scheme's default.
  var port: Int { givenPort ?? usualPort }

  private var usualPort: Int { isSecure ? 443 : 80 }

  /// Whether the host is a name that isn't ASCII, plainly or after percent-decoding. It is sent as
  /// `xn--…` (RFC 5890 §2.3.2.1), but shown and stored as it was written.
  var isInternational: Bool {
    let isAddress = host.utf8.first == .leftBracket
    return !isAddress && host.utf8.contains { $0 >= 0x80 || $0 == .percent }
  }

  /// Parses an absolute URL; `nil` if it can't be requested.
  init?(_ text: String) {
    guard let scheme = text.httpScheme else { return nil }
    isSecure = scheme == "https"
    let whole = text.unicodeScalars.dropFirst(scheme.count + 3).prefix { $0 != "#" }
    guard whole.allSatisfy({ $0 > " " && $0 != "\u{7F}" }) else { return nil }
    let authority = whole.prefix { $0 != "/" && $0 != "?" }
    let target = whole[authority.endIndex...]
    path = String(target.prefix { $0 != "?" })
    query = String(target.drop { $0 != "?" })
    let at = authority.lastIndex(of: "@")
    userInfo = at.map { String(authority[..<$0]) }
    let place = authority[authority.after("@")...]
    // An IPv6 address in brackets, which may have a zone (RFC 6874), or a name.
    let isBracketed = place.first == "["
    let host = isBracketed ? place[..<place.after("]")] : place.prefix { $0 != ":" }
    let name = isBracketed ? host.dropFirst().dropLast() : host
    let isAddress = name.prefix { $0 != "%" }.allSatisfy(\.isOfAddress) && name.contains(":")
    guard !name.isEmpty, isBracketed ? isAddress : name.allSatisfy(\.isOfHost) else { return nil }
    self.host = String(host)
    let port = place[host.endIndex...]
    givenPort = Int(String(port.dropFirst()))
    guard port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy({ "0"..."9" ~= $0 }),
      port.count < 2 || 1...65535 ~= givenPort ?? 0
    else { return nil }
  }

  /// The URL to send, but without user information: scheme and host in lower case, no default port,
  /// no empty path (RFC 3986 §6.2.2.1, §6.2.3). Dot segments and needless escapes stay.
  var normalized: String { text(userInfo: "") }

  /// The URL to send: the normalized one with user information. An `@` in a password is escaped,
  /// because libcurl refuses it.
  var sent: String { text(userInfo: userInfo.map { $0.normalizingUserInfo + "@" } ?? "") }

  private func text(userInfo: String) -> String {
    let port = port == usualPort ? "" : ":\(port)"
    return "\(isSecure ? "https" : "http")://\(userInfo)\(host.lowercased())\(port)"
      + (path.isEmpty ? "/" : path.normalizingPercents) + query.normalizingPercents
  }

  /// Scheme, host and port (RFC 6454 §4).
  var origin: String { "\(isSecure)://\(host.lowercased()):\(port)" }
}

extension String {
  /// `http` or `https` if the text begins with that scheme and `://`; otherwise `nil`.
  package var httpScheme: String? {
    let start = String(utf8: utf8.prefix(8)).lowercased()
    return start == "https://" ? "https" : start.hasPrefix("http://") ? "http" : nil
  }

  /// The cache key of a URL (RFC 9111 §2): the URL as sent, but without user information. Text that
  /// isn't a URL is unchanged.
  var cacheKey: String { HTTPURL(self)?.normalized ?? self }

  /// The host of an http or https URL, without its port; an IPv6 address is in brackets. `nil` for
  /// other text.
  package var host: String? { HTTPURL(self)?.host }

  /// The origin of an http or https URL; `nil` for other text.
  package var origin: String? { HTTPURL(self)?.origin }

  /// Whether a path segment is `.` or `..`, plain or percent-encoded. Some servers remove these
  /// segments (RFC 3986 §5.2.4), others treat them as names.
  package var hasDotSegments: Bool {
    utf8.split(separator: .slash).contains { segment in
      let isShort = segment.count <= 6 && (segment.first == 0x2E || segment.first == 0x25)
      return isShort && [".", ".."].contains(String(Substring(segment)).percentDecoded)
    }
  }
}

extension Substring.UnicodeScalarView {
  /// The index after the last occurrence of a scalar; the start if it doesn't occur.
  func after(_ scalar: Unicode.Scalar) -> Index {
    lastIndex(of: scalar).map { index(after: $0) } ?? startIndex
  }
}

extension Unicode.Scalar {
  /// Whether the name of a host can contain it: not what libcurl refuses (`hostname_check`).
  fileprivate var isOfHost: Bool {
    switch self {
    case "!", "\"", "$", "&", "'", "(", ")", "*", "+", ",", ";", "<", "=", ">", "@", "[", "\\", "]",
      "^", "`", "{", "|", "}":
      false
    default: true
    }
  }

  /// Whether an IPv6 address can contain it.
  fileprivate var isOfAddress: Bool { properties.isASCIIHexDigit || self == ":" || self == "." }
}
