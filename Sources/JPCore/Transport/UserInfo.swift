extension String {
  /// What stands between a URL's `://` and its path (RFC 3986 §3.2); `nil` where there is none.
  package var authority: Substring? {
    let scalars = unicodeScalars
    guard let colon = scalars.firstIndex(of: ":"),
      scalars[colon...].starts(with: "://".unicodeScalars)
    else { return nil }
    let rest = scalars[scalars.index(colon, offsetBy: 3)...]
    return Substring(rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }

  /// Where a URL's user name and password stand, their `@` included; `nil` where it has none
  /// (RFC 3986 §3.2.1).
  private var userInfo: Range<String.Index>? {
    guard let scalars = authority?.unicodeScalars else { return nil }
    return scalars.lastIndex(of: "@").map { scalars.startIndex..<scalars.index(after: $0) }
  }

  /// Whether a URL carries a user's name or password.
  var hasUserInfo: Bool { userInfo != nil }

  /// A URL without a user's name and password, with those of another one.
  func withUserInfo(of other: String) -> String {
    guard let userInfo = other.userInfo, let start = authority?.startIndex else { return self }
    return String(self[..<start]) + other[userInfo] + self[start...]
  }

  /// A URL as it may be shown or stored: without a user's name and password.
  package var withoutUserInfo: String {
    guard let userInfo else { return self }
    return String(self[..<userInfo.lowerBound]) + self[userInfo.upperBound...]
  }
}
