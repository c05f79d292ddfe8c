import JPCore

/// What a check found.
struct CheckResult: Sendable {
  /// How a check ends.
  enum Verdict: String, Sendable {
    case passed, failed
    /// Some lists could not be checked, and nothing is wrong with the others.
    case notRun = "not run"
  }

  /// The check's name, or the assertion as it was typed.
  let name: String

  /// What is wrong.
  var problems: [CheckProblem] = []

  /// Problems that were accepted.
  var accepted: [CheckProblem] = []

  /// The resources that were checked.
  var tested: [Resource] = []

  /// The resources that could not be checked, wholly or in part.
  var untested: [Resource] = []

  /// Why they couldn't, by their names; without an entry, another check tells.
  var obstacles: [String: Obstacle] = [:]

  /// Why a list could not be checked.
  enum Obstacle: Sendable {
    /// The list to compare with could not be fetched.
    case failure(FetchError)
    /// Some records don't fit the resource, so that nothing is known about them.
    case misfits(count: Int)
    /// There is no response of a server.
    case noResponse
  }

  /// Notes a list that couldn't be checked.
  mutating func leave(_ resource: Resource, because obstacle: Obstacle? = nil) {
    if !untested.contains(where: { $0.name == resource.name }) { untested.append(resource) }
    obstacles[resource.name] = obstacles[resource.name] ?? obstacle
  }

  /// How long the check of each resource took, by its name.
  var times: [String: Duration] = [:]

  /// How it ended. It can't pass while a resource is untested.
  var verdict: Verdict {
    problems.isEmpty ? untested.isEmpty ? .passed : .notRun : .failed
  }
}

/// One thing that is wrong, as facts. `of` is the list that it is about.
enum CheckProblem: Sendable {
  /// There is no usable list.
  case failure(of: String, FetchError)
  /// The content is JSON, but the Content-Type field has another type, or is missing.
  case contentType(of: String, found: String?)
  /// A field is missing or of another type.
  case mismatch(of: String, TypeMismatch)
  /// How many more records have a missing field or one of another type.
  case moreMismatches(of: String, count: Int)
  /// Another number of records than expected.
  case count(of: String, found: Int, expected: Int)
  /// Ids that are missing, of another type, zero or negative; the first one's place in the list,
  /// from 0.
  case badID(of: String, count: Int, first: Int, id: String?)
  /// Ids that an earlier record already has; the first of them, and its place in the list, from 0.
  case duplicateID(of: String, count: Int, first: Int, id: String)
  /// References that are missing or have no matching record; the first one's place in the list,
  /// from 0, and its record's id.
  case dangling(
    of: String, field: String, count: Int, first: Int, id: String?, key: String?, parent: String)
  /// Records that don't fit those that they belong to.
  case irregular(of: String, Irregularity)
  /// Values for which an assertion doesn't hold; the first one's place in the list, from 0, its
  /// record's id, and its text if there is a value.
  case values(of: String, field: String, count: Int, first: Int, id: String?, found: String?)
  /// A number of records that an assertion doesn't allow.
  case otherCount(of: String, found: Int)
  /// A time of the slowest list that an assertion doesn't allow.
  case otherTime(of: String, took: Duration)
  /// A part of a response (`response.status`) that an assertion doesn't allow.
  case response(of: String, part: String, found: String?)
  /// A list that took longer than allowed.
  case slow(of: String, took: Duration, limit: Duration)
  /// A list that differs from the one that it is compared with.
  case drift(of: String, Drift)
  /// A list that there was nothing to compare with.
  case new(of: String)
  /// A list that should replace the stored one, but could not be stored.
  case notAccepted(of: String)

  /// The name of the list that it is about.
  var list: String {
    switch self {
    case .failure(let list, _), .contentType(let list, _), .mismatch(let list, _),
      .moreMismatches(let list, _), .count(let list, _, _),
      .badID(let list, _, _, _), .duplicateID(let list, _, _, _),
      .dangling(let list, _, _, _, _, _, _), .irregular(let list, _),
      .values(let list, _, _, _, _, _), .otherCount(let list, _), .otherTime(let list, _),
      .response(let list, _, _), .slow(let list, _, _), .drift(let list, _), .new(let list),
      .notAccepted(let list):
      list
    }
  }
}
