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
    /// Any number.
    case number
    /// Anything but `null`.
    case value
    /// What a type of the caller's own tells of itself.
    case described(String)
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

  /// What a type that was to be decoded from a document has thrown.
  init(_ error: any Error, in document: JSONDocument) {
    let (path, expected, isMissing) =
      (error as? DecodingError)?.facts
      ?? ([], .described("\(error)"), false)
    self.init(
      in: document, at: document.root.last(on: path).index, path: path.inWords,
      expected: expected, isMissing: isMissing)
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

extension DecodingError {
  /// Where it is, and what should stand there.
  fileprivate var facts: ([any CodingKey], TypeMismatch.Expectation, isMissing: Bool)? {
    switch self {
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      (context.codingPath, .init(type) ?? .described(context.debugDescription), false)
    case .keyNotFound(let key, let context): (context.codingPath + [key], .value, true)
    case .dataCorrupted(let context):
      (context.codingPath, .described(context.debugDescription), false)
    @unknown default: nil
    }
  }
}

extension TypeMismatch.Expectation {
  /// What a type decodes from.
  fileprivate init?(_ type: Any.Type) {
    switch type {
    case is any BinaryInteger.Type: self = .integer
    case is any BinaryFloatingPoint.Type: self = .number
    case is String.Type: self = .string
    case is Bool.Type: self = .boolean
    case is [Any].Type: self = .array
    case is [String: Any].Type: self = .object
    default: return nil
    }
  }
}

extension [any CodingKey] {
  /// As a path is told, `[3].address.city`.
  fileprivate var inWords: String {
    reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}
