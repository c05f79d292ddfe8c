/// Why a source has no usable answer.
public struct FetchError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What went wrong, in the order in which an answer is checked.
  public enum Cause: Error, Equatable, Sendable {
    /// There is no complete response.
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
    /// JSON that breaks a caller's rule, with the rule's words (``ResponseRule/expectation``).
    case broken(rule: String)
    /// JSON that doesn't have the shape of the resource, or of the caller's type.
    case mismatch(TypeMismatch)
    /// Nothing is stored for these URLs, and the fetch is offline.
    case notStored(urls: [String])
    /// A list without the requested record.
    case noRecord(id: String)
  }

  /// The resource's name; `nil` for a document requested by its path.
  public let resource: String?

  /// The URL that answered, or the requested one if there was no answer.
  public let url: String

  /// What went wrong.
  public internal(set) var cause: Cause

  /// How long ago a response was stored that may not be served instead; `nil` if none is stored.
  public internal(set) var storedAgo: Duration?

  /// The Cache-Control directive of the server by which that response may not be served; `nil`
  /// where the user forbids it, or there is none.
  public internal(set) var forbiddenBy: String?

  /// Whether that response is not served because the request itself says no-cache.
  package internal(set) var isStaleUnwanted = false

  /// Whether a stored response could stand in, and none is stored.
  ///
  /// `false` where the failure itself is stored.
  public var isNothingStored: Bool { isReplaceable && answeredAgo == nil }

  /// Whether a stored answer may be shown in its place, were there one.
  var isReplaceable = false

  /// The id of the single record that was asked for by itself; `nil` for lists and documents.
  package internal(set) var requestedID: String?

  /// Why the answer that says so is a stored one, if it stands in for a failure. At most one.
  private var hiddenFailures: [FetchError] = []

  /// Why the answer that says so is a stored one, if it stands in for a failure.
  package internal(set) var hiddenFailure: FetchError? {
    get { hiddenFailures.first }
    set { hiddenFailures = newValue.map { [$0] } ?? [] }
  }

  /// Age in the store of the response that failed; `nil` if it came just now.
  package internal(set) var answeredAgo: Duration?

  /// The response's status line, if a server sent one.
  package let statusLine: String?

  /// The response's status code; `nil` without a response.
  public let status: Int?

  /// How often it was asked for, retries included.
  package internal(set) var attempts: Int

  /// How long the parts of the transfer took, if a response came.
  package let times: TransferTimes?

  /// How long the fetch took; `nil` if there was none.
  package internal(set) var duration: Duration?

  /// The header fields of that response.
  package let fields: HeaderFields

  /// The content of that response, with its content codings undone.
  package let body: [UInt8]

  /// The age of that response (RFC 9111 §4.2.3), where it comes from the store without validation.
  package internal(set) var age: Duration?

  /// Whether the response is no document, by its status or its content.
  package var isOfResponse: Bool {
    switch cause {
    case .status, .empty, .html, .notJSON: true
    default: false
    }
  }

  /// Makes an error, as tests of programs that fetch need it.
  ///
  /// - Parameters:
  ///   - resource: the resource's name; `nil` for a document requested by its path.
  ///   - url: the URL that answered, or the requested one.
  ///   - cause: what went wrong.
  ///   - response: what answered, if anything did; ``serverError(_:)`` reads its content.
  public init(
    resource: String? = nil, url: String, cause: Cause, response: TransportResponse? = nil
  ) {
    self.resource = resource
    self.url = url
    self.cause = cause
    statusLine = response?.statusLine
    status = response?.status
    times = response?.times
    attempts = response?.attempts ?? 1
    fields = response?.fields ?? []
    body = response?.body ?? []
  }

  /// The URL without user name and password, and the cause, for a log.
  public var description: String {
    if case .transport(let error) = cause { return error.description }
    return "\(url.withoutUserInfo): \(cause)"
  }

  /// The server's error content, decoded as a type of the caller's own.
  ///
  /// - Returns: `nil` if the cause is not a status, or the content is not JSON of this type.
  public func serverError<Body: Decodable>(_ type: Body.Type = Body.self) -> Body? {
    // If the content is something else, the caller still has this error.
    guard case .status = cause else { return nil }
    return try? JSONDocument(body).root.decode()
  }
}
