/// A complete response (RFC 9110 §3.4): one that broke off is an error instead.
public struct HTTPResponse: Sendable {
  /// Where a response came from.
  public enum Origin: Equatable, Sendable {
    /// A server's answer to this request.
    case network
    /// A file of a directory that stands for a server.
    case file
    /// The built-in data.
    case sample
  }

  /// The status code (RFC 9110 §15).
  public let status: Int

  /// The header fields; trailer fields are left out (RFC 9110 §6.5).
  public let fields: HTTPFields

  /// The content with its content codings undone (RFC 9110 §8.4).
  public let body: [UInt8]

  /// The URL that gave the response, after redirects.
  public let url: String

  /// Where the response came from.
  public let origin: Origin

  /// Makes a response.
  public init(
    status: Int, fields: HTTPFields = [], body: [UInt8], url: String, origin: Origin
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.url = url
    self.origin = origin
  }
}
