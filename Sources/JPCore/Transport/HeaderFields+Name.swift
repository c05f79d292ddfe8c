extension HeaderFields {
  /// A field's name. Names that differ only in ASCII case are equal (RFC 9110 §5.1).
  ///
  /// ```swift
  /// var fields: HeaderFields = [.accept: "application/json"]
  /// fields["X-Tenant"] = "red"
  /// print(fields["x-tenant"] == "red", fields["ACCEPT"] == fields[.accept])
  /// ```
  ///
  /// A valid name is a token (RFC 9110 §5.6.2): ASCII letters, digits and some punctuation. This
  /// type accepts any text, because servers send invalid names, too; a request with an invalid name
  /// isn't sent.
  public struct Name: Sendable {
    /// The name in its original spelling.
    public let text: String

    /// Makes a name from a text that isn't a literal.
    public init(_ text: String) {
      self.text = text
    }

    /// The name in lower case, as HTTP/2 sends it (RFC 9113 §8.2.1).
    public var lowercased: String { text.lowercased() }

    /// Whether the name is a token.
    var isToken: Bool { !text.isEmpty && text.utf8.allSatisfy(\.isTokenCharacter) }
  }
}

extension HeaderFields.Name: Hashable {
  /// Whether two names differ at most in ASCII case.
  public static func == (one: Self, other: Self) -> Bool {
    let oneText = one.text.utf8
    let otherText = other.text.utf8
    guard oneText.count == otherText.count else { return false }
    return oneText.elementsEqual(otherText, by: areSameLetter)
  }

  /// Whether two bytes are equal, or are the same ASCII letter in upper and lower case. The two
  /// cases of a letter differ in one bit.
  private static func areSameLetter(_ one: UInt8, _ other: UInt8) -> Bool {
    if one == other { return true }
    return one.isLetter && one ^ other == 0x20
  }

  /// Hashes the name in lower case.
  public func hash(into hasher: inout Hasher) { hasher.combine(Array(lowercased.utf8)) }
}

extension HeaderFields.Name: ExpressibleByStringInterpolation {
  /// Makes a name from a literal.
  public init(stringLiteral text: String) { self.init(text) }
}

extension HeaderFields.Name: CustomStringConvertible {
  /// The name in its original spelling.
  public var description: String { text }
}

extension HeaderFields.Name {
  /// The media types that the client accepts (RFC 9110 §12.5.1).
  public static var accept: Self { "Accept" }

  /// The content codings that the client accepts (RFC 9110 §12.5.3). ``CurlTransport`` decodes no
  /// content if a request has this field.
  public static var acceptEncoding: Self { "Accept-Encoding" }

  /// The seconds since the origin server generated the response (RFC 9111 §5.1).
  public static var age: Self { "Age" }

  /// The client's credentials (RFC 9110 §11.6.2).
  public static var authorization: Self { "Authorization" }

  /// Directives for caches (RFC 9111 §5.2).
  public static var cacheControl: Self { "Cache-Control" }

  /// The fields that concern this connection only (RFC 9110 §7.6.1).
  public static var connection: Self { "Connection" }

  /// The content codings that were applied (RFC 9110 §8.4).
  public static var contentEncoding: Self { "Content-Encoding" }

  /// The content's length in bytes (RFC 9110 §8.6).
  public static var contentLength: Self { "Content-Length" }

  /// The content's media type (RFC 9110 §8.3).
  public static var contentType: Self { "Content-Type" }

  /// When the message was generated (RFC 9110 §6.6.1).
  public static var date: Self { "Date" }

  /// The entity tag (RFC 9110 §8.8.3).
  public static var etag: Self { "ETag" }

  /// When the response becomes stale (RFC 9111 §5.3).
  public static var expires: Self { "Expires" }

  /// The target's host and port (RFC 9110 §7.2).
  public static var host: Self { "Host" }

  /// The Last-Modified date of the stored response (RFC 9110 §13.1.3).
  public static var ifModifiedSince: Self { "If-Modified-Since" }

  /// The entity tags of stored responses (RFC 9110 §13.1.2).
  public static var ifNoneMatch: Self { "If-None-Match" }

  /// When the resource was last changed (RFC 9110 §8.8.2).
  public static var lastModified: Self { "Last-Modified" }

  /// Related resources, such as the next page (RFC 8288 §3).
  public static var link: Self { "Link" }

  /// The target of a redirect (RFC 9110 §10.2.2).
  public static var location: Self { "Location" }

  /// The predecessor of Cache-Control (RFC 9111 §5.4).
  public static var pragma: Self { "Pragma" }

  /// The authentication schemes that a proxy takes (RFC 9110 §11.7.1).
  static var proxyAuthenticate: Self { "Proxy-Authenticate" }

  /// The requested part of the content (RFC 9110 §14.2).
  public static var range: Self { "Range" }

  /// When to send the request again (RFC 9110 §10.2.3).
  public static var retryAfter: Self { "Retry-After" }

  /// The transfer codings that were applied (RFC 9112 §6.1).
  public static var transferEncoding: Self { "Transfer-Encoding" }

  /// The program that sends the request (RFC 9110 §10.1.5).
  public static var userAgent: Self { "User-Agent" }

  /// The request fields that the response depends on (RFC 9110 §12.5.5).
  public static var vary: Self { "Vary" }

  /// How many records the whole list has, if the response is a page (JSON Server).
  public static var totalCount: Self { "X-Total-Count" }
}

extension UInt8 {
  /// Whether a token can contain the byte (`tchar`, RFC 9110 §5.6.2).
  fileprivate var isTokenCharacter: Bool {
    isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
  }
}
