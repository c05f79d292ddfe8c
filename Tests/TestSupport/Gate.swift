import Foundation

/// Holds whoever comes until so many have come: what has to happen at the same time then does,
/// however busy the machine is.
package final class Gate: @unchecked Sendable {
  private let condition = NSCondition()
  private var missing: Int

  package init(for count: Int) {
    missing = count
  }

  /// Waits for the others, 20 seconds at most.
  package func pass() {
    condition.lock()
    defer { condition.unlock() }
    missing -= 1
    if missing <= 0 { condition.broadcast() }
    let end = Date(timeIntervalSinceNow: 20)
    while missing > 0, condition.wait(until: end) {}
  }
}
