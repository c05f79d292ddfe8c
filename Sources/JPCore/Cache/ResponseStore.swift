/// A directory of stored responses, with a folder for each URL and a file for each response.
///
/// It needs no lock: an entry is written to a temporary name and renamed, so a reader sees either
/// the complete old entry or the complete new one, and the last of several writers wins. Any number
/// of processes can share the directory, and it can be copied or be read-only. A directory or an
/// entry is used only if this user or root owns it.
package struct ResponseStore: EntryStore {
  /// The directory's path.
  package let directory: String

  /// The maximum size of all entries together, in bytes.
  package let maxBytes: Int

  /// Makes a store. Its directory is created when the first response is stored.
  ///
  /// - Parameters:
  ///   - directory: the directory's path.
  ///   - maxBytes: beyond this, the oldest entries of the largest origin are removed.
  package init(directory: String, maxBytes: Int = 256 << 20) {
    // lstat follows a link that ends with a slash.
    var directory = directory[...]
    while directory.utf8.count > 1, directory.hasSuffix("/") || directory.hasSuffix("/.") {
      directory = directory.dropLast()
    }
    self.directory = String(directory)
    self.maxBytes = maxBytes
  }

  func path(_ name: String) -> String { directory + "/" + name }

  // MARK: Reading

  func entries(
    of url: String, content hasContent: (StoredResponse) -> Bool
  ) throws(StoreError) -> (usable: [StoredResponse], unusable: [StoreError]) {
    let folder = path(EntryName.folder(of: url))
    guard try isThere(), try isThere(folder) else { return ([], []) }
    var (usable, unusable): ([StoredResponse], [StoreError]) = ([], [])
    for name in try names(in: folder) where name.hasSuffix(EntryName.suffix) {
      let path = "\(folder)/\(name)"
      do throws(StoreError.Problem) {
        // Another process may have removed it since.
        guard let response = try EntryFile.response(at: path, content: hasContent) else { continue }
        // An entry that was moved or copied from another place is intact, but wrong.
        guard response.url == url, response.entryName == name else { throw .otherURL }
        usable.append(response)
      } catch {
        unusable.append(StoreError(path: path, problem: error))
      }
    }
    return (usable, unusable)
  }

  /// Whether the directory, or a folder in it, exists.
  ///
  /// - Throws: if it can't be read, or if it belongs to another user, or is a link, which only the
  ///   directory may be.
  func isThere(_ folder: String? = nil) throws(StoreError) -> Bool {
    let path = folder ?? directory
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let error = errno
      if error == ENOENT || error == ENOTDIR { return false }
      throw StoreError(path: path, problem: .unreadable(errno: error))
    }
    let isLink = status.kind == S_IFLNK
    guard status.isOurs, !isLink || folder == nil,
      !isLink || stat(path, &status) != 0 || status.isOurs
    else { throw StoreError(path: path, problem: .notOurs) }
    return true
  }

  /// The names in a directory; none if it is missing.
  func names(in directory: String) throws(StoreError) -> [String] {
    do { return try SystemFile.names(in: directory) } catch {
      if error.number == ENOENT { return [] }
      throw StoreError(path: directory, problem: .unreadable(errno: error.number))
    }
  }

  // MARK: Writing

  func change(
    _ url: String, storing response: StoredResponse?, removing obsolete: [String]
  ) throws(StoreError) {
    let folder = path(EntryName.folder(of: url))
    if let response { try write(response, in: folder) }
    _ = try remove(obsolete.map { "\(folder)/\($0)" })
  }

  private func write(_ response: StoredResponse, in folder: String) throws(StoreError) {
    let header = EntryFormat.header(of: response)
    let place = "\(folder)/\(response.entryName)"
    let bytes = header.count + response.body.count
    if header.count > EntryFile.maxHeadBytes {
      throw StoreError(path: place, problem: .tooLarge(limit: EntryFile.maxHeadBytes))
    }
    if bytes > room { throw StoreError(path: place, problem: .tooLarge(limit: room)) }
    try makeDirectory(folder)
    let temporary = path(EntryName.temporaryPrefix + SystemFile.randomName())
    do {
      try SystemFile.create(temporary, permissions: 0o600) { descriptor in
        try SystemFile.writeAll(header.span.bytes, to: descriptor)
        try SystemFile.writeAll(response.body.span.bytes, to: descriptor)
      }
    } catch {
      throw StoreError(
        path: directory, problem: .unwritable(errno: (error as? SystemError)?.number ?? EIO))
    }
    // Another process may have removed the folder while it was empty.
    for _ in 0..<100 {
      if rename(temporary, place) == 0 {
        // tidy() takes time for every file, so it runs about once for each 1/16 of `maxBytes`.
        if Int.random(in: 0...maxBytes / 16) < bytes { try? tidy() }
        return
      }
      if errno != ENOENT { break }
      try makeDirectory(folder)
    }
    let error = errno
    unlink(temporary)
    throw StoreError(path: place, problem: .unwritable(errno: error))
  }

  /// Makes a directory and its missing parents, mkdir(2), which only this user can read.
  private func makeDirectory(_ path: String) throws(StoreError) {
    func isMade() -> Bool { mkdir(path, 0o700) == 0 || errno == EEXIST }
    if isMade() { return }
    var error = errno
    if error == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try makeDirectory(String(path[..<slash]))
      if isMade() { return }
      error = errno
    }
    throw StoreError(path: directory, problem: .unwritable(errno: error))
  }

  // MARK: Removing

  /// Removes the entries for a URL.
  ///
  /// - Returns: the number of removed entries.
  package func remove(storedFor url: String) throws(StoreError) -> Int {
    let (usable, unusable) = try entries(of: url.cacheKey) { _ in false }
    let folder = path(EntryName.folder(of: url.cacheKey))
    return try remove(
      usable.map { "\(folder)/\($0.entryName)" }
        + unusable.filter(\.problem.isOfEntry).map(\.path))
  }

  func removeAll() throws(StoreError) { _ = try remove { _ in true } }

  /// Removes files, and the folders that become empty.
  ///
  /// - Throws: ``StoreError`` for the first one that can't be removed, after removing the others.
  func remove(_ paths: [String]) throws(StoreError) -> Int {
    var failure: StoreError?
    for path in paths where unlink(path) != 0 && errno != ENOENT {
      let error = StoreError(path: path, problem: .unwritable(errno: errno))
      failure = failure ?? error
    }
    for folder in Set(paths.map { $0[..<($0.lastIndex(of: "/") ?? $0.startIndex)] }) {
      rmdir(String(folder))
    }
    if let failure { throw failure }
    return paths.count
  }
}
