import JPCore

/// The system's words for an errno, strerror(3).
func systemWords(_ errno: Int32) -> String {
  String(cString: strerror(errno)).lowercased()
}

extension JSONError {
  var inWords: String {
    let found =
      switch found {
      case .character(let scalar): "\"\(scalar)\""
      case .bytes: "invalid UTF-8"
      case .end: "the end"
      }
    if case .utf8 = expected { return "\(position.inWords): invalid UTF-8" }
    return "\(position.inWords): expected \(expected.inWords), found \(found)"
  }
}

extension JSONError {
  /// The limit that a text exceeds, if it is too large but not invalid.
  var excessInWords: String? {
    switch expected {
    case .count(let limit): "more than \(limit) values"
    case .length(let limit): "more than \(limit) bytes"
    default: nil
    }
  }
}

extension JSONError.Expectation {
  fileprivate var inWords: String {
    switch self {
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
    case .utf8: "valid UTF-8"
    case .textEnd: "the end"
    case .depth(let limit): "at most \(limit) levels"
    case .count(let limit): "at most \(limit) values"
    case .length(let limit): "at most \(limit) bytes"
    }
  }
}

extension TypeMismatch {
  /// - Parameter source: the resource's name, with which the path begins.
  func inWords(source: String?) -> String {
    let place = placeInWords(source: source)
    if let listMember {
      return "\(place): expected \(expected.inWords), found an object with a list as its member "
        + "\"\(listMember)\""
    }
    return "\(place): expected \(expected.inWords), found \(found ?? "nothing")"
  }

  /// `users[0].email, line 2 column 3`.
  func placeInWords(source: String?) -> String {
    let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
    let value = "\(source ?? "")\(separator)\(path)"
    return (value.isEmpty ? "" : "\(value), ") + position.inWords
  }
}

extension TextPosition {
  fileprivate var inWords: String { "line \(line) column \(column)" }
}
