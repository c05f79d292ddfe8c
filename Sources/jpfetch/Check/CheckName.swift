import JPCore

/// The built-in checks, in the order in which they run and are reported.
enum CheckName: String, WordChoice {
  case reach, schema, counts, ids, refs, time, drift

  /// What holds if the check passes, in lower case.
  var promise: String {
    switch self {
    case .reach: "every list could be fetched and read"
    case .schema: "every record has all fields with their types"
    case .counts: "every list has records, as many as expected"
    case .ids: "every record has a unique, positive id"
    case .refs: "every reference points to a record"
    case .time: "no response takes longer than --max-time"
    case .drift: "every list equals the one from --against"
    }
  }

  /// The promise, capitalized for help.
  var meaning: String { promise.prefix(1).uppercased() + promise.dropFirst() }

  /// The option that adds the check to the named ones: `--expect` adds `counts`.
  var option: OptionName? {
    switch self {
    case .counts: .expect
    case .time: .maxTime
    case .drift: .against
    case .reach, .schema, .ids, .refs: nil
    }
  }

  /// Whether the check can't run without its option.
  var needsOption: Bool { self == .time || self == .drift }

  /// Whether the check applies to a list: `refs` only to a list whose records refer to others.
  func concerns(_ list: Resource) -> Bool {
    switch self {
    case .refs: list.parent != nil
    case .reach, .schema, .counts, .ids, .time, .drift: true
    }
  }

  /// Whether the check is incomplete without a list that couldn't be fetched. `refs` needs those that
  /// other lists refer to, too.
  func needs(_ list: Resource) -> Bool {
    switch self {
    case .refs: true
    case .reach, .schema, .counts, .ids, .time, .drift: concerns(list)
    }
  }

  /// Why the check would look at nothing; `nil` if it has something to look at.
  ///
  /// - Parameter localOrigin: the option or variable because of which no server is asked, such as
  ///   `--offline`; `nil` if one is.
  func reasonToLeaveOut(from lists: [Resource], localOrigin: String?) -> String? {
    switch self {
    case .refs:
      if lists.contains(where: concerns) { return nil }
      return "\(lists.map(\.name).inWords) refer to no other list"
    case .time:
      // Responses that are stored, built in or in files have no time.
      guard let localOrigin else { return nil }
      return "with \(localOrigin), no server is asked"
    case .reach, .schema, .counts, .ids, .drift:
      return nil
    }
  }
}
