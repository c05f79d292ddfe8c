/// A value of another type than the catalogue says.
public struct TypeMismatch: Error, Equatable, Sendable {
  /// The types that are asked for.
  public enum Expectation: Equatable, Sendable {
    /// A list.
    case array
    /// A record, or an object in one.
    case object
    /// A number without a fraction or an exponent.
    case integer
    /// Text.
    case string
    /// `true` or `false`.
    case boolean
  }

  /// Where the value stands, `[3].address.city`; empty for the whole document.
  public let path: String

  /// Where its text begins.
  public let position: TextPosition

  /// What should stand there.
  public let expected: Expectation

  /// The value's own text, the first bytes of it; `nil` where there is no value.
  public let found: String?

  /// - Parameter isMissing: whether there is no value, and the index is that of what should have it.
  init(
    in document: JSONDocument, at index: Int, path: String, expected: Expectation,
    isMissing: Bool = false
  ) {
    let value = JSONValue(document: document, index: index)
    self.path = path
    position = value.position
    self.expected = expected
    found = isMissing ? nil : String(decoding: value.text.prefix(40), as: UTF8.self)
  }
}

extension TypeMismatch.Expectation {
  init(_ type: ObjectShape.MemberType) {
    switch type {
    case .integer: self = .integer
    case .string: self = .string
    case .boolean: self = .boolean
    case .object: self = .object
    }
  }
}
