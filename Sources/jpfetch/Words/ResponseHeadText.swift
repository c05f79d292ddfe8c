import JPCore

/// A response's status line and header fields, as `get --include` prints them.
struct ResponseHeadText {
  private let lines: [String]

  /// - Parameter source: a stored response gets its current age (RFC 9111 §5.1).
  init?(_ source: Provenance) {
    self.init(source.head.statusLine, source.fields, age: source.isUnconfirmed ? source.age : nil)
  }

  /// A response that can't be used.
  init?(_ error: FetchError) {
    guard error.isOfResponse else { return nil }
    self.init(
      error.response?.statusLine, error.fields,
      age: error.answeredAgo == nil ? nil : error.response?.age)
  }

  private init?(_ statusLine: String?, _ fields: HeaderFields, age: Duration?) {
    guard let statusLine else { return nil }
    let own = age.map { ["Age: \($0.wholeSeconds)"] } ?? []
    let others = fields.filter { own.isEmpty || $0.name.lowercased() != "age" }
    lines = [statusLine] + others.map { "\($0.name): \($0.value)" } + own
  }

  /// Lines as HTTP/1.1 ends them, and an empty one; for a terminal, which they could steer, escaped
  /// and ended as text.
  func text(forTerminal isForTerminal: Bool) -> String {
    let end = isForTerminal ? "\n" : "\r\n"
    return lines.map { (isForTerminal ? $0.safeForTerminal : $0) + end }.joined() + end
  }
}
