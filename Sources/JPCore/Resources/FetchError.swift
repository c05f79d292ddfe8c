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
    /// A list without the record that was asked for.
    case noRecord(id: String)
  }

  /// The resource's name; `nil` for a path that is none.
  public let source: String?

  /// The URL that answered, or was asked for where nothing did.
  public let url: String

  /// What went wrong.
  public let cause: Cause
}
