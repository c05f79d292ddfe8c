import Foundation

/// Holds whoever comes until so many have come: what has to happen at the same time then does,
/// however busy the machine is.
package final class Gate: @unchecked Sendable {
  private let condition = NSCondition()
  private var missing: Int
  private var isLeft = false

  package init(for count: Int) {
    missing = count
  }

  /// Whether somebody is still waited for; who has waited for too long has left.
  package var isClosed: Bool { condition.withLock { missing > 0 && !isLeft } }

  /// Waits for the others, 20 seconds at most.
  package func pass() {
    condition.lock()
    defer { condition.unlock() }
    missing -= 1
    if missing <= 0 { condition.broadcast() }
    let end = Date(timeIntervalSinceNow: 20)
    while missing > 0, condition.wait(until: end) {}
    if missing > 0 { isLeft = true }
  }
}
