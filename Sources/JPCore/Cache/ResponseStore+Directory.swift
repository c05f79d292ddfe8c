/// Operations on the whole directory.
extension ResponseStore {
  /// An entry, read without its content.
  package struct Entry: Sendable {
    /// The file's path.
    package let path: String

    /// The file's size in bytes.
    package let bytes: Int

    /// When the file was written, by the file system's clock.
    package let stored: HTTPDate

    /// The response without its content; `nil` if the file is damaged, or others may write it.
    package let head: StoredResponse?

    /// The size of the content in bytes; `nil` if the file is damaged.
    package var contentBytes: Int? {
      guard let head else { return nil }
      // The header's size doesn't depend on the content.
      return bytes - EntryFile.header(of: head).count
    }
  }

  /// Lists the entries, the oldest first. Files of other programs, other users and other versions
  /// are left out.
  ///
  /// - Throws: ``StoreError`` if the directory can't be read, or belongs to another user. A missing
  ///   directory has no entries.
  package func entries() throws(StoreError) -> [Entry] {
    guard try exists() else {
      // Throws if a file is in place of the directory.
      _ = try names(in: directory)
      return []
    }
    var entries: [Entry] = []
    for name in try names(in: folder) where name.hasSuffix(Self.suffix) {
      if let entry = entry(at: "\(folder)/\(name)") { entries.append(entry) }
    }
    entries.sort { one, other in
      if one.stored != other.stored { return one.stored < other.stored }
      return one.path.utf8.lexicographicallyPrecedes(other.path.utf8)
    }
    return entries
  }

  /// - Returns: `nil` if the file isn't a usable or damaged entry, or another process has removed
  ///   it.
  private func entry(at path: String) -> Entry? {
    guard let status = statusOfOwnFile(path) else { return nil }
    let head: StoredResponse?
    do throws(UnusableEntry) {
      head = try EntryFile.response(at: path, content: false)
      if head == nil { return nil }
    } catch {
      guard error.problem == .damaged || error.problem == .writableByOthers,
        isEntryOfAnyVersion(path)
      else { return nil }
      head = nil
    }
    return Entry(path: path, bytes: Int(status.st_size), stored: status.modified, head: head)
  }

  /// Removes entries.
  ///
  /// - Parameter isWanted: whether to remove an entry.
  /// - Returns: the removed entries, including any that another process has removed meanwhile.
  /// - Throws: ``StoreError`` if the directory can't be used, or for the first entry that can't be
  ///   removed, after removing the others.
  package func remove(where isWanted: (Entry) -> Bool) throws(StoreError) -> [Entry] {
    let entries = try entries().filter(isWanted)
    _ = try remove(entries.map(\.path))
    return entries
  }

  /// Removes all entries for a URL, whatever header fields the requests had.
  ///
  /// - Returns: the removed entries.
  package func remove(storedFor url: String) throws(StoreError) -> [Entry] {
    let key = RequestKey(HTTPRequest(url: url))
    let path = path(for: key)
    return try remove { entry in
      // The URL of a damaged entry is unknown. Its file name shows whether it was stored for a
      // request with this URL and without user-set fields.
      guard let head = entry.head else { return entry.path == path }
      return head.url.utf8.elementsEqual(key.url.utf8)
    }
  }

  /// Removes all entries, and what earlier versions and crashed writers left.
  func removeAll() throws(StoreError) {
    _ = try remove { _ in true }
    try tidy()
  }

  // MARK: Tidying

  /// Removes the files that crashed writers and earlier versions left, and the oldest entries if
  /// all entries together take more than 15/16 of ``maxBytes``.
  ///
  /// - Returns: the number of removed responses that earlier versions stored.
  /// - Throws: ``StoreError`` if the directory can't be read or belongs to another user, or if an
  ///   entry can't be removed.
  @discardableResult
  package func tidy() throws(StoreError) -> Int {
    guard try directoryExists() else { return 0 }
    let earlier = removeEarlierVersions()
    guard try exists() else { return earlier }
    removeAbandonedFiles()
    let entries = try entries()
    var bytes = 0
    for entry in entries { bytes += entry.bytes }
    var excess: [String] = []
    for entry in entries where bytes > room {
      excess.append(entry.path)
      bytes -= entry.bytes
    }
    _ = try remove(excess)
    return earlier
  }

  /// Removes temporary files that are more than an hour old. Writing takes milliseconds, so their
  /// writers have crashed. They are only in the folder: the directory may have any files of the user.
  private func removeAbandonedFiles() {
    let anHourAgo = HTTPDate.systemClock().seconds - 3600
    for name in readableNames(in: folder) where name.hasPrefix(Self.temporaryPrefix) {
      let path = "\(folder)/\(name)"
      if let status = statusOfOwnFile(path), status.modified.seconds < anHourAgo { unlink(path) }
    }
  }

  // MARK: Earlier versions

  /// Whether only earlier versions have stored responses here.
  func hasOnlyEarlierVersions() throws(StoreError) -> Bool {
    guard try !exists(), try directoryExists() else { return false }
    for name in readableNames(in: directory) where !earlierEntries(in: name).isEmpty {
      return true
    }
    return false
  }

  /// Removes the entries of earlier versions, and their folders.
  ///
  /// - Returns: the number of removed entries.
  @discardableResult
  func removeEarlierVersions() -> Int {
    var count = 0
    for name in readableNames(in: directory) {
      let entries = earlierEntries(in: name)
      if entries.isEmpty { continue }
      for path in entries where unlink(path) == 0 { count += 1 }
      // A folder with files of other programs stays: rmdir(2) removes only empty ones.
      rmdir("\(directory)/\(name)")
    }
    return count
  }

  /// The entries that an earlier version wrote in a folder of the directory. Those versions had a
  /// folder for each URL.
  private func earlierEntries(in name: String) -> [String] {
    let folder = "\(directory)/\(name)"
    if name == Self.folderName || name.hasPrefix(".") { return [] }
    guard let status = statusOfOwnFile(folder), status.kind == S_IFDIR else { return [] }
    var entries: [String] = []
    for name in readableNames(in: folder) where name.hasSuffix(Self.suffix) {
      let path = "\(folder)/\(name)"
      if isEntryOfAnyVersion(path) { entries.append(path) }
    }
    return entries
  }

  private func isEntryOfAnyVersion(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    if descriptor < 0 { return false }
    defer { close(descriptor) }
    let mark = EntryFile.markOfAnyVersion.utf8
    // A file that can't be read, such as a directory, isn't an entry.
    guard let bytes = try? SystemFile.bytes(upTo: mark.count, of: descriptor) else { return false }
    return bytes.elementsEqual(mark)
  }

  // MARK: Files

  /// The names in a directory; empty if it is missing.
  private func names(in directory: String) throws(StoreError) -> [String] {
    do { return try SystemFile.names(in: directory) } catch {
      if error.number == ENOENT { return [] }
      throw StoreError(path: directory, problem: .unreadable(errno: error.number))
    }
  }

  /// The names in a directory; empty if it can't be read, so that tidying continues elsewhere.
  private func readableNames(in directory: String) -> [String] {
    // A directory that must be readable is read with `names(in:)`, which throws.
    (try? SystemFile.names(in: directory)) ?? []
  }

  /// A file's status, lstat(2); `nil` if it is missing or belongs to another user.
  private func statusOfOwnFile(_ path: String) -> stat? {
    var status = stat()
    guard lstat(path, &status) == 0, status.isOurs else { return nil }
    return status
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
