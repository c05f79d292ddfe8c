/// A GET request (RFC 9110 §9.3.1).
public struct TransportRequest: Equatable, Sendable {
  /// The whole URL.
  public var url: String

  /// Header fields, in addition to those that the transport sets.
  public var fields: HeaderFields

  /// Its limits; `nil` for those of the transport only.
  var limits: RequestLimits?

  /// Makes a request for a URL.
  public init(url: String, fields: HeaderFields = []) {
    self.url = url
    self.fields = fields
  }

  /// Whether the URL and the header fields are the same.
  public static func == (left: TransportRequest, right: TransportRequest) -> Bool {
    left.url == right.url && left.fields == right.fields
  }

  /// The URL's path and query (RFC 9112 §3.2.1), `/users?id=1`.
  public var path: String {
    if let parts = HTTPURL(url) { return parts.path + parts.query }
    // A URL of a file or of the built-in data.
    return String(url.unicodeScalars.drop { $0 != "/" })
  }
}
