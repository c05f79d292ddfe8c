extension HTTPResponse {
  /// Whether it says that the answer is elsewhere (RFC 9110 §15.4); a list of choices (300) and a
  /// proxy to use (305) don't.
  var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }
}

extension HTTPRequest {
  /// The request that a redirect makes of this one; `nil` where it leads to something other than an
  /// http or https URL.
  ///
  /// The fields and the credentials are for the server that they were given for, so they go to the
  /// same scheme, host and port only (RFC 9110 §15.4).
  ///
  /// - Parameter target: an absolute URL.
  func redirected(to target: String) -> HTTPRequest? {
    guard Self.isHTTP(target), let origin = target.origin else { return nil }
    var next = self
    next.url = target
    if origin != url.origin {
      next.fields = []
    } else if !target.hasUserInfo {
      next.url = target.withUserInfo(of: url)
    }
    return next
  }
}

extension String {
  /// Scheme, host and port of an http or https URL (RFC 6454 §4), in one spelling; `nil` where there
  /// is no host.
  fileprivate var origin: String? {
    let scheme = HTTPRequest.isHTTPS(self) ? "https" : "http"
    let rest = withoutUserInfo.utf8.dropFirst(scheme.utf8.count)
    guard rest.starts(with: "://".utf8) else { return nil }
    let ends: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
    let authority = rest.dropFirst(3).prefix { !ends.contains($0) }
    guard !authority.isEmpty else { return nil }
    // An IPv6 address in brackets has colons of its own.
    let port = authority.reversed().prefix { $0 != UInt8(ascii: "]") }.contains(UInt8(ascii: ":"))
    let usual = port ? "" : scheme == "https" ? ":443" : ":80"
    return "\(scheme)://\(String(decoding: authority, as: UTF8.self).lowercased())\(usual)"
  }
}
