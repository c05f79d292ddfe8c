extension String {
  /// What a response from a URL is stored under (RFC 9111 §2): the URL as it is sent, without user
  /// information. Other text stays.
  var cacheKey: String { HTTPURL(self)?.normalized ?? self }
}

extension String {
  /// Scheme, host and port of an http or https URL; `nil` if it is none.
  var origin: String? {
    HTTPURL(self).map { "\($0.isSecure)://\($0.host.lowercased()):\($0.port)" }
  }
}
