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

  /// Writes all bytes of an array, write(2).
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    // An array's own span needs macOS 26.
    let slice = bytes[...]
    try writeAll(slice.span.bytes, to: descriptor)
  }

  /// Empties a file and opens it for writing, as a shell's `>` does, open(2). If the file is
  /// missing, it is created.
  ///
  /// - Parameter limit: how long to wait until another program opens a named pipe for reading.
  /// - Returns: the descriptor; `nil` if no program opened the pipe for reading.
  package static func openForOverwriting(
    _ path: String, waiting limit: Duration
  ) throws(SystemError) -> Int32? {
    let deadline = ContinuousClock.now + limit
    var flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY
    let isPipe = isPipe(path)
    // Without O_NONBLOCK, open(2) would wait for a pipe's reader without a limit.
    if isPipe { flags |= O_NONBLOCK }
    while true {
      let descriptor = open(path, flags, 0o666)
      if descriptor >= 0 {
        // From here on, writes wait for a slow reader.
        if isPipe { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
        return descriptor
      }
      // ENXIO: the pipe has no reader yet, fifo(7).
      guard isPipe, errno == ENXIO else { throw .last }
      if ContinuousClock.now >= deadline { return nil }
      usleep(10_000)
    }
  }

  /// Writes a file's buffered bytes to the disk, fsync(2). A file system that doesn't support this,
  /// such as a shared folder of a virtual machine, isn't an error.
  package static func sync(_ descriptor: Int32) throws(SystemError) {
    guard fsync(descriptor) != 0 else { return }
    let error = SystemError.last
    let isUnsupported = [EINVAL, ENOSYS, EOPNOTSUPP, ENOTSUP].contains(error.number)
    if !isUnsupported { throw error }
  }

  /// Makes a directory unless its path exists, mkdir(2).
  package static func makeDirectory(_ path: String) throws {
    guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw SystemError(number: errno, path: path)
  }

  /// A random part for a temporary file's name.
  package static func randomName() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

  /// Writes a temporary file and renames it, rename(2), so that the path has either the complete
  /// new file or the old one.
  ///
  /// - Parameters:
  ///   - temporary: the path of the temporary file, which must not exist, in the same directory.
  ///   - permissions: the new file's permissions, before the umask applies.
  ///   - write: writes the content to the descriptor.
  /// - Throws: ``SystemError``. If the temporary file was made, it is removed first.
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

  /// Makes a file, which must not exist, and writes it.
  ///
  /// - Throws: ``SystemError``. If the file was made, it is removed first.
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

// MARK: Access lists

extension SystemFile {
  /// Whether a file has an access list, acl(5). The group's permissions in its mode are then the
  /// mask of that list, which the group itself may not have.
  package static func hasAccessList(_ path: String) -> Bool {
    #if canImport(Darwin)
      guard let list = acl_get_file(path, ACL_TYPE_EXTENDED) else { return false }
      acl_free(UnsafeMutableRawPointer(list))
      return true
    #else
      return getxattr(path, accessListAttribute, nil, 0) > 0
    #endif
  }

  /// Removes the access list that a new file got from its directory, so that only its mode counts.
  package static func removeAccessList(of descriptor: Int32) {
    #if !canImport(Darwin)
      // It fails for a file without a list, and on a file system without lists.
      _ = fremovexattr(descriptor, accessListAttribute)
    #endif
  }
}

#if !canImport(Darwin)
  private let accessListAttribute = "system.posix_acl_access"

  // Swift's module of the C library lacks the header sys/xattr.h.
  @_silgen_name("getxattr")
  private func getxattr(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer?,
    _ size: Int
  ) -> Int

  @_silgen_name("fremovexattr")
  private func fremovexattr(_ descriptor: Int32, _ name: UnsafePointer<CChar>) -> Int32
#endif

/// A reason not to write an output file, other than a failed system call.
package enum OutputFileError: Error {
  /// No program opened the named pipe for reading within the limit.
  case noReader(path: String, limit: Duration)
  /// The path is a link, a directory, a pipe or a device, which isn't replaced by a file.
  case notRegular(path: String)
}
