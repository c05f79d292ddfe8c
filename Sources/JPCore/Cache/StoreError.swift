/// A stored response or a store can't be used, or a response can't be stored.
public struct StoreError: Error, Equatable, CustomStringConvertible {
  /// Why a file or directory can't be used.
  @nonexhaustive
  public enum Problem: Equatable, Sendable {
    /// A file of another program.
    case foreign
    /// An entry that was truncated or changed after it was stored.
    case damaged
    /// An entry for another URL, or for other header fields of the request.
    case otherRequest
    /// A directory, link or other special file.
    case notAFile
    /// A file or directory of another user, who could have forged it.
    case notOurs
    /// A file or directory that other users may write, so that they could have forged it.
    case writableByOthers
    /// A response that exceeds the store's limit, in bytes.
    case tooLarge(limit: Int)
    /// A file or directory that can't be read, with the `errno` of the attempt.
    case unreadable(errno: Int32)
    /// A file or directory that can't be written or removed, with the `errno` of the attempt.
    case unwritable(errno: Int32)
  }

  /// The file or directory.
  public let path: String

  /// Why the file or directory can't be used.
  public let problem: Problem

  /// The failed operation, the file or directory, and the reason:
  /// `cannot use /home/me/.cache/jpfetch: it belongs to another user`.
  public var description: String {
    let path = path.withoutSecrets
    switch problem {
    case .foreign: return "cannot use \(path): not a stored response"
    case .damaged: return "cannot use \(path): damaged"
    case .otherRequest: return "cannot use \(path): it holds the response to another request"
    case .notAFile: return "cannot use \(path): not a regular file"
    case .notOurs: return "cannot use \(path): it belongs to another user"
    case .writableByOthers: return "cannot use \(path): others may write it: chmod -R go-w"
    case .tooLarge(let limit): return "cannot store \(path): larger than \(limit.bytesInWords)"
    case .unreadable(let errno): return "cannot read \(path): \(systemMessage(errno))"
    case .unwritable(let errno): return "cannot write \(path): \(systemMessage(errno))"
    }
  }

  /// Makes an error about a file or directory.
  public init(path: String, problem: Problem) {
    self.path = path
    self.problem = problem
  }
}

extension StoreError.Problem {
  /// Whether the problem concerns the directory, or probably does, and not only one entry.
  var concernsDirectory: Bool {
    switch self {
    case .unreadable, .unwritable, .notOurs, .writableByOthers: true
    case .foreign, .damaged, .otherRequest, .notAFile, .tooLarge: false
    }
  }
}
