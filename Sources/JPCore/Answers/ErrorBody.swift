extension HTTPResponse {
  /// The message in the server's error content; `nil` without one: the API itself sends `{}`.
  ///
  /// A member with a usual name, such as a problem's detail (RFC 9457), a page's title, or the
  /// text; white space as single spaces, at most 200 characters.
  package var errorMessage: String? {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || scalar == "\u{FEFF}"
    }
    let message = String(messageInBody.unicodeScalars.drop(while: isSpace))
    if message.isEmpty { return nil }
    // More than is shown, but little enough to split quickly.
    let start = message.cut(toCharacters: 1 << 12)
    let words = start.unicodeScalars.split(whereSeparator: isSpace).map { String($0) }
    return words.joined(separator: " ").cut(toCharacters: 200)
  }

  /// The message; empty without one.
  private var messageInBody: String {
    let start = body.prefix(1 << 24)
    // A body that is not JSON, or too large, is read as text; the error to report is the status.
    guard start.count == body.count, let root = try? JSONDocument(body).root else {
      return isHTML(start) ? start.pageTitle : String(utf8: start)
    }
    if let message = root.message ?? root["error"]?.message { return message }
    return root.isEmpty ? "" : String(utf8: start)
  }
}

extension JSONValue {
  /// The text itself, or a member with a usual name.
  fileprivate var message: String? {
    let texts = [self] + ["message", "error", "detail", "title"].compactMap { self[$0] }
    return texts.lazy.compactMap(\.string).first { !$0.isEmpty }
  }

  /// Whether it says nothing, `{}` or `{"message":""}`.
  fileprivate var isEmpty: Bool {
    switch kind {
    case .null: true
    case .string: string == ""
    case .object, .array:
      document.children(at: index).allSatisfy { document.value(at: $0).isEmpty }
    case .number, .boolean: false
    }
  }
}

extension ArraySlice<UInt8> {
  /// The text of an HTML page's title; empty if it has none.
  fileprivate var pageTitle: String {
    let tag = Array("<title".utf8)
    let start = indices.first { self[$0...].starts(with: tag) { $0 == $1 || $0 | 0x20 == $1 } }
    guard let start, let end = self[start...].firstIndex(of: UInt8(ascii: ">")) else { return "" }
    let text = self[(end + 1)...].prefix { $0 != UInt8(ascii: "<") }
    return String(utf8: text)
  }
}
