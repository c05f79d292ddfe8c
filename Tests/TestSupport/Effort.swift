import Foundation

/// How much the tests do: `JPFETCH_TESTS=all` has them do all, as `.ci/run` does. Without it they do
/// what a minute has room for.
package enum Effort {
  package static let isFull = ProcessInfo.processInfo.environment["JPFETCH_TESTS"] == "all"

  /// How often to repeat something. A sanitizer makes each round ten times as long, and sees as much
  /// in a few of them.
  package static func rounds(_ few: Int, all many: Int) -> Int {
    isFull && !Places.isSanitized ? many : few
  }
}
