/// Parses a response's head from libcurl's header lines.
///
/// A status line discards the message before it, such as an interim response or a proxy's. Trailer
/// fields, which follow the empty line, are dropped (RFC 9110 §6.5.1).
struct ResponseHead {
  private(set) var statusLine: String?
  private(set) var fields: HeaderFields = []
  private(set) var isComplete = false

  /// The length of the decoded content in bytes; `nil` if it is unknown, for example because the
  /// content is compressed.
  var bodyBytes: Int? {
    guard fields[.contentEncoding] == nil, let length = fields[.contentLength] else {
      return nil
    }
    return Int(length)
  }

  /// Whether two values of Content-Length differ: the response can't be used, because it isn't
  /// known where it ends (RFC 9112 §6.3). With a Transfer-Encoding the length doesn't matter.
  var hasDifferentLengths: Bool {
    guard fields[.transferEncoding] == nil, let value = fields[.contentLength] else { return false }
    let lengths = value.listElements(separatedBy: .comma, .space, .tab)
    return lengths.contains { length in !length.hasSameBytes(as: lengths[0]) }
  }

  mutating func receiveLine(_ line: String) {
    var text = line.utf8[...]
    while text.last == .carriageReturn || text.last == .lineFeed { text.removeLast() }
    if line.isStatusLine {
      self = ResponseHead()
      statusLine = text.trimmed
    } else if text.isEmpty {
      isComplete = true
    } else if isComplete {
      // This line is a trailer field.
      return
    } else if let first = text.first, first.isSpaceOrTab {
      fields.appendContinuation(text.trimmed.replacingCarriageReturns)
    } else if let field = HeaderFields.Field(splitting: text) {
      // Spaces before the colon aren't part of the name (RFC 9112 §5.1).
      let name = HeaderFields.Name(field.name.text.utf8[...].trimmed)
      let value = field.value.replacingCarriageReturns
      fields.append(HeaderFields.Field(name: name, value: value))
    }
  }
}

extension String {
  /// The text with a space in place of each carriage return (RFC 9110 §5.5). Otherwise the field
  /// would be invalid, and directives in it, such as no-store, would be ignored.
  fileprivate var replacingCarriageReturns: String {
    guard utf8.contains(.carriageReturn) else { return self }
    var bytes = Array(utf8)
    for index in bytes.indices where bytes[index] == .carriageReturn { bytes[index] = .space }
    return String(utf8: bytes)
  }

  /// Whether the line begins with `HTTP/` and a digit (RFC 9112 §4). Field names contain no slash.
  fileprivate var isStatusLine: Bool {
    guard utf8.starts(with: "HTTP/".utf8), let next = utf8.dropFirst(5).first else { return false }
    return next.isDigit
  }
}
