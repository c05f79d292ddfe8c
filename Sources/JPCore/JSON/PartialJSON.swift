import Synchronization

/// A JSON text that is indexed while it arrives, so that little is left to be done at its end.
///
/// Only ``JSONDocument`` reports what is wrong with a text, at its end.
package final class PartialJSON: Sendable {
  private struct State: ~Copyable {
    var indexer: JSONIndexer? = JSONIndexer(maxDepth: JSONDocument.maxDepth)
    /// From how many bytes on it pays to go on.
    var nextCount = PartialJSON.nextCount(after: 0, left: 0)
    /// How many bytes have come.
    var bytes = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// How many bytes have come so far.
  package var bytes: Int { state.withLock { $0.bytes } }

  /// Forgets the text: another one begins.
  package func begin() {
    state.withLock { $0 = State() }
  }

  /// Goes on, if enough has come.
  ///
  /// - Parameter beginning: all that is there by now: what was there before, and more.
  package func read(_ beginning: [UInt8]) {
    state.withLock { state in
      state.bytes = beginning.count
      guard beginning.count >= state.nextCount, beginning.count <= JSONDocument.maxLength else {
        return
      }
      let left = state.indexer?.read(beginning) ?? 0
      state.nextCount = Self.nextCount(after: beginning.count, left: left)
    }
  }

  /// From how many bytes on it pays to go on: a value without an end in sight is read anew each time,
  /// hence not before there is twice as much of it.
  ///
  /// - Parameters:
  ///   - count: how many bytes there were when it was tried last.
  ///   - left: how many of them have to be read again.
  static func nextCount(after count: Int, left: Int) -> Int {
    count + max(left, 1 << 16)
  }

  /// What has been done so far, for the first who asks.
  func takeIndexer() -> JSONIndexer? {
    state.withLock { $0.indexer.take() }
  }
}
