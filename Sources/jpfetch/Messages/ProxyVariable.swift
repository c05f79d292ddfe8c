import JPCore

/// The environment variable that names the proxy for a URL, as libcurl chooses it.
struct ProxyVariable {
  let name: String

  /// Whether its value is a URL that libcurl takes, with or without a scheme.
  let isValid: Bool

  /// - Parameter variable: a variable's value; `nil` if it is missing or empty.
  /// - Returns: `nil` if no variable is set for the URL's scheme, or if no_proxy excludes its host.
  init?(for url: String, variable: (String) -> String?) {
    // libcurl ignores HTTP_PROXY, which a CGI server sets to a request's field.
    let own = url.httpScheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    let names = own + ["all_proxy", "ALL_PROXY"]
    guard let host = url.host, let name = names.first(where: { variable($0) != nil }) else {
      return nil
    }
    if let excluded = variable("no_proxy") ?? variable("NO_PROXY"),
      ProxyExceptions(excluded).contain(host)
    {
      return nil
    }
    self.name = name
    isValid = Self.isValid(variable(name) ?? "")
  }

  private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

  private static func isValid(_ value: String) -> Bool {
    let scalars = value.unicodeScalars
    let scheme = String(scalars.prefix { $0 != ":" })
    let rest = scalars.dropFirst(scheme.unicodeScalars.count)
    guard rest.starts(with: "://".unicodeScalars) else { return "http://\(value)".host != nil }
    return schemes.contains(scheme.lowercased()) && "http\(String(rest))".host != nil
  }
}

/// The hosts in no_proxy, as libcurl compares them: names with all below them, addresses, and
/// networks such as `10.0.0.0/8`, separated by commas and blanks; `*` is every host.
struct ProxyExceptions {
  private let value: String

  init(_ value: String) { self.value = value }

  /// - Parameter host: a name or an address; an IPv6 address is in brackets.
  func contain(_ host: String) -> Bool {
    if value == "*" { return true }
    let separators: [UInt8] = [.comma, .space, UInt8(ascii: "\t")]
    let entries = value.utf8.split(whereSeparator: separators.contains)
      .map { String(Substring($0)).lowercased() }
    if let address = Address(host: host) { return entries.contains(where: address.isIn) }
    let name = ".\(host.lowercased().withoutPoint)"
    return entries.contains { entry in
      var parent = entry.withoutPoint
      if parent.utf8.first != .point { parent = ".\(parent)" }
      let end = name.utf8.suffix(parent.utf8.count)
      return parent != "." && end.elementsEqual(parent.utf8)
    }
  }

  /// The bytes of an IPv4 or IPv6 address.
  private struct Address {
    let bytes: [UInt8]

    /// Reads an address as in a URL: `[::1]`, and all spellings of inet_aton(3), such as `127.1`.
    init?(host: String) {
      if host.utf8.first == .leftBracket {
        self.init(String(host.dropFirst().prefix { $0 != "]" && $0 != "%" }))
      } else {
        var address = in_addr()
        guard inet_aton(host, &address) != 0 else { return nil }
        self.init(bytes: withUnsafeBytes(of: &address) { Array($0) })
      }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads an address as in no_proxy, inet_pton(3).
    init?(_ text: String) {
      let family = text.utf8.contains(.colon) ? AF_INET6 : AF_INET
      var bytes = [UInt8](repeating: 0, count: family == AF_INET6 ? 16 : 4)
      guard inet_pton(family, text, &bytes) == 1 else { return nil }
      self.init(bytes: bytes)
    }

    /// Whether it is an address, or in a network such as `10.0.0.0/8`. As libcurl reads it, `/0` is
    /// one address, and there are no networks of IPv6.
    func isIn(_ network: String) -> Bool {
      let parts = network.split(separator: "/", maxSplits: 1)
      guard let first = parts.first, let other = Address(String(first)),
        other.bytes.count == bytes.count, parts.count == 1 || bytes.count == 4
      else { return false }
      var bits = bytes.count * 8
      if parts.count > 1, let length = Int(parts[1]), length > 0 {
        guard length <= bits else { return false }
        bits = length
      }
      let whole = bits / 8
      guard bytes.prefix(whole) == other.bytes.prefix(whole) else { return false }
      let rest = bits % 8
      return rest == 0 || (bytes[whole] ^ other.bytes[whole]) >> (8 - rest) == 0
    }
  }
}

extension String {
  /// A host name without the point that may end it.
  fileprivate var withoutPoint: String { utf8.last == .point ? String(dropLast()) : self }
}
