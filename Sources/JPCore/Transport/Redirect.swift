/// A redirect to another URL (RFC 9110 §15.4). It makes the request to that URL.
struct Redirect {
  /// The requested URL as it was sent. libcurl normalizes it like ``target``.
  private let source: String

  private let target: String

  /// The status codes that lead to another URL. 300 (choices), 304 (not modified) and 305 (use a
  /// proxy) are not followed.
  private static let statuses = [301, 302, 303, 307, 308]

  /// - Parameters:
  ///   - status: the status code of the response.
  ///   - location: the Location field.
  ///   - source: the requested URL, as it was sent.
  ///   - target: the absolute URL that libcurl or URLSession makes from the Location field.
  /// - Returns: `nil` if the response isn't a redirect.
  init?(status: Int, location: String?, from source: String, to target: String) {
    guard Self.statuses.contains(status) else { return nil }
    self.source = source
    // A fragment alone leads to the same URL (RFC 3986 §5.2.2); libcurl takes it for a file's name.
    if location?.utf8.first == UInt8(ascii: "#") {
      self.target = source
    } else {
      self.target = target
    }
  }

  /// The request to send to the target.
  ///
  /// The original request's header fields and credentials are dropped if the target has another
  /// scheme, host or port. The validators of a stored response are always dropped.
  ///
  /// - Parameters:
  ///   - request: the redirected request.
  ///   - earlier: the URLs that were redirected before this request.
  ///   - limit: the maximum number of redirects.
  func request(
    insteadOf request: HTTPRequest, after earlier: [String], atMost limit: Int
  ) throws(TransportError) -> HTTPRequest {
    guard earlier.count < limit else {
      let first = earlier.first ?? request.url
      throw TransportError(url: first, reason: .tooManyRedirects(limit: limit))
    }
    // The reason isn't `invalidURL`, because the server chose the URL, not the user. Schemes other
    // than http and https are refused here, too.
    guard var url = HTTPURL(target), !url.path.hasDotSegments, let source = HTTPURL(source) else {
      throw TransportError(
        url: request.url, reason: .forbiddenRedirect, detail: target.withoutSecrets)
    }
    var next = request
    if url.origin != source.origin {
      next.headerFields = []
    } else {
      let kept = request.headerFields.filter { !request.conditions.contains($0.name) }
      next.headerFields = HeaderFields(kept)
      if url.userInfo == nil { url.userInfo = HTTPURL(request.url)?.userInfo }
    }
    next.conditions = []
    next.url = url.sent
    return next
  }
}
