import Synchronization

/// How far a fetch is; to be looked at from another thread while it goes on.
package final class FetchProgress: Sendable {
  private struct State {
    var asked: [String] = []
    var arrived: Set<Int> = []
  }

  private let state = Mutex(State())
  private let receivedBytes: @Sendable () -> Int

  /// - Parameter receivedBytes: how many bytes of content have come so far.
  package init(receivedBytes: @escaping @Sendable () -> Int) {
    self.receivedBytes = receivedBytes
  }

  /// The sources in their order, and whether each is in.
  package var sources: [(name: String, isIn: Bool)] {
    state.withLock { state in
      state.asked.enumerated().map { ($1, state.arrived.contains($0)) }
    }
  }

  /// How many bytes of content have come so far.
  package var bytes: Int { receivedBytes() }

  func begin(_ names: [String]) {
    state.withLock { $0 = State(asked: names) }
  }

  func arrived(_ index: Int) {
    state.withLock { _ = $0.arrived.insert(index) }
  }
}
