/// Why a source has no usable answer.
public struct FetchError: Error, Equatable, CustomStringConvertible {
  /// What went wrong, in the order in which an answer is checked.
  public enum Cause: Error, Equatable {
    /// No complete response arrived.
    case transport(TransportError)
    /// A status other than 2xx (RFC 9110 §15.3), with the message in the body; or 206, which is
    /// only a part.
    case status(Int, message: String?)
    /// A response without content.
    case empty
    /// An HTML page instead of data.
    case html
    /// Content that is not JSON.
    case notJSON(JSONError)
    /// JSON without the shape of the resource, or of the caller's type.
    case mismatch(TypeMismatch)
    /// Nothing is stored for these URLs, and the fetch is offline.
    case notStored(urls: [String])
  }

  /// The stored response for a failed request.
  public enum StoredCopy: Equatable, Sendable {
    /// None that matters: the failure is the server's answer, or nothing could have been stored.
    case irrelevant
    /// None, although a stored response could have been served.
    case missing
    /// A response that the server's Cache-Control directive forbids to serve; without one the
    /// user's limit does.
    case forbidden(storedAgo: Duration, by: String?)
  }

  /// The resource's name; `nil` for a document requested by its path.
  public let resource: String?

  /// The URL that answered, or the requested one without an answer, as it may be shown: without user
  /// information and the values of secret parameters.
  public let url: String

  /// What went wrong.
  public internal(set) var cause: Cause

  /// The response that can't be used; `nil` if none arrived.
  public let response: TransportResponse?

  /// The stored response that could have replaced it.
  public internal(set) var storedCopy = StoredCopy.irrelevant

  /// The single record that was asked for; `nil` for lists and other documents.
  package internal(set) var record: Record?

  /// A record of a resource.
  package struct Record: Equatable, Sendable {
    package let resource: String
    package let id: String
  }

  /// The server's failure, if this answer is a stored one. At most one; an array, because a value
  /// can't contain itself.
  package internal(set) var hiddenFailures: [FetchError] = []

  /// The duration of the fetch; `nil` without one.
  package internal(set) var duration: Duration?

  /// Makes an error, as tests of programs that fetch need it.
  ///
  /// - Parameters:
  ///   - resource: the resource's name; `nil` for a document requested by its path.
  ///   - url: the URL that answered, or the requested one.
  ///   - cause: what went wrong.
  ///   - response: what answered, if anything did.
  public init(
    resource: String? = nil, url: String, cause: Cause, response: TransportResponse? = nil
  ) {
    self.resource = resource
    self.url = url.withoutSecrets
    self.cause = cause
    self.response = response
  }

  /// The response's status code; `nil` without a response.
  public var status: Int? { response?.status }

  /// The header fields of the response.
  public var fields: HeaderFields { response?.fields ?? [] }

  /// The content of the response, with its content codings undone.
  public var body: [UInt8] { response?.body ?? [] }

  /// How long ago the response was stored; `nil` if the server sent or confirmed it just now.
  package var answeredAgo: Duration? {
    response.flatMap { $0.origin == .revalidated ? nil : $0.storedAgo }
  }

  /// Whether a response arrived that isn't a document, by its status or its content.
  package var isFromResponse: Bool {
    switch cause {
    case .status, .empty, .html, .notJSON: true
    default: false
    }
  }

  /// The URL and the cause, for a log.
  public var description: String {
    if case .transport(let error) = cause { return error.description }
    return "\(url): \(cause)"
  }
}
