import Foundation
import Synchronization

/// Ports for tests, outside the range that systems give out by themselves (from 32768 on Linux, from
/// 49152 on macOS), so that a closed one stays unused. Each test process has its own thousand.
enum TestPort {
  static let count = 1000

  private static let first =
    20_000 + Int(ProcessInfo.processInfo.processIdentifier) % 12 * count
  private static let position = Mutex(Int.random(in: 0..<count))

  static func next() -> UInt16 {
    let offset = position.withLock { position in
      position = (position + 1) % count
      return position
    }
    return UInt16(first + offset)
  }
}
