import Synchronization

/// Stored responses in memory.
final class MemoryStore: EntryStore {
  private struct Entry {
    /// How many entries were stored before this one.
    let number: Int
    let response: StoredResponse
  }

  private struct State {
    /// Entries by URL and name.
    var entries: [String: [String: Entry]] = [:]
    var count = 0
    var bytes = 0

    mutating func remove(_ name: String, of url: String) {
      bytes -= entries[url]?.removeValue(forKey: name)?.response.cost ?? 0
      if entries[url]?.isEmpty ?? false { entries[url] = nil }
    }
  }

  private let state = Mutex(State())
  let maxBytes: Int

  /// - Parameter maxBytes: the maximum size of all responses together.
  init(maxBytes: Int) {
    self.maxBytes = maxBytes
  }

  func entries(
    of url: String, content hasContent: (StoredResponse) -> Bool
  ) -> (usable: [StoredResponse], unusable: [StoreError]) {
    (state.withLock { $0.entries[url]?.values.map(\.response) } ?? [], [])
  }

  func change(
    _ url: String, storing response: StoredResponse?, removing obsolete: [String]
  ) throws(StoreError) {
    if let response, response.cost > room {
      throw StoreError(path: url.withoutSecrets, problem: .tooLarge(limit: room))
    }
    state.withLock { state in
      for name in obsolete { state.remove(name, of: url) }
      guard let response else { return }
      state.remove(response.entryName, of: url)
      state.entries[url, default: [:]][response.entryName] = Entry(
        number: state.count, response: response)
      state.count += 1
      state.bytes += response.cost
      guard state.bytes > maxBytes else { return }
      let all = state.entries.values.flatMap(\.values).sorted { $0.number < $1.number }
        .map(\.response)
      for index in Self.excess(of: all.map { ($0.url.origin ?? "", $0.cost) }, room: room) {
        state.remove(all[index].entryName, of: all[index].url)
      }
    }
  }

  func removeAll() { state.withLock { $0 = State() } }
}

extension StoredResponse {
  /// Its approximate size in bytes.
  fileprivate var cost: Int {
    fields.reduce(500 + body.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}
