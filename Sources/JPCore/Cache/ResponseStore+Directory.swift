/// Operations on the whole directory.
extension ResponseStore {
  /// An entry in a list of the directory.
  package struct Entry: Sendable {
    /// The file's path.
    package let path: String

    /// The file's size in bytes.
    package let bytes: Int

    /// When it was stored, by the file system's clock.
    package let stored: HTTPDate

    /// The response without its content; `nil` if the file can't be used.
    package let head: StoredResponse?
  }

  /// Lists the entries, the oldest first. Files of other programs and other users are left out.
  ///
  /// - Throws: ``StoreError`` if the directory can't be read. A missing directory is empty.
  package func entries() throws(StoreError) -> [Entry] {
    guard try isThere() else { return [] }
    var entries: [Entry] = []
    for folder in try names(in: directory) where EntryName.isFolder(folder) {
      // A file, or a folder that this user can't read, contains no entries.
      for name in (try? names(in: path(folder))) ?? [] where name.hasSuffix(EntryName.suffix) {
        let path = path("\(folder)/\(name)")
        guard let file = status(ofOurs: path) else { continue }
        let head: StoredResponse?
        do throws(StoreError.Problem) {
          head = try EntryFile.response(at: path) { _ in false }
          // Another process may have removed it since.
          if head == nil { continue }
        } catch {
          guard error.isOfEntry else { continue }
          head = nil
        }
        entries.append(
          Entry(path: path, bytes: Int(file.st_size), stored: file.modified, head: head))
      }
    }
    return entries.sorted { ($0.stored, $0.path) < ($1.stored, $1.path) }
  }

  /// Removes entries.
  ///
  /// - Parameter isWanted: whether to remove an entry.
  /// - Returns: the number of removed entries.
  /// - Throws: ``StoreError`` for the first one that can't be removed, after removing the others.
  package func remove(where isWanted: (Entry) -> Bool) throws(StoreError) -> Int {
    try remove(try entries().filter(isWanted).map(\.path))
  }

  /// Removes the files that crashed writers left, and the oldest entries if all together take more
  /// than 15/16 of ``maxBytes``.
  ///
  /// - Throws: ``StoreError`` if the directory can't be read, or belongs to another user.
  package func tidy() throws(StoreError) {
    guard try isThere() else { return }
    for name in try names(in: directory) where name.hasPrefix(EntryName.temporaryPrefix) {
      let path = path(name)
      guard let file = status(ofOurs: path) else { continue }
      // Writing takes milliseconds: after an hour the writer is gone.
      if file.modified.seconds < HTTPDate.systemClock().seconds - 3600 { unlink(path) }
    }
    let entries = try entries()
    guard entries.reduce(0, { $0 + $1.bytes }) > room else { return }
    let excess = Self.excess(of: entries.map { ($0.head?.url.origin ?? "", $0.bytes) }, room: room)
    _ = try remove(excess.map { entries[$0].path })
  }

  private func status(ofOurs path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 && status.isOurs ? status : nil
  }
}

extension stat {
  /// When the file was last written.
  fileprivate var modified: HTTPDate {
    #if canImport(Darwin)
      HTTPDate(seconds: Int(st_mtimespec.tv_sec))
    #else
      HTTPDate(seconds: Int(st_mtim.tv_sec))
    #endif
  }
}
