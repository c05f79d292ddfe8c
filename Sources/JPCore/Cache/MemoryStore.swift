import Synchronization

/// Stored responses in memory.
final class MemoryStore: Sendable {
  private struct Entry {
    /// How many were stored before.
    let number: Int
    let response: StoredResponse
  }

  private struct State {
    var count = 0
    /// By URL, in the order in which they were stored.
    var entries: [String: [Entry]] = [:]

    var bytes: Int { entries.values.joined().reduce(0) { $0 + $1.response.body.count } }
  }

  private let state = Mutex(State())

  /// - Parameter key: a URL in the spelling of ``Swift/String/cacheKey``.
  func slots(of key: String) -> [ResponseStore.Slot] {
    let stored = state.withLock { $0.entries[key] ?? [] }
    return stored.map { .entry(StoredEntry(inMemory: $0.response)) }
  }

  /// Stores a response in the place of those that it replaces or makes obsolete. Where there is no
  /// room, others give way as in a directory.
  func store(
    _ response: StoredResponse, removing isObsolete: (StoredResponse) -> Bool, maxBytes: Int
  ) {
    state.withLock { state in
      var others = (state.entries[response.url] ?? [])
        .filter { !response.replaces($0.response) && !isObsolete($0.response) }
      if others.count == EntryName.slots.count {
        // The first refusal or failure that came; without one, the first answer.
        let place = others.firstIndex { !$0.response.verdict.isAnswer }
        guard let place = place ?? (response.verdict.isAnswer ? 0 : nil) else { return }
        others.remove(at: place)
      }
      state.count += 1
      state.entries[response.url] = others + [Entry(number: state.count, response: response)]
      while state.bytes > maxBytes,
        let oldest = state.entries.values.compactMap(\.first).min(by: { $0.number < $1.number })
      {
        state.entries[oldest.response.url]?.removeFirst()
      }
    }
  }

  /// Removes what is stored for a URL.
  ///
  /// - Returns: how many responses were removed.
  func remove(_ key: String, where isWanted: (StoredResponse) -> Bool) -> Int {
    state.withLock { state in
      let before = state.entries[key] ?? []
      let after = before.filter { !isWanted($0.response) }
      state.entries[key] = after.isEmpty ? nil : after
      return before.count - after.count
    }
  }

  func removeAll() { state.withLock { $0 = State() } }
}
