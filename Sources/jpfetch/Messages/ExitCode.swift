import JPCore

/// How the process ends.
enum ExitCode: Int32, CaseIterable {
  case answered = 0
  case checkFailed = 1
  case usage = 2
  case noAnswer = 3
  case clientError = 4
  case serverError = 5
  case unusable = 6
  case notStored = 7
  case limited = 8
  case bug = 70
  case output = 74

  /// The line in help.
  var meaning: String {
    switch self {
    case .answered: "Answered"
    case .checkFailed: "A check failed (jpfetch check only)"
    case .usage: "Wrong usage: nothing was sent, or no record has the field"
    case .noAnswer: "No answer: DNS, refused, TLS, reset, timeout"
    case .clientError: "HTTP 4xx"
    case .serverError: "HTTP 5xx or another status"
    case .unusable: "The answer is unusable: empty, not JSON, wrong type"
    case .notStored: "Not stored (--offline, cache export, --against cache)"
    case .limited: "Incomplete; stale (--strict); not all stored (cache warm)"
    case .bug: "A bug in jpfetch"
    case .output: "Cannot write the output, or use the stored responses"
    }
  }
}

extension ExitCode {
  /// The end of a run that printed an answer.
  ///
  /// - Parameter isStrict: whether stale answers count as incomplete, `--strict`.
  init<Value>(for answer: Answer<Value>, isStrict: Bool) {
    self = .answered
    if isStrict, answer.isStale { self = .limited }
    if !answer.isWhole { self = .limited }
  }
}
