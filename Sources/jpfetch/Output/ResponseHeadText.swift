import JPCore

/// A response's status line and header fields, as `get --include` prints them.
struct ResponseHeadText {
  private let lines: [String]

  /// The head of an answer; `nil` if it has no status line. A stored response gets its current age
  /// (RFC 9111 §5.1).
  init?(_ source: Source) {
    guard let statusLine = source.head.statusLine else { return nil }
    let isFromStore = source.isUnconfirmed
    var lines = [statusLine]
    for field in source.headerFields {
      if isFromStore, field.name == .age { continue }
      lines.append("\(field.name): \(field.value)")
    }
    if isFromStore, let age = source.age { lines.append("Age: \(age.wholeSeconds)") }
    self.lines = lines
  }

  /// The head of a response that can't be used; `nil` if no response arrived.
  init?(_ error: FetchError) {
    guard error.isFromResponse, let source = error.source else { return nil }
    self.init(source)
  }

  /// The lines and an empty one, each ended with CR and LF as in HTTP/1.1. For a terminal, they end
  /// with LF, and what could steer the terminal is escaped.
  func text(forTerminal isForTerminal: Bool) -> String {
    var text = ""
    for line in lines + [""] {
      if isForTerminal {
        text += line.safeForTerminal + "\n"
      } else {
        text += line + "\r\n"
      }
    }
    return text
  }
}
