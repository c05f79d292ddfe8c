import JPCore
import TestSupport

extension CommandRun {
  /// The messages on standard error that are JSON: objects with a member `error` or `warning`.
  var jsonMessages: [JSONValue] {
    errorLines.compactMap { try? JSONDocument(Array($0.utf8)).root }
  }

  /// The codes of the messages on standard error; `nil` for a line that isn't one in JSON.
  var codes: [String?] {
    errorLines.map { line in
      let root = try? JSONDocument(Array(line.utf8)).root
      return (root?["error"] ?? root?["warning"])?["code"]?.string
    }
  }

  /// The first line on standard error, which says what happened.
  var firstError: String { errorLines.first ?? "" }

  /// The commands that an error suggests.
  var suggestions: [String] {
    errorLines.drop { !$0.hasPrefix("  try: ") }.map { String($0.dropFirst(7)) }
  }
}
