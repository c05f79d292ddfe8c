/// A failure to get a usable answer to a request.
public struct FetchError: Error, CustomStringConvertible {
  /// What went wrong.
  @nonexhaustive
  public enum Cause: Equatable, Sendable {
    /// No complete response arrived.
    case transport(TransportError)
    /// A status other than 2xx (RFC 9110 §15.3), with the message in the body; or 206, because its
    /// content is only a part of the document.
    case status(Int, message: String?)
    /// A response without content.
    case empty
    /// An HTML page instead of data.
    case html
    /// Content that is not JSON.
    case notJSON(JSONError)
    /// JSON that doesn't match the resource or the caller's type, or that the caller's code
    /// refuses.
    case mismatch(TypeMismatch)
    /// Nothing is stored for these URLs, and the fetch is offline.
    case notStored(urls: [String])
    /// The fetch is offline, and the directory of stored responses can't be used.
    case unusableStore(StoreError)
  }

  /// A stored response that could replace a failure, but may not be served.
  package struct ForbiddenCopy: Equatable, Sendable {
    package let storedAgo: Duration?
    /// The age of the response, which is more if it was stored elsewhere before.
    package let age: Duration?
    package let objection: StaleObjection
  }

  /// The resource's name; `nil` for a document requested by its path.
  public let resource: String?

  /// The URL of the response or, if none arrived, the requested URL. It has no user information and
  /// no values of secret parameters, so that it can be shown.
  public let url: String

  /// What went wrong, with its details.
  public package(set) var cause: Cause

  // An array, because a source can have an error in turn.
  private let sources: [Source]

  /// The source of the response that can't be used, with its content; `nil` if none arrived.
  package var source: Source? { sources.first }

  /// The stored response that may not replace the failure; `nil` if there is none, or if the
  /// failure is the server's answer.
  package internal(set) var forbiddenCopy: ForbiddenCopy?

  /// Why responses to the request are never stored, in words, such as `Authorization looks like a
  /// credential`. `nil` if they can be, or if the cause isn't ``Cause/notStored(urls:)``.
  package internal(set) var secretInRequest: String?

  /// The record that was requested by its id, or that another record refers to; `nil` for lists and
  /// other documents.
  package internal(set) var record: Record?

  package struct Record: Equatable, Sendable {
    package let resource: String
    package let id: String

    /// Whether the record exists, but lacks the parent that was requested.
    package var lacksParent = false

    /// Why there is no answer, `no user with id 99` or `photo 3 has no album`.
    package var problem: String {
      if lacksParent, let parent = Resource.named(resource)?.parent {
        return "\(singular) \(id.excerpt) has no \(parent.name)"
      }
      return "no \(singular) with id \(id.excerpt)"
    }
  }

  /// Whether the mismatch is that of records that were left out, so that it didn't prevent the
  /// answer.
  package internal(set) var isAboutLeftOut = false

  /// The error that the caller's own code threw: the function that reads the document, or a
  /// ``Transport``; `nil` without one. A `DecodingError` isn't kept here: the cause has a
  /// ``TypeMismatch`` that is made from it.
  public internal(set) var underlying: (any Error)?

  /// The duration of the request, with its retries; `nil` if the error isn't that of a request.
  package internal(set) var duration: Duration?

  /// Makes an error, for tests.
  public init(
    resource: String? = nil, url: String, cause: Cause, response: HTTPResponse? = nil,
    underlying: (any Error)? = nil
  ) {
    var source: Source?
    if let response { source = Source(resource: resource, of: response, from: .network) }
    self.init(resource: resource, url: url, cause: cause, source)
    self.underlying = underlying
  }

  package init(resource: String?, url: String, cause: Cause, _ source: Source?) {
    self.resource = resource
    self.url = url.withoutSecrets
    self.cause = cause
    if let source {
      sources = [source]
    } else {
      sources = []
    }
  }

  /// The response that can't be used, without the secrets in its URL; `nil` if none arrived.
  public var response: HTTPResponse? { source?.head }

  /// Whether the cause is that nothing is stored yet (``Cause/notStored(urls:)``).
  public var isNotStored: Bool {
    if case .notStored = cause { return true }
    return false
  }

  /// The response's status code; `nil` without a response.
  public var status: Int? { response?.status }

  /// The header fields of the response; empty without a response.
  public var headerFields: HeaderFields { response?.headerFields ?? [] }

  /// The content of the response, with its content codings undone; empty without a response.
  public var body: [UInt8] { response?.body ?? [] }

  /// Whether the response is a stored one (``Source/isUnconfirmed``).
  package var isFromStore: Bool { source?.isUnconfirmed == true }

  /// Whether the server that answered got credentials, and refused them.
  package var isOfRefusedCredentials: Bool {
    guard let response, response.status == 401 || response.status == 403, !isFromStore,
      response.isForCredential
    else { return false }
    // After a redirect to another server, it got none.
    guard let first = response.redirectedFrom.first else { return true }
    return first.origin == response.url.origin
  }

  /// Whether a response arrived whose status or content shows that it isn't a JSON document.
  package var isFromResponse: Bool {
    switch cause {
    case .status, .empty, .html, .notJSON: true
    default: false
    }
  }
}

extension FetchError: Equatable {
  /// Whether two errors have the same resource, URL, cause and response, and the same stored
  /// response that may not replace the failure. ``underlying`` isn't compared.
  public static func == (left: FetchError, right: FetchError) -> Bool {
    left.resource == right.resource && left.url == right.url && left.cause == right.cause
      && left.response == right.response && left.forbiddenCopy == right.forbiddenCopy
  }
}
