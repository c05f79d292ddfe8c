/// Where a part of an answer came from.
public struct Provenance: Equatable, Sendable {
  /// The resource's name; `nil` for a document requested by its path.
  public let resource: String?

  /// The requested URL.
  public let requestedURL: String

  /// The response without its content.
  package let head: TransportResponse

  /// How many bytes of content the response has, its content codings undone.
  package let bytes: Int

  /// How long the fetch took.
  package internal(set) var duration = Duration.zero

  /// Whether the response isn't stored because it is not what its resource's path gives.
  package internal(set) var isUnfit = false

  /// Why a stored response stands in; `nil` if none does.
  public internal(set) var failure: FetchError?

  /// Describes a response, as tests of programs that fetch need it.
  ///
  /// - Parameters:
  ///   - resource: the resource's name; `nil` for a document requested by its path.
  ///   - response: what answered.
  ///   - requestedURL: the requested URL; `nil` for the response's own.
  ///   - failure: why a stored response stands in; `nil` if none does.
  public init(
    resource: String? = nil, _ response: TransportResponse, requestedURL: String? = nil,
    failure: FetchError? = nil
  ) {
    self.resource = resource
    self.requestedURL = requestedURL ?? response.url
    var head = response
    head.body = []
    self.head = head
    bytes = response.body.count
    self.failure = failure
  }

  /// The URL that gave the response, after redirects.
  public var url: String { head.url }

  /// The response's status code.
  public var status: Int { head.status }

  /// The response's header fields.
  public var fields: HeaderFields { head.fields }

  /// Whether it came from a server, from stored responses or from elsewhere.
  public var origin: TransportResponse.Origin { head.origin }

  /// The URL of the list that the response was made from; `nil` for a response of its own.
  public var derivedFrom: String? { head.derivedFrom }

  /// How long ago the response was stored or last confirmed; `nil` if it was not stored.
  public var storedAgo: Duration? { head.storedAgo }

  /// How old the response is (RFC 9111 §4.2.3); `nil` if it was not stored.
  public var age: Duration? { head.age }

  /// Whether the response is used although it is stale (RFC 9111 §4.2.4).
  public var isStale: Bool { [.stale, .offline(isFresh: false)].contains(origin) }

  /// Whether a server sent it, now or earlier.
  package var isOfServer: Bool { ![.file, .sample].contains(origin) }

  /// Whether the response comes from the store without validation.
  package var isUnconfirmed: Bool {
    switch origin {
    case .fresh, .stale, .offline: true
    case .network, .revalidated, .file, .sample: false
    }
  }
}
