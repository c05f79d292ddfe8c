import Synchronization

/// A directory of stored responses: a folder for this version of the format, with a file for each
/// response.
///
/// It needs no lock: an entry is written to a temporary name and renamed, so a reader sees either
/// the complete old entry or the complete new one, and the last of several writers wins. Any number
/// of processes can share the directory, and it can be copied or be read-only.
///
/// The path of the directory may contain links, but links inside the directory aren't followed. The
/// directory, the folder and the entries are used only if they belong to this user or root. The
/// folder and the entries must also not be writable by anyone else. After the directory and the
/// folder have passed these checks, they aren't checked again, so make a new store for each run.
package final class ResponseStore: Sendable {
  package let directory: String

  /// The maximum size of all entries together, in bytes.
  package let maxBytes: Int

  /// The suffix of the entries' file names.
  static let suffix = ".response"

  /// The prefix of the temporary name of a file that is being written.
  static let temporaryPrefix = ".writing-"

  /// The name of the folder with the entries. It changes with the version of the format.
  static let folderName = "v7"

  private enum FolderState {
    case unknown, missing, usable
  }

  /// What ``folderExists()`` has found.
  private let knownFolder = Mutex(FolderState.unknown)

  /// Makes a store. Its directory is created when the first response is stored.
  ///
  /// - Parameter maxBytes: the maximum size of all entries together. The oldest ones are removed if
  ///   it is exceeded.
  package init(directory: String, maxBytes: Int = 256 << 20) {
    // Remove slashes at the end, because with them lstat(2) would follow a link.
    var path = directory.utf8[...]
    while path.count > 1, path.last == .slash || path.suffix(2).elementsEqual("/.".utf8) {
      path.removeLast()
    }
    self.directory = String(utf8: path)
    self.maxBytes = maxBytes
  }

  var folder: String { "\(directory)/\(Self.folderName)" }

  /// The path of the entry for a request, even if no response is stored.
  func entryPath(for key: RequestKey) -> String { "\(folder)/\(key.fileName)" }

  /// The maximum size of all entries together after tidying, in bytes.
  var maxBytesAfterRemoval: Int { maxBytes - maxBytes / 16 }

  // MARK: Checking

  /// Whether the folder with the entries exists.
  ///
  /// - Throws: ``StoreError`` if the folder can't be examined or isn't a directory, if the folder,
  ///   the directory or a link to the directory belongs to another user, or if others may write the
  ///   folder.
  func folderExists() throws(StoreError) -> Bool {
    if folderState == .usable { return true }
    guard try directoryExists(), let status = try fileStatus(of: folder, followingLinks: false)
    else {
      knownFolder.withLock { folder in folder = .missing }
      return false
    }
    guard status.fileType == S_IFDIR else {
      throw StoreError(path: folder, problem: .unreadable(errno: ENOTDIR))
    }
    if let problem = status.problemOfTrust { throw StoreError(path: folder, problem: problem) }
    knownFolder.withLock { folder in folder = .usable }
    return true
  }

  private var folderState: FolderState { knownFolder.withLock { folder in folder } }

  /// Whether the directory exists.
  ///
  /// - Throws: ``StoreError`` if the directory can't be examined or belongs to another user. If the
  ///   path is a link, the link's owner is checked, too, because that user decides where it leads.
  private func directoryExists() throws(StoreError) -> Bool {
    guard let link = try fileStatus(of: directory, followingLinks: false) else { return false }
    guard link.isOurs else { throw StoreError(path: directory, problem: .notOurs) }
    guard let target = try fileStatus(of: directory, followingLinks: true) else { return false }
    guard target.isOurs else { throw StoreError(path: directory, problem: .notOurs) }
    return true
  }

  /// A file's status, lstat(2) or stat(2).
  ///
  /// - Returns: `nil` if the file doesn't exist.
  private func fileStatus(
    of path: String, followingLinks followsLinks: Bool
  ) throws(StoreError) -> stat? {
    var status = stat()
    let result = followsLinks ? stat(path, &status) : lstat(path, &status)
    if result == 0 { return status }
    let error = errno
    if error == ENOENT || error == ENOTDIR { return nil }
    throw StoreError(path: path, problem: .unreadable(errno: error))
  }

  // MARK: Reading

  /// The response that is stored for a request.
  ///
  /// - Returns: `nil` if none is stored.
  /// - Throws: ``StoreError`` if the entry or the directory can't be used.
  func readResponse(for key: RequestKey) throws(StoreError) -> StoredResponse? {
    // The look-ups of a run look for a missing folder once.
    guard folderState != .missing, try folderExists() else { return nil }
    let path = entryPath(for: key)
    guard let response = try EntryFile.read(at: path) else { return nil }
    // The file may have been moved or copied from another path. Its checksum doesn't show that.
    guard response.key == key.cacheKey else { throw StoreError(path: path, problem: .otherRequest) }
    return response
  }

  // MARK: Writing

  /// Stores or removes the response to a request.
  ///
  /// - Throws: ``StoreError`` if the response can't be stored or removed. The entry for the request
  ///   is then unchanged.
  func applyUpdate(_ update: StoreUpdate, to key: RequestKey) throws(StoreError) {
    switch update {
    case .nothing: break
    case .store(let response): try writeEntry(response, to: entryPath(for: key))
    case .remove:
      guard try folderExists() else { return }
      try removeFiles([entryPath(for: key)])
    }
  }

  private func writeEntry(_ response: StoredResponse, to path: String) throws(StoreError) {
    let head = EntryFile.headBytes(of: response)
    let content = response.response.body
    let bytes = head.count + content.count
    func check(_ size: Int, atMost limit: Int) throws(StoreError) {
      if size > limit { throw StoreError(path: path, problem: .tooLarge(limit: limit)) }
    }
    try check(head.count, atMost: EntryFile.maxHeadBytes)
    try check(content.count, atMost: EntryFile.maxContentBytes)
    try check(bytes, atMost: maxBytesAfterRemoval)
    try makeFolder()
    var failure = errorOfWriting(head, content, to: path)
    if failure?.number == ENOENT {
      // Another process has removed the folder during the run.
      knownFolder.withLock { folder in folder = .unknown }
      try makeFolder()
      failure = self.errorOfWriting(head, content, to: path)
    }
    if let failure {
      throw StoreError(path: directory, problem: .unwritable(errno: failure.number))
    }
    // Tidying examines every entry, so it runs at random, on average once while 1/16 of `maxBytes`
    // is written. Its errors don't matter here, because the response is already stored.
    if Int.random(in: 0...maxBytes / 16) < bytes { _ = try? removeExcess() }
  }

  /// Writes an entry.
  ///
  /// - Returns: the error; `nil` on success.
  private func errorOfWriting(
    _ head: [UInt8], _ content: [UInt8], to path: String
  ) -> SystemError? {
    let temporary = "\(folder)/\(Self.temporaryPrefix)\(SystemFile.randomName())"
    do throws(SystemError) {
      try SystemFile.deferringSignals { () throws(SystemError) in
        let file = try TemporaryFile(temporary, permissions: 0o600)
        do throws(SystemError) {
          try SystemFile.writeAll(head, to: file.descriptor)
          try SystemFile.writeAll(content, to: file.descriptor)
        } catch {
          file.remove()
          throw error
        }
        try file.takePlace(of: path)
      }
      return nil
    } catch {
      return error
    }
  }

  /// Makes the folder for the entries if it is missing.
  private func makeFolder() throws(StoreError) {
    // Unless a look-up has, check the directory first, so that nothing is made in one that belongs
    // to another user.
    if folderState != .missing, try folderExists() { return }
    try makeDirectory(folder)
    // Another process may have made the folder meanwhile, so check its owner and permissions.
    _ = try folderExists()
  }

  /// Makes a directory and its missing parents, mkdir(2). Only this user can read them.
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

  /// Removes files. It isn't an error if a file doesn't exist.
  ///
  /// - Throws: ``StoreError`` for the first file that can't be removed, after removing the others.
  func removeFiles(_ paths: [String]) throws(StoreError) {
    var failure: StoreError?
    for path in paths {
      if unlink(path) == 0 || errno == ENOENT { continue }
      if failure == nil { failure = StoreError(path: path, problem: .unwritable(errno: errno)) }
    }
    if let failure { throw failure }
  }
}
