import Foundation
import TestSupport

/// A heading of a file in Tests/Transcripts with its steps: commands, what they print, and what a
/// server answers them. Tests/Transcripts/README.md describes the format.
struct Transcript: Sendable {
  /// The name of the file, `04-output.txt`.
  let file: String
  let title: String
  let line: Int

  /// What the heading needs: `data`, `python3`.
  var needs: [String] = []

  /// The steps above the file's first heading come first.
  var steps: [Step]

  /// How many of the steps are above the file's first heading.
  let sharedCount: Int

  var hasServer: Bool {
    steps.contains { step in
      if case .answer = step.action { return true }
      return false
    }
  }

  /// A line that begins a step, and those that belong to it.
  struct Step: Sendable {
    let line: Int
    var lines: [String]
    var action: Action

    var text: String { lines.joined(separator: "\n") }
  }

  enum Action: Sendable {
    /// A comment or an empty line.
    case none
    case answer(ServerAnswer)
    case file(name: String, content: String)
    /// The server stops.
    case down
    /// Time passes: what is stored gets older.
    case later(seconds: Int)
    case command(TranscriptCommand)
  }
}

/// What the server answers a request for a path.
struct ServerAnswer: Sendable {
  enum Kind: Sendable {
    case response(status: Int, body: String)
    /// The built-in data of the path.
    case sample
    case close
    case reset
    case hang
  }

  /// The request's target; with `*` at its end, the beginning of it.
  let path: String
  let delay: Duration
  var kind: Kind
  var fields: [String] = []

  /// Whether it answers requests for a path.
  func isFor(_ path: String) -> Bool {
    if self.path.hasSuffix("*") { return path.hasPrefix(self.path.dropLast()) }
    return self.path == path
  }
}

/// A command, and the lines below it.
struct TranscriptCommand: Sendable {
  enum Stream: Sendable { case requests, output, errors }

  struct Expected: Sendable {
    let stream: Stream
    /// Typed by hand: recording doesn't change it.
    let isTyped: Bool
    let text: String
    let line: Int
  }

  /// As it is in the file, without its sign.
  let text: String
  let isForShell: Bool
  /// The width of the terminal; `nil` for pipes.
  let columns: Int?
  var status: Int32 = 0
  var expected: [Expected] = []

  func expected(_ stream: Stream) -> [Expected] { expected.filter { $0.stream == stream } }
}

// MARK: Reading

/// A file of transcripts.
struct TranscriptFile {
  let name: String
  private(set) var transcripts: [Transcript] = []

  /// The lines that mean nothing.
  private(set) var problems: [String] = []

  /// The steps above the first heading.
  private(set) var sharedSteps: [Transcript.Step] = []

  /// Empty lines in a command's output that count if output follows them.
  private var emptyLines: [Int] = []

  init(name: String, text: String) {
    self.name = name
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for (index, line) in lines.enumerated() { read(String(line), index + 1) }
    flushEmptyLines()
  }

  /// The files in Tests/Transcripts, in their order.
  static let all: [TranscriptFile] = {
    let folder = Places.package.appending(path: "Tests/Transcripts")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var files: [TranscriptFile] = []
    for name in names.sorted() where name.hasSuffix(".txt") {
      let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
      files.append(TranscriptFile(name: name, text: text ?? "not UTF-8"))
    }
    return files
  }()

  private mutating func read(_ line: String, _ number: Int) {
    if line.hasPrefix("== ") {
      flushEmptyLines()
      let title = String(line.dropFirst(3))
      transcripts.append(
        Transcript(
          file: name, title: title, line: number, steps: sharedSteps,
          sharedCount: sharedSteps.count))
    } else if let command = TranscriptCommand(line) {
      append(.command(command), line, number)
    } else if line.hasPrefix("-- ") {
      append(.none, line, number)
    } else if let action = Self.setUp(line) {
      append(action, line, number)
    } else if var step = last, case .command(var command) = step.action {
      command.read(line, number, emptyLines: &emptyLines)
      step.action = .command(command)
      step.lines.append(line)
      last = step
    } else if line.isEmpty {
      append(.none, line, number)
    } else if line.hasPrefix("NEEDS "), !transcripts.isEmpty {
      transcripts[transcripts.count - 1].needs.append(String(line.dropFirst(6)))
      append(.none, line, number)
    } else if let step = last?.continued(by: line) {
      last = step
    } else {
      problems.append("\(name):\(number): not understood: \(line)")
    }
  }

  /// The step that the next line may belong to.
  private var last: Transcript.Step? {
    get {
      guard let transcript = transcripts.last else { return sharedSteps.last }
      if transcript.steps.count == transcript.sharedCount { return nil }
      return transcript.steps.last
    }
    set {
      guard let newValue else { return }
      if transcripts.isEmpty {
        sharedSteps[sharedSteps.count - 1] = newValue
      } else {
        let steps = transcripts[transcripts.count - 1].steps.count
        transcripts[transcripts.count - 1].steps[steps - 1] = newValue
      }
    }
  }

  private mutating func append(_ action: Transcript.Action, _ line: String, _ number: Int) {
    flushEmptyLines()
    let step = Transcript.Step(line: number, lines: [line], action: action)
    if transcripts.isEmpty {
      sharedSteps.append(step)
    } else {
      transcripts[transcripts.count - 1].steps.append(step)
    }
  }

  /// The empty lines between a command's output and the next step are steps of their own.
  private mutating func flushEmptyLines() {
    let numbers = emptyLines
    emptyLines = []
    guard !numbers.isEmpty, var step = last else { return }
    step.lines.removeLast(numbers.count)
    last = step
    for number in numbers { append(.none, "", number) }
  }

  /// A step that isn't a command; `nil` for any other line.
  private static func setUp(_ line: String) -> Transcript.Action? {
    if line == "DOWN" { return .down }
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count > 1 else { return nil }
    if words[0] == "LATER", let seconds = seconds(words[1]) { return .later(seconds: seconds) }
    if words[0] == "FILE" {
      var content = ""
      if words.count > 2 { content = words[2] + "\n" }
      return .file(name: words[1], content: content)
    }
    if words[0] == "GET", words.count > 2, let answer = ServerAnswer(words[1], words[2]) {
      return .answer(answer)
    }
    return nil
  }

  /// The seconds of `2h`.
  private static func seconds(_ text: String) -> Int? {
    let units = ["s": 1, "m": 60, "h": 3600, "d": 86400]
    guard let unit = units[String(text.suffix(1))], let count = Int(text.dropLast()) else {
      return nil
    }
    return count * unit
  }
}

extension Transcript.Step {
  /// This step with a further line: `| TEXT` of a body or a file, or `< NAME: VALUE`; `nil` for any
  /// other line.
  fileprivate func continued(by line: String) -> Self? {
    var step = self
    step.lines.append(line)
    let text = String(line.dropFirst(2))
    switch action {
    case .file(let name, let content) where line.hasPrefix("| ") || line == "|":
      step.action = .file(name: name, content: content + text + "\n")
    case .answer(var answer) where line.hasPrefix("< "):
      answer.fields.append(text)
      step.action = .answer(answer)
    case .answer(var answer) where line.hasPrefix("| ") || line == "|":
      guard case .response(let status, let body) = answer.kind else { return nil }
      answer.kind = .response(status: status, body: body + text + "\n")
      step.action = .answer(answer)
    default: return nil
    }
    return step
  }
}

extension ServerAnswer {
  /// - Parameter text: `200 BODY`, `sample`, `close`, `reset` or `hang`, after a delay if it begins
  ///   with `after 100ms`.
  fileprivate init?(_ path: String, _ text: String) {
    self.path = path
    var words = text.split(separator: " ", maxSplits: 2).map(String.init)
    var rest = text
    if words[0] == "after", words.count == 3, words[1].hasSuffix("ms") {
      guard let milliseconds = Int(words[1].dropLast(2)) else { return nil }
      delay = .milliseconds(milliseconds)
      rest = words[2]
    } else {
      delay = .zero
    }
    words = rest.split(separator: " ", maxSplits: 1).map(String.init)
    switch words[0] {
    case "sample": kind = .sample
    case "close": kind = .close
    case "reset": kind = .reset
    case "hang": kind = .hang
    default:
      guard let status = Int(words[0]) else { return nil }
      kind = .response(status: status, body: String(rest.dropFirst(words[0].count + 1)))
    }
  }
}

extension TranscriptCommand {
  /// - Parameter line: `$ jpfetch users`, `$80 jpfetch users` or `$sh jpfetch users | wc -l`.
  fileprivate init?(_ line: String) {
    guard line.hasPrefix("$"), let end = line.firstIndex(of: " ") else { return nil }
    var sign = line[..<end].dropFirst()
    isForShell = sign.hasPrefix("sh")
    if isForShell { sign = sign.dropFirst(2) }
    columns = Int(sign)
    if columns == nil, !sign.isEmpty { return nil }
    text = String(line[end...].dropFirst())
  }

  /// Reads a line below the command.
  fileprivate mutating func read(_ line: String, _ number: Int, emptyLines: inout [Int]) {
    if line.isEmpty { return emptyLines.append(number) }
    if line.hasPrefix("? "), let status = Int32(line.dropFirst(2)) {
      emptyLines = []
      self.status = status
      return
    }
    for sign in Sign.all where line == sign.text || line.hasPrefix(sign.text + " ") {
      if sign.stream == .output { takeEmptyLines(&emptyLines) }
      emptyLines = []
      let text = String(line.dropFirst(sign.text.count + 1))
      return expected.append(
        Expected(stream: sign.stream, isTyped: sign.isTyped, text: text, line: number))
    }
    takeEmptyLines(&emptyLines)
    expected.append(Expected(stream: .output, isTyped: false, text: line, line: number))
  }

  private mutating func takeEmptyLines(_ numbers: inout [Int]) {
    for number in numbers {
      expected.append(Expected(stream: .output, isTyped: false, text: "", line: number))
    }
    numbers = []
  }

  /// The beginning of a line below a command.
  struct Sign: Sendable {
    let text: String
    let stream: Stream
    let isTyped: Bool

    static let all = [
      Sign(text: ">", stream: .requests, isTyped: false),
      Sign(text: "=>", stream: .requests, isTyped: true),
      Sign(text: "=!", stream: .errors, isTyped: true),
      Sign(text: "!", stream: .errors, isTyped: false),
      Sign(text: "=", stream: .output, isTyped: true),
    ]

    /// Whether a line of output would be read as something else.
    static func begins(_ line: String) -> Bool {
      if line == "DOWN" || line.hasPrefix("‹›") { return true }
      for start in ["== ", "-- ", "? ", "FILE ", "GET ", "LATER "] where line.hasPrefix(start) {
        return true
      }
      if TranscriptCommand(line) != nil { return true }
      return all.contains { line == $0.text || line.hasPrefix($0.text + " ") }
    }
  }
}
