/// Where a part of an answer came from.
public struct Provenance: Equatable, Sendable {
  /// The resource's name; `nil` for a document requested by its path.
  public internal(set) var resource: String?

  /// The URL that gave it, after redirects.
  public let url: String

  /// The requested URL.
  public internal(set) var requestedURL: String

  /// The response's status code.
  public let status: Int

  /// The response's status line, if a server sent it.
  package let statusLine: String?

  /// Whether it came from a server, from stored responses or from elsewhere.
  public let origin: TransportResponse.Origin

  /// How long ago the response was stored or last confirmed; `nil` if it was not stored.
  public let storedAgo: Duration?

  /// How old the response is (RFC 9111 §4.2.3); `nil` if it was not stored.
  public let age: Duration?

  /// The response's header fields.
  public internal(set) var fields: HeaderFields

  /// How many bytes of content the response has, its content codings undone.
  package let bytes: Int

  /// How long the parts of the transfer took, if there was one.
  package let times: TransferTimes?

  /// How long the fetch took.
  package internal(set) var duration = Duration.zero

  /// Why a stored response stands in; `nil` if none does.
  public internal(set) var failure: FetchError?

  /// Whether the requested URL's own response isn't stored, and a stored list holds its answer.
  public internal(set) var isDerived = false

  /// Whether the response is used although it is stale (RFC 9111 §4.2.4).
  public var isStale: Bool {
    switch origin {
    case .stale, .offline(isFresh: false): true
    default: false
    }
  }

  /// Whether a server has sent it, if not just now.
  package var isOfServer: Bool {
    switch origin {
    case .file, .sample: false
    case .network, .revalidated, .fresh, .stale, .offline: true
    }
  }

  /// Whether the response comes from the store without validation.
  package var isUnconfirmed: Bool {
    switch origin {
    case .fresh, .stale, .offline: true
    case .network, .revalidated, .file, .sample: false
    }
  }

  /// Says where a response came from, as tests of programs that fetch need it.
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
    self.init(resource, requestedURL: requestedURL ?? response.url, response)
    self.failure = failure
  }

  init(_ resource: String?, requestedURL: String, _ response: TransportResponse) {
    self.resource = resource
    self.requestedURL = requestedURL
    age = response.age
    url = response.url
    status = response.status
    statusLine = response.statusLine
    origin = response.origin
    storedAgo = response.storedAgo
    fields = response.fields
    bytes = response.body.count
    times = response.times
  }
}
