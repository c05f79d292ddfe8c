/// The built-in checks, in the order in which they run and are reported.
enum CheckName: String, WordChoice {
  case reach, status, type, schema, counts, ids, refs, time, drift

  /// What holds if the check passes.
  var meaning: String {
    switch self {
    case .reach: "Every request got a response"
    case .status: "Every status is 2xx"
    case .type: "Every response is JSON"
    case .schema: "Every record has all fields with their types"
    case .counts: "Every list has records, as many as expected"
    case .ids: "Every record has a unique, positive id"
    case .refs: "Every reference points to a record"
    case .time: "No response takes longer than --max-time"
    case .drift: "Every list equals the one from --against"
    }
  }

  /// The option that adds the check to those named; some checks need theirs.
  var option: (name: OptionName, isNeeded: Bool)? {
    switch self {
    case .counts: (.expect, false)
    case .time: (.maxTime, true)
    case .drift: (.against, true)
    case .reach, .status, .type, .schema, .ids, .refs: nil
    }
  }

  /// The checks that say why a list isn't there. Each needs those before it, and every other check
  /// needs all of them.
  private static let stages: [CheckName] = [.reach, .status, .type, .schema]

  /// Whether a list that fails one of the stages has passed this check.
  func isPassed(byListThatFails stage: CheckName) -> Bool {
    guard let own = Self.stages.firstIndex(of: self),
      let failed = Self.stages.firstIndex(of: stage)
    else { return false }
    return own < failed
  }
}
