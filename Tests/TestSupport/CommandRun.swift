package import Foundation
import Synchronization

/// The result of a program that ran to its end.
package struct CommandRun: Sendable {
  /// The program and its arguments.
  package let command: [String]

  /// The exit status; 128 plus the signal's number if a signal ended it, as in a shell.
  package fileprivate(set) var status: Int32
  package let output: Data
  package let errors: String
  package let duration: Duration

  /// Standard output as text.
  package var text: String { String(decoding: output, as: UTF8.self) }

  /// The lines of standard error.
  package var errorLines: [String] {
    errors.split(separator: "\n").map(String.init)
  }
}

/// A program that didn't end within its limit and was killed.
package struct CommandHung: Error {
  package let run: CommandRun
}

extension CommandRun: CustomStringConvertible {
  /// The command line, how it ended and the start of both streams: a screen at most.
  package var description: String {
    var lines = ["$ \(commandLine.shortened(to: 1000))", "exit status \(status) after \(duration)"]
    lines += Self.excerpt(errors, "standard error")
    lines += Self.excerpt(text, "standard output")
    return lines.joined(separator: "\n")
  }

  /// The command as one types it in a shell.
  private var commandLine: String {
    command.map(\.quotedForShell).joined(separator: " ")
  }

  /// The first lines of a stream below its name; nothing if it is empty.
  private static func excerpt(_ text: String, _ name: String) -> [String] {
    if text.isEmpty { return [] }
    let maxLines = 8
    let start = text.split(separator: "\n", maxSplits: maxLines, omittingEmptySubsequences: false)
    var lines = ["--- \(name), \(text.utf8.count) bytes"]
    for line in start.prefix(maxLines) { lines.append(String(line).shortened(to: 160)) }
    if start.count > maxLines { lines.append("…") }
    return lines
  }
}

extension String {
  /// The first characters, with `…` if more follow.
  fileprivate func shortened(to count: Int) -> String {
    let start = prefix(count)
    if start.endIndex == endIndex { return self }
    return start + "…"
  }

  /// The text as one word of a shell.
  fileprivate var quotedForShell: String {
    let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "-_./:=,@%+".contains($0) }
    if isPlain, !isEmpty { return self }
    return "'\(replacing("'", with: #"'\''"#))'"
  }
}

/// A program whose streams go through files, so that none of them can block it, or to terminals.
struct Command {
  let words: [String]
  private let process = Process()
  private let directory: TemporaryDirectory

  /// The width of the terminals; `nil` for files.
  var columns: Int?

  /// The folder in which the program runs; `nil` for that of the tests.
  var folder: String? {
    didSet { process.currentDirectoryURL = folder.map { URL(filePath: $0) } }
  }

  init(_ program: String, _ arguments: [String], _ environment: [String: String]) throws {
    words = [program] + arguments
    directory = try TemporaryDirectory()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    // Each run has its own home, so that it starts with an empty store.
    var variables = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": directory.path]
    // `.ci/run` sets these for programs built with a sanitizer.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
      variables[name] = ProcessInfo.processInfo.environment[name]
    }
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
  }

  /// Runs the program to its end, or kills it after the limit.
  func run(limit: Duration) async throws -> CommandRun {
    let output = try sink("output")
    let errors = try sink("errors")
    process.standardOutput = output.handle
    process.standardError = errors.handle
    let (ends, end) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
    process.terminationHandler = { _ in end.yield(.now) }
    let start = ContinuousClock.now
    try process.run()
    let number = process.processIdentifier
    let watch = Task {
      try await Task.sleep(for: limit)
      kill(number, SIGKILL)
      // Foundation doesn't notice the end as long as a child of the program is running.
      end.yield(.now)
    }
    // A separate task isn't cancelled when the test's time limit passes.
    let last = await Task { await ends.first { _ in true } }.value ?? .now
    watch.cancel()
    // Foundation on Linux keeps them open; thousands of runs would run out of descriptors.
    try output.close()
    try errors.close()
    var run = CommandRun(
      command: words, status: 128 + SIGKILL, output: try output.content(),
      errors: String(decoding: try errors.content(), as: UTF8.self), duration: last - start)
    if process.isRunning { throw CommandHung(run: run) }
    run.status = process.terminationStatus
    if process.terminationReason == .uncaughtSignal { run.status += 128 }
    return run
  }

  /// Where a stream goes: a file, or a terminal if there is a width.
  private func sink(_ name: String) throws -> any Sink {
    if let columns { return try PseudoTerminal(columns: columns) }
    return FileSink(
      handle: try directory.newFile(name), url: directory.url.appending(path: name))
  }
}

/// What a program writes to.
protocol Sink {
  var handle: FileHandle { get }

  /// Closes the handle.
  func close() throws

  /// What was written; after ``close()``.
  func content() throws -> Data
}

private struct FileSink: Sink {
  let handle: FileHandle
  let url: URL

  func close() throws { try handle.close() }

  func content() throws -> Data { try Data(contentsOf: url) }
}

/// Limits how many programs run at the same time. All tests begin at once, and hundreds of programs
/// would slow each other down until their time limits pass.
final class Turns: Sendable {
  static let ofPrograms = Turns()

  private struct State {
    var free = 6
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func take() async {
    await withCheckedContinuation { turn in
      let isFree = state.withLock { state in
        if state.free == 0 {
          state.waiting.append(turn)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { turn.resume() }
    }
  }

  /// The last one that waits is next: it belongs to a test that has begun, so that the runs of a test
  /// follow each other without long gaps.
  func giveBack() {
    let next = state.withLock { state in
      if state.waiting.isEmpty { state.free += 1 }
      return state.waiting.popLast()
    }
    next?.resume()
  }
}

// The static standard library comes without Testing.
#if canImport(Testing)
  package import Testing

  extension CommandRun {
    /// Expects what is given. A failure shows the first differences, and the run.
    package func expect(
      status: Int32? = nil, text: String? = nil, output: Data? = nil, errors: String? = nil,
      _ comment: @autoclosure () -> Comment? = nil,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      var problems: [String] = []
      if let status, self.status != status {
        problems.append("exit status \(self.status), expected \(status)")
      }
      if let text, let difference = difference(between: self.text, and: text) {
        problems.append("standard output, \(difference)")
      }
      if let output, let difference = difference(between: self.output, and: output) {
        problems.append("standard output, \(difference)")
      }
      if let errors, let difference = difference(between: self.errors, and: errors) {
        problems.append("standard error, \(difference)")
      }
      if problems.isEmpty { return }
      if let comment = comment() { problems.append(comment.rawValue) }
      problems.append(description)
      Issue.record(
        Comment(rawValue: problems.joined(separator: "\n")), sourceLocation: sourceLocation)
    }
  }
#endif
