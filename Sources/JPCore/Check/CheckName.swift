/// The checks that are built in, in the order in which they are made.
package enum CheckName: String, CaseIterable, Sendable {
  /// Every resource answers.
  case reach
  /// Every status is 2xx.
  case status
  /// Every answer is JSON, and says so.
  case type
  /// Every record has all fields of the catalogue, with their types.
  case schema
  /// Every list has as many records as expected.
  case counts
  /// Every id is there, unique and, as a number, positive.
  case ids
  /// Every reference leads to a record.
  case refs
  /// No answer takes longer than is allowed.
  case time
  /// Every list is as it was.
  case drift
}
