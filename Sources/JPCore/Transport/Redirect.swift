/// An answer that is elsewhere (RFC 9110 §15.4).
struct Redirect: Sendable {
  /// The requested URL, spelled as libcurl spells ``to``.
  let from: String

  /// The absolute URL of the answer.
  let to: String
}

extension TransportRequest {
  /// The request that a redirect makes of this one; `nil` where its target isn't an http or
  /// https URL.
  ///
  /// Fields and credentials go to the same scheme, host and port only.
  func redirected(by redirect: Redirect) -> TransportRequest? {
    guard Self.isHTTP(redirect.to), let origin = redirect.to.origin else { return nil }
    var next = self
    next.url = redirect.to.withoutFragment
    if origin != redirect.from.origin {
      next.fields = []
    } else if !next.url.hasUserInfo {
      next.url = next.url.withUserInfo(of: url)
    }
    return next
  }
}

extension String {
  fileprivate var withoutFragment: String {
    String(decoding: utf8.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
  }

  /// Scheme, host and port of an http or https URL (RFC 6454 §4), in one spelling; `nil` where there
  /// is no host.
  var origin: String? {
    let scheme = TransportRequest.isHTTPS(self) ? "https" : "http"
    guard let authority = withoutUserInfo.authority, !authority.isEmpty else { return nil }
    // An IPv6 address in brackets has colons of its own.
    let hasPort = authority.unicodeScalars.reversed().prefix { $0 != "]" }.contains(":")
    let usual = hasPort ? "" : scheme == "https" ? ":443" : ":80"
    return "\(scheme)://\(authority.lowercased())\(usual)"
  }
}
