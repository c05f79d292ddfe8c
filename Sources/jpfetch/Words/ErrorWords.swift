import JPCore

/// The system's words for an errno, strerror(3).
func systemWords(_ errno: Int32) -> String {
  String(cString: strerror(errno)).lowercased()
}

extension JSONError {
  /// The error without its position.
  ///
  /// - Parameter text: the kind of text, `file`.
  func inWords(of text: String) -> String {
    switch (expected, found) {
    case (.utf8, _), (_, .bytes): "invalid UTF-8"
    case (_, .end): "the \(text) ends too early"
    case (_, .character(let scalar)): "expected \(expected.inWords), found \"\(scalar)\""
    }
  }

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
  /// - Parameters:
  ///   - source: the resource's name, with which the path begins.
  ///   - isPlaced: whether to say the line and the column.
  func inWords(source: String?, isPlaced: Bool = true) -> String {
    let place = isPlaced ? placeInWords(source: source) : pathInWords(source: source)
    let words = "expected \(expected.inWords), found \(found ?? "nothing")"
    return place.isEmpty ? words : "\(place): \(words)"
  }

  /// `users[0].email, line 2 column 3`.
  func placeInWords(source: String?) -> String {
    [pathInWords(source: source), position.inWords].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func pathInWords(source: String?) -> String {
    "\(source ?? "")\(path.isEmpty || path.hasPrefix("[") ? "" : ".")\(path)"
  }
}

extension TextPosition {
  var inWords: String { "line \(line) column \(column)" }
}
