extension HeaderFields {
  /// A field's name. Names that differ only in ASCII case are equal (RFC 9110 §5.1).
  ///
  /// ```swift
  /// var fields: HeaderFields = ["Accept": "application/json"]
  /// fields["X-Tenant"] = "red"
  /// print(fields["x-tenant"] == "red", fields["ACCEPT"] == fields["Accept"])
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

  /// Whether two bytes are equal, or are the same ASCII letter in upper and lower case, which
  /// differ in the bit 0x20.
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
  package static var accept: Self { "Accept" }
  package static var acceptEncoding: Self { "Accept-Encoding" }
  package static var age: Self { "Age" }
  package static var authorization: Self { "Authorization" }
  package static var cacheControl: Self { "Cache-Control" }
  package static var connection: Self { "Connection" }
  package static var contentEncoding: Self { "Content-Encoding" }
  package static var contentLength: Self { "Content-Length" }
  package static var contentType: Self { "Content-Type" }
  package static var date: Self { "Date" }
  package static var etag: Self { "ETag" }
  package static var expires: Self { "Expires" }
  package static var host: Self { "Host" }
  package static var ifModifiedSince: Self { "If-Modified-Since" }
  package static var ifNoneMatch: Self { "If-None-Match" }
  package static var lastModified: Self { "Last-Modified" }
  package static var link: Self { "Link" }
  package static var location: Self { "Location" }
  package static var pragma: Self { "Pragma" }
  package static var proxyAuthenticate: Self { "Proxy-Authenticate" }
  package static var range: Self { "Range" }
  package static var retryAfter: Self { "Retry-After" }
  package static var transferEncoding: Self { "Transfer-Encoding" }
  package static var userAgent: Self { "User-Agent" }
  package static var vary: Self { "Vary" }
  package static var totalCount: Self { "X-Total-Count" }
}

extension UInt8 {
  /// Whether a token can contain the byte (`tchar`, RFC 9110 §5.6.2).
  fileprivate var isTokenCharacter: Bool {
    isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
  }
}
