/// A redirect (RFC 9110 §15.4), and the request that follows it.
struct Redirect {
  /// The URL that was requested, as libcurl reports it.
  private let source: String

  private let target: String

  /// The status codes that lead to another URL. 300 (choices), 304 (not modified) and 305 (use a
  /// proxy) are not followed.
  private static let statuses = [301, 302, 303, 307, 308]

  /// - Parameters:
  ///   - status: the status code of the response.
  ///   - location: the value of Location.
  ///   - source: the requested URL, as libcurl reports it.
  ///   - target: the absolute URL that libcurl makes from Location.
  /// - Returns: `nil` if the status isn't one of ``statuses``.
  init?(status: Int, location: String?, from source: String, to target: String) {
    guard Self.statuses.contains(status) else { return nil }
    self.source = source
    // A Location such as `#top` means the same URL (RFC 3986 §5.2.2), but libcurl appends it as if
    // it were a file name.
    if location?.utf8.first == UInt8(ascii: "#") {
      self.target = source
    } else {
      self.target = target
    }
  }

  /// The request to send to the target.
  ///
  /// If the target has another scheme, host or port, it gets neither credentials nor fields that are
  /// about the first URL: Host, Range and conditions (RFC 9110 §15.4). The validators of a stored
  /// response, such as If-None-Match, are always dropped.
  ///
  /// - Parameters:
  ///   - request: the redirected request.
  ///   - earlier: the URLs of the requests that were redirected before this one.
  ///   - limit: the maximum number of redirects, this one included.
  /// - Throws: ``TransportError`` after too many redirects, or if the target can't be requested.
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
    var fields = request.headerFields.filter { !request.conditions.contains($0.name) }
    if url.origin != source.origin {
      fields = fields.filter { !$0.isSecret && !$0.changesMeaning }
    } else if url.userInfo == nil {
      url.userInfo = HTTPURL(request.url)?.userInfo
    }
    var next = request
    next.headerFields = HeaderFields(fields)
    next.conditions = []
    next.url = url.sent
    return next
  }
}
