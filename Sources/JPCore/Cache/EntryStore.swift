/// A store of responses: a directory or memory.
protocol EntryStore: Sendable {
  /// The stored responses for a URL, and an error for each entry that can't be used.
  ///
  /// - Parameters:
  ///   - url: in the spelling of ``Swift/String/cacheKey``.
  ///   - hasContent: whether to read a response's content, decided by its head.
  func entries(
    of url: String, content hasContent: (StoredResponse) -> Bool
  ) throws(StoreError) -> (usable: [StoredResponse], unusable: [StoreError])

  /// Stores a response for a URL, then removes other entries.
  ///
  /// - Parameters:
  ///   - response: replaces the one with the same name; `nil` to store nothing.
  ///   - obsolete: the names of the entries to remove.
  func change(
    _ url: String, storing response: StoredResponse?, removing obsolete: [String]
  ) throws(StoreError)

  /// The maximum size of all entries together, in bytes.
  var maxBytes: Int { get }

  /// Removes all entries.
  func removeAll() throws(StoreError)
}

extension EntryStore {
  /// Applies an update.
  ///
  /// - Throws: ``StoreError`` if the response can't be stored; then nothing is removed.
  func apply(_ update: StoreUpdate, to key: RequestKey) throws(StoreError) {
    let (entries, unusable) = try entries(of: key.url) { _ in false }
    var obsolete = entries.filter { update.removes($0, for: key) }.map(\.entryName)
    var stored = update.stored
    if let response = stored {
      stored?.order = (entries.map(\.order).max() ?? -1) + 1
      // A URL keeps at most eight answers and eight refusals.
      let others = entries.filter {
        $0.verdict.isAnswer == response.verdict.isAnswer && $0.entryName != response.entryName
          && !obsolete.contains($0.entryName)
      }
      obsolete += others.sorted { $0.order > $1.order }.dropFirst(7).map(\.entryName)
    }
    obsolete += unusable.filter(\.problem.isOfEntry).map(\.name)
    try change(key.url, storing: stored, removing: obsolete.filter { $0 != stored?.entryName })
  }

  /// The size to which entries are removed, in bytes.
  var room: Int { maxBytes - maxBytes / 16 }

  /// The entries to remove from a store that is too large: the oldest of the largest origins, so
  /// that one origin can't push out the entries of others.
  ///
  /// - Parameters:
  ///   - entries: the oldest first.
  ///   - room: the number of bytes that may stay.
  /// - Returns: the indices of the entries to remove.
  static func excess(of entries: [(origin: String, bytes: Int)], room: Int) -> [Int] {
    let origins = Dictionary(grouping: entries.indices) { entries[$0].origin }
      .mapValues { indices in (indices, bytes: indices.reduce(0) { $0 + entries[$1].bytes }) }
      .values.sorted { $0.bytes < $1.bytes }
    var room = room
    var removed: [Int] = []
    for (number, (indices, bytes)) in origins.enumerated() {
      // A small origin leaves the rest of its equal share to the larger ones.
      let share = room / (origins.count - number)
      var left = bytes
      removed += indices.prefix { index in
        defer { left -= entries[index].bytes }
        return left > share
      }
      room -= removed.isEmpty ? bytes : share
    }
    return removed
  }
}

extension StoreError {
  /// The file's name.
  fileprivate var name: String { path.split(separator: "/").last.map { String($0) } ?? "" }
}

extension StoreError.Problem {
  /// Whether jpfetch wrote the file.
  var isOfEntry: Bool { [.otherVersion, .damaged, .otherURL].contains(self) }
}
