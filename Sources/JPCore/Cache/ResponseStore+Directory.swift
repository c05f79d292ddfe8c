extension ResponseStore {
  package struct Entry: Sendable {
    package let path: String

    /// The size of the file in bytes, including the head.
    package let bytes: Int

    /// The modification time of the file.
    package let stored: HTTPDate

    /// The response without its content; `nil` if the file is damaged or others may write it.
    package fileprivate(set) var head: StoredResponse?

    /// The size of the content in bytes; `nil` if ``head`` is.
    package fileprivate(set) var contentBytes: Int?

    /// How long ago the response was stored or confirmed; `nil` if that isn't known. An unusable
    /// file has only the file system's time.
    package func age(at now: HTTPDate) -> Duration? {
      if let head { return head.storedAgo(at: now) }
      if stored > now { return nil }
      return now - stored
    }
  }

  /// Reads the entries, the oldest first; those whose age isn't known come before them. Files of
  /// other users are left out, and private files that aren't stored responses.
  ///
  /// - Throws: ``StoreError`` if the directory can't be read, or belongs to another user. A missing
  ///   directory has no entries.
  package func entries() throws(StoreError) -> [Entry] {
    var entries: [Entry] = []
    for var entry in try entryFiles() {
      do throws(StoreError) {
        // Another process may have removed the file.
        guard var response = try EntryFile.read(at: entry.path) else { continue }
        entry.contentBytes = response.response.body.count
        response.response.body = []
        entry.head = response
      } catch {
        // Leave out a file with any other problem, such as one that begins otherwise.
        guard error.problem == .damaged || error.problem == .writableByOthers else { continue }
      }
      entries.append(entry)
    }
    let now = HTTPDate.systemClock()
    entries.sort { one, other in
      let age = one.age(at: now)
      let otherAge = other.age(at: now)
      if age == otherAge { return one.path.utf8.lexicographicallyPrecedes(other.path.utf8) }
      guard let age else { return true }
      guard let otherAge else { return false }
      return age > otherAge
    }
    return entries
  }

  /// The files of the entries: those in the folder with ``suffix``. Their content isn't read.
  private func entryFiles() throws(StoreError) -> [Entry] {
    guard try folderExists() else {
      // This throws if the directory's path is a file.
      _ = try fileNames(in: directory)
      return []
    }
    var files: [Entry] = []
    for name in try fileNames(in: folder) where name.hasSuffix(Self.suffix) {
      let path = "\(folder)/\(name)"
      guard let status = statusOfOwnFile(path), status.fileType == S_IFREG else { continue }
      let stored = HTTPDate(seconds: Int(status.modified.components.seconds))
      files.append(Entry(path: path, bytes: Int(status.st_size), stored: stored))
    }
    return files
  }

  /// Removes the entries for which `isWanted` returns `true`.
  ///
  /// - Returns: the removed entries, including any that another process has removed meanwhile.
  /// - Throws: ``StoreError`` if the directory can't be used, or for the first entry that can't be
  ///   removed, after removing the others.
  package func removeEntries(where isWanted: (Entry) -> Bool) throws(StoreError) -> [Entry] {
    let entries = try entries().filter(isWanted)
    try removeFiles(entries.map(\.path))
    return entries
  }

  /// Removes all entries for a URL, also those for requests with header fields that the user set.
  ///
  /// - Returns: the removed entries.
  package func removeEntries(storedFor url: String) throws(StoreError) -> [Entry] {
    let key = RequestKey(HTTPRequest(url: url))
    let path = entryPath(for: key)
    return try removeEntries { entry in
      // The URL of a damaged entry is unknown, but its file name shows whether it was stored for a
      // request with this URL and without fields that the user set.
      guard let head = entry.head else { return entry.path == path }
      return head.url.hasSameBytes(as: key.cacheKey.url)
    }
  }

  /// Removes all entries, and the files of crashed writers.
  func removeAllEntries() throws(StoreError) {
    _ = try removeEntries { _ in true }
    try removeTemporaryFiles()
  }

  // MARK: Tidying

  /// Removes the files of crashed writers, and the oldest entries if all files together take more
  /// than ``maxBytesAfterRemoval``.
  ///
  /// - Throws: ``StoreError`` if the directory can't be read or belongs to another user, or if an
  ///   entry can't be removed.
  func removeExcess() throws(StoreError) {
    // Writing takes milliseconds, so the writers of files that are an hour old have crashed.
    let anHourAgo = Duration.seconds(HTTPDate.systemClock().seconds - 3600)
    var bytes = try removeTemporaryFiles(modifiedBefore: anHourAgo)
    let files = try entryFiles().sorted { $0.stored < $1.stored }
    for file in files { bytes += file.bytes }
    var excess: [String] = []
    for file in files where bytes > maxBytesAfterRemoval {
      excess.append(file.path)
      bytes -= file.bytes
    }
    try removeFiles(excess)
  }

  /// Removes the files of crashed writers. Only the folder is searched, because the user may have
  /// files in the directory.
  ///
  /// - Parameter limit: the time before which the files were modified; `nil` for all of them.
  /// - Returns: the size of the files that are left, in bytes.
  /// - Throws: ``StoreError`` if the directory can't be used.
  @discardableResult
  package func removeTemporaryFiles(
    modifiedBefore limit: Duration? = nil
  ) throws(StoreError) -> Int {
    guard try folderExists() else { return 0 }
    var bytes = 0
    for name in try fileNames(in: folder) where name.hasPrefix(Self.temporaryPrefix) {
      let path = "\(folder)/\(name)"
      guard let status = statusOfOwnFile(path) else { continue }
      if let limit, status.modified >= limit {
        bytes += Int(status.st_size)
      } else {
        unlink(path)
      }
    }
    return bytes
  }

  // MARK: Files

  /// The names in a directory; empty if it is missing.
  private func fileNames(in directory: String) throws(StoreError) -> [String] {
    do { return try SystemFile.fileNames(in: directory) } catch {
      if error.number == ENOENT { return [] }
      throw StoreError(path: directory, problem: .unreadable(errno: error.number))
    }
  }

  /// A file's status, lstat(2); `nil` if the file is missing, or belongs to neither this user nor
  /// root.
  private func statusOfOwnFile(_ path: String) -> stat? {
    var status = stat()
    guard lstat(path, &status) == 0, status.isOurs else { return nil }
    return status
  }
}

extension stat {
  /// The file's modification time, as the time since 1970.
  var modified: Duration {
    #if canImport(Darwin)
      let time = st_mtimespec
    #else
      let time = st_mtim
    #endif
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
