extension HTTPResponse {
  /// What the server says about its error; `nil` where it says nothing, as the API itself does (`{}`).
  ///
  /// A problem's title and detail (RFC 9457), else a member of a usual name, else a page's title, else
  /// the body itself; white space as single spaces, at most 200 characters.
  var errorMessage: String? {
    let limit = 200
    let text = messageInBody?.split { $0.isWhitespace }.joined(separator: " ") ?? ""
    return text.isEmpty ? nil : text.count > limit ? text.prefix(limit) + "…" : text
  }

  private var messageInBody: String? {
    // A body that is no JSON has words of its own; the status is the error that is told.
    if let root = try? JSONDocument(body).root {
      if fields["Content-Type"]?.lowercased().hasPrefix("application/problem+json") ?? false {
        let parts = ["title", "detail"].compactMap { root[$0]?.string }
        if !parts.isEmpty { return parts.joined(separator: ": ") }
      }
      if let message = root.errorMessage() { return message }
      if root.isEmpty { return nil }
    }
    // Enough for what is shown, if all of it is white space or a long page's head.
    let start = body.prefix(1 << 14)
    return start.pageTitle ?? String(decoding: start, as: UTF8.self)
  }
}

extension JSONValue {
  /// The message in a member of a usual name: a text, or the first of a list or of an object.
  ///
  /// - Parameter levels: how deep to look. What is in `errors` is looked at in two ways, so without a
  ///   bound the time would double with every level.
  fileprivate func errorMessage(levels: Int = 6) -> String? {
    guard levels > 0 else { return nil }
    if let string { return string.isEmpty ? nil : string }
    if let message = elements.first?.errorMessage(levels: levels - 1) { return message }
    for name in ["message", "error", "errors", "detail", "title"] {
      if let message = self[name]?.errorMessage(levels: levels - 1) { return message }
    }
    guard let (field, value) = self["errors"]?.members.first else { return nil }
    return value.errorMessage(levels: levels - 1).map { "\(field): \($0)" }
  }

  /// Whether it says nothing.
  fileprivate var isEmpty: Bool {
    switch kind {
    case .null: true
    case .object, .array: !document.children(at: index).contains { _ in true }
    case .string, .number, .boolean: false
    }
  }
}

extension ArraySlice<UInt8> {
  /// The text of an HTML page's title.
  fileprivate var pageTitle: String? {
    let tag = Array("<title>".utf8)
    let start = indices.first { self[$0...].starts(with: tag) { $0 | 0x20 == $1 | 0x20 } }
    return start.map { start in
      let text = self[(start + tag.count)...].prefix { $0 != UInt8(ascii: "<") }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
