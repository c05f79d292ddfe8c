import Foundation
import Synchronization
import TestSupport
import Testing

@testable import jpfetch

/// Tests/Transcripts/README.md says how to read and to write them.
@Suite("Transcripts", .limited)
struct TranscriptTests {
  private static let all: [Transcript] = TranscriptFile.all.flatMap(\.transcripts).filter(isChosen)

  /// With JPFETCH_TRANSCRIPTS, only headings whose file or title contains it.
  private static func isChosen(_ transcript: Transcript) -> Bool {
    guard let text = ProcessInfo.processInfo.environment["JPFETCH_TRANSCRIPTS"] else { return true }
    return transcript.testDescription.contains(text)
  }

  @Test("The program prints what the transcript shows", arguments: all)
  func printed(_ transcript: Transcript) async throws {
    guard transcript.isRunnable else { return }
    let recording = TranscriptRecording(transcript)
    try await TranscriptRun(transcript).perform { command, step, index, outcome in
      var problems = command.problems(outcome, line: step.line)
      if Snapshot.isRecording {
        problems = command.problemsOfTypedLines(outcome, line: step.line)
        if problems.isEmpty { recording.lines[index] = command.recorded(outcome) }
      }
      for problem in problems { transcript.report(problem, of: step) }
    }
    if Snapshot.isRecording { try recording.write() }
  }

  @Test("Every line of the transcripts means something")
  func understood() {
    #expect(TranscriptFile.all.flatMap(\.problems) == [])
    #expect(!TranscriptFile.all.isEmpty)
  }

  @Test("Each option is typed in a transcript")
  func everyOption() {
    // ManualPageTests run --man.
    var typed: [OptionName] = [.man]
    for step in TranscriptFile.all.flatMap(\.transcripts).flatMap(\.steps) {
      guard case .command(let command) = step.action else { continue }
      let words = command.text.split(separator: " ").map(String.init)
      typed += ParsedArguments(words.dropFirst()).options.map(\.name)
    }
    #expect(OptionName.allCases.filter { option in !typed.contains(option) } == [])
  }

  @Test("Each heading is there once, and no two show the same command with the same answers")
  func once() {
    #expect(TranscriptFile.repeated(TranscriptFile.all.flatMap(\.transcripts)) == [])
  }
}

extension Transcript: CustomTestStringConvertible {
  var testDescription: String { "\(file): \(title)" }

  /// Whether what it needs is there; if not, it is counted among the skipped tests.
  fileprivate var isRunnable: Bool {
    if hasServer, !Places.hasLibcurl {
      Skipped.count(.missing, "needs libcurl: apt-get install libcurl4")
      return false
    }
    for need in needs {
      switch need {
      case "data" where Places.hasRealData: continue
      case "python3" where Places.program("python3") != nil: continue
      case "python3":
        Skipped.count(.missing, "needs python3: apt-get install python3")
      case "data":
        Skipped.count(.data, "the API's real data isn't next to the checkout")
      default: Issue.record("\(file):\(line): unknown need: \(need)")
      }
      return false
    }
    return true
  }

  fileprivate func report(_ problem: TranscriptCommand.Problem, of step: Step) {
    let path = "Tests/Transcripts/\(file)"
    let text = "\(path):\(problem.line)\n\(step.lines[0])\n\(problem.text)"
    let location = SourceLocation(
      fileID: "jpfetchTests/\(file)",
      filePath: Places.package.appending(path: path).path(percentEncoded: false),
      line: problem.line, column: 1)
    Issue.record(Comment(rawValue: text), sourceLocation: location)
  }
}

/// Writes a heading's recorded lines into its file.
private final class TranscriptRecording {
  /// The lines below each command, by the number of its step.
  var lines: [Int: [String]] = [:]
  private let transcript: Transcript

  /// What was written for headings, by their lines, in each file: they run at the same time.
  private static let written = Mutex<[String: [Int: String]]>([:])

  init(_ transcript: Transcript) { self.transcript = transcript }

  func write() throws {
    let text = transcript.text(recorded: lines)
    let file = TranscriptFile.all.first { $0.name == transcript.file }
    guard let file else { return }
    let url = Places.package.appending(path: "Tests/Transcripts/\(transcript.file)")
    try Self.written.withLock { written in
      written[file.name, default: [:]][transcript.line] = text
      try Data(file.text(written[file.name] ?? [:]).utf8).write(to: url)
    }
  }
}

extension Transcript {
  /// The heading with its steps.
  ///
  /// - Parameter recorded: the lines below commands that replace the present ones.
  func text(recorded: [Int: [String]] = [:]) -> String {
    var lines = ["== \(title)"]
    for index in steps.indices.dropFirst(sharedCount) {
      let step = steps[index]
      if let below = recorded[index] {
        lines.append(step.lines[0])
        lines += below
      } else {
        lines += step.lines
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension TranscriptFile {
  /// The whole file.
  ///
  /// - Parameter headings: the texts of headings that have changed, by line.
  func text(_ headings: [Int: String] = [:]) -> String {
    var text = ""
    for step in sharedSteps { text += step.text + "\n" }
    for transcript in transcripts { text += headings[transcript.line] ?? transcript.text() }
    return text
  }

  /// The headings that are there twice, and the commands with the same output under two headings
  /// although the server and the files are the same.
  static func repeated(_ transcripts: [Transcript]) -> [String] {
    var problems: [String] = []
    var seen: [String: Transcript] = [:]
    for transcript in transcripts {
      for key in Set(transcript.keys) {
        if let other = seen[key] {
          problems.append("\(transcript.testDescription), like \(other.testDescription): \(key)")
        }
        seen[key] = transcript
      }
    }
    return problems
  }
}

extension Transcript {
  /// The title, and each command that prints something, with the answers and files before it.
  fileprivate var keys: [String] {
    var keys = [title]
    var state = ""
    for step in steps {
      switch step.action {
      case .none: continue
      case .answer, .file, .down, .later: state += step.text + "\n"
      case .command(let command):
        let printed = command.expected.filter { $0.stream != .requests }
        if !printed.isEmpty { keys.append(state + step.text) }
      }
    }
    return keys
  }
}
