/// The source of a part of an answer.
public struct Provenance: Equatable, Sendable {
  /// The resource's name; `nil` for a document requested by its path.
  public let resource: String?

  /// The response without its content, and with URLs as they may be shown.
  package let head: TransportResponse

  /// The number of bytes of the decoded content.
  package let bytes: Int

  /// The duration of the fetch.
  package internal(set) var duration = Duration.zero

  /// Whether the store holds the response.
  package internal(set) var isStored = false

  /// Why the response isn't stored, if its content doesn't match its resource's path.
  package internal(set) var misfit: TypeMismatch?

  /// The failure that a stored response replaces; `nil` without one.
  public internal(set) var failure: FetchError?

  /// Describes a response, for tests.
  ///
  /// - Parameters:
  ///   - resource: the resource's name; `nil` for a document requested by its path.
  ///   - response: the response.
  ///   - failure: the failure that a stored response replaces.
  public init(
    resource: String? = nil, _ response: TransportResponse, failure: FetchError? = nil
  ) {
    self.resource = resource
    var head = response
    head.body = []
    head.url = head.url.withoutSecrets
    head.derivedFrom = head.derivedFrom?.withoutSecrets
    self.head = head
    bytes = response.body.count
    self.failure = failure
  }

  /// The URL that gave the response, after redirects, without user information and the values of
  /// secret parameters.
  public var url: String { head.url }

  /// The response's status code.
  public var status: Int { head.status }

  /// The response's header fields.
  public var fields: HeaderFields { head.fields }

  /// Whether it came from a server, from stored responses or from elsewhere.
  public var origin: TransportResponse.Origin { head.origin }

  /// The URL of the list that the response was made from; `nil` without one.
  public var derivedFrom: String? { head.derivedFrom }

  /// Time since the response was stored or last confirmed; `nil` if it was not stored.
  public var storedAgo: Duration? { head.storedAgo }

  /// The response's age (RFC 9111 §4.2.3); `nil` if it was not stored.
  public var age: Duration? { head.age }

  /// Whether the response is used although it is stale (RFC 9111 §4.2.4).
  public var isStale: Bool { [.stale, .offline(isFresh: false)].contains(origin) }

  /// Whether redirects led from https to http.
  package var isDowngraded: Bool { head.isDowngraded }

  /// Whether a server sent the response, now or earlier.
  package var isFromServer: Bool { ![.file, .sample].contains(origin) }

  /// Whether the response comes from the store without validation.
  package var isUnconfirmed: Bool { isFromServer && ![.network, .revalidated].contains(origin) }
}
