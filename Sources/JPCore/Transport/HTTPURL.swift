/// The components of an http or https URL (RFC 3986 §3), spelled as in the URL. The fragment is
/// dropped, because it is never sent.
struct HTTPURL: Sendable {
  let isSecure: Bool

  /// User name and password, without the `@`.
  var userInfo: String?

  /// A name or an address; an IPv6 address is in brackets.
  let host: String

  /// The port in the URL; `nil` for the scheme's default.
  let givenPort: Int?

  /// The path, which begins with a slash or is empty.
  let path: String

  /// The query, which begins with a question mark or is empty.
  let query: String

  /// Parses an absolute URL; `nil` if it can't be requested.
  init?(_ text: String) {
    guard let scheme = text.httpScheme else { return nil }
    let afterScheme = text.unicodeScalars.dropFirst(scheme.utf8.count + "://".utf8.count)
    let withoutFragment = afterScheme.prefix { $0 != "#" }
    guard withoutFragment.allSatisfy(\.isVisible) else { return nil }
    let authorityText = withoutFragment.prefix { $0 != "/" && $0 != "?" }
    guard let authority = Authority(authorityText) else { return nil }
    let pathAndQuery = withoutFragment[authorityText.endIndex...]
    let pathText = pathAndQuery.prefix { $0 != "?" }
    isSecure = scheme == "https"
    userInfo = authority.userInfo
    host = authority.host
    givenPort = authority.port
    path = String(pathText)
    query = String(pathAndQuery[pathText.endIndex...])
  }

  var scheme: String { isSecure ? "https" : "http" }

  var port: Int { givenPort ?? defaultPort }

  private var defaultPort: Int { isSecure ? 443 : 80 }

  /// Whether the host is a name with percent-encoding or with characters that aren't ASCII. libcurl
  /// converts such a name to `xn--…` (RFC 5890 §2.3.2.1). Messages and the store don't.
  var isInternational: Bool {
    let isAddress = host.utf8.first == .leftBracket
    return !isAddress && host.utf8.contains { $0 >= 0x80 || $0 == .percent }
  }

  /// The URL to send, but without user information: scheme and host in lower case, no default port,
  /// no empty path (RFC 3986 §6.2.2.1, §6.2.3). Dot segments and needless escapes stay.
  var normalized: String { normalized(userInfo: "") }

  /// The URL to send: the normalized URL with user information. An `@` in a password is escaped,
  /// because libcurl refuses it.
  var sent: String {
    guard let userInfo else { return normalized }
    return normalized(userInfo: userInfo.normalizingUserInfo + "@")
  }

  private func normalized(userInfo: String) -> String {
    var text = "\(scheme)://\(userInfo)\(host.lowercased())"
    if port != defaultPort { text += ":\(port)" }
    if path.isEmpty {
      text += "/"
    } else {
      text += path.normalizingPercents
    }
    text += query.normalizingPercents
    return text
  }

  /// Scheme, host and port (RFC 6454 §4), as bytes, because strings with different bytes can be
  /// equal.
  var origin: [UInt8] { Array("\(scheme)://\(host.lowercased()):\(port)".utf8) }
}

/// User information, host and port (RFC 3986 §3.2).
private struct Authority {
  let userInfo: String?
  let host: String
  let port: Int?

  init?(_ text: Substring.UnicodeScalarView) {
    var hostAndPort = text
    if let at = text.lastIndex(of: "@") {
      userInfo = String(text[..<at])
      hostAndPort = text[at...].dropFirst()
    } else {
      userInfo = nil
    }
    guard let host = Self.parseHost(of: hostAndPort) else { return nil }
    self.host = String(host)
    let colonAndPort = hostAndPort[host.endIndex...]
    guard colonAndPort.isEmpty || colonAndPort.first == ":" else { return nil }
    let portText = String(colonAndPort.dropFirst())
    if portText.isEmpty {
      // `host:` also means the default port.
      port = nil
    } else {
      guard let port = Self.parsePort(portText) else { return nil }
      self.port = port
    }
  }

  /// A port from 1 to 65535; `nil` for other text.
  private static func parsePort(_ text: String) -> Int? {
    guard text.utf8.allSatisfy(\.isDigit), let port = Int(text) else { return nil }
    guard (1...65535).contains(port) else { return nil }
    return port
  }

  /// The host: a name, or an IPv6 address in brackets, which may have a zone (RFC 6874). `nil` if
  /// the host isn't valid.
  private static func parseHost(
    of hostAndPort: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView? {
    guard hostAndPort.first == "[" else {
      let name = hostAndPort.prefix { $0 != ":" }
      guard !name.isEmpty, name.allSatisfy(\.isHostNameScalar) else { return nil }
      return name
    }
    guard let bracket = hostAndPort.lastIndex(of: "]") else { return nil }
    let host = hostAndPort[...bracket]
    let address = host.dropFirst().dropLast()
    let withoutZone = address.prefix { $0 != "%" }
    guard address.contains(":"), withoutZone.allSatisfy(\.isHexOrSeparator) else { return nil }
    return host
  }
}

extension String {
  /// Whether the text begins with a scheme and `://` (RFC 3986 §3), as an absolute URL does.
  var isWholeURL: Bool {
    let scheme = utf8.prefix(while: \.isSchemeCharacter)
    guard let first = scheme.first, first.isLetter else { return false }
    return utf8.dropFirst(scheme.count).starts(with: "://".utf8)
  }

  /// `http` or `https` if the text begins with that scheme and `://`; otherwise `nil`.
  package var httpScheme: String? {
    let start = String(utf8: utf8.prefix(8)).lowercased()
    if start == "https://" { return "https" }
    if start.hasPrefix("http://") { return "http" }
    return nil
  }

  /// The cache key of a URL (RFC 9111 §2): the URL as sent, but without user information. Text that
  /// isn't an http or https URL is returned unchanged.
  var cacheKey: String { HTTPURL(self)?.normalized ?? self }

  /// The host of an http or https URL, without its port; an IPv6 address is in brackets. `nil` for
  /// other text.
  package var host: String? { HTTPURL(self)?.host }

  /// The origin of an http or https URL; `nil` for other text.
  package var origin: [UInt8]? { HTTPURL(self)?.origin }

  /// Whether a path segment is `.` or `..`, plain or percent-encoded. Some servers remove these
  /// segments (RFC 3986 §5.2.4), others treat them as names.
  package var hasDotSegments: Bool {
    for segment in utf8.split(separator: .slash) {
      // Decode only a segment that can be a dot segment, because most segments can't.
      let isShort = segment.count <= "%2E%2E".utf8.count
      guard isShort, segment.first == .point || segment.first == .percent else { continue }
      let decoded = String(Substring(segment)).percentDecoded
      if decoded == "." || decoded == ".." { return true }
    }
    return false
  }
}

extension UInt8 {
  /// Whether a scheme can contain the byte (RFC 3986 §3.1).
  fileprivate var isSchemeCharacter: Bool {
    isLetter || isDigit || "+-.".utf8.contains(self)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is neither a space nor an ASCII control character.
  var isVisible: Bool { self > " " && self != "\u{7F}" }

  /// Whether the name of a host can contain the scalar. libcurl refuses the scalars for which this
  /// is `false` (`hostname_check`).
  fileprivate var isHostNameScalar: Bool {
    switch self {
    case "!", "\"", "$", "&", "'", "(", ")", "*", "+", ",", ";", "<", "=", ">", "@", "[", "\\", "]",
      "^", "`", "{", "|", "}":
      false
    default: true
    }
  }

  /// Whether an IPv6 address can contain the scalar.
  fileprivate var isHexOrSeparator: Bool {
    properties.isASCIIHexDigit || self == ":" || self == "."
  }
}
