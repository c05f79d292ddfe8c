import Foundation
import Synchronization

/// The commands that a test ran and the logs of its servers, to be shown if it fails.
package final class Evidence: Sendable {
  /// The evidence of the running test.
  @TaskLocal package static var current: Evidence?

  private struct State {
    var runs: [CommandRun] = []
    var logs: [(name: String, text: @Sendable () -> String)] = []
  }

  private let state = Mutex(State())

  /// Only the last runs are kept.
  private static let mostRuns = 10

  package init() {}

  func add(_ run: CommandRun) {
    state.withLock { state in
      state.runs = state.runs.suffix(Self.mostRuns - 1) + [run]
    }
  }

  /// - Parameter text: returns the log when the test fails.
  func addLog(named name: String, _ text: @escaping @Sendable () -> String) {
    state.withLock { $0.logs.append((name, text)) }
  }

  /// The last command line and how it ended, in a few lines.
  package var summary: String? {
    state.withLock(\.runs).last.map { run in
      let errors = run.errorLines.prefix(6).joined(separator: "\n")
      return "$ \(run.commandLine)\n\(run.ending)\(errors.isEmpty ? "" : "\n" + errors)"
    }
  }

  /// Returns the files to attach to the report, and removes them.
  package func take() -> [(name: String, text: String)] {
    let state = self.state.withLock { state in
      defer { state.runs = [] }
      return state
    }
    return state.runs.enumerated().map { ("run-\($0 + 1).txt", $1.report) }
      + state.logs.map { ("\($0.name).txt", $0.text()) }
  }
}

extension CommandRun {
  /// The command as a shell takes it.
  fileprivate var commandLine: String {
    command.map { word in
      let isPlain =
        !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=,@%+".contains($0) }
      return isPlain ? word : "'\(word.replacing("'", with: #"'\''"#))'"
    }.joined(separator: " ")
  }

  fileprivate var ending: String { "exit status \(status) after \(duration)" }

  fileprivate var report: String {
    "$ \(commandLine)\n\(ending)\n--- standard error\n\(errors)\n--- standard output\n\(text)"
  }
}
