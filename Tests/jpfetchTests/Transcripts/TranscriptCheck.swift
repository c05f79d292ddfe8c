import TestSupport

/// What a command of a transcript printed, as visible text.
struct TranscriptOutcome: Sendable {
  var status: Int32 = 0
  var output: [String] = []
  var errors: [String] = []
  /// The requests that the server got.
  var requests: [LoopbackServer.Request] = []

  func lines(_ stream: TranscriptCommand.Stream) -> [String] {
    switch stream {
    case .output: return unmistakableOutput
    case .errors: return errors
    case .requests:
      if requests.isEmpty { return [] }
      return [requests.map(\.target).sorted().joined(separator: " ")]
    }
  }

  /// The output, with `‹›` before what would be read as something else.
  private var unmistakableOutput: [String] {
    var lines = output
    for (index, line) in output.enumerated() where TranscriptCommand.Sign.begins(line) {
      lines[index] = "‹›" + line
    }
    if lines.last == "" { lines[lines.count - 1] = "‹›" }
    return lines
  }
}

extension LoopbackServer.Request {
  /// The path with the query; a TLS handshake has none.
  fileprivate var target: String {
    if path.isEmpty { return "(TLS)" }
    return path
  }
}

// MARK: Comparing

extension TranscriptCommand {
  /// A difference between a transcript and a run, at a line of the file.
  struct Problem {
    let line: Int
    let text: String
  }

  static let nothing = "(nothing)"

  /// What differs from a run.
  ///
  /// - Parameter line: the command's own.
  func problems(_ outcome: TranscriptOutcome, line: Int) -> [Problem] {
    var problems = problemsOfTypedLines(outcome, line: line)
    for stream in [Stream.requests, .output, .errors] {
      let isAny = expected(stream).contains { $0.isTyped && $0.text == "(any)" }
      if stream == .requests && isAny { continue }
      let lines = expected(stream).filter { !$0.isPart }
      let actual = outcome.lines(stream)
      if lines.map(\.text).elementsEqual(actual, by: haveSameBytes) { continue }
      let difference = difference(from: lines, to: actual, sign: stream.sign)
      problems.append(Problem(line: difference.line ?? line, text: difference.text))
    }
    return problems
  }

  /// What differs from the lines that were typed by hand: they have to be in the output in their
  /// order, whatever else there is.
  func problemsOfTypedLines(_ outcome: TranscriptOutcome, line: Int) -> [Problem] {
    var problems: [Problem] = []
    if outcome.status != status {
      problems.append(
        Problem(line: line, text: "exit status \(outcome.status), expected \(status)"))
    }
    for stream in [Stream.requests, .output, .errors] {
      for missing in placed(stream, outcome).missing {
        let text = "typed by hand, but not printed: \(missing.text)"
        problems.append(Problem(line: missing.line, text: text))
      }
    }
    return problems
  }

  /// The lines that a run printed, each with the typed lines that are about it.
  private func placed(
    _ stream: Stream, _ outcome: TranscriptOutcome
  ) -> (lines: [(text: String, typed: [Expected])], missing: [Expected]) {
    let actual = outcome.lines(stream)
    var lines: [(text: String, typed: [Expected])] = actual.map { ($0, []) }
    var missing: [Expected] = []
    var start = 0
    for expected in expected(stream) where expected.isTyped {
      if expected.isFact {
        if !holds(expected, outcome) { missing.append(expected) }
        continue
      }
      let index = actual.indices.dropFirst(start).first { expected.matches(actual[$0]) }
      guard let index else {
        missing.append(expected)
        continue
      }
      lines[index].typed.append(expected)
      start = expected.isPart ? index : index + 1
    }
    return (lines, missing)
  }

  /// Whether something is so that isn't a line of its own: that there is no output, or a request's
  /// field.
  private func holds(_ expected: Expected, _ outcome: TranscriptOutcome) -> Bool {
    if expected.text == Self.nothing { return outcome.lines(expected.stream).isEmpty }
    guard let field = expected.requestField else { return true }
    let values = outcome.requests.filter { $0.path == field.path }.map { $0.values(field.name) }
    if field.value == Self.nothing { return !values.isEmpty && values.joined().isEmpty }
    return values.joined().contains { VisiblePattern(field.value).matches($0) }
  }
}

extension TranscriptCommand.Stream {
  /// What a line begins with that was recorded, and one that was typed by hand.
  fileprivate var sign: String {
    switch self {
    case .output: ""
    case .errors: "! "
    case .requests: "> "
    }
  }
}

extension TranscriptCommand.Expected {
  /// Whether it says something that isn't a line.
  fileprivate var isFact: Bool {
    isTyped && (text == TranscriptCommand.nothing || text == "(any)" || requestField != nil)
  }

  /// Whether the output has a line of its own for it, below this one.
  fileprivate var isPart: Bool { isTyped && (isFact || text.contains("[..]")) }

  fileprivate func matches(_ line: String) -> Bool { VisiblePattern(text).matches(line) }

  /// `/users If-None-Match: "a"`.
  fileprivate var requestField: (path: String, name: String, value: String)? {
    guard stream == .requests, let colon = text.firstRange(of: ": ") else { return nil }
    let words = text[..<colon.lowerBound].split(separator: " ")
    guard words.count == 2 else { return nil }
    return (String(words[0]), String(words[1]), String(text[colon.upperBound...]))
  }
}

extension LoopbackServer.Request {
  fileprivate func values(_ name: String) -> [String] {
    var values: [String] = []
    for line in head.split(separator: "\r\n").dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      if line[..<colon].lowercased() != name.lowercased() { continue }
      values.append(String(line[colon...].dropFirst(2)))
    }
    return values
  }
}

/// A text in which `[..]` stands for any other.
private struct VisiblePattern {
  private let parts: [Substring]

  init(_ text: String) { parts = text.split(separator: "[..]", omittingEmptySubsequences: false) }

  func matches(_ line: String) -> Bool {
    guard let first = parts.first, let last = parts.last else { return false }
    if parts.count == 1 { return line == first }
    guard line.hasPrefix(first) else { return false }
    var rest = line.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}

// MARK: Recording

extension TranscriptCommand {
  /// The lines for a run, with those that were typed by hand as they are.
  func recorded(_ outcome: TranscriptOutcome) -> [String] {
    var lines: [String] = []
    for stream in [Stream.requests, .output, .errors] {
      let typed = expected(stream).filter(\.isTyped)
      for fact in typed where fact.isFact { lines.append(stream.line(fact)) }
      if stream == .requests, typed.contains(where: { $0.text == "(any)" }) { continue }
      for (text, typed) in placed(stream, outcome).lines {
        lines += typed.map(stream.line)
        if typed.allSatisfy(\.isPart) { lines.append((stream.sign + text).trimmed) }
      }
    }
    if status != 0 { lines.append("? \(status)") }
    return lines
  }
}

extension TranscriptCommand.Stream {
  fileprivate func line(_ typed: TranscriptCommand.Expected) -> String {
    switch self {
    case .output: "= \(typed.text)".trimmed
    case .errors: "=! \(typed.text)".trimmed
    case .requests: "=> \(typed.text)"
    }
  }
}

extension String {
  /// Without the blank after the sign of an empty line.
  fileprivate var trimmed: String { String(self[...].trimmingSuffix(" ")) }
}

extension Substring {
  fileprivate func trimmingSuffix(_ character: Character) -> Substring {
    var text = self
    while text.last == character { text = text.dropLast() }
    return text
  }
}

// MARK: Showing

/// Texts with equivalent characters are equal, but have other bytes.
private func haveSameBytes(_ one: String, _ other: String) -> Bool {
  one.utf8.elementsEqual(other.utf8)
}

/// The lines that are expected and not there (`-`), and those that are there instead (`+`).
private func difference(
  from expected: [TranscriptCommand.Expected], to actual: [String], sign: String
) -> (line: Int?, text: String) {
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in actual.difference(from: expected.map(\.text), by: haveSameBytes) {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var lines: [String] = []
  var changed: [Int] = []
  var firstLine: Int?
  var (old, new) = (0, 0)
  while old < expected.count || new < actual.count {
    if removed.contains(old) || inserted.contains(new) {
      changed.append(lines.count)
      if firstLine == nil, !expected.isEmpty {
        firstLine = expected[min(old, expected.count - 1)].line
      }
    }
    if removed.contains(old) {
      lines.append("-\(sign)\(expected[old].text)")
      old += 1
    } else if inserted.contains(new) {
      lines.append("+\(sign)\(actual[new])")
      new += 1
    } else {
      lines.append(" \(sign)\(actual[new])")
      old += 1
      new += 1
    }
  }
  let shown = lines.indices.filter { index in changed.contains { abs($0 - index) <= 2 } }
  return (firstLine, shown.prefix(60).map { lines[$0] }.joined(separator: "\n"))
}
