/// The reason why a response isn't a document.
struct UnusableResponse: Error {
  let cause: FetchError.Cause

  /// Whether the content is JSON or empty. If it isn't, it doesn't come from the API, but for
  /// example from a gateway or a login page.
  let hasJSONOrNothing: Bool

  init(_ cause: FetchError.Cause, hasJSONOrNothing: Bool) {
    self.cause = cause
    self.hasJSONOrNothing = hasJSONOrNothing
  }
}

extension JSONDocument {
  /// Reads the document of a response.
  ///
  /// - Throws: the first of these faults: a status other than 2xx, or 206; no content; content that
  ///   isn't JSON.
  init(checking response: HTTPResponse) throws(UnusableResponse) {
    // A partial response (206) must not be mistaken for the complete document.
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
  /// Whether content that is not JSON is an HTML page. Either it begins like one, or its
  /// Content-Type is HTML and it begins with `<`.
  fileprivate func isHTML(_ text: ArraySlice<UInt8>) -> Bool {
    let start = String(utf8: text.drop(while: \.isJSONSpace).prefix(14)).lowercased()
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return true }
    guard let type = headerFields[.contentType] else { return false }
    return type.lowercased().contains(ascii: "html") && start.hasPrefix("<")
  }
}

// MARK: Messages in error responses

extension HTTPResponse {
  /// The message in the server's error content; `nil` without one: the API itself sends `{}`.
  package var errorMessage: String? { ErrorContent(of: self).message }
}

/// The content of a response that isn't a document: whether it is JSON, and the message in it.
struct ErrorContent {
  /// The message, on one line of at most 200 characters; `nil` without one. It is a JSON member
  /// such as `message` or `detail` (RFC 9457), the title of an HTML page, the complete text if that
  /// is neither JSON nor HTML, or the challenge if these say nothing.
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
    let challenge = response.challenge.flatMap(Self.oneLine)
    let text: String
    if let message = document?.root.errorMessage {
      text = message
    } else if let message = response.challenge?.errorDescription {
      text = message
    } else if document != nil {
      text = ""
    } else if response.isHTML(start) {
      let title = Self.oneLine(start.pageTitle) ?? ""
      // "401 Authorization Required" says no more than the status, and the challenge more.
      if challenge != nil, title.utf8.starts(with: "401".utf8) {
        text = ""
      } else {
        text = title
      }
    } else {
      text = String(utf8: start)
    }
    message = Self.oneLine(text) ?? challenge
  }

  /// The start of a text on one line, with single spaces; `nil` if the text is only white space.
  private static func oneLine(_ text: String) -> String? {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || scalar == "\u{FEFF}"
    }
    let message = String(text.unicodeScalars.drop(while: isSpace))
    if message.isEmpty { return nil }
    // Splitting all of a long text would be slow. This is enough for the line, even with many
    // spaces.
    let start = message.cut(toCharacters: 1 << 12)
    let words = start.unicodeScalars.split(whereSeparator: isSpace)
    let line = words.map { word in String(word) }.joined(separator: " ")
    return line.cut(toCharacters: 200)
  }
}

extension HTTPResponse {
  /// The challenge of a server that refused the request for lack of credentials (RFC 9110 §11.6.1);
  /// `nil` without one.
  fileprivate var challenge: String? {
    guard status == 401 || status == 403 else { return nil }
    return headerFields["WWW-Authenticate"]
  }
}

extension String {
  /// The sentence for people in a challenge, its `error_description` (RFC 6750 §3); `nil` without
  /// one.
  fileprivate var errorDescription: String? {
    let start = "error_description=\"".utf8
    var rest = utf8[...]
    while !rest.starts(with: start) {
      if rest.isEmpty { return nil }
      rest.removeFirst()
    }
    let value = rest.dropFirst(start.count).prefix { byte in byte != .quote }
    return String(utf8: value)
  }
}

extension JSONValue {
  /// The names of members with a message, the most likely first.
  private static let messageNames = ["message", "error", "detail", "title"]

  /// The message in an error's JSON: a string, or a member such as `message`, at the top or in
  /// `error`; `nil` without one.
  fileprivate var errorMessage: String? { message ?? self["error"]?.message }

  /// The value if it is a string, or its first member with one of ``messageNames`` that is one;
  /// `nil` without one. Empty strings don't count.
  private var message: String? {
    if let string, !string.isEmpty { return string }
    for name in Self.messageNames {
      if let string = self[name]?.string, !string.isEmpty { return string }
    }
    return nil
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

  /// Whether the slice begins with `<title`, in upper or lower case.
  private var startsWithTitleTag: Bool {
    // Setting bit 0x20 makes an upper-case ASCII letter lower-case.
    starts(with: "<title".utf8) { byte, letter in byte == letter || byte | 0x20 == letter }
  }
}

// MARK: Responses that aren't documents

extension StoreVerdict {
  /// Judges a response that is not a document.
  ///
  /// - Parameter path: the requested path; `nil` if it isn't a path of the catalogue's resources.
  init(on unusable: UnusableResponse, status: Int, to path: ResourcePath?) {
    self = .failure
    if unusable.hasJSONOrNothing { self = Self.verdict(onStatus: status, at: path) }
  }

  private static func verdict(onStatus status: Int, at path: ResourcePath?) -> StoreVerdict {
    switch status {
    case 204:
      if path == nil { return .absence }
      return .failure
    case 304:
      return .failure
    case 404, 410:
      // A record may not exist, but a list always does.
      if let path, path.id == nil { return .failure }
      return .absence
    case 300...:
      if isFailure(status) { return .failure }
      return .refusal
    default:
      return .failure
    }
  }

  /// Whether a stored response may replace a response with this error status. With any other error
  /// status, the response is the server's answer.
  static func isFailure(_ status: Int) -> Bool {
    status >= 500 || [408, 425, 429].contains(status)
  }
}
