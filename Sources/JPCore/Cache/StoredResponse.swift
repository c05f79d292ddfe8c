/// A stored response, what selects it, and what its header fields say about its reuse.
package struct StoredResponse: Equatable, Sendable {
  let key: CacheKey

  /// The response as it is stored: with the requested URL, with the header fields that may be
  /// stored, freshened by later 304 responses, and with the times of the last 304 that confirmed
  /// it.
  var response: HTTPResponse

  /// Whether the response came from another URL, to which the request was redirected. The
  /// redirect's lifetime is unknown, and the validators may belong to the other URL.
  let isRedirected: Bool

  // MARK: Parsed header fields

  let cacheControl: CacheControl

  /// When the server generated the response: Date, or the time of arrival if Date is missing or
  /// invalid (RFC 9110 §6.6.1).
  let date: HTTPDate

  /// Last-Modified; `nil` if it is missing or invalid.
  let lastModified: HTTPDate?

  /// Expires; `nil` if it is missing or invalid.
  let expires: HTTPDate?

  /// Whether the response has `Vary: *`. Other names in Vary don't matter (RFC 9111 §4.1), because
  /// ``RequestKey`` contains the fields that the user sets.
  let variesByAnything: Bool

  init(_ response: HTTPResponse, for key: CacheKey, isRedirected: Bool) {
    self.key = key
    self.response = response
    self.isRedirected = isRedirected
    let fields = response.headerFields
    let received = response.received
    func date(_ name: HeaderFields.Name) -> HTTPDate? {
      guard let text = fields[name] else { return nil }
      return HTTPDate(text, now: received)
    }
    cacheControl = CacheControl(fields[values: .cacheControl])
    self.date = date(.date) ?? received
    lastModified = date(.lastModified)
    expires = date(.expires)
    variesByAnything = fields.listedNames(in: .vary).contains("*")
  }

  /// The requested URL, in the spelling of ``Swift/String/cacheKey``.
  package var url: String { key.url }

  package var status: Int { response.status }

  package var fields: HeaderFields { response.headerFields }

  /// The entity tag (RFC 9110 §8.8.3); `nil` if ETag doesn't identify one response, as with `*` or
  /// a list. A tag without quotes is invalid but used, because servers that send one accept it.
  var entityTag: String? {
    let tags = fields[values: .etag]
    guard tags.count == 1, let tag = tags.first, !tag.isEmpty, !tag.hasSameBytes(as: "*") else {
      return nil
    }
    // U+FFFD has replaced bytes that weren't UTF-8, so the server wouldn't recognize the tag.
    if tag.unicodeScalars.contains("\u{FFFD}") { return nil }
    let opaqueTag = tag.opaqueTag
    let quotes = opaqueTag.count { $0 == .quote }
    if quotes == 0 {
      if opaqueTag.contains(.comma) { return nil }
      return tag
    }
    guard quotes == 2, opaqueTag.first == .quote, opaqueTag.last == .quote else { return nil }
    return tag
  }

  /// Time since the response arrived or was last confirmed; `nil` if that seems to be in the
  /// future, because the clock was wrong then or is now.
  package func storedAgo(at now: HTTPDate) -> Duration? {
    if response.received > now { return nil }
    return now - response.received
  }

  /// The scheme, host and port of the requested URL, such as `http://localhost:3000`.
  package var server: String {
    guard let url = HTTPURL(url) else { return url }
    var text = "\(url.scheme)://\(url.host)"
    if let port = url.givenPort { text += ":\(port)" }
    return text
  }

  /// The path and the query of the requested URL.
  package var path: String {
    guard let url = HTTPURL(url) else { return url }
    return url.path + url.query
  }

  package func isBelow(_ base: BaseURL) -> Bool { base.path(of: url) != nil }
}

extension String {
  /// The bytes of an entity tag without the `W/` that marks a weak one.
  var opaqueTag: Substring.UTF8View {
    let mark = "W/".utf8
    if utf8.starts(with: mark) { return utf8.dropFirst(mark.count) }
    return utf8[...]
  }
}
