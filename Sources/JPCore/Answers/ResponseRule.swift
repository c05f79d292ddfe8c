/// A rule that a response must keep to be used, besides a 2xx status and JSON.
///
/// A response that breaks a rule is an error: it isn't stored, and a stored one may be served
/// instead.
///
/// ```swift
/// let nonEmpty = ResponseRule(expectation: "a list with something in it") { _, root in
///   !root.elements.isEmpty
/// }
/// ```
public struct ResponseRule: Sendable {
  /// The expectation in words, for error messages: ``FetchError/Cause-swift.enum/broken(rule:)``.
  public let expectation: String

  let validate: @Sendable (_ response: TransportResponse, _ root: JSONValue) -> Bool

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - expectation: the words that follow "expected" in a message.
  ///   - validate: whether a response with this outermost value keeps the rule.
  public init(
    expectation: String,
    validate: @escaping @Sendable (_ response: TransportResponse, _ root: JSONValue) -> Bool
  ) {
    self.expectation = expectation
    self.validate = validate
  }

  /// A JSON Content-Type: `application/json`, or another `application` type that ends with `+json`
  /// (RFC 8259 §11, RFC 6839 §3.1). Without this rule only the content decides.
  public static let jsonContentType = ResponseRule(expectation: "Content-Type: application/json") {
    response, _ in
    response.fields.hasJSONContentType
  }
}
