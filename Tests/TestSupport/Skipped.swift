import Foundation
import Synchronization

/// Counts skipped tests by reason and prints them when the process ends: `swift test --quiet` prints
/// failures only.
enum Skipped {
  private static let counts = Mutex<[String: Int]>([:])

  /// - Parameter why: the kind and the reason.
  static func count(_ why: String) {
    let isFirst = counts.withLock { counts in
      defer { counts[why, default: 0] += 1 }
      return counts.isEmpty
    }
    if isFirst { atexit { Skipped.report() } }
  }

  private static func report() {
    let lines = counts.withLock(\.self).sorted { $0.key < $1.key }
      .map { "skipped \($0.value) test\($0.value == 1 ? "" : "s"): \($0.key)\n" }
    FileHandle.standardError.write(Data(lines.joined().utf8))
  }
}
