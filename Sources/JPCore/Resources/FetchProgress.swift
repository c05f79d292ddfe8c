import Synchronization

/// How far a fetch is; to be looked at from another thread while it goes on.
package final class FetchProgress: Sendable {
  /// A request's resource or URL, and how it is with its answer.
  package struct Part: Sendable {
    /// The name of the resource, or the URL.
    package let name: String

    /// Whether the answer is usable; `nil` while it isn't there.
    package fileprivate(set) var hasSucceeded: Bool?
  }

  private struct State {
    var parts: [Part] = []
    var readers: [PartialJSON] = []
  }

  private let state = Mutex(State())

  /// Knows of nothing yet.
  package init() {}

  /// The requests in their order.
  package var parts: [Part] { state.withLock(\.parts) }

  /// How many bytes of content have come so far, decoded.
  package var bytes: Int { state.withLock { $0.readers.reduce(0) { $0 + $1.bytes } } }

  func begin(_ names: [String]) {
    state.withLock { $0 = State(parts: names.map { Part(name: $0) }) }
  }

  func add(_ reader: PartialJSON?) {
    guard let reader else { return }
    state.withLock { $0.readers.append(reader) }
  }

  func arrived(_ index: Int, hasSucceeded: Bool) {
    state.withLock { state in
      // Another fetch may have begun since.
      if state.parts.indices.contains(index) { state.parts[index].hasSucceeded = hasSucceeded }
    }
  }
}
