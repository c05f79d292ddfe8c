/// A GET request (RFC 9110 §9.3.1).
public struct TransportRequest: Equatable, Sendable {
  /// The whole URL, as it is sent.
  public var url: String

  /// Header fields beside those that the transport sets by itself.
  public var fields: HeaderFields

  /// Whether what is stored for it is one user's only, so that a credential keeps nothing out of
  /// the store.
  var isOfOneUser = false

  /// Makes a request for a URL.
  public init(url: String, fields: HeaderFields = []) {
    self.url = url
    self.fields = fields
  }

  /// The URL's path and query (RFC 9112 §3.2.1), `/users?id=1`.
  public var path: String {
    guard let authority = url.authority else {
      return String(url.unicodeScalars.drop { $0 != "/" })
    }
    return String(url[authority.endIndex...])
  }

  /// Whether a URL's scheme is https.
  static func isHTTPS(_ url: String) -> Bool {
    url.utf8.prefix(6).map { $0 | 0x20 } == Array("https:".utf8)
  }

  /// Whether a URL's scheme is http or https.
  static func isHTTP(_ url: String) -> Bool {
    isHTTPS(url) || url.utf8.prefix(5).map { $0 | 0x20 } == Array("http:".utf8)
  }
}
