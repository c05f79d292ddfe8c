import Synchronization

/// Stored responses in memory.
final class MemoryStore: EntryStore {
  private struct State {
    /// By URL and name, with the number of those that were stored before.
    var entries: [String: [String: (number: Int, StoredResponse)]] = [:]
    var count = 0
    var bytes = 0

    mutating func remove(_ names: [String], of key: String) {
      for name in names {
        if let (_, old) = entries[key]?.removeValue(forKey: name) { bytes -= old.cost }
      }
      if entries[key]?.isEmpty ?? false { entries[key] = nil }
    }
  }

  private let state = Mutex(State())
  private let maxBytes: Int

  /// - Parameter maxBytes: how many bytes the responses may take together.
  init(maxBytes: Int) {
    self.maxBytes = maxBytes
  }

  /// Nobody sees the digests.
  func salt(isMade: Bool) -> String { "unsalted" }

  func entries(of key: String) -> (usable: [StoredEntry], unusable: [StoreError]) {
    let stored = state.withLock { $0.entries[key] ?? [:] }
    return (stored.map { StoredEntry(inMemory: $1.1, name: $0) }, [])
  }

  func change(
    _ key: String, storing response: StoredResponse?, removing obsolete: [String]
  ) throws(StoreError) {
    let room = maxBytes - maxBytes / 16
    if let response, response.cost > room {
      throw StoreError(path: key, problem: .tooLarge(limit: room))
    }
    state.withLock { state in
      state.remove(obsolete + (response.map { [$0.entryName] } ?? []), of: key)
      guard let response else { return }
      state.entries[key, default: [:]][response.entryName] = (state.count, response)
      state.count += 1
      state.bytes += response.cost
      guard state.bytes > maxBytes else { return }
      let all = state.entries.flatMap { key, entries in
        entries.map { (key, name: $0, number: $1.0, response: $1.1) }
      }.sorted { $0.number < $1.number }
      for place in evicted(
        of: all.map { ($0.response.url.origin ?? "", $0.response.cost) }, room: room)
      {
        state.remove([all[place].name], of: all[place].0)
      }
    }
  }

  func removeAll() { state.withLock { $0 = State() } }
}

extension StoredResponse {
  /// About how many bytes it takes.
  fileprivate var cost: Int {
    fields.all.reduce(500 + body.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}
