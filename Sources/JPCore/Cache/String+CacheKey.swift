extension TransportRequest {
  /// What a response to this is stored under.
  var cacheKey: String { url.cacheKey }
}

extension BaseURL {
  /// The part of a URL behind this one, from its slash, both in that spelling; `nil` where the URL
  /// is not below this one.
  func keyPath(of url: String) -> String? {
    let root = text.cacheKey
    let path = url.cacheKey.utf8.dropFirst(root.utf8.count - (root.hasSuffix("/") ? 1 : 0))
    guard url.cacheKey.utf8.starts(with: root.utf8), path.first == UInt8(ascii: "/") else {
      return nil
    }
    return String(decoding: path, as: UTF8.self)
  }
}

extension String {
  /// A URL in the one spelling of all that mean the same (RFC 3986 §6.2.2, §6.2.3): what a response
  /// is stored under (RFC 9111 §2). Without user name, password and fragment; text that is no URL
  /// stays.
  var cacheKey: String {
    // Nearly all are in that spelling, and this is asked several times for each request.
    if isSurelyCacheKey { return self }
    guard TransportRequest.isHTTP(self), let authority else { return self }
    let scheme = self[..<authority.startIndex].lowercased()
    let rest = self[authority.endIndex...].utf8.prefix { $0 != UInt8(ascii: "#") }
    let query = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    let path = Self.withoutDots(rest[..<query].normalizingPercents)
    let host = Self.host(of: authority, scheme: scheme)
    return scheme + host
      + String(decoding: path + rest[query...].normalizingPercents, as: UTF8.self)
  }

  /// Whether it is `http://` or `https://`, a host of lower-case letters, digits, dots and hyphens,
  /// a port of five digits or none, and a path of plain characters without segments that begin with
  /// a dot.
  private var isSurelyCacheKey: Bool {
    let start = utf8.starts(with: "http://".utf8) ? 7 : utf8.starts(with: "https://".utf8) ? 8 : 0
    let rest = utf8.dropFirst(start)
    let host = rest.prefix { $0.isDigit || $0 == 0x2D || $0 == 0x2E || $0 > 0x60 && $0 < 0x7B }
    var path = rest[host.endIndex...]
    if path.first == UInt8(ascii: ":") {
      let port = path.dropFirst().prefix(while: \.isDigit)
      guard port.count == 5 else { return false }
      path = path[port.endIndex...]
    }
    guard start > 0, !host.isEmpty, path.first == UInt8(ascii: "/") else { return false }
    var isAtSlash = false
    return path.allSatisfy { byte in
      defer { isAtSlash = byte == UInt8(ascii: "/") }
      return byte == UInt8(ascii: "/") || byte.isLetter || byte.isDigit || byte == 0x2D
        || byte == 0x2E && !isAtSlash
    }
  }

  /// In lower case, without the scheme's default port.
  private static func host(of authority: Substring, scheme: String) -> String {
    let scalars = authority.unicodeScalars
    let start = scalars.lastIndex(of: "@").map { scalars.index(after: $0) } ?? scalars.startIndex
    let host = String(scalars[start...]).lowercased()
    for port in [scheme == "https://" ? ":443" : ":80", ":"] where host.hasSuffix(port) {
      let name = host.dropLast(port.count)
      // With another colon it is no port, but a URL that can't be asked for.
      if name.hasSuffix("]") || !name.contains(":") { return String(name) }
    }
    return host
  }

  /// Removes the segments `.` and `..` (RFC 3986 §5.2.4); an empty path is `/`.
  private static func withoutDots(_ path: [UInt8]) -> [UInt8] {
    var segments: [ArraySlice<UInt8>] = []
    var endsOpen = true
    for segment in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst()
    {
      endsOpen = true
      switch String(decoding: segment, as: UTF8.self) {
      case ".": break
      case "..": _ = segments.popLast()
      default:
        segments.append(segment)
        endsOpen = false
      }
    }
    if endsOpen { segments.append([]) }
    return segments.flatMap { [UInt8(ascii: "/")] + $0 }
  }
}

extension Substring.UTF8View {
  /// Percent-encodings of unreserved characters decoded, those of others with upper-case digits.
  fileprivate var normalizingPercents: [UInt8] {
    var bytes: [UInt8] = []
    var rest = self[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard byte == UInt8(ascii: "%"), rest.count >= 2, rest.prefix(2).allSatisfy(\.isHexDigit),
        let decoded = UInt8(digits, radix: 16)
      else {
        bytes.append(byte)
        continue
      }
      rest = rest.dropFirst(2)
      if decoded.isUnreserved {
        bytes.append(decoded)
      } else {
        bytes += [byte] + digits.uppercased().utf8
      }
    }
    return bytes
  }
}
