import JPCore

/// The built-in checks, in the order in which they run and are reported.
enum CheckName: String, WordChoice {
  case reach, status, type, schema, counts, ids, refs, time, drift

  /// The checks that report why a list is missing, in the order in which a response is examined. A
  /// list that fails one of them has passed the earlier ones, and can't be checked by any other.
  static let stages: [CheckName] = [.reach, .status, .type, .schema]

  /// The facts about a check that are the same in every run.
  struct Declaration {
    /// What holds if the check passes, in lower case.
    let meaning: String
    /// The option that adds the check to those named.
    var option: OptionName?
    /// Whether the check can't run without its option.
    var needsOption = false
  }

  var declaration: Declaration {
    switch self {
    case .reach: Declaration(meaning: "every request got a response")
    case .status: Declaration(meaning: "every status is 2xx")
    case .type: Declaration(meaning: "every response is JSON")
    case .schema: Declaration(meaning: "every record has all fields with their types")
    case .counts:
      Declaration(meaning: "every list has records, as many as expected", option: .expect)
    case .ids: Declaration(meaning: "every record has a unique, positive id")
    case .refs: Declaration(meaning: "every reference points to a record")
    case .time:
      Declaration(
        meaning: "no response takes longer than --max-time", option: .maxTime, needsOption: true)
    case .drift:
      Declaration(
        meaning: "every list equals the one from --against", option: .against, needsOption: true)
    }
  }

  /// What holds if the check passes, as a row of help.
  var meaning: String {
    let text = declaration.meaning
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}

extension FetchError {
  /// The check that reports the error.
  var check: CheckName {
    switch cause {
    case .transport, .notStored: .reach
    case .status: .status
    case .empty, .html, .notJSON: .type
    case .mismatch: .schema
    }
  }
}
