/// Why a source has no answer that can be used.
public struct FetchError: Error, Equatable, Sendable {
  /// What went wrong, in the order in which an answer is checked.
  public enum Cause: Error, Equatable, Sendable {
    /// There is no complete response.
    case transport(TransportError)
    /// A status other than 2xx (RFC 9110 §15.3), with what the body says about it.
    case status(Int, message: String?)
    /// A response without content.
    case empty
    /// A page for people instead of data.
    case html
    /// Content that is not JSON.
    case notJSON(JSONError)
    /// JSON of another shape than the resource has.
    case mismatch(TypeMismatch)
    /// Nothing is stored for these URLs, and no server was to be asked.
    case notStored(urls: [String])
    /// A list without the record that was asked for.
    case noRecord(id: String)
  }

  /// The resource's name; `nil` for a path that is none.
  public let source: String?

  /// The URL that answered, or was asked for where nothing did.
  public let url: String

  /// What went wrong.
  public internal(set) var cause: Cause

  /// For how long a response has been stored that was not allowed to stand in, in seconds; `nil`
  /// where there is none.
  public internal(set) var secondsSinceCopy: Int?

  init(source: String?, url: String, cause: Cause) {
    self.source = source
    self.url = url
    self.cause = cause
  }
}
