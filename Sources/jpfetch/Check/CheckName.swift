import JPCore

/// The built-in checks, in the order in which they run.
enum CheckName: String, CaseIterable, Sendable {
  /// Every resource answers.
  case reach
  /// Every status is 2xx.
  case status
  /// Every answer is JSON, with a JSON Content-Type.
  case type
  /// Every record has all fields of the catalogue, with their types.
  case schema
  /// Every list has as many records as expected.
  case counts
  /// Every id exists, is unique and, if it is a number, positive.
  case ids
  /// Every reference leads to a record.
  case refs
  /// No answer takes longer than allowed.
  case time
  /// Every list equals the one that it is compared with, or its changes are accepted.
  case drift
}
