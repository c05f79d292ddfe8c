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

extension Resource.Field.FieldType {
  /// The type without its article, `integer`.
  var noun: String {
    let words =
      switch self {
      case .integer: TypeMismatch.Expectation.integer.inWords
      case .string: TypeMismatch.Expectation.string.inWords
      case .boolean: TypeMismatch.Expectation.boolean.inWords
      }
    let parts = words.split(separator: " ", maxSplits: 1)
    return ["a", "an"].contains(parts[0]) ? String(parts[1]) : words
  }
}
