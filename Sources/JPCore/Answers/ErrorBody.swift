extension TransportResponse {
  /// The message in the server's error content; `nil` without one: the API itself sends `{}`.
  ///
  /// A member with a usual name, such as a problem's detail (RFC 9457), a page's title, or the
  /// text; white space as single spaces, at most 200 characters (Unicode scalars).
  package var errorMessage: String? {
    let limit = 200
    // More than is shown, but little enough to split quickly.
    let start = String(utf8: messageInBody.utf8.prefix(1 << 12))
    let words = start.unicodeScalars
      .split { $0.properties.isWhitespace || $0 == "\u{FEFF}" }.map { String($0) }
    let text = words.joined(separator: " ").unicodeScalars
    if text.isEmpty { return nil }
    return text.count > limit ? String(text.prefix(limit)) + "…" : String(text)
  }

  /// The message; empty without one.
  private var messageInBody: String {
    let start = body.prefix(1 << 14)
    let text = String(utf8: start)
    // A body that is not JSON, or too large, is read as text; the error to report is the status.
    guard body.count <= 1 << 24, let root = try? JSONDocument(body).root else {
      return isHTML(start) ? start.pageTitle : text
    }
    return root.message ?? root["error"]?.message ?? (root.isEmpty ? "" : text)
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
