import JPCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The system's words for an errno, strerror(3).
func systemWords(_ errno: Int32) -> String {
  String(cString: strerror(errno)).lowercased()
}

func words(for error: JSONError) -> String {
  let found =
    switch error.found {
    case .character(let scalar): "\"\(scalar)\""
    case .bytes: "bytes that are no character"
    case .end: "the end"
    }
  let place = "line \(error.position.line) column \(error.position.column)"
  return "\(place): expected \(words(for: error.expected)), found \(found)"
}

func words(for expectation: JSONError.Expectation) -> String {
  switch expectation {
  case .value: "a value"
  case .nameOrObjectEnd: "a name or \"}\""
  case .name: "a name"
  case .colon: "\":\""
  case .commaOrObjectEnd: "\",\" or \"}\""
  case .commaOrArrayEnd: "\",\" or \"]\""
  case .digit: "a digit"
  case .escape: "an escape of JSON"
  case .hexDigit: "a hexadecimal digit"
  case .stringEnd: "the string's end"
  case .utf8: "UTF-8"
  case .textEnd: "the end"
  case .depth(let limit): "at most \(limit) levels"
  case .length(let limit): "at most \(limit) bytes"
  }
}

func words(for mismatch: TypeMismatch, source: String?) -> String {
  let expected =
    switch mismatch.expected {
    case .array: "an array"
    case .object: "an object"
    case .key: "an integer or a string"
    }
  let place = "line \(mismatch.position.line) column \(mismatch.position.column)"
  let separator = mismatch.path.isEmpty || mismatch.path.hasPrefix("[") ? "" : "."
  let path = "\(source ?? "")\(separator)\(mismatch.path)"
  return "\(path), \(place): expected \(expected), found \(mismatch.found)"
}
