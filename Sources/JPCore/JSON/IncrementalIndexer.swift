import Synchronization

/// Indexes a JSON text while it arrives, so that little work is left at its end.
///
/// Errors in the text are reported by ``JSONDocument`` only, at the end.
final class IncrementalIndexer: Sendable {
  private struct State: ~Copyable {
    var indexer: JSONIndexer? = JSONIndexer(maxDepth: JSONDocument.maxDepth)
    /// How many bytes must have arrived before the next reading pays.
    var nextCount = IncrementalIndexer.nextCount(after: 0, left: 0)
    /// How many bytes have arrived.
    var bytes = 0
  }

  private let state = Mutex(State())

  /// How many bytes have arrived so far.
  var bytes: Int { state.withLock { $0.bytes } }

  /// Reads on if enough has arrived.
  ///
  /// - Parameter beginning: everything that has arrived so far; nothing if a text begins.
  func read(_ beginning: [UInt8]) {
    state.withLock { state in
      if beginning.isEmpty { state = State() }
      state.bytes = beginning.count
      guard beginning.count >= state.nextCount, beginning.count <= JSONDocument.maxLength else {
        return
      }
      let left = state.indexer?.read(beginning) ?? 0
      state.nextCount = Self.nextCount(after: beginning.count, left: left)
    }
  }

  /// How many bytes must have arrived before the next reading pays. An unfinished value is read
  /// again each time, so the next reading waits until it is twice as long.
  ///
  /// - Parameters:
  ///   - count: how many bytes there were at the last reading.
  ///   - left: how many of them have to be read again.
  static func nextCount(after count: Int, left: Int) -> Int {
    count + max(left, 1 << 16)
  }

  /// Hands over the indexer and its state, once: later calls return `nil`.
  func takeIndexer() -> JSONIndexer? {
    state.withLock { $0.indexer.take() }
  }
}
