import JPCore

/// A file that is written whole or not at all.
enum OutputFile {
  /// Writes a temporary file beside the target and renames it to the target, rename(2).
  ///
  /// A device or pipe is written to directly. If the path is a link, the file that it points to is
  /// replaced, or made. Signals that end the process wait until the file is complete or removed.
  static func write(_ path: String, _ write: (_ descriptor: Int32) throws -> Void) throws {
    try naming(path) {
      let (target, status) = try target(of: path)
      if let status, status.st_mode & S_IFMT != S_IFREG {
        return try writeDirectly(target, write)
      }
      try Signals.deferred { try replace(target, like: status, write) }
    }
  }

  /// The same text for the same file, however its path is spelled: its number where it is there,
  /// else its directory's and its name.
  static func identity(of path: String) -> String {
    var status = stat()
    if stat(path.cPath, &status) == 0 { return "\(status.st_dev) \(status.st_ino)" }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[...$0]) } ?? "."
    guard stat(folder.cPath, &status) == 0 else { return path }
    let name = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    return "\(status.st_dev) \(status.st_ino) \(name)"
  }

  /// Writes bytes at the end of a file, on a line of their own, all or none of them; by the same
  /// rules as ``write(_:_:)``.
  static func append(_ bytes: [UInt8], to path: String) throws {
    try naming(path) {
      let (target, _) = try target(of: path)
      try Signals.deferred { try append(bytes, toTarget: target) }
    }
  }

  private static func append(_ bytes: [UInt8], toTarget path: String) throws {
    let descriptor = open(path.cPath, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw WriteError(errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw WriteError(errno: errno) }
    let lines = endsInsideLine(path, status) ? [0x0A] + bytes : bytes
    do { try SystemFile.write(lines.span.bytes, to: descriptor) } catch {
      // A device can't be cut; the first error tells enough.
      if status.st_mode & S_IFMT == S_IFREG { _ = ftruncate(descriptor, status.st_size) }
      throw error
    }
  }

  /// Whether a regular file's last line has no end; what can't be read is taken to have one.
  private static func endsInsideLine(_ path: String, _ status: stat) -> Bool {
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return false }
    let descriptor = open(path.cPath, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var last: UInt8 = 0x0A
    return pread(descriptor, &last, 1, status.st_size - 1) == 1 && last != 0x0A
  }

  private static func writeDirectly(_ path: String, _ write: (Int32) throws -> Void) throws {
    let descriptor = open(path.cPath, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw WriteError(errno: errno) }
    defer { close(descriptor) }
    try write(descriptor)
  }

  private static func replace(
    _ path: String, like old: stat?, _ write: (Int32) throws -> Void
  ) throws {
    // A new name each time, because a killed run may have left its file behind; a short one,
    // because the target's may be as long as a name can be.
    let name = ".jpfetch-\(String(UInt64.random(in: .min ... .max), radix: 36)).part"
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
    // Until it is whole, nobody else sees it.
    try SystemFile.replace(path, by: folder + name, permissions: 0o600) { descriptor in
      try write(descriptor)
      try setPermissions(of: descriptor, like: old)
      guard fsync(descriptor) == 0 || errno == EINVAL else { throw WriteError(errno: errno) }
    }
  }

  /// Gives a file the permissions and the group of our own file that it replaces; in the place of
  /// another user's, at most those that a new file has and the old one had.
  private static func setPermissions(of descriptor: Int32, like old: stat?) throws {
    guard let old else {
      fchmod(descriptor, 0o666 & ~fileModeMask)
      return
    }
    let isOurs = old.st_uid == geteuid()
    var mode = old.st_mode & (isOurs ? 0o777 : 0o666 & ~fileModeMask)
    var new = stat()
    guard fstat(descriptor, &new) == 0 else { throw WriteError(errno: errno) }
    // Where the group can't be kept, another one doesn't get its permissions.
    if new.st_gid != old.st_gid, fchown(descriptor, .max, old.st_gid) != 0 { mode &= ~0o070 }
    fchmod(descriptor, mode)
  }

  /// The permissions that new files don't get, umask(2).
  private static var fileModeMask: mode_t {
    let mask = umask(0o077)
    umask(mask)
    return mask
  }

  private static func naming(_ path: String, _ work: () throws -> Void) throws {
    do { try work() } catch let error as WriteError {
      throw WriteError(errno: error.errno, path: path)
    } catch let error as SystemFile.ReplaceError {
      throw WriteError(errno: error.errno, path: path)
    } catch let error as SystemError {
      if error.errno == EPIPE { Signals.dieOfBrokenPipe() }
      throw WriteError(errno: error.errno, path: path)
    }
  }

  // MARK: Links, and other people's files

  /// What a path stands for behind its links, and what is there; `nil` if nothing is.
  ///
  /// - Throws: ``WriteError`` for a loop, a system error, and another user's file in a shared
  ///   directory.
  private static func target(of path: String) throws -> (path: String, status: stat?) {
    var path = path
    // As many links as Linux follows, path_resolution(7).
    for _ in 0..<40 {
      var status = stat()
      guard lstat(path.cPath, &status) == 0 else {
        // Only this means that there is nothing.
        if errno == ENOENT { return (path, nil) }
        throw WriteError(errno: errno)
      }
      try refuseTrap(path, status)
      guard status.st_mode & S_IFMT == S_IFLNK else { return (path, status) }
      let next = try link(path)
      // The links of /proc, where /dev/stdout leads, name what only the system can open.
      if lstat(next.cPath, &status) != 0, stat(path.cPath, &status) == 0 { return (path, status) }
      path = next
    }
    throw WriteError(errno: ELOOP)
  }

  private static func link(_ path: String) throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path.cPath, &buffer, buffer.count)
    guard count > 0 else { throw WriteError(errno: errno) }
    let target = String(systemBytes: buffer[..<count].map { UInt8(bitPattern: $0) })
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
    return target.utf8.first == UInt8(ascii: "/") ? target : folder + target
  }

  /// In a sticky directory that others can write, such as /tmp, opens only files of ours and of the
  /// directory's owner, as `fs.protected_fifos` does, proc_sys_fs(5).
  private static func refuseTrap(_ path: String, _ status: stat) throws {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
    var directory = stat()
    guard stat(folder.cPath, &directory) == 0, directory.st_mode & S_ISVTX != 0,
      directory.st_mode & 0o022 != 0, status.st_uid != geteuid(),
      status.st_uid != directory.st_uid
    else { return }
    throw WriteError(errno: EACCES)
  }
}
