import JPCore

/// An error or a warning: a sentence, details, and at most one piece of advice.
///
///     jpfetch: error: connection refused: http://localhost:3000/users
///       Failed to connect to localhost port 3000: Couldn't connect to server (curl 7)
///       check that a server is running there, and that --base-url is right
struct Message: Error, Equatable, JSONTreeConvertible {
  enum Severity: String { case error, warning }

  let severity: Severity
  let code: ErrorCode

  /// The exit status of a run that ends with the error; of a warning, the one that it alone brings.
  var exitCode: ExitCode

  /// What happened, with the URL or the file.
  let text: String
  var details: [String] = []
  var advice: Advice?

  var source: String?
  var url: String?
  /// The response's status code, if it is the problem: 404.
  var status: Int?
  /// The file that is wrong, as it was typed or found.
  var file: String?
  /// The path of the value that doesn't fit, `[0].email`.
  var path: String?
  /// The position in the file or the response.
  var position: TextPosition?

  init(
    _ code: ErrorCode, _ text: String, severity: Severity = .error, because detail: String? = nil,
    advice: Advice? = nil
  ) {
    self.severity = severity
    self.code = code
    exitCode = .answered
    if severity == .error { exitCode = code.exitCode }
    self.text = text
    if let detail { details = [detail] }
    self.advice = advice
  }

  /// The code as it is printed. The code of an HTTP error contains the status: `http.404`.
  var codeText: String {
    switch code {
    case .clientError, .serverError: "http.\(status ?? 0)"
    default: code.rawValue
    }
  }

  /// The text and the details in one line.
  var sentence: String {
    if details.isEmpty { return text }
    return "\(text): \(details.joined(separator: "; "))"
  }

  // MARK: Text

  /// Lines for a person, wrapped to the width of the terminal. Commands stay whole, so that they can
  /// be copied.
  func lines(_ style: TextStyle) -> [String] {
    var lines = firstLines(style)
    for detail in details {
      lines += detail.paragraph(after: "  ", indent: 2, style.width)
    }
    if let advice {
      var width = style.width
      if advice.isCommand { width = nil }
      lines += advice.text.paragraph(after: "  ", indent: 2, width)
    }
    return lines
  }

  private func firstLines(_ style: TextStyle) -> [String] {
    let start = "jpfetch: \(severity.rawValue): "
    var lines = text.paragraph(after: start, indent: 2, style.width)
    let rest = lines[0].dropFirst(start.count)
    switch severity {
    case .error: lines[0] = "jpfetch: \(style.red("error:")) \(rest)"
    case .warning: lines[0] = "jpfetch: \(style.yellow("warning:")) \(rest)"
    }
    return lines
  }

  // MARK: JSON

  /// The message as one line of JSON.
  var json: String { JSONTree.object([(severity.rawValue, tree)]).lineSafeForLogs }

  static let members: [JSONMember<Message>] = [
    .init("code", "text", "the kind, net.refused: see jpfetch help errors") { $0.codeText },
    .init("exit", "number", "the exit status; of a warning what it alone brings: 0 or 8") {
      Int($0.exitCode.rawValue)
    },
    .init("source", "text or null", "the list; null: none, or not a list's") { $0.source },
    .init("url", "text or null", "the URL, without secrets") { $0.url },
    .init("message", "text", "what happened, where, and the cause") { $0.sentence },
    .init("hint", "text or null", "what to do") { $0.advice?.text },
    .init("status", "number or null", "the HTTP status, if that is the problem") { $0.status },
    .init("file", "text or null", "the file that is wrong, as it was typed or found") { $0.file },
    .init("path", "text or null", "the place in the JSON: [1].email") { $0.path },
    .init("line", "number or null", "the line of the place, from 1") { $0.position?.line },
    .init("column", "number or null", "the column of the place, from 1") {
      $0.position?.column
    },
  ]

  var tree: JSONTree { JSONTree(self, Self.members) }
}

extension JSONTree {
  /// The tree as one line of JSON that can't steer a terminal or a CI system.
  var lineSafeForLogs: String {
    String(utf8: jsonText(.compact)).safeLinesForTerminal.escapingLogCommands(with: "\\u0023")
  }
}

extension String {
  /// The text as lines of a message. Long words, such as URLs, stay whole, so that they can be
  /// copied.
  func paragraph(after start: String = "", indent: Int, _ width: Int?) -> [String] {
    safeForTerminal.wrapped(to: width, after: start, indent: indent, breaksWords: false)
  }
}
