extension HTTPRequest {
  /// The URL to which a response redirects; `nil` if its status isn't that of a redirect. 300
  /// (choices), 304 (not modified) and 305 (use a proxy) aren't followed.
  ///
  /// - Parameters:
  ///   - location: the value of Location.
  ///   - source: the requested URL, as libcurl reports it.
  ///   - target: the absolute URL that libcurl makes from Location.
  static func redirectTarget(
    status: Int, location: String?, from source: String, to target: String
  ) -> String? {
    guard [301, 302, 303, 307, 308].contains(status) else { return nil }
    // A Location such as `#top` means the same URL (RFC 3986 §5.2.2), but libcurl appends it as if
    // it were a file name.
    if location?.utf8.first == .numberSign { return source }
    return target
  }

  /// The request to send after a redirect of this one (RFC 9110 §15.4).
  ///
  /// If the target has another scheme, host or port, it gets neither credentials nor fields that
  /// are about the first URL: Host, Range and conditions. The validators of a stored response, such
  /// as If-None-Match, are always dropped.
  ///
  /// - Parameters:
  ///   - target: see ``redirectTarget(status:location:from:to:)``.
  ///   - source: the requested URL, as libcurl reports it.
  ///   - earlier: the URLs of the requests that were redirected before this one.
  ///   - limit: the maximum number of redirects, this one included.
  /// - Throws: ``TransportError`` after too many redirects, or if the target can't be requested.
  func redirected(
    to target: String, from source: String, after earlier: [String], atMost limit: Int
  ) throws(TransportError) -> HTTPRequest {
    guard earlier.count < limit else {
      let first = earlier.first ?? url
      throw TransportError(url: first, reason: .tooManyRedirects(limit: limit))
    }
    // The reason isn't `invalidURL`, because the server chose the URL, not the user. Schemes other
    // than http and https are refused here, too.
    guard var targetURL = HTTPURL(target), !targetURL.path.hasDotSegments,
      let sourceURL = HTTPURL(source)
    else {
      throw TransportError(url: url, reason: .forbiddenRedirect, detail: target.withoutSecrets)
    }
    var fields = headerFields.filter { !conditions.contains($0.name) }
    if targetURL.origin != sourceURL.origin {
      fields = fields.filter { !$0.isSecret && !$0.changesMeaning }
    } else if targetURL.userInfo == nil {
      targetURL.userInfo = parsedURL?.userInfo
    }
    var next = self
    next.headerFields = HeaderFields(fields)
    next.conditions = []
    next.url = targetURL.sent
    return next
  }
}

extension HeaderFields.Field {
  /// Whether the request's URL no longer identifies the response, so that it must not be stored: a
  /// Host field names another origin, a condition such as If-Match allows a response without
  /// content (RFC 9110 §13.1), and Range asks for a part (§14.2).
  var changesMeaning: Bool {
    name == .host || name == .range || name.lowercased.utf8.starts(with: "if-".utf8)
  }
}
