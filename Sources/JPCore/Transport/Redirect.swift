/// An answer that is elsewhere (RFC 9110 §15.4).
struct Redirect: Sendable {
  /// The requested URL, spelled as libcurl spells ``to``.
  let from: String

  /// The absolute URL of the answer.
  let to: String
}

extension TransportRequest {
  /// The request that a redirect makes of this one; `nil` if its target isn't an http or https URL.
  ///
  /// Fields and credentials go to the same scheme, host and port only.
  func redirected(by redirect: Redirect) -> TransportRequest? {
    guard var target = HTTPURL(redirect.to), let from = HTTPURL(redirect.from) else { return nil }
    var next = self
    if !target.hasOrigin(of: from) {
      next.fields = []
    } else if target.userInfo == nil {
      target.userInfo = HTTPURL(url)?.userInfo
    }
    next.url = target.sent
    return next
  }
}
