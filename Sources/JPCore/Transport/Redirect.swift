/// A redirect to another URL (RFC 9110 §15.4).
struct Redirect {
  /// The requested URL, normalized by libcurl like ``to``.
  let from: String

  /// The absolute target.
  let to: String
}

extension TransportRequest {
  /// This request, sent to a redirect's target; `nil` if that isn't an http or https URL.
  ///
  /// Header fields and credentials are sent only to the same scheme, host and port.
  func redirected(by redirect: Redirect) -> TransportRequest? {
    guard var target = HTTPURL(redirect.to), let from = HTTPURL(redirect.from) else { return nil }
    var next = self
    if target.origin != from.origin {
      next.fields = []
    } else if target.userInfo == nil {
      target.userInfo = HTTPURL(url)?.userInfo
    }
    next.url = target.sent
    return next
  }
}
