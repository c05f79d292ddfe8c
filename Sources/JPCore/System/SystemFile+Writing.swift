extension SystemFile {
  /// Writes all bytes, write(2). If another program has made a terminal or pipe non-blocking, waits
  /// until it is writable.
  package static func writeAll(_ bytes: RawSpan, to descriptor: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.byteCount {
      let count = bytes.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
        return write(descriptor, rest.baseAddress, rest.count)
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

  /// Writes all bytes, in the same way.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    // An array's own span needs macOS 26.
    let slice = bytes[...]
    try writeAll(slice.span.bytes, to: descriptor)
  }

  /// Opens a file to write it from its start, as a shell's `>` does, open(2). It is made if it is
  /// missing.
  ///
  /// - Parameter limit: the longest wait for the reader of a named pipe.
  /// - Returns: the descriptor; `nil` if there was no reader.
  package static func openForOverwriting(
    _ path: String, waiting limit: Duration
  ) throws(SystemError) -> Int32? {
    let deadline = ContinuousClock.now + limit
    var flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY
    let isPipe = isPipe(path)
    // Opening a pipe without it would wait forever for its reader.
    if isPipe { flags |= O_NONBLOCK }
    while true {
      let descriptor = open(path, flags, 0o666)
      if descriptor >= 0 {
        // A reader may be slow.
        if isPipe { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
        return descriptor
      }
      // A pipe has no reader, fifo(7).
      guard isPipe, errno == ENXIO else { throw .last }
      if ContinuousClock.now >= deadline { return nil }
      usleep(10_000)
    }
  }

  /// Passes a file's bytes on to the disk, fsync(2). Some file systems, such as shared folders of
  /// virtual machines, can't, which is no failure.
  package static func sync(_ descriptor: Int32) throws(SystemError) {
    guard fsync(descriptor) != 0 else { return }
    let error = SystemError.last
    let isUnsupported = [EINVAL, ENOSYS, EOPNOTSUPP, ENOTSUP].contains(error.number)
    if !isUnsupported { throw error }
  }

  /// Makes a directory unless it exists, mkdir(2).
  package static func makeDirectory(_ path: String) throws {
    guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw SystemError(number: errno, path: path)
  }

  /// Part of a temporary file's name.
  package static func randomName() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

  /// Writes a temporary file and renames it, rename(2), so that the path has either the complete
  /// new file or the old one.
  ///
  /// - Parameters:
  ///   - temporary: the path of the temporary file, which must not exist, in the same directory.
  ///   - permissions: the new file's, before the umask applies.
  ///   - write: writes to the descriptor.
  /// - Throws: ``SystemError`` after removing the temporary file.
  package static func replace(
    _ path: String, by temporary: String, permissions: Int,
    _ write: (Int32) throws(SystemError) -> Void
  ) throws(SystemError) {
    try create(temporary, permissions: permissions, write)
    guard rename(temporary, path) == 0 else {
      let error = SystemError.last
      unlink(temporary)
      throw error
    }
  }

  /// Makes and writes a file, which must not exist.
  ///
  /// - Throws: ``SystemError`` after removing the file.
  package static func create(
    _ path: String, permissions: Int, _ write: (Int32) throws(SystemError) -> Void
  ) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(path, flags, mode_t(permissions))
    guard descriptor >= 0 else { throw .last }
    var failure: SystemError?
    do throws(SystemError) { try write(descriptor) } catch { failure = error }
    // Some file systems report a full disk only here.
    if close(descriptor) != 0, failure == nil { failure = .last }
    if let failure {
      unlink(path)
      throw failure
    }
  }
}

/// An output file that can't be written, for a reason that isn't the system's.
package enum OutputFileError: Error {
  /// Nothing opened the named pipe for reading.
  case noReader(path: String, limit: Duration)
  /// A link, a directory, a pipe or a device that would have to be replaced.
  case notRegular(path: String)
}
