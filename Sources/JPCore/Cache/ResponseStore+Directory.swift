/// The directory as a whole.
extension ResponseStore {
  /// An entry as the directory shows it.
  package struct Entry: Sendable {
    /// The file's path.
    package let path: String

    /// The file's size in bytes.
    package let bytes: Int

    /// When it was stored, by the file system's clock.
    package let stored: HTTPDate

    /// The response without its content, as the file's head tells it; `nil` where the file can't be
    /// used.
    package let head: StoredResponse?
  }

  /// Lists the entries, the one stored longest ago first. Other programs' and other users' files
  /// are left out.
  ///
  /// - Throws: ``StoreError`` where the directory can't be read; one that isn't there is empty.
  package func entries() throws(StoreError) -> [Entry] {
    guard try isThere() else { return [] }
    return try files(where: EntryName.isEntry).compactMap { file in
      let entry = { (head: StoredResponse?) in
        Entry(path: file.path, bytes: file.bytes, stored: file.stored, head: head)
      }
      do throws(StoreError.Problem) {
        // Another process may have removed it since.
        return try StoredEntry(file.path, maxBytes: maxBytes).map { entry($0.head) }
      } catch {
        return error.isOfEntry ? entry(nil) : nil
      }
    }
  }

  /// Removes entries.
  ///
  /// - Parameter isWanted: which ones; called with each entry.
  /// - Returns: how many were removed.
  /// - Throws: ``StoreError`` for the first that can't be removed, when all others are.
  package func remove(where isWanted: (Entry) -> Bool) throws(StoreError) -> Int {
    try remove(try entries().filter(isWanted).map(\.path))
  }

  /// Removes what writers that died left behind, and the oldest entries while all together take
  /// more than 15/16 of ``maxBytes``.
  ///
  /// - Parameter now: what counts as left behind is decided by this.
  /// - Throws: ``StoreError`` where the directory can't be read, or is another user's.
  package func tidy(now: HTTPDate) throws(StoreError) {
    guard try isThere() else { return }
    // Writing takes milliseconds: after a minute the writer is gone.
    for file in try files(where: { $0.hasPrefix(EntryName.temporaryPrefix) })
    where file.stored.seconds < now.seconds - 60 {
      unlink(file.path.cPath)
    }
    let entries = try files(where: EntryName.isEntry)
    var total = entries.reduce(0) { $0 + $1.bytes }
    for entry in entries where total > maxBytes - maxBytes / 16 && isEntry(entry.path) {
      if unlink(entry.path.cPath) == 0 { total -= entry.bytes }
    }
  }

  /// Counts bytes that are to be written, and tidies the directory each time that they are a 16th
  /// of ``maxBytes``: listing it takes time by the number of its files, which a single store must
  /// not.
  ///
  /// The count is the length of a file, a byte for each 4 KiB: appending needs no lock. Where it
  /// can't be written, or the directory can't be listed, nothing is tidied, and storing goes on.
  func count(bytes: Int) {
    let blocks = [UInt8](repeating: UInt8(ascii: "."), count: bytes / 4096 + 1)
    let descriptor = open(
      path(EntryName.count).cPath,
      O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW,
      0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.isOurs,
      status.st_nlink == 1,
      (try? SystemFile.write(blocks.span.bytes, to: descriptor)) != nil,
      fstat(descriptor, &status) == 0, Int(status.st_size) > maxBytes / 16 / 4096,
      ftruncate(descriptor, 0) == 0
    else { return }
    // By the file system's clock, which is the one that says when files were written.
    try? tidy(now: status.modified)
  }

  private struct File {
    let path: String
    let bytes: Int
    let stored: HTTPDate
  }

  /// The files with wanted names, the oldest first.
  private func files(where isWanted: (String) -> Bool) throws(StoreError) -> [File] {
    let names: [String]
    do {
      names = try SystemFile.names(in: directory)
    } catch {
      if error.errno == ENOENT { return [] }
      throw StoreError(path: directory, problem: .unreadable(errno: error.errno))
    }
    let files = names.filter(isWanted).compactMap { name -> File? in
      var status = stat()
      // Another process may have removed it since; other users' files are not counted.
      guard lstat(path(name).cPath, &status) == 0, status.isOurs else { return nil }
      return File(path: path(name), bytes: Int(status.st_size), stored: status.modified)
    }
    return files.sorted { ($0.stored, $0.path) < ($1.stored, $1.path) }
  }

  /// Whether a file begins as entries do, and isn't another user's.
  private func isEntry(_ path: String) -> Bool {
    do throws(StoreError.Problem) { return try StoredEntry(path, maxBytes: maxBytes) != nil } catch
    {
      return error.isOfEntry
    }
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
