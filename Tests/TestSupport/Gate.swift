import Foundation

/// A barrier: callers wait until a given number of them has arrived, so that events overlap however
/// busy the machine is.
package final class Gate: @unchecked Sendable {
  private let condition = NSCondition()
  private var missing: Int

  package init(for count: Int) {
    missing = count
  }

  /// Waits for the other callers, eight minutes at most: while all tests run, a task may wait for a
  /// thread for more than a minute.
  package func pass() {
    condition.lock()
    defer { condition.unlock() }
    missing -= 1
    if missing <= 0 { condition.broadcast() }
    let end = Date(timeIntervalSinceNow: 480)
    while missing > 0, condition.wait(until: end) {}
  }
}
