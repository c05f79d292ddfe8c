/// Collects a response's header fields from the lines that libcurl hands over.
///
/// Each message begins with a status line, so an interim response or a redirect starts anew; what
/// comes behind the empty line are trailer fields, which are dropped (RFC 9110 §6.5.1).
struct ResponseHead {
  private(set) var statusLine: String?
  private(set) var fields: HeaderFields = []
  private(set) var isComplete = false
  private var beginsWithContinuation = false

  /// The length of the body as it will be handed over, in bytes, where the fields tell.
  var bodyBytes: Int? {
    fields["Content-Encoding"] == nil ? fields["Content-Length"].flatMap { Int($0) } : nil
  }

  /// Whether the first field line continues another one (RFC 9112 §5.2), or two lengths differ,
  /// which can smuggle a message (RFC 9112 §6.3).
  var isMalformed: Bool {
    if beginsWithContinuation { return true }
    let lengths = fields["Content-Length"]?.split { $0 == "," || $0 == " " } ?? []
    return lengths.contains { $0 != lengths[0] }
  }

  mutating func receive(line: String) {
    if line.isStatusLine {
      self = ResponseHead()
      statusLine = trimmed(line[...])
    } else if line.utf8.allSatisfy(\.isLineEnd) {
      isComplete = true
    } else if !isComplete, let first = line.utf8.first, first == 0x20 || first == 0x09 {
      beginsWithContinuation = beginsWithContinuation || fields.all.isEmpty
      fields.fold(trimmed(line[...]))
    } else if !isComplete, let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let value = line[line.utf8.index(after: colon)...]
      fields.append(HeaderFields.Field(name: String(line[..<colon]), value: trimmed(value)))
    }
  }

  /// Without the optional white space of RFC 9110 §5.5 and the line's end.
  private func trimmed(_ value: Substring) -> String {
    let isSpace = { (byte: UInt8) in byte.isLineEnd || byte == 0x20 || byte == 0x09 }
    let start = value.utf8.drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }
    return end.map { String(decoding: start[...$0], as: UTF8.self) } ?? ""
  }
}

extension String {
  /// `HTTP/` and a digit (RFC 9112 §4), which no field's name is.
  fileprivate var isStatusLine: Bool {
    guard utf8.starts(with: "HTTP/".utf8), let version = utf8.dropFirst(5).first else {
      return false
    }
    return version.isDigit
  }
}

extension UInt8 {
  fileprivate var isLineEnd: Bool { self == 0x0D || self == 0x0A }
}
