extension SystemFile {
  /// Output that could not be written.
  package struct WriteError: Error {
    /// The file; `nil` for a stream of the process.
    package let path: String?

    /// Why, errno(3).
    package let errno: Int32

    package init(path: String?, errno: Int32) {
      self.path = path
      self.errno = errno
    }
  }

  /// Writes all of the bytes, write(2); waits for a terminal or pipe that another program has made
  /// non-blocking.
  package static func writeAll(_ bytes: RawSpan, to descriptor: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.byteCount {
      let count = bytes.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waited, 1, -1)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Makes a directory unless it is there, mkdir(2).
  package static func makeDirectory(_ path: String) throws {
    guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw WriteError(path: path, errno: errno)
  }

  /// Has a file written beside its place, and renames it into it, rename(2): it is there whole, or
  /// the old one stays.
  ///
  /// - Parameters:
  ///   - temporary: the path to write at, in the same directory; nothing is there yet.
  ///   - permissions: of the new file, less the process's umask.
  ///   - write: writes to the descriptor.
  /// - Throws: ``WriteError``, or what `write` throws; then nothing is left at `temporary`.
  package static func replace(
    _ path: String, by temporary: String, permissions: Int, _ write: (Int32) throws -> Void
  ) throws {
    try create(temporary, permissions: permissions, write)
    guard rename(temporary, path) == 0 else {
      let error = errno
      unlink(temporary)
      throw WriteError(path: path, errno: error)
    }
  }

  /// Makes a file where there is none, and has it written.
  ///
  /// - Throws: ``WriteError``, or what `write` throws; then no file is left.
  static func create(
    _ path: String, permissions: Int, _ write: (Int32) throws -> Void
  ) throws {
    let descriptor = open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(permissions))
    guard descriptor >= 0 else { throw WriteError(path: path, errno: errno) }
    do {
      do { try write(descriptor) } catch {
        close(descriptor)
        throw error
      }
      // Some file systems tell of a full disk only here.
      guard close(descriptor) == 0 else {
        throw WriteError(path: path, errno: errno)
      }
    } catch {
      unlink(path)
      throw error
    }
  }
}
