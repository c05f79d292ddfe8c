import JPCore

/// A file that is written whole or not at all.
enum OutputFile {
  /// Writes a temporary file in the target's directory and renames it, rename(2), or appends lines,
  /// all or none of them. Follows links. Writes directly to a device, a pipe, or a descriptor that
  /// the process inherited.
  ///
  /// Signals that end the process are deferred while the complete content is written.
  ///
  /// - Parameter bytes: makes the content, for a terminal or for anything else.
  static func write(
    _ path: String, appending isAppended: Bool, _ bytes: (_ forTerminal: Bool) -> [UInt8]
  ) throws {
    do {
      let path = try target(of: path)
      if let descriptor = try openSpecial(path) {
        defer { close(descriptor) }
        let bytes = bytes(isatty(descriptor) == 1)
        return try SystemFile.writeAll(bytes.span.bytes, to: descriptor)
      }
      let bytes = bytes(false)
      try Signals.deferred {
        try isAppended ? append(bytes, to: path) : replace(path, with: bytes)
      }
    } catch var error as SystemError {
      if error.number == EPIPE { Signals.dieOfBrokenPipe() }
      error.path = path
      throw error
    }
  }

  private static func append(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError.last }
    defer { close(descriptor) }
    let end = lseek(descriptor, 0, SEEK_END)
    var last: UInt8 = 0x0A
    if end > 0 { _ = pread(descriptor, &last, 1, end - 1) }
    let lines = last == 0x0A ? bytes : [0x0A] + bytes
    do { try SystemFile.writeAll(lines.span.bytes, to: descriptor) } catch {
      // The first error says enough.
      _ = ftruncate(descriptor, end)
      throw error
    }
  }

  private static func replace(_ path: String, with bytes: [UInt8]) throws {
    var status = stat()
    let old = stat(path, &status) == 0 ? status : nil
    let isOurs = old?.st_uid == geteuid()
    // A new name each time, because a killed run may have left its file. A short one, because the
    // target's may be as long as a name can be.
    let name = ".jpfetch-\(SystemFile.randomName()).part"
    try SystemFile.replace(
      path, by: folder(of: path) + name,
      permissions: Int(old.map { $0.st_mode & (isOurs ? 0o777 : 0o666) } ?? 0o666)
    ) { descriptor in
      try SystemFile.writeAll(bytes.span.bytes, to: descriptor)
      if let old, isOurs {
        // If the group can't be kept, the new one doesn't get its permissions.
        let keepsGroup = fchown(descriptor, .max, old.st_gid) == 0
        fchmod(descriptor, old.st_mode & (keepsGroup ? 0o777 : 0o707))
      }
      // Some file systems, such as shared folders of virtual machines, can't sync, fsync(2).
      guard fsync(descriptor) == 0 || errno == EINVAL else { throw SystemError.last }
    }
  }

  // MARK: Devices, links, and other people's files

  /// Opens what isn't a regular file; `nil` if it is one, or nothing is there.
  private static func openSpecial(_ path: String) throws -> Int32? {
    let descriptor: Int32
    if let number = inheritedDescriptor(path) {
      // Those that the process has opened itself are closed on exec.
      let isInherited = fcntl(number, F_GETFD) & FD_CLOEXEC == 0
      descriptor = isInherited ? fcntl(number, F_DUPFD_CLOEXEC, 3) : -1
      if !isInherited { errno = EBADF }
    } else {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return nil }
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw SystemError.last }
    return descriptor
  }

  /// The number in `/dev/fd/3`: opened anew, a file would be written from its start.
  private static func inheritedDescriptor(_ path: String) -> Int32? {
    let names = ["/dev/stdout": "/dev/fd/1", "/dev/stderr": "/dev/fd/2"]
    let path = names[path] ?? path
    return ["/dev/fd/", "/proc/self/fd/"].first(where: path.hasPrefix)
      .flatMap { Int32(path.dropFirst($0.count)) }
  }

  /// The path that links lead to, whether anything is there or not.
  ///
  /// - Parameter limit: Linux follows 40 links, path_resolution(7).
  private static func target(of path: String, limit: Int = 40) throws -> String {
    if inheritedDescriptor(path) != nil { return path }
    try refuseTraps(path)
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return path }
    guard limit > 0 else { throw SystemError(number: ELOOP) }
    let next = String(utf8: buffer[..<count].map { UInt8(bitPattern: $0) })
    let isWhole = next.utf8.first == .slash
    return try target(of: isWhole ? next : folder(of: path) + next, limit: limit - 1)
  }

  /// The directory with its slash; empty for a bare name.
  private static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: .slash).map { String(path[...$0]) } ?? ""
  }

  /// Refuses a file, link or directory on the way that another user has left in a sticky directory
  /// that others can write to, such as /tmp; as `fs.protected_symlinks` does, proc_sys_fs(5).
  private static func refuseTraps(_ path: String) throws {

    let ends = path.utf8.indices.dropFirst().filter { path.utf8[$0] == .slash } + [path.endIndex]
    var directory = stat()
    guard stat(path.utf8.first == .slash ? "/" : ".", &directory) == 0 else { return }
    for end in ends {
      let place = String(path[..<end])
      var status = stat()
      // What isn't there can't be opened either.
      guard lstat(place, &status) == 0 else { return }
      let isShared = directory.st_mode & S_ISVTX != 0 && directory.st_mode & 0o022 != 0
      guard !isShared || [geteuid(), directory.st_uid, 0].contains(status.st_uid) else {
        throw SystemError(number: EACCES)
      }
      guard stat(place, &directory) == 0 else { return }
    }
  }
}
