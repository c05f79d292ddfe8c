/// A GET request (RFC 9110 §9.3.1).
public struct TransportRequest: Sendable {
  /// The whole URL, as it is sent.
  public var url: String

  /// Header fields beside those that the transport sets by itself.
  public var fields: HeaderFields

  /// The time limit of the answer that this request is for, if any. A client cancels a transport of
  /// your own when the time is over; one that knows better when its clock should run can say so,
  /// with ``Deadline/begin()`` and ``Deadline/pause()``.
  public internal(set) var deadline: Deadline?

  /// Whether what is stored for it is one user's only, so that a credential keeps nothing out of
  /// the store.
  var isOfOneUser = false

  /// Reads the response's content while it arrives, where the transport can let it.
  var bodyReader: (any BodyReader)?

  /// Does a part, of less than a millisecond, of what can be done before the response begins; `true`
  /// where there is more of it. A transport that waits may call it.
  var meanwhile: (@Sendable () -> Bool)?

  /// The room for the response's content, if it is one of several answers of a run.
  var budget: ContentBudget?

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

extension TransportRequest: Equatable {
  /// Compares what is sent: the URL and the fields.
  public static func == (one: TransportRequest, other: TransportRequest) -> Bool {
    one.url.utf8.elementsEqual(other.url.utf8) && one.fields == other.fields
  }
}
