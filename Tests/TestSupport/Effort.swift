import Foundation

/// How much the tests do: everything with `JPFETCH_TESTS=all`, about a minute's worth without it.
package enum Effort {
  package static let isFull = ProcessInfo.processInfo.environment["JPFETCH_TESTS"] == "all"

  /// How often to repeat something. Under a sanitizer a round takes ten times as long, and a few
  /// rounds find as much.
  package static func rounds(_ few: Int, all many: Int) -> Int {
    isFull && !Places.isSanitized ? many : few
  }
}
