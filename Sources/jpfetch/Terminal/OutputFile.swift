import JPCore

/// Writes a file that the user has named.
///
/// A new file is written under a temporary name and then renamed, so that the path never has an
/// incomplete file. So is a file that this user owns, unless another name or its access list would
/// be lost. Any other file is written in place, as a shell's `>` does.
enum OutputFile {
  typealias Rendering = (inout OutputBuffer) throws -> Void

  /// Writes what `render` appends, piece by piece. Follows links. Writes to a descriptor that the
  /// process inherited, such as /dev/fd/3, at its offset.
  ///
  /// Signals that end the process are deferred while a regular file is written.
  ///
  /// - Parameter render: may throw only before it appends anything. It is called again if the file
  ///   has to be written in place after all.
  /// - Throws: ``SystemError`` with the path, and the errors of `render`.
  static func write(to path: String, _ render: Rendering) throws {
    do { try writeFile(path, render) } catch var error as SystemError {
      if error.number == EPIPE { Signals.dieOfBrokenPipe() }
      error.path = path
      throw error
    }
  }

  private static func writeFile(_ path: String, _ render: Rendering) throws {
    if inheritedDescriptor(path) != nil { return try overwrite(path, render) }
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw SystemError.last }
      let isLinkToNothing = lstat(path, &status) == 0
      if isLinkToNothing { return try overwrite(path, render) }
      return try SystemFile.deferringSignals { try replace(path, nil, render) }
    }
    // Replacing a file needs only the permissions of its directory, so those of the file are
    // checked.
    guard access(path, W_OK) == 0 else { throw SystemError.last }
    // Signals aren't deferred here: they can end a long wait for the reader of a pipe.
    if status.fileType != S_IFREG { return try overwrite(path, render) }
    try SystemFile.deferringSignals {
      if let target = replaceablePath(path, status) {
        do { return try replace(target, status, render) } catch {
          guard allowsOverwriting(error) else { throw error }
        }
      }
      try overwrite(path, render)
    }
  }

  // MARK: Replacing

  /// The path of a file that can be replaced, after links have been followed. `nil` if its owner,
  /// another name or its access list would be lost.
  private static func replaceablePath(_ path: String, _ status: stat) -> String? {
    let isOurs = status.st_uid == geteuid()
    guard isOurs, status.st_nlink == 1, !SystemFile.hasAccessList(path),
      let target = realpath(path, nil)
    else { return nil }
    defer { free(target) }
    return String(validatingCString: target)
  }

  /// Whether an existing file can be written in place although replacing it failed: something is
  /// mounted on it, or no file can be made in its directory.
  private static func allowsOverwriting(_ error: any Error) -> Bool {
    guard let error = error as? SystemError else { return false }
    return [EBUSY, EACCES, EROFS].contains(error.number)
  }

  /// Writes a temporary file, and renames it.
  ///
  /// - Parameter old: the status of the file to replace; `nil` if there is none.
  private static func replace(_ path: String, _ old: stat?, _ render: Rendering) throws {
    // A new file gets the permissions that the umask, or an access list of its directory, allows.
    var permissions = 0o666
    if old != nil { permissions = 0o600 }
    let file = try TemporaryFile(temporaryPath(beside: path), permissions: permissions)
    do {
      try writeTemporary(file.descriptor, old, render)
    } catch {
      file.remove()
      throw error
    }
    try file.takePlace(of: path)
  }

  /// Writes a temporary file. Only this user can read it until it is complete; then it gets the
  /// group and the permissions of the old file, or those that it was made with.
  private static func writeTemporary(
    _ descriptor: Int32, _ old: stat?, _ render: Rendering
  ) throws {
    var made = stat()
    guard fstat(descriptor, &made) == 0 else { throw SystemError.last }
    var permissions = made.st_mode & 0o777
    fchmod(descriptor, 0o600)
    let write: OutputBuffer.Destination = { piece in
      // Stop writing. The signal ends the process once the file is removed and signals are no
      // longer deferred.
      if Signals.isEndPending { throw CancellationError() }
      try SystemFile.writeAll(piece, to: descriptor)
    }
    try OutputBuffer.stream(to: write, render)
    if let old {
      permissions = old.st_mode & 0o777
      SystemFile.removeAccessList(of: descriptor)
      // If the file can't get the old group, its own group gets no permissions.
      if fchown(descriptor, .max, old.st_gid) != 0 { permissions &= 0o707 }
    }
    // This fails on a file system without permissions, where all files have the same.
    fchmod(descriptor, permissions)
    try SystemFile.sync(descriptor)
  }

  /// A path in the same directory, with a new name each time, because a killed run may have left
  /// its file. The name is short, because the file's own name may have the maximum length.
  private static func temporaryPath(beside path: String) -> String {
    let name = ".jpfetch-\(SystemFile.randomName()).part"
    guard let slash = path.utf8.lastIndex(of: .slash) else { return name }
    return path[...slash] + name
  }

  // MARK: Writing in place

  /// Writes a file in place. The file is opened, which empties it, only when the first piece is full
  /// or everything is appended. So if the format can't show the content and `render` throws, the file
  /// is unchanged.
  private static func overwrite(_ path: String, _ render: Rendering) throws {
    var opened: Int32?
    func descriptor() throws -> Int32 {
      if let opened { return opened }
      let descriptor = try open(path)
      opened = descriptor
      return descriptor
    }
    do {
      var isEscaping = false
      if SystemFile.isCharacterDevice(path) { isEscaping = isatty(try descriptor()) == 1 }
      let write: OutputBuffer.Destination = { try SystemFile.writeAll($0, to: try descriptor()) }
      try OutputBuffer.stream(escaping: isEscaping, to: write, render)
    } catch {
      if let opened { close(opened) }
      throw error
    }
    // Some file systems report a full disk only here.
    guard close(try descriptor()) == 0 else { throw SystemError.last }
  }

  private static func open(_ path: String) throws(SystemError) -> Int32 {
    guard let number = inheritedDescriptor(path) else {
      return try SystemFile.openForOverwriting(path)
    }
    // A descriptor that is closed on exec wasn't inherited: jpfetch has opened it for itself.
    let flags = fcntl(number, F_GETFD)
    guard flags >= 0, flags & FD_CLOEXEC == 0 else { throw SystemError(number: EBADF) }
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last }
    return copy
  }

  /// The descriptor that a path names, such as `/dev/fd/3` or `/dev/stdout`; `nil` for other paths.
  /// It is written to directly: opening the path again would write the file from its start.
  private static func inheritedDescriptor(_ path: String) -> Int32? {
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
}
