import JPCore

/// The environment variable that names the proxy for a URL, as libcurl chooses it.
struct ProxyVariable {
  let name: String

  /// Whether the variable's value is a URL that libcurl accepts, with or without a scheme.
  let isValid: Bool

  /// - Parameter variable: returns a variable's value; `nil` if it is missing or empty.
  /// - Returns: `nil` if no variable is set for the URL's scheme, or if no_proxy excludes its host.
  init?(for url: String, variable: (String) -> String?) {
    guard let host = url.host else { return nil }
    var names = ["all_proxy", "ALL_PROXY"]
    if url.httpScheme == "https" {
      names = ["https_proxy", "HTTPS_PROXY"] + names
    } else {
      // libcurl ignores HTTP_PROXY, because a CGI server sets it to the field Proxy of a request.
      names = ["http_proxy"] + names
    }
    if let excluded = variable("no_proxy") ?? variable("NO_PROXY") {
      if ProxyExceptions(excluded).contain(host) { return nil }
    }
    for name in names {
      guard let value = variable(name) else { continue }
      self.name = name
      isValid = Self.isValid(value)
      return
    }
    return nil
  }

  private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

  private static func isValid(_ value: String) -> Bool {
    let scalars = value.unicodeScalars
    let scheme = String(scalars.prefix { $0 != ":" })
    let rest = scalars.dropFirst(scheme.unicodeScalars.count)
    guard rest.starts(with: "://".unicodeScalars) else {
      return "http://\(value)".host != nil
    }
    return schemes.contains(scheme.lowercased()) && "http\(String(rest))".host != nil
  }
}

/// The hosts in no_proxy, as libcurl compares them: names with all subdomains, addresses, and
/// networks such as `10.0.0.0/8`, separated by commas and blanks; `*` is every host.
struct ProxyExceptions {
  private let value: String

  init(_ value: String) { self.value = value }

  /// - Parameter host: a name or an address; an IPv6 address is in brackets.
  func contain(_ host: String) -> Bool {
    if value == "*" { return true }
    let separators: [UInt8] = [.comma, .space, UInt8(ascii: "\t")]
    var entries: [String] = []
    for entry in value.utf8.split(whereSeparator: separators.contains) {
      entries.append(String(Substring(entry)).lowercased())
    }
    if let address = Address(host: host) {
      return entries.contains(where: address.isIn)
    }
    let name = ".\(host.lowercased().withoutPoint)"
    for entry in entries {
      var parent = entry.withoutPoint
      if parent.utf8.first != .point { parent = ".\(parent)" }
      let end = name.utf8.suffix(parent.utf8.count)
      if parent != ".", end.elementsEqual(parent.utf8) { return true }
    }
    return false
  }

  /// The bytes of an IPv4 or IPv6 address.
  private struct Address {
    let bytes: [UInt8]

    /// Reads an address as in a URL: `[::1]`, and all spellings of inet_aton(3), such as `127.1`.
    init?(host: String) {
      if host.utf8.first == .leftBracket {
        let text = host.dropFirst().prefix { $0 != "]" && $0 != "%" }
        self.init(String(text))
      } else {
        var address = in_addr()
        guard inet_aton(host, &address) != 0 else { return nil }
        self.init(bytes: withUnsafeBytes(of: &address) { Array($0) })
      }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads an address as in no_proxy, inet_pton(3).
    init?(_ text: String) {
      var family = AF_INET
      var size = 4
      if text.utf8.contains(.colon) {
        family = AF_INET6
        size = 16
      }
      var bytes = [UInt8](repeating: 0, count: size)
      guard inet_pton(family, text, &bytes) == 1 else { return nil }
      self.init(bytes: bytes)
    }

    /// Whether this address equals the other one, or is in a network such as `10.0.0.0/8`. As in
    /// libcurl, `/0` is one address, and there are no networks of IPv6.
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
      let wholeBytes = bits / 8
      guard bytes.prefix(wholeBytes) == other.bytes.prefix(wholeBytes) else {
        return false
      }
      let restOfBits = bits % 8
      if restOfBits == 0 { return true }
      let differentBits = bytes[wholeBytes] ^ other.bytes[wholeBytes]
      return differentBits >> (8 - restOfBits) == 0
    }
  }
}

extension String {
  /// A host name without the point that may end it.
  fileprivate var withoutPoint: String {
    if utf8.last == .point { return String(dropLast()) }
    return self
  }
}
