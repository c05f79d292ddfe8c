import JPCore

/// A response's status line and header fields, as `get --include` prints them.
struct ResponseHeadText {
  private let lines: [String]

  /// - Parameter source: a stored response gets its current age (RFC 9111 §5.1).
  init?(_ source: Provenance) {
    self.init(source.head, age: source.isUnconfirmed ? source.age : nil)
  }

  /// A response that can't be used.
  init?(_ error: FetchError) {
    guard error.isOfResponse, let response = error.response else { return nil }
    self.init(response, age: error.answeredAgo == nil ? nil : response.age)
  }

  private init?(_ head: TransportResponse, age: Duration?) {
    guard let statusLine = head.statusLine else { return nil }
    let own = age.map { ["Age: \($0.wholeSeconds)"] } ?? []
    let others = head.fields.filter { own.isEmpty || $0.name.lowercased() != "age" }
    lines = [statusLine] + others.map { "\($0.name): \($0.value)" } + own
  }

  /// Lines as HTTP/1.1 ends them, and an empty one; for a terminal, which they could steer, escaped
  /// and ended as text.
  func text(forTerminal isForTerminal: Bool) -> String {
    let end = isForTerminal ? "\n" : "\r\n"
    return lines.map { (isForTerminal ? $0.safeForTerminal : $0) + end }.joined() + end
  }
}
