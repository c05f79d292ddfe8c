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
    let (keys, expected, isMissing) =
      (error as? DecodingError)?.facts ?? ([], .described("\(error)"), false)
    let (value, path) = document.root.last(on: keys)
    self.init(
      in: document, at: value.index, path: path, expected: expected, isMissing: isMissing)
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

extension JSONValue {
  /// The value at a coding path from this one, and the path as it is told, `[3].address.city`; where
  /// the path leads on beyond the document, the last value on it.
  fileprivate func last(on keys: [any CodingKey]) -> (JSONValue, path: String) {
    var value = self
    var path = ""
    for key in keys {
      let elements = value.elements
      let place = value.kind == .array ? key.intValue : nil
      path += place.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
      let next =
        place.map { elements.indices.contains($0) ? elements[$0] : nil } ?? value[key.stringValue]
      value = next ?? value
    }
    return (value, path)
  }
}
