import JPCore

/// A file to write when its bytes are complete.
struct OutputFile {
  private let path: String
  /// The path after links have been followed.
  private let target: String
  private var status: FileStatus

  /// - Throws: ``SystemError`` if the path can't be examined.
  private init(_ path: String) throws(SystemError) {
    self.path = path
    target = Self.resolved(path)
    status = try FileStatus(of: path)
    status.isDirectoryWritable = access(Self.directory(of: target), W_OK | X_OK) == 0
  }

  /// Writes a file by the rule of ``WritingMethod``. Follows links. Writes to a descriptor that the
  /// process inherited, such as /dev/fd/3, at its offset.
  ///
  /// Signals that end the process are deferred while a regular file is written.
  ///
  /// - Parameter limit: the longest wait for the reader of a named pipe.
  /// - Throws: ``SystemError`` with the path, or ``OutputFileError``.
  static func write(_ bytes: [UInt8], to path: String, waiting limit: Duration) throws {
    do {
      if let number = inheritedDescriptor(path) {
        try writeInherited(bytes, to: number)
      } else {
        var file = try OutputFile(path)
        try file.write(bytes, waiting: limit)
      }
    } catch var error as SystemError {
      if error.number == EPIPE { Signals.dieOfBrokenPipe() }
      error.path = path
      throw error
    }
  }

  private mutating func write(_ bytes: [UInt8], waiting limit: Duration) throws {
    switch WritingMethod(for: status) {
    case .refused(let number):
      throw SystemError(number: number)
    case .replacing:
      do {
        try Signals.deferred { try replace(with: bytes) }
      } catch let error as SystemError where canWriteInPlace(after: error) {
        status.failsToReplace = true
        try write(bytes, waiting: limit)
      }
    case .inPlace where status.isRegular:
      try Signals.deferred { try overwrite(with: bytes, waiting: limit) }
    case .inPlace:
      // Signals aren't deferred here, so that they can end a long wait for a pipe's reader.
      try overwrite(with: bytes, waiting: limit)
    }
  }

  /// Whether an existing file can be written although replacing it has failed: something is mounted
  /// on it (EBUSY), or no file can be made or renamed beside it (EACCES).
  private func canWriteInPlace(after error: SystemError) -> Bool {
    guard status.isRegular, !status.failsToReplace else { return false }
    return error.number == EBUSY || error.number == EACCES
  }

  private func replace(with bytes: [UInt8]) throws {
    let temporary = Self.temporaryPath(beside: target)
    try SystemFile.replace(
      target, by: temporary, permissions: Self.permissions(ofTemporaryFor: status)
    ) { (descriptor) throws(SystemError) in
      try Self.writeTemporary(bytes, inPlaceOf: status, to: descriptor)
    }
  }

  /// The permissions with which a temporary file is made. A new file has those that the umask, or an
  /// access list of its directory, allows.
  private static func permissions(ofTemporaryFor old: FileStatus) -> Int {
    if old.kind == .nothing { return 0o666 }
    return 0o600
  }

  /// Writes a temporary file. Only this user can read it until it is complete; then it gets the
  /// group and the permissions of the old file, or those that it was made with.
  private static func writeTemporary(
    _ bytes: [UInt8], inPlaceOf old: FileStatus, to descriptor: Int32
  ) throws(SystemError) {
    var made = stat()
    guard fstat(descriptor, &made) == 0 else { throw .last }
    var permissions = made.st_mode & 0o777
    fchmod(descriptor, 0o600)
    try SystemFile.writeAll(bytes, to: descriptor)
    if let group = old.group {
      permissions = old.permissions
      SystemFile.removeAccessList(of: descriptor)
      // If the file can't get the old group, its own group gets no permissions.
      if fchown(descriptor, .max, group) != 0 { permissions &= 0o707 }
    }
    // It fails on a file system without permissions, where all files have the same.
    fchmod(descriptor, permissions)
    try SystemFile.sync(descriptor)
  }

  /// - Parameter limit: the longest wait for the reader of a named pipe.
  private func overwrite(with bytes: [UInt8], waiting limit: Duration = .zero) throws {
    guard let descriptor = try SystemFile.openForOverwriting(path, waiting: limit) else {
      throw OutputFileError.noReader(path: path, limit: limit)
    }
    do { try Self.writeSafely(bytes, to: descriptor) } catch {
      close(descriptor)
      throw error
    }
    // Some file systems report a full disk only here.
    guard close(descriptor) == 0 else { throw SystemError.last }
  }

  /// Writes the bytes, escaped if the descriptor leads to a terminal.
  private static func writeSafely(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var shown = bytes
    if isatty(descriptor) == 1 { shown = OutputBuffer.safeForTerminal(bytes) }
    try SystemFile.writeAll(shown, to: descriptor)
  }

  // MARK: Several files

  /// A file to write together with others.
  struct File {
    let path: String
    let bytes: [UInt8]
  }

  /// Writes several regular files: first a temporary file for each, then renames all, and then
  /// writes those that can't be replaced. If a temporary file can't be written, no file changes.
  /// Doesn't follow links.
  ///
  /// - Throws: ``SystemError`` with the path, or ``OutputFileError``.
  static func write(together files: [File]) throws {
    var replaced: [(file: File, status: FileStatus)] = []
    var overwritten: [File] = []
    for file in files {
      let status = try status(ofRegular: file.path)
      if WritingMethod(for: status) == .replacing {
        replaced.append((file, status))
      } else {
        overwritten.append(file)
      }
    }
    try Signals.deferred {
      var temporaries: [String] = []
      // After all renames, there is no temporary file left to remove.
      defer { for temporary in temporaries { unlink(temporary) } }
      for (file, status) in replaced {
        let temporary = temporaryPath(beside: file.path)
        try addingPath(file.path) {
          let permissions = permissions(ofTemporaryFor: status)
          try SystemFile.create(temporary, permissions: permissions) {
            (descriptor) throws(SystemError) in
            try writeTemporary(file.bytes, inPlaceOf: status, to: descriptor)
          }
        }
        temporaries.append(temporary)
      }
      for ((file, _), temporary) in zip(replaced, temporaries) {
        guard rename(temporary, file.path) == 0 else {
          throw SystemError(number: errno, path: file.path)
        }
      }
      for file in overwritten {
        try addingPath(file.path) { try OutputFile(file.path).overwrite(with: file.bytes) }
      }
    }
  }

  /// - Throws: the reason if the path isn't a regular file or nothing, or can't be written.
  private static func status(ofRegular path: String) throws -> FileStatus {
    try addingPath(path) {
      let file = try FileStatus(of: path, followingLinks: false)
      if file.kind == .nothing { return file }
      if !file.isRegular { throw OutputFileError.notRegular(path: path) }
      if let number = file.accessError { throw SystemError(number: number) }
      if isMount(path) { throw SystemError(number: EBUSY) }
      return file
    }
  }

  /// Whether something is mounted on a file, so that rename(2) would fail when other files have
  /// been renamed already. link(2) fails for the same reason, and changes nothing.
  private static func isMount(_ path: String) -> Bool {
    let name = temporaryPath(beside: path)
    if link(path, name) != 0 { return errno == EXDEV }
    unlink(name)
    return false
  }

  /// Adds the path to an error of the system.
  private static func addingPath<Result>(
    _ path: String, _ work: () throws -> Result
  ) throws -> Result {
    do { return try work() } catch var error as SystemError {
      error.path = path
      throw error
    }
  }

  // MARK: Paths

  /// A temporary file's path, with a new name each time, because a killed run may have left its
  /// file. The name is short, because the target's name may already have the greatest length that a
  /// name can have.
  private static func temporaryPath(beside path: String) -> String {
    folder(of: path) + ".jpfetch-\(SystemFile.randomName()).part"
  }

  /// The directory with its slash; empty for a bare name.
  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: .slash) else { return "" }
    return String(path[...slash])
  }

  fileprivate static func directory(of path: String) -> String {
    let folder = folder(of: path)
    if folder.isEmpty { return "." }
    return folder
  }

  /// The path that a link leads to, realpath(3); the path itself if it isn't a link, or leads
  /// nowhere.
  private static func resolved(_ path: String) -> String {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(validatingCString: resolved) ?? path
  }

  // MARK: Descriptors

  /// The descriptor that a path names, such as `/dev/fd/3` or `/dev/stdout`; `nil` for other paths.
  /// The descriptor is used as it is: if the path were opened again, the file would be written from
  /// its start.
  fileprivate static func inheritedDescriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return StandardStream.output.rawValue
    case "/dev/stderr": return StandardStream.error.rawValue
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }

  private static func writeInherited(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
    // A descriptor that is closed on exec isn't inherited: the process has opened it itself.
    let flags = fcntl(number, F_GETFD)
    guard flags >= 0, flags & FD_CLOEXEC == 0 else { throw SystemError(number: EBADF) }
    try writeSafely(bytes, to: number)
  }
}

/// Identifies a file, to find out whether two paths lead to the same one.
enum FileIdentity: Hashable {
  case descriptor(Int32)
  case file(device: UInt64, number: UInt64)
  /// The absolute path of a missing file.
  case missing(String)

  init(of path: String) {
    if let number = OutputFile.inheritedDescriptor(path) {
      self = FileIdentity(ofDescriptor: number) ?? .descriptor(number)
      return
    }
    var status = stat()
    if stat(path, &status) == 0 {
      self.init(status)
      return
    }
    self = .missing(Self.absolutePath(of: path))
  }

  /// The absolute path with links followed. The file, and directories at the end of the path, may
  /// not exist.
  private static func absolutePath(of path: String) -> String {
    var status = stat()
    if lstat(path, &status) == 0 {
      // For a link to nothing, realpath(3) fails, but leaves the path of the missing file in the
      // buffer.
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      _ = realpath(path, &buffer)
      let end = buffer.firstIndex(of: 0) ?? buffer.endIndex
      return String(utf8: buffer[..<end].map(UInt8.init(bitPattern:)))
    }
    // The end of the recursion, if the working directory can't be read.
    if path == "." { return path }
    var path = path[...]
    while path.utf8.last == .slash { path = path.dropLast() }
    let directory = OutputFile.directory(of: String(path))
    var name = path
    // For a bare name, the directory is ".".
    if path.utf8.contains(.slash) { name = path.dropFirst(directory.count) }
    return "\(absolutePath(of: directory))/\(name)"
  }

  /// The file that an open descriptor leads to; `nil` if it isn't a regular file.
  init?(ofDescriptor descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    self = .file(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
  }
}
