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

/// The seconds that this thread has computed for, whatever else the machine does.
package func secondsOfThisThread() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
