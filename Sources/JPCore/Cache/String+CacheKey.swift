extension String {
  /// The cache key of a URL (RFC 9111 §2): the URL as sent, but without user information. Text that
  /// isn't a URL is unchanged.
  var cacheKey: String { HTTPURL(self)?.normalized ?? self }
}

extension String {
  /// The scheme, host and port of an http or https URL; `nil` for other text.
  var origin: String? {
    HTTPURL(self).map { "\($0.isSecure)://\($0.host.lowercased()):\($0.port)" }
  }
}
