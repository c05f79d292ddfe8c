/// Why a stored response can't be used, or none can be stored.
public struct StoreError: Error, Equatable, Sendable {
  /// What can be wrong.
  public enum Problem: Error, Equatable, Sendable {
    /// Another program's file.
    case foreign
    /// Stored by another version of jpfetch, in another format.
    case otherVersion
    /// Cut short, or changed since it was stored.
    case damaged
    /// The entry of another URL.
    case otherURL
    /// Not a regular file.
    case notAFile
    /// The file or directory of another user, who could have put anything there.
    case notOurs
    /// Larger than the store may be, in bytes.
    case tooLarge(limit: Int)
    /// The system can't read it; `errno` of the attempt.
    case unreadable(errno: Int32)
    /// The system can't write it; `errno` of the attempt.
    case unwritable(errno: Int32)
  }

  /// The file or directory.
  public let path: String

  /// What is wrong.
  public let problem: Problem
}
