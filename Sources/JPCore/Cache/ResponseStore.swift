/// A directory with a file for each stored response.
///
/// There is no lock: an entry is written beside its place and renamed into it, so a reader sees the
/// whole old one or the whole new one, and the last of several writers wins. Any number of
/// processes can share the directory; it can be copied, and read where it can't be written. A
/// directory or an entry of another user is not used, unless it is root's.
package struct ResponseStore: Sendable {
  /// The directory's path.
  package let directory: String

  /// How many bytes the entries may take together.
  package let maxBytes: Int

  /// What stands in the directory's place; `nil` where there is one.
  private let memory: MemoryStore?

  /// Makes a store; the directory is made when the first response is stored.
  ///
  /// - Parameters:
  ///   - directory: its path.
  ///   - maxBytes: when there are more, the entries that were stored longest ago are removed.
  package init(directory: String, maxBytes: Int = 256 << 20) {
    // lstat follows a link that ends with a slash.
    var directory = directory[...]
    while directory.utf8.count > 1, directory.hasSuffix("/") || directory.hasSuffix("/.") {
      directory = directory.dropLast()
    }
    self.directory = String(directory)
    self.maxBytes = maxBytes
    memory = nil
  }

  /// Makes a store without a directory.
  ///
  /// - Parameter maxBytes: when there are more, the entries that came longest ago are removed.
  init(inMemory maxBytes: Int) {
    directory = ""
    self.maxBytes = maxBytes
    memory = MemoryStore()
  }

  // MARK: Reading

  /// What is stored for a URL, in each of its slots: nothing, an open entry, or one that can't be
  /// used. No slots where there is no directory.
  ///
  /// - Throws: ``StoreError`` where the directory is another user's.
  func slots(of url: String) throws(StoreError) -> [Slot] {
    if let memory { return memory.slots(of: url.cacheKey) }
    guard try isThere() else { return [] }
    let key = url.cacheKey
    let name = EntryName(key)
    return EntryName.slots.map { slot in
      let path = path(name[slot])
      do throws(StoreError.Problem) {
        guard let entry = try StoredEntry(path, maxBytes: maxBytes) else { return .free }
        // An entry that was moved to another's place is intact, but the wrong one.
        guard entry.head.url == key else { throw .otherURL }
        return .entry(entry)
      } catch {
        return .unusable(StoreError(path: path, problem: error))
      }
    }
  }

  /// What can be in one of a URL's places.
  enum Slot {
    case free
    case entry(StoredEntry)
    case unusable(StoreError)
  }

  /// Whether the directory is there.
  ///
  /// - Throws: where it can't be read, or is another user's, or a link that another user made.
  func isThere() throws(StoreError) -> Bool {
    var status = stat()
    guard lstat(directory.cPath, &status) == 0 else {
      let error = SystemError.last.errno
      if error == ENOENT || error == ENOTDIR { return false }
      throw StoreError(path: directory, problem: .unreadable(errno: error))
    }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    guard status.isOurs, !isLink || stat(directory.cPath, &status) != 0 || status.isOurs else {
      throw StoreError(path: directory, problem: .notOurs)
    }
    return true
  }

  // MARK: Writing

  /// Stores a response in the place of the one that it replaces, or in a free slot.
  ///
  /// - Parameter isObsolete: which other responses for the same URL it makes obsolete; they are
  ///   removed.
  /// - Throws: ``StoreError`` where the directory or the file can't be written; what is stored
  ///   stays then.
  package func store(
    _ response: StoredResponse, removing isObsolete: (StoredResponse) -> Bool = { _ in false }
  ) throws(StoreError) {
    guard response.body.count < maxBytes else {
      let path = path(EntryName(response.url)[0])
      throw StoreError(path: path, problem: .tooLarge(limit: maxBytes))
    }
    var slots = try slots(of: response.url)
    var response = response
    response.order = slots.compactMap { $0.head.map { $0.order + 1 } }.max() ?? 0
    if let memory { return memory.store(response, removing: isObsolete, maxBytes: maxBytes) }
    if slots.isEmpty {
      try makeDirectory()
      slots = EntryName.slots.map { _ in .free }
    }
    let header = EntryFormat.header(of: response)
    count(bytes: header.count + response.body.count)
    let temporary =
      EntryName.temporaryPrefix + "\(getpid())-"
      + String(UInt64.random(in: .min ... .max), radix: 16)
    do {
      try SystemFile.create(path(temporary), permissions: 0o600) { descriptor in
        try SystemFile.write(header.span.bytes, to: descriptor)
        try SystemFile.write(response.body.span.bytes, to: descriptor)
      }
    } catch {
      let error =
        (error as? SystemFile.ReplaceError)?.errno ?? (error as? SystemError)?.errno ?? EIO
      throw StoreError(path: directory, problem: .unwritable(errno: error))
    }
    defer { unlink(path(temporary).cPath) }
    let place = try move(path(temporary), toPlaceOf: response, slots, isObsolete)
    for case .entry(let entry) in slots where entry.path != place && isObsolete(entry.head) {
      try remove(entry.path)
    }
  }

  /// - Parameter slots: what is stored for the URL.
  /// - Returns: the path of the file's new place; `nil` for a refusal where answers take all
  ///   places.
  private func move(
    _ temporary: String, toPlaceOf response: StoredResponse, _ slots: [Slot],
    _ isObsolete: (StoredResponse) -> Bool
  ) throws(StoreError) -> String? {
    let name = EntryName(response.url)
    var slots = slots
    // Each time that another writer takes a free slot first, there is one less.
    for _ in 0...EntryName.slots.count {
      let taken =
        slots.firstIndex { $0.gives(placeTo: response) }
        ?? slots.firstIndex { $0.head.map(isObsolete) ?? false }
      if let taken { return try rename(temporary, to: path(name[taken])) }
      guard let free = slots.firstIndex(where: \.isFree) else {
        if let last = slots.leastWanted(beside: response) {
          return try rename(temporary, to: path(name[last]))
        }
        if !response.verdict.isAnswer { return nil }
        break
      }
      let place = path(name[free])
      if link(temporary.cPath, place.cPath) == 0 { return place }
      // Not all file systems have links.
      if SystemError.last.errno != EEXIST { return try rename(temporary, to: place) }
      slots = try self.slots(of: response.url)
    }
    throw StoreError(path: path(name[0]), problem: .unwritable(errno: EEXIST))
  }

  private func rename(_ old: String, to new: String) throws(StoreError) -> String {
    let result = JPCore.rename(old.cPath, new.cPath)
    if result == 0 { return new }
    throw StoreError(path: new, problem: .unwritable(errno: SystemError.last.errno))
  }

  /// Makes the directory and those above it that are missing, mkdir(2); others can't read it.
  private func makeDirectory() throws(StoreError) {
    var end = directory.startIndex
    var parents: [Substring] = []
    while let slash = directory[end...].dropFirst().firstIndex(of: "/") {
      parents.append(directory[..<slash])
      end = slash
    }
    for path in parents + [directory[...]] where mkdir(String(path).cPath, 0o700) != 0 {
      let error = SystemError.last.errno
      // Some that are there can't be made for other reasons, on a file system that is read-only,
      // say.
      if error == EEXIST || path.endIndex < directory.endIndex { continue }
      throw StoreError(path: directory, problem: .unwritable(errno: error))
    }
  }

  // MARK: Removing

  /// Removes what is stored for a URL.
  ///
  /// - Parameter isWanted: which responses; those that can't be used are removed in any case.
  /// - Returns: how many were removed.
  package func remove(
    storedFor url: String, where isWanted: (StoredResponse) -> Bool = { _ in true }
  ) throws(StoreError) -> Int {
    if let memory { return memory.remove(url.cacheKey, where: isWanted) }
    let paths = try slots(of: url).compactMap { slot -> String? in
      switch slot {
      case .free: nil
      case .entry(let entry): isWanted(entry.head) ? entry.path : nil
      case .unusable(let error): error.problem.isOfEntry ? error.path : nil
      }
    }
    return try remove(paths)
  }

  /// Removes all that is stored.
  func removeAll() throws(StoreError) {
    if let memory { return memory.removeAll() }
    _ = try remove { (_: Entry) in true }
  }

  /// Removes files.
  ///
  /// - Throws: ``StoreError`` for the first that can't be removed, when all others are.
  func remove(_ paths: [String]) throws(StoreError) -> Int {
    var failure: StoreError?
    var count = 0
    for path in paths {
      do throws(StoreError) {
        try remove(path)
        count += 1
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return count
  }

  private func remove(_ path: String) throws(StoreError) {
    if unlink(path.cPath) == 0 || SystemError.last.errno == ENOENT { return }
    throw StoreError(path: path, problem: .unwritable(errno: SystemError.last.errno))
  }

  func path(_ name: String) -> String { directory + "/" + name }
}

extension ResponseStore.Slot {
  /// The response without its content.
  fileprivate var head: StoredResponse? {
    if case .entry(let entry) = self { entry.head } else { nil }
  }

  fileprivate var isFree: Bool {
    if case .free = self { true } else { false }
  }

  /// Whether a response takes what is in the slot: an entry that it replaces, or one that can't be
  /// used. Links, pipes, directories and other users' files stay.
  fileprivate func gives(placeTo response: StoredResponse) -> Bool {
    switch self {
    case .free: false
    case .entry(let entry): response.replaces(entry.head)
    case .unusable(let error): error.problem.isOfEntry || error.problem == .foreign
    }
  }
}

extension [ResponseStore.Slot] {
  /// Where none is free, the slot of the first refusal or failure that came; without one, that of
  /// the first answer, but only for another answer.
  fileprivate func leastWanted(beside response: StoredResponse) -> Int? {
    let entries = indices.compactMap { slot in
      self[slot].head.map { (slot, $0.verdict.isAnswer, $0.order) }
    }
    let others = entries.filter { !$0.1 }
    return (others.isEmpty && response.verdict.isAnswer ? entries : others).min { $0.2 < $1.2 }?.0
  }
}

extension StoreError.Problem {
  /// Whether it is of a file that is an entry of ours.
  var isOfEntry: Bool { [.otherVersion, .damaged, .otherURL].contains(self) }
}
