#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A directory with a file for each stored response.
///
/// There is no lock: an entry is written beside its place and renamed into it, so a reader sees the
/// whole old one or the whole new one, and the last of several writers wins. Any number of processes
/// can share the directory; it can be copied, and read where it can't be written.
package struct ResponseStore: Sendable {
  /// The directory's path.
  package let directory: String

  /// How many bytes the entries may take together.
  package let maxBytes: Int

  /// The longest head of an entry, in bytes: several times what a transport accepts.
  private static let maxHeadBytes = 1 << 20

  /// Makes a store; the directory is made when the first response is stored.
  ///
  /// - Parameters:
  ///   - directory: its path.
  ///   - maxBytes: when there are more, the entries that were stored longest ago are removed.
  package init(directory: String, maxBytes: Int = 256 << 20) {
    self.directory = directory
    self.maxBytes = maxBytes
  }

  /// The file of a URL's response, whether it is there or not.
  package func path(for url: String) -> String { path(EntryName.name(for: url)) }

  // MARK: Reading

  /// Gives the response that is stored for a URL.
  ///
  /// - Returns: `nil` where none is.
  /// - Throws: ``StoreError`` where something is there that can't be used.
  package func response(for url: String) throws(StoreError) -> StoredResponse? {
    let path = path(for: url)
    let stored: StoredResponse?
    do {
      stored = try read(path, withBody: true)
    } catch {
      throw StoreError(path: path, problem: error)
    }
    guard let stored else { return nil }
    // An entry that was moved to another's place is intact, but the wrong one.
    guard stored.url.utf8.elementsEqual(url.utf8) else {
      throw StoreError(path: path, problem: .otherURL)
    }
    return stored
  }

  /// - Parameter withBody: whether the content is read and the checksum compared; otherwise the
  ///   response comes without its content.
  private func read(
    _ path: String, withBody: Bool
  ) throws(StoreError.Problem) -> StoredResponse? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else {
      let error = SystemError.last.errno
      if error == ENOENT || error == ENOTDIR { return nil }
      // Links are not followed.
      if error == ELOOP { throw .notAFile }
      throw .unreadable(errno: error)
    }
    defer { close(descriptor) }
    return try entry(descriptor, withBody: withBody)
  }

  /// The entry in an open file.
  private func entry(
    _ descriptor: Int32, withBody: Bool
  ) throws(StoreError.Problem) -> StoredResponse {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno: SystemError.last.errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    do throws(EntryFormat.Problem) {
      let first = try Self.bytes(
        min(EntryFormat.firstLineBytes, Int(status.st_size)), at: 0, descriptor)
      let line = try EntryFormat.firstLine(first[...])
      let (rest, overflows) = line.headBytes.addingReportingOverflow(line.bodyBytes)
      guard !overflows, Int(status.st_size) - EntryFormat.firstLineBytes == rest,
        line.headBytes <= Self.maxHeadBytes, line.bodyBytes <= maxBytes
      else { throw EntryFormat.Problem.damaged }
      let head = try Self.bytes(line.headBytes, at: first.count, descriptor)
      guard withBody else { return try EntryFormat.response(head: head, body: []) }
      let body = try Self.bytes(line.bodyBytes, at: first.count + head.count, descriptor)
      return try EntryFormat.response(firstLine: first[...], head: head, body: body)
    } catch {
      throw StoreError.Problem(error)
    }
  }

  /// Reads exactly as many bytes; fewer, or an error of the system, are damage.
  private static func bytes(
    _ count: Int, at offset: Int, _ descriptor: Int32
  ) throws(EntryFormat.Problem) -> [UInt8] {
    let bytes = try? SystemFile.bytes(upTo: count, at: offset, of: descriptor)
    guard let bytes, bytes.count == count else { throw .damaged }
    return bytes
  }

  // MARK: Writing

  /// Stores a response in the place of an older one for the same URL.
  ///
  /// - Throws: ``StoreError`` where the directory or the file can't be written; the older response
  ///   stays then.
  package func store(_ response: StoredResponse) throws(StoreError) {
    let path = path(for: response.url)
    guard response.body.count < maxBytes else {
      throw StoreError(path: path, problem: .tooLarge(limit: maxBytes))
    }
    do {
      try makeDirectory()
      try replace(path, by: response)
    } catch let error as SystemError {
      throw StoreError(path: directory, problem: .unwritable(errno: error.errno))
    } catch let error as SystemFile.ReplaceError {
      let place = error.path == path ? path : directory
      throw StoreError(path: place, problem: .unwritable(errno: error.errno))
    } catch {
      preconditionFailure("no other error is thrown")
    }
  }

  private func replace(_ path: String, by response: StoredResponse) throws {
    let name =
      EntryName.temporaryPrefix + "\(getpid())-"
      + String(UInt64.random(in: .min ... .max), radix: 16)
    func store() throws {
      try SystemFile.replace(path, by: self.path(name), permissions: 0o600) { descriptor in
        try SystemFile.write(EntryFormat.header(of: response).span.bytes, to: descriptor)
        try SystemFile.write(response.body.span.bytes, to: descriptor)
      }
    }
    do { try store() } catch let error as SystemFile.ReplaceError where error.path == path {
      // An empty directory in an entry's place is replaced.
      guard rmdir(path) == 0 else { throw error }
      try store()
    }
  }

  /// Makes the directory and those above it that are missing, mkdir(2); others can't read it.
  private func makeDirectory() throws(SystemError) {
    if mkdir(directory, 0o700) == 0 || SystemError.last.errno == EEXIST { return }
    guard SystemError.last.errno == ENOENT else { throw .last }
    var end = directory.startIndex
    while let slash = directory[end...].dropFirst().firstIndex(of: "/") {
      end = slash
      if mkdir(String(directory[..<slash]), 0o700) != 0 && SystemError.last.errno != EEXIST {
        throw .last
      }
    }
    guard mkdir(directory, 0o700) == 0 || SystemError.last.errno == EEXIST else { throw .last }
  }

  // MARK: The directory as a whole

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

  /// Lists the entries, the one stored longest ago first.
  ///
  /// - Throws: ``StoreError`` where the directory can't be read; one that isn't there is empty.
  package func entries() throws(StoreError) -> [Entry] {
    try files(where: EntryName.isEntry).map { file in
      // Unusable files are listed as well.
      let head = try? read(file.path, withBody: false)
      return Entry(path: file.path, bytes: file.bytes, stored: file.stored, head: head)
    }
  }

  /// Removes entries.
  ///
  /// - Parameter isWanted: which ones; called with each entry.
  /// - Returns: how many were removed.
  /// - Throws: ``StoreError`` for the first that can't be removed, when all others are.
  package func remove(where isWanted: (Entry) -> Bool) throws(StoreError) -> Int {
    var count = 0
    var failure: StoreError?
    for entry in try entries() where isWanted(entry) {
      if Self.remove(entry.path) {
        count += 1
      } else if failure == nil {
        let problem = StoreError.Problem.unwritable(errno: SystemError.last.errno)
        failure = StoreError(path: entry.path, problem: problem)
      }
    }
    if let failure { throw failure }
    return count
  }

  /// Removes what writers that died left behind, and the oldest entries beyond ``maxBytes``.
  ///
  /// - Parameter now: what counts as old is decided by this.
  /// - Throws: ``StoreError`` where the directory can't be read.
  package func tidy(now: HTTPDate) throws(StoreError) {
    // Writing takes milliseconds: after a minute the writer is gone.
    for file in try files(where: { $0.hasPrefix(EntryName.temporaryPrefix) })
    where file.stored.seconds < now.seconds - 60 {
      _ = Self.remove(file.path)
    }
    let entries = try files(where: EntryName.isEntry)
    var total = entries.reduce(0) { $0 + $1.bytes }
    for entry in entries where total > maxBytes {
      if Self.remove(entry.path) { total -= entry.bytes }
    }
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
      // Another process may have removed it since.
      guard lstat(path(name), &status) == 0 else { return nil }
      #if canImport(Darwin)
        let stored = status.st_mtimespec.tv_sec
      #else
        let stored = status.st_mtim.tv_sec
      #endif
      return File(
        path: path(name), bytes: Int(status.st_size), stored: HTTPDate(seconds: Int(stored)))
    }
    return files.sorted { ($0.stored, $0.path) < ($1.stored, $1.path) }
  }

  /// Removes a file, or a directory that stands in a file's place.
  private static func remove(_ path: String) -> Bool {
    unlink(path) == 0 || rmdir(path) == 0 || SystemError.last.errno == ENOENT
  }

  private func path(_ name: String) -> String { directory + "/" + name }
}
