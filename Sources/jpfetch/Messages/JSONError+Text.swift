import JPCore

extension JSONError {
  /// The error without its position.
  ///
  /// - Parameter text: the kind of text, `file`.
  func inWords(of text: String) -> String {
    switch (expected, found) {
    case (.utf8, _), (_, .bytes): "invalid UTF-8"
    case (_, .end): "the \(text) ends too early"
    case (_, .character(let scalar)): "expected \(expected), found \"\(scalar)\""
    }
  }

  /// The limit that a text exceeds, if it is too large but not invalid.
  var excessInWords: String? {
    switch expected {
    case .count(let limit): "more than \(limit) JSON values"
    case .length(let limit): "more than \(limit) bytes of JSON"
    default: nil
    }
  }
}

extension TypeMismatch {
  /// - Parameters:
  ///   - source: the resource's name, with which the sentence begins; `nil` for the path alone.
  ///   - isPlaced: whether to add the line and the column.
  func inWords(source: String?, isPlaced: Bool = true) -> String {
    let sentence = "expected \(expected), found \(found ?? "nothing")"
    var location = pathInWords(source: source)
    if isPlaced { location = placeInWords(source: source) }
    if location.isEmpty { return sentence }
    return "\(location): \(sentence)"
  }

  /// The path and the position, `users[0].email, line 2 column 3`.
  func placeInWords(source: String?) -> String {
    let path = pathInWords(source: source)
    if path.isEmpty { return position.inWords }
    return "\(path), \(position.inWords)"
  }

  private func pathInWords(source: String?) -> String {
    guard let source else { return path }
    if path.isEmpty || path.utf8.first == .leftBracket {
      return source + path
    }
    return "\(source).\(path)"
  }
}

extension TextPosition {
  var inWords: String { "line \(line) column \(column)" }
}
