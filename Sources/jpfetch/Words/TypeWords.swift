import JPCore

extension TypeMismatch.Expectation {
  /// The type with its article, `an integer`.
  var inWords: String {
    switch self {
    case .array: "an array"
    case .object: "an object"
    case .integer: "an integer"
    case .string: "a string"
    case .boolean: "true or false"
    case .number: "a number"
    case .value: "a value"
    case .described(let words): words
    }
  }
}
