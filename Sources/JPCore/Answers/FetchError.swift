/// Why a source has no answer that can be used.
public struct FetchError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What went wrong, in the order in which an answer is checked.
  public enum Cause: Error, Equatable, Sendable {
    /// There is no complete response.
    case transport(TransportError)
    /// A status other than 2xx (RFC 9110 §15.3), or a part that nobody asked for (206), with what the
    /// body says about it.
    case status(Int, message: String?)
    /// A response without content.
    case empty
    /// A page for people instead of data.
    case html
    /// Content that is not JSON.
    case notJSON(JSONError)
    /// JSON that breaks a caller's rule, by its words (``ResponseRule/words``).
    case broken(rule: String)
    /// JSON of another shape than the resource, or the caller's type, has.
    case mismatch(TypeMismatch)
    /// Nothing is stored for these URLs, and no server was to be asked.
    case notStored(urls: [String])
    /// A list without the record that was asked for.
    case noRecord(id: String)
  }

  /// The resource's name; `nil` for what was asked for by its path.
  public let resource: String?

  /// The URL that answered, or was asked for where nothing did.
  public let url: String

  /// What went wrong.
  public internal(set) var cause: Cause

  /// How long ago a response was stored that may not be served instead; `nil` where there is none.
  public internal(set) var storedAgo: Duration?

  /// The content of a response whose status is the cause, its content codings undone.
  let body: [UInt8]

  init(resource: String?, url: String, cause: Cause, body: [UInt8] = []) {
    self.resource = resource
    self.url = url
    self.cause = cause
    self.body = body
  }

  /// The URL without a user's name and password, and the cause, for a log.
  public var description: String {
    if case .transport(let error) = cause { return error.description }
    return "\(url.withoutUserInfo): \(cause)"
  }

  /// What the server says about its error, as a type of the caller's own.
  ///
  /// - Returns: `nil` where the cause is no status, and where the content is not JSON of this type.
  public func serverError<Body: Decodable>(_ type: Body.Type = Body.self) -> Body? {
    // What is no such error has a cause of its own, which is this error's.
    guard case .status = cause else { return nil }
    return try? JSONDocument(body).root.decode()
  }
}
