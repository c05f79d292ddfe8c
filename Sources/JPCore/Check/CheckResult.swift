/// What a check found.
package struct CheckResult: Sendable {
  /// How a check ends.
  package enum Verdict: String, Sendable {
    case passed, failed
    /// It couldn't look at everything, and found nothing wrong with the rest.
    case notRun = "not run"
  }

  /// What was looked for: a check's name, or an assertion as it was typed.
  package let name: String

  /// What is wrong.
  package var problems: [CheckProblem] = []

  /// What would be wrong, and was accepted.
  package var accepted: [CheckProblem] = []

  /// The resources that could not be looked at.
  package var untested: [Resource] = []

  /// How it ended: one that could not run never passed.
  package var verdict: Verdict {
    problems.isEmpty ? untested.isEmpty ? .passed : .notRun : .failed
  }
}

/// One thing that is wrong, as facts.
package enum CheckProblem: Sendable {
  /// There is no list.
  case failure(FetchError)
  /// The content is JSON, but the Content-Type field has another type, or is missing.
  case contentType(of: String, found: String?)
  /// A field is missing or of another type.
  case mismatch(of: String, TypeMismatch)
  /// So many more records have such a field.
  case moreMismatches(of: String, count: Int)
  /// Another number of records than expected.
  case count(of: String, found: Int, expected: Int)
  /// Records without an id, by the first one's place in the list, from 0.
  case missingID(of: String, count: Int, first: Int)
  /// Ids that are zero or negative, by the first one's place in the list, from 0.
  case badID(of: String, count: Int, first: Int, id: String)
  /// Ids that an earlier record has, the first of them and its place in the list, from 0.
  case duplicateID(of: String, count: Int, first: Int, id: String)
  /// References that lead nowhere or are missing, by the first one's place in the list, from 0, and
  /// its id.
  case dangling(
    of: String, field: String, count: Int, first: Int, id: String?, key: String?, parent: String)
  /// Values of which an assertion doesn't hold, by the first one's place in the list, from 0, its
  /// record's id, and its text where there is a value.
  case values(of: String, count: Int, first: Int, id: String?, found: String?)
  /// Another number of records than an assertion allows.
  case otherCount(of: String, found: Int)
  /// Another time for the slowest list than an assertion allows.
  case otherTime(of: String, took: Duration)
  /// A list that took longer than is allowed.
  case slow(of: String, took: Duration, limit: Duration)
  /// A list that differs from the stored one.
  case drift(of: String, Drift)
  /// A list of which nothing was stored.
  case new(list: String)
  /// A list that should have taken the stored one's place and could not be stored.
  case notAccepted(list: String)
}
