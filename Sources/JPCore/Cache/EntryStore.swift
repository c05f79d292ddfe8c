/// Where responses are stored: a directory, or memory.
protocol EntryStore: Sendable {
  /// What is stored for a URL in the spelling of ``Swift/String/cacheKey``, and what is wrong with
  /// entries that can't be used.
  func entries(of key: String) throws(StoreError) -> (usable: [StoredEntry], unusable: [StoreError])

  /// Stores a response for a URL, then removes other entries.
  ///
  /// - Parameters:
  ///   - response: takes the place of the one with its name; `nil` for none.
  ///   - obsolete: the names of those to remove.
  func change(
    _ key: String, storing response: StoredResponse?, removing obsolete: [String]
  ) throws(StoreError)

  /// Random text for digests, so that nobody can guess what was digested.
  ///
  /// - Parameter isMade: whether it is made if there is none.
  func salt(isMade: Bool) throws(StoreError) -> String

  /// Removes all entries.
  func removeAll() throws(StoreError)
}

extension EntryStore {
  /// Does what a response changes.
  ///
  /// - Throws: ``StoreError`` if it can't be stored; then nothing is removed.
  func apply(_ update: StoreUpdate, to key: RequestKey) throws(StoreError) {
    let (entries, unusable) = try entries(of: key.url)
    var obsolete = entries.filter { update.removes($0.head, for: key) }.map(\.name)
    var stored = update.stored
    if let response = stored {
      stored?.order = (entries.map(\.head.order).max() ?? -1) + 1
      // A URL has room for eight answers, and for eight refusals.
      let others = entries.filter {
        $0.head.verdict.isAnswer == response.verdict.isAnswer && $0.name != response.entryName
          && !obsolete.contains($0.name)
      }
      obsolete += others.sorted { $0.head.order > $1.head.order }.dropFirst(7).map(\.name)
    }
    obsolete += unusable.filter(\.problem.isOfEntry).map(\.name)
    try change(key.url, storing: stored, removing: obsolete.filter { $0 != stored?.entryName })
  }
}

/// Which entries give way when all together take too much room: the oldest of the origins that
/// take most, so that one origin can't push out the others'.
///
/// - Parameters:
///   - entries: the oldest first.
///   - room: how many bytes may stay.
/// - Returns: the places of those to remove.
func evicted(of entries: [(origin: String, bytes: Int)], room: Int) -> [Int] {
  let origins = Dictionary(grouping: entries.indices) { entries[$0].origin }
    .mapValues { places in (places, bytes: places.reduce(0) { $0 + entries[$1].bytes }) }
    .values.sorted { $0.bytes < $1.bytes }
  var room = room
  var removed: [Int] = []
  for (number, (places, bytes)) in origins.enumerated() {
    // The smaller ones leave their rest of an equal share to the larger ones.
    let share = room / (origins.count - number)
    var left = bytes
    removed += places.prefix { place in
      defer { left -= entries[place].bytes }
      return left > share
    }
    room -= removed.isEmpty ? bytes : share
  }
  return removed
}

extension StoreError {
  /// The last part of its path.
  fileprivate var name: String { path.split(separator: "/").last.map { String($0) } ?? "" }
}

extension StoreError.Problem {
  /// Whether it is of a file that is an entry of ours.
  var isOfEntry: Bool { [.otherVersion, .damaged, .otherURL].contains(self) }
}
