extension TransportResponse {
  /// What the server says about its error; `nil` if it says nothing, as the API itself does (`{}`).
  ///
  /// A problem's title and detail (RFC 9457), else a member with a usual name, else a page's title,
  /// else the text; white space as single spaces, at most 200 characters (Unicode scalars).
  var errorMessage: String? {
    let limit = 200
    // More than is shown, but little enough to split quickly.
    let start = String(decoding: messageInBody.utf8.prefix(1 << 12), as: UTF8.self)
    let words = start.unicodeScalars
      .split { $0.properties.isWhitespace || $0 == "\u{FEFF}" }.map { String($0) }
    let text = words.joined(separator: " ").unicodeScalars
    if text.isEmpty { return nil }
    return text.count > limit ? String(text.prefix(limit)) + "…" : String(text)
  }

  /// Empty if there is no message.
  private var messageInBody: String {
    let start = body.prefix(1 << 14)
    // A body that is not JSON, or too large, is read as text; the error to report is the status.
    guard body.count <= 1 << 24, let root = try? JSONDocument(body).root else {
      return isHTML(start)
        ? start.pageTitle ?? start.withoutTags : String(decoding: start, as: UTF8.self)
    }
    if fields["Content-Type"]?.lowercased().hasPrefix("application/problem+json") ?? false {
      let parts = ["title", "detail"].compactMap { root[$0]?.string }.filter { !$0.isEmpty }
      if !parts.isEmpty { return parts.joined(separator: ": ") }
    }
    return root.errorMessage() ?? (root.isEmpty ? "" : String(decoding: start, as: UTF8.self))
  }
}

extension JSONValue {
  /// The text itself, the message in a member with a usual name, or that of a list's first element.
  ///
  /// - Parameter levels: how deep to look.
  fileprivate func errorMessage(levels: Int = 6) -> String? {
    guard levels > 0 else { return nil }
    if let string { return string.isEmpty ? nil : string }
    if let first = elements.first { return first.errorMessage(levels: levels - 1) }
    for name in ["message", "error", "errors", "detail", "title"] {
      guard let value = self[name] else { continue }
      let message = name == "errors" ? value.fieldError : nil
      if let message = message ?? value.errorMessage(levels: levels - 1) { return message }
    }
    return nil
  }

  /// The first error by field, `{"name":["is missing"]}`.
  private var fieldError: String? {
    guard let (field, value) = members.first, !["message", "error", "detail"].contains(field),
      let text = value.string ?? value.elements.first?.string
    else { return nil }
    return "\(field): \(text)"
  }

  /// Whether it says nothing, `{}` or `{"message":""}`.
  fileprivate var isEmpty: Bool {
    switch kind {
    case .null: true
    case .string: string == ""
    case .object, .array:
      document.children(at: index).allSatisfy { JSONValue(document: document, index: $0).isEmpty }
    case .number, .boolean: false
    }
  }
}

extension ArraySlice<UInt8> {
  /// The text of an HTML page's title.
  fileprivate var pageTitle: String? {
    let tag = Array("<title".utf8)
    let start = indices.first { self[$0...].starts(with: tag) { $0 == $1 || $0 | 0x20 == $1 } }
    guard let start, let end = self[start...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let text = self[(end + 1)...].prefix { $0 != UInt8(ascii: "<") }
    return String(decoding: text, as: UTF8.self)
  }

  /// The text of an HTML page without a title.
  fileprivate var withoutTags: String {
    let parts = split(separator: UInt8(ascii: "<")).map { part in
      part.drop { $0 != UInt8(ascii: ">") }.dropFirst()
    }
    return String(decoding: Array(parts.joined(separator: [0x20])), as: UTF8.self)
  }
}
