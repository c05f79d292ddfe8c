/// A value that doesn't have the type that the catalogue, or the caller's type, expects.
public struct TypeMismatch: Error, Equatable, CustomStringConvertible {
  /// The types that can be expected.
  @nonexhaustive
  public enum Expectation: Equatable, Sendable, CustomStringConvertible {
    /// A list.
    case array
    /// A record, or an object in one.
    case object
    /// A number without a fraction or an exponent.
    case integer
    /// A string, even an empty one.
    case string
    /// `true` or `false`.
    case boolean
    /// Any number.
    case number
    /// Anything but `null`.
    case value
    /// Anything else, in words: an id, for example, or what the caller's type says.
    case described(String)

    /// The type with its article, `an integer`.
    public var description: String {
      switch self {
      case .array: "an array"
      case .object: "an object"
      case .integer: "an integer"
      case .string: "a string"
      case .boolean: "true or false"
      case .number: "a number"
      case .value: "a value"
      case .described(let text): text
      }
    }
  }

  /// The value's path, `[3].address.city`; empty for the document itself.
  public let path: String

  /// The position of the value's first byte or, if the value is missing, of the object that lacks
  /// it.
  public let position: TextPosition

  /// The expected type.
  public let expected: Expectation

  /// The value's text, cut to 40 characters, or its type if it was read from a file; `nil` if the
  /// value is missing.
  public let found: String?

  /// The value and what was expected: `[1].id, line 1 column 53: expected an integer, found "x"`.
  public var description: String {
    "\(location): \(problem)"
  }

  /// The value and what was expected, without the path and the position.
  package var problem: String { "expected \(expected), found \(found ?? "nothing")" }

  /// The mismatch as compilers write it: `./users.json:1:53: [1].id: expected an integer, found
  /// "x"`.
  ///
  /// - Parameter file: the file of the document.
  package func sentence(in file: String) -> String {
    let location = position.location(in: file)
    if path.isEmpty { return "\(location): \(problem)" }
    return "\(location): \(path): \(problem)"
  }

  /// The path and the position, `[1].id, line 1 column 53`.
  package var location: String {
    if path.isEmpty { return position.description }
    return "\(path), \(position)"
  }

  /// Makes a mismatch, for tests.
  public init(
    path: String = "", position: TextPosition = TextPosition(), expected: Expectation,
    found: String? = nil
  ) {
    self.path = path
    self.position = position
    self.expected = expected
    self.found = found
  }

  /// Makes a mismatch from a value of a document.
  ///
  /// - Parameter isMissing: whether the value is missing; `index` is then that of the object that
  ///   should have it.
  init(
    in document: JSONDocument, at index: Int, path: String, expected: Expectation,
    isMissing: Bool = false
  ) {
    let value = document.value(at: index)
    self.path = path
    position = value.position
    self.expected = expected
    if isMissing {
      found = nil
    } else {
      found = value.textInErrors
    }
  }

  /// Makes a mismatch from an error that was thrown while a value was decoded.
  ///
  /// - Parameter path: the path of the decoded value.
  init(_ error: any Error, in value: JSONValue, at path: String = "") {
    let failure = DecodingFailure(error)
    let (target, targetPath) = value.value(at: failure.codingPath, from: path)
    self.init(
      in: target.document, at: target.index, path: targetPath, expected: failure.expected,
      isMissing: failure.isMissing)
  }
}

extension TypeMismatch.Expectation {
  init(_ type: Resource.FieldType) {
    switch type {
    case .integer: self = .integer
    case .string: self = .string
    case .boolean: self = .boolean
    case .object: self = .object
    }
  }
}

extension JSONValue {
  /// The value's text, cut to 40 characters, or its type if it was read from a file.
  package var textInErrors: String {
    if document.hidesText { return kind.inWords }
    return excerpt
  }

  /// Whether errors leave out the value's text: it was read from a file, which may be a link to
  /// anything.
  package var isHiddenInErrors: Bool {
    switch kind {
    case .object, .array, .string: document.hidesText
    case .number, .boolean, .null: false
    }
  }
}

extension JSONValue.Kind {
  /// The type with its article, `an object`.
  fileprivate var inWords: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .boolean: "a boolean"
    case .null: "null"
    }
  }
}

/// The path of a value that couldn't be decoded, the expected type, and whether the value is
/// missing.
private struct DecodingFailure {
  var codingPath: [any CodingKey] = []
  var expected: TypeMismatch.Expectation
  var isMissing = false

  init(_ error: any Error) {
    switch error as? DecodingError {
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      codingPath = context.codingPath
      expected = .described(context.debugDescription)
      if let known = TypeMismatch.Expectation(type) { expected = known }
    case .keyNotFound(let key, let context):
      codingPath = context.codingPath + [key]
      expected = .value
      isMissing = true
    case .dataCorrupted(let context):
      codingPath = context.codingPath
      expected = .described(context.debugDescription)
    default:
      expected = .described("\(error)")
    }
  }
}

extension TypeMismatch.Expectation {
  /// The JSON type that a Swift type is decoded from; `nil` if the Swift type isn't known.
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
  /// Finds the value at a coding path that begins at this value, or the last existing value on the
  /// way to it, and spells the path, `[3].address.city`.
  fileprivate func value(
    at codingPath: [any CodingKey], from path: String
  ) -> (JSONValue, path: String) {
    var value = self
    var path = path
    for key in codingPath {
      if value.kind == .array, let index = key.intValue {
        path += "[\(index)]"
        let elements = value.elements
        if elements.indices.contains(index) { value = elements[index] }
      } else {
        if !path.isEmpty { path += "." }
        path += key.stringValue
        if let member = value[key.stringValue] { value = member }
      }
    }
    return (value, path)
  }
}

// MARK: Rows

extension JSONDocument {
  /// Why the document can't be shown as rows; `nil` if it is an object or an array of objects.
  package var mismatchOfRows: TypeMismatch? {
    switch root.kind {
    case .object:
      return nil
    case .array:
      for (row, element) in children(at: 0).enumerated() where kind(at: element) != .object {
        return TypeMismatch(in: self, at: element, path: "[\(row)]", expected: .object)
      }
      return nil
    default:
      let expected = TypeMismatch.Expectation.described("an object or a list of objects")
      return TypeMismatch(in: self, at: 0, path: "", expected: expected)
    }
  }
}
