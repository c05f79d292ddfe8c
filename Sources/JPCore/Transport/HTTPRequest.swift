/// A GET request (RFC 9110 §9.3.1).
public struct HTTPRequest: Equatable, Sendable {
  /// The whole URL, as it is sent.
  public var url: String

  /// Header fields beside those that the transport sets by itself.
  public var fields: HTTPFields

  /// Makes a request for a URL.
  public init(url: String, fields: HTTPFields = []) {
    self.url = url
    self.fields = fields
  }
}
