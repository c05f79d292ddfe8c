import JPCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that is written whole or not at all.
enum OutputFile {
  /// Writes a temporary file beside the target and renames it to the target, rename(2).
  ///
  /// A device or pipe is written to directly. If the path is a link, the file that it points to is
  /// replaced. Signals that end the process wait until the file is complete or removed.
  static func write(_ path: String, _ write: (_ descriptor: Int32) throws -> Void) throws {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw WriteError(errno: errno, path: path) }
      defer { close(descriptor) }
      return try naming(path) { try write(descriptor) }
    }
    let target = exists ? realPath(path) : linkTarget(path)
    let mode = exists ? status.st_mode & 0o7777 : nil
    try Signals.deferred {
      try naming(path) { try replace(target, mode: mode, write) }
    }
  }

  private static func replace(
    _ path: String, mode: mode_t?, _ write: (Int32) throws -> Void
  ) throws {
    // A new name each time, because a killed run may have left its file behind.
    let temporary = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).part"
    try SystemFile.replace(path, by: temporary, permissions: 0o666) { descriptor in
      if let mode { fchmod(descriptor, mode) }
      try write(descriptor)
      guard fsync(descriptor) == 0 || errno == EINVAL else { throw WriteError(errno: errno) }
    }
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

  /// The target of a link if nothing is there yet; the path itself if it is no link.
  private static func linkTarget(_ path: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return path }
    let target = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return target.utf8.first == UInt8(ascii: "/") ? target : folder + target
  }

  private static func realPath(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
