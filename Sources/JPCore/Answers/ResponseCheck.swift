/// Why a response isn't a document.
struct UnusableResponse: Error {
  let cause: FetchError.Cause

  /// Whether the content is JSON or empty, so that it can be a server's answer; a page instead of JSON
  /// comes from a gateway or a login page.
  let hasJSONOrNothing: Bool

  init(_ cause: FetchError.Cause, hasJSONOrNothing: Bool) {
    self.cause = cause
    self.hasJSONOrNothing = hasJSONOrNothing
  }
}

extension JSONDocument {
  /// Takes the document out of a response. Checks that it has a 2xx status, content and JSON, in
  /// this order.
  ///
  /// - Throws: the first check that fails.
  init(checking response: HTTPResponse) throws(UnusableResponse) {
    // A part (206) must not be taken for the whole.
    guard (200..<300).contains(response.status), response.status != 206 else {
      let content = ErrorContent(of: response)
      var message: String?
      if response.status >= 300 { message = content.message }
      throw UnusableResponse(
        .status(response.status, message: message), hasJSONOrNothing: content.isJSONOrEmpty)
    }
    let text = response.body.dropFirst(response.body.byteOrderMarkLength)
    guard text.contains(where: { !$0.isJSONSpace }) else {
      throw UnusableResponse(.empty, hasJSONOrNothing: true)
    }
    do {
      try self.init(response.body)
    } catch {
      if response.isHTML(text) { throw UnusableResponse(.html, hasJSONOrNothing: false) }
      throw UnusableResponse(.notJSON(error), hasJSONOrNothing: false)
    }
  }
}

extension HTTPResponse {
  /// Whether content that is not JSON is an HTML page: by its Content-Type and its first character, or
  /// by its beginning.
  fileprivate func isHTML(_ text: ArraySlice<UInt8>) -> Bool {
    let start = String(utf8: text.drop(while: \.isJSONSpace).prefix(14)).lowercased()
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return true }
    guard let type = headerFields[.contentType] else { return false }
    return type.lowercased().contains(ascii: "html") && start.hasPrefix("<")
  }
}

// MARK: What an error says

extension HTTPResponse {
  /// The message in the server's error content; `nil` without one: the API itself sends `{}`.
  package var errorMessage: String? { ErrorContent(of: self).message }
}

/// The content of a response whose status isn't that of a document.
struct ErrorContent {
  /// The message; `nil` without one. A member with a usual name, such as a problem's detail (RFC 9457),
  /// a page's title, or the text; white space as single spaces, at most 200 characters.
  let message: String?

  /// Whether the content is JSON, or there is none.
  let isJSONOrEmpty: Bool

  /// The largest content that is read as JSON, in bytes.
  private static let maxBytes = 1 << 24

  init(of response: HTTPResponse) {
    let start = response.body.prefix(Self.maxBytes)
    var document: JSONDocument?
    // Content that is not JSON is read as text; the error to report is the status.
    if start.count == response.body.count { document = try? JSONDocument(response.body) }
    isJSONOrEmpty = document != nil || response.body.allSatisfy(\.isJSONSpace)
    let text: String
    if let message = document?.root.errorMessage {
      text = message
    } else if document == nil, response.isHTML(start) {
      text = start.pageTitle
    } else {
      text = String(utf8: start)
    }
    message = Self.oneLine(text)
  }

  /// A text with single spaces; `nil` if there is nothing else.
  private static func oneLine(_ text: String) -> String? {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || scalar == "\u{FEFF}"
    }
    let message = String(text.unicodeScalars.drop(while: isSpace))
    if message.isEmpty { return nil }
    // More than is shown, but little enough to split quickly.
    let start = message.cut(toCharacters: 1 << 12)
    let words = start.unicodeScalars.split(whereSeparator: isSpace)
    let line = words.map { word in String(word) }.joined(separator: " ")
    return line.cut(toCharacters: 200)
  }
}

extension JSONValue {
  /// The names of members with a message, the most likely first.
  private static let messageNames = ["message", "error", "detail", "title"]

  /// What it says: a member with a usual name; nothing if it is `{}` or the like; `nil` if only the
  /// whole text says it.
  fileprivate var errorMessage: String? {
    if let message { return message }
    if let message = self["error"]?.message { return message }
    if isEmpty { return "" }
    return nil
  }

  /// The text itself, or a member with a usual name.
  private var message: String? {
    if let string, !string.isEmpty { return string }
    for name in Self.messageNames {
      if let string = self[name]?.string, !string.isEmpty { return string }
    }
    return nil
  }

  /// Whether it says nothing, `{}` or `{"message":""}`.
  private var isEmpty: Bool {
    switch kind {
    case .null: true
    case .string: string == ""
    case .object, .array:
      document.children(at: index).allSatisfy { child in document.value(at: child).isEmpty }
    case .number, .boolean: false
    }
  }
}

extension ArraySlice<UInt8> {
  /// The text of an HTML page's title; empty if it has none.
  fileprivate var pageTitle: String {
    let start = indices.first { index in self[index...].startsWithTitleTag }
    guard let start, let end = self[start...].firstIndex(of: UInt8(ascii: ">")) else { return "" }
    let text = self[(end + 1)...].prefix { byte in byte != UInt8(ascii: "<") }
    return String(utf8: text)
  }

  /// Whether it begins with `<title`, in upper or lower case.
  private var startsWithTitleTag: Bool {
    // The bit tells an upper-case letter from a lower-case one.
    starts(with: "<title".utf8) { byte, letter in byte == letter || byte | 0x20 == letter }
  }
}
