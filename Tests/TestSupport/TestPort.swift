import Foundation
import Synchronization

/// Ports for tests, below the ephemeral range (32768 on Linux, 49152 on macOS), so that a closed port
/// stays unused. Test processes that run at the same time rarely share a range of a thousand.
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
