extension String {
  /// The cache key of a URL (RFC 9111 §2): the URL as sent, but without user information. Text that
  /// isn't a URL is unchanged.
  var cacheKey: String { HTTPURL(self)?.normalized ?? self }
}
