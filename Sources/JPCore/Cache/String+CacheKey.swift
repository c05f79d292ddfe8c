extension TransportRequest {
  /// What a response to this is stored under.
  var cacheKey: String { url.cacheKey }
}

extension String {
  /// What a response from a URL is stored under (RFC 9111 §2): the URL as it is sent, without user
  /// information. Other text stays.
  var cacheKey: String { HTTPURL(self)?.normalized ?? self }
}
