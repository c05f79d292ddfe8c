import JPCore

/// An error or a warning.
struct Message: Equatable, JSONTreeConvertible {
  enum Kind: String { case error, warning }

  let kind: Kind
  var code: ErrorCode
  /// The event, with its URL or file.
  let text: String
  /// More details.
  var facts: [String] = []
  /// Steps that aren't commands.
  var advice: [String] = []
  /// Commands to try.
  var commands: [String] = []
  /// The nearest known word.
  var nearest: String?
  /// The position of an error in an expression.
  var excerpt: UsageError.Excerpt?

  var source: String?
  var url: String?
  /// The status code of a response.
  var status: Int?
  /// The path of a value in the response.
  var path: String?

  init(
    _ code: ErrorCode, _ text: String, kind: Kind = .error, because fact: String? = nil,
    advice: String? = nil, source: String? = nil, url: String? = nil
  ) {
    self.kind = kind
    self.code = code
    self.text = text
    facts = [fact].compactMap(\.self)
    self.advice = [advice].compactMap(\.self)
    self.source = source
    self.url = url
  }

  /// A warning that repeats an error's facts.
  init(warning text: String, because error: Message) {
    self.init(
      error.code, text, kind: .warning, because: error.sentence, source: error.source,
      url: error.url)
    status = error.status
  }

  var exitCode: ExitCode {
    code == .status && !(400..<500).contains(status ?? 0) ? .serverError : code.exitCode
  }

  /// The code with the status in it.
  var codeText: String { code == .status ? "http.\(status ?? 0)" : code.rawValue }

  /// The text and the facts in one line.
  var sentence: String { text + (facts.isEmpty ? "" : ": \(facts.joined(separator: "; "))") }

  // MARK: Text

  /// Lines for a person, wrapped to the width of the terminal. Commands stay whole, so that they can
  /// be copied.
  func lines(_ style: TextStyle) -> [String] {
    let start = "jpfetch: \(kind.rawValue): "
    let word = "\(kind.rawValue):"
    var lines = text.paragraph(after: start, indent: 2, style.width)
    let rest = lines[0].dropFirst(start.count)
    lines[0] = "jpfetch: \(kind == .error ? style.red(word) : style.yellow(word)) \(rest)"
    func add(_ text: String) { lines += text.paragraph(after: "  ", indent: 2, style.width) }
    facts.forEach(add)
    lines += excerpt?.lines ?? []
    advice.forEach(add)
    if let nearest { add("did you mean \(nearest)?") }
    for (index, command) in commands.enumerated() {
      lines.append((index == 0 ? "  try: " : "       ") + command.safeForTerminal)
    }
    return lines
  }

  // MARK: JSON

  /// One line of JSON.
  var json: String { JSONTree.object([(kind.rawValue, tree)]).line }

  var tree: JSONTree {
    if kind == .warning {
      return [
        "code": codeText, "message": sentence, "source": source, "url": url,
      ]
    }
    let hints = nearest.map { ["did you mean \($0)?"] } ?? advice + commands
    return [
      "code": codeText, "exit": Int(exitCode.rawValue), "source": source, "url": url,
      "message": sentence, "hint": hints.isEmpty ? nil : hints.joined(separator: "; "),
      "status": status, "path": path,
    ]
  }
}

extension JSONTree {
  /// One line of JSON that can't steer a terminal or a CI system.
  var line: String {
    String(utf8: text(.compact)).safeLinesForTerminal.harmlessInLogs(writing: "\\u0023")
  }
}

extension UsageError.Excerpt {
  /// The expression, with a caret below the error.
  fileprivate var lines: [String] {
    let before = String(String.UnicodeScalarView(text.unicodeScalars.prefix(offset)))
    let column = before.safeForTerminal.displayWidth
    return text.paragraph(after: "    ", indent: 0, nil)
      + [String(repeating: " ", count: 4 + column) + "^"]
  }
}

extension String {
  /// The lines of a message. Long words, such as URLs, stay whole, so that they can be copied.
  func paragraph(after start: String = "", indent: Int, _ width: Int?) -> [String] {
    safeForTerminal.wrapped(to: width, after: start, indent: indent, breaksWords: false)
  }
}
