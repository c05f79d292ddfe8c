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
    if let root = document?.root {
      message = Self.oneLine(root.errorMessage ?? String(utf8: start))
    } else if response.isHTML(start) {
      message = Self.oneLine(start.pageTitle)
    } else {
      message = Self.oneLine(String(utf8: start))
    }
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
    let words = start.unicodeScalars.split(whereSeparator: isSpace).map { String($0) }
    return words.joined(separator: " ").cut(toCharacters: 200)
  }
}

extension JSONValue {
  /// What it says: a member with a usual name; nothing if it is `{}` or the like; `nil` if only the
  /// whole text says it.
  fileprivate var errorMessage: String? {
    if let message = message ?? self["error"]?.message { return message }
    return isEmpty ? "" : nil
  }

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
  /// Whether it begins with `<title`, in upper or lower case.
  private var startsWithTitleTag: Bool {
    // The bit tells an upper-case letter from a lower-case one.
    starts(with: "<title".utf8) { byte, letter in byte == letter || byte | 0x20 == letter }
  }

  /// The text of an HTML page's title; empty if it has none.
  fileprivate var pageTitle: String {
    let start = indices.first { self[$0...].startsWithTitleTag }
    guard let start, let end = self[start...].firstIndex(of: UInt8(ascii: ">")) else { return "" }
    let text = self[(end + 1)...].prefix { $0 != UInt8(ascii: "<") }
    return String(utf8: text)
  }
}
