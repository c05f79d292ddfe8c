/// Where a part of an answer came from.
public struct Provenance: Sendable {
  /// The resource's name; `nil` for what was asked for by its path.
  public let resource: String?

  /// The URL that gave it, after redirects.
  public let url: String

  /// The URL that was asked for.
  public let requestedURL: String

  /// The response's status code.
  public let status: Int

  /// Whether a server, a store or something else gave it.
  public let origin: HTTPResponse.Origin

  /// How long ago the response was stored, or confirmed; `nil` if it was not.
  public let storedAgo: Duration?

  /// How old the response is (RFC 9111 §4.2.3); `nil` if it was not stored.
  public let age: Duration?

  /// The response's header fields.
  public let fields: HTTPFields

  /// How long it took to get it.
  package internal(set) var duration = Duration.zero

  /// Why a stored response stands in; `nil` where none does.
  public internal(set) var failure: FetchError?

  /// Whether this is older than its server wants it to be used.
  public var isStale: Bool {
    switch origin {
    case .stale, .offline(isFresh: false): true
    default: false
    }
  }

  init(_ resource: String?, requestedURL: String, _ response: HTTPResponse) {
    self.resource = resource
    self.requestedURL = requestedURL
    age = response.age
    url = response.url
    status = response.status
    origin = response.origin
    storedAgo = response.storedAgo
    fields = response.fields
  }
}
