import Foundation

/// A barrier: callers wait until a given number of them has arrived, so that events overlap however
/// busy the machine is.
package final class Gate: @unchecked Sendable {
  private let condition = NSCondition()
  private var missing: Int
  private var isLeft = false

  package init(for count: Int) {
    missing = count
  }

  /// Whether callers are still missing and none has given up waiting.
  package var isClosed: Bool { condition.withLock { missing > 0 && !isLeft } }

  /// Waits for the other callers, 20 seconds at most.
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
