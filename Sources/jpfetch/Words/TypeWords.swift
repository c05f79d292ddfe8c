import JPCore

extension JSONValue.Kind {
  /// The type with its article, `an object`.
  var inWords: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .boolean: "true or false"
    case .null: "null"
    }
  }
}

extension TypeMismatch.Expectation {
  /// The type with its article, `an integer`.
  var inWords: String {
    switch self {
    case .array: JSONValue.Kind.array.inWords
    case .object: JSONValue.Kind.object.inWords
    case .integer: "an integer"
    case .string: JSONValue.Kind.string.inWords
    case .boolean: JSONValue.Kind.boolean.inWords
    case .number: JSONValue.Kind.number.inWords
    case .value: "a value"
    case .described(let words): words
    }
  }
}
