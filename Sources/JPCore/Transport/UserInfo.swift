extension String {
  /// Where a URL's user name and password stand, their `@` included; `nil` where it has none
  /// (RFC 3986 §3.2.1).
  private var userInfo: Range<String.Index>? {
    let scalars = unicodeScalars
    guard let colon = scalars.firstIndex(of: ":"),
      scalars[colon...].starts(with: "://".unicodeScalars)
    else { return nil }
    let start = scalars.index(colon, offsetBy: 3)
    let authority = scalars[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return authority.lastIndex(of: "@").map { start..<scalars.index(after: $0) }
  }

  /// Whether a URL carries a user's name or password.
  var hasUserInfo: Bool { userInfo != nil }

  /// A URL without a user's name and password, with those of another one.
  func withUserInfo(of other: String) -> String {
    guard let userInfo = other.userInfo, let colon = unicodeScalars.firstIndex(of: ":") else {
      return self
    }
    var url = self
    url.insert(
      contentsOf: other[userInfo], at: unicodeScalars.index(colon, offsetBy: 3))
    return url
  }

  /// A URL as it may be shown or stored: without a user's name and password.
  package var withoutUserInfo: String {
    guard let userInfo else { return self }
    return String(self[..<userInfo.lowerBound]) + self[userInfo.upperBound...]
  }
}
