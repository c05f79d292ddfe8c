/// What a response has to be to be used, beside a 2xx status with JSON in it.
///
/// One that breaks a rule is no answer: it isn't stored, and a stored one may stand in for it.
///
/// ```swift
/// let nonEmpty = ResponseRule("a list with something in it") { _, root in !root.elements.isEmpty }
/// ```
public struct ResponseRule: Sendable {
  /// What is expected, in the words that an error tells: ``FetchError/Cause-swift.enum/broken(rule:)``.
  public let words: String

  let isKept: @Sendable (_ response: HTTPResponse, _ root: JSONValue) -> Bool

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - words: what is expected, as it stands behind "expected".
  ///   - isKept: whether a response with this outermost value is as expected.
  public init(
    _ words: String,
    isKept: @escaping @Sendable (_ response: HTTPResponse, _ root: JSONValue) -> Bool
  ) {
    self.words = words
    self.isKept = isKept
  }

  /// A Content-Type that says JSON: `application/json`, or another type of `application` that ends
  /// with `+json` (RFC 8259 §11, RFC 6839 §3.1). Without this rule the content alone decides.
  public static let jsonContentType = ResponseRule("Content-Type: application/json") {
    response, _ in
    response.fields.hasJSONContentType
  }
}
