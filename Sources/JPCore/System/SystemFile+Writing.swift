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

  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    // An array's own span needs macOS 26.
    let slice = bytes[...]
    try writeAll(slice.span.bytes, to: descriptor)
  }

  /// Empties a file and opens it for writing, as a shell's `>` does, open(2). If the file is
  /// missing, it is created. If it is a named pipe, waits until another program opens it for
  /// reading.
  package static func openForOverwriting(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Writes a file's buffered bytes to the disk, fsync(2). A file system that doesn't support this,
  /// such as a shared folder of a virtual machine, isn't an error.
  package static func sync(_ descriptor: Int32) throws(SystemError) {
    guard fsync(descriptor) != 0 else { return }
    let error = SystemError.last
    let isUnsupported = [EINVAL, ENOSYS, EOPNOTSUPP, ENOTSUP].contains(error.number)
    if !isUnsupported { throw error }
  }

  /// Makes a directory, mkdir(2). It isn't an error if the path exists, even as a file.
  package static func makeDirectory(_ path: String) throws {
    guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw SystemError(number: errno, path: path)
  }

  package static let deferrableSignals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU,
  ]

  /// Writes a file that must not be left half-written. Signals that would end the process on this
  /// thread wait until it is done.
  package static func deferringSignals<Result, Failure>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var ending = sigset_t()
    var before = sigset_t()
    sigemptyset(&ending)
    for signal in deferrableSignals { sigaddset(&ending, signal) }
    pthread_sigmask(SIG_BLOCK, &ending, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try work()
  }

  /// A random part for a temporary file's name.
  package static func randomName() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}

/// A new file that replaces another file once it is complete, rename(2). So readers of the other
/// path see either the old file or the complete new one.
package struct TemporaryFile {
  package let descriptor: Int32
  private let path: String

  /// - Parameters:
  ///   - path: a path that doesn't exist, in the directory of the file to replace.
  ///   - permissions: the file's permissions, before the umask applies.
  package init(_ path: String, permissions: Int) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    descriptor = open(path, flags, mode_t(permissions))
    guard descriptor >= 0 else { throw .last }
    self.path = path
  }

  /// Closes the file and renames it to `target`. If that fails, removes it.
  package func takePlace(of target: String) throws(SystemError) {
    // Some file systems report a full disk only when a file is closed.
    guard close(descriptor) == 0, rename(path, target) == 0 else {
      let error = SystemError.last
      unlink(path)
      throw error
    }
  }

  package func remove() {
    close(descriptor)
    unlink(path)
  }
}

// MARK: Access lists

extension SystemFile {
  /// Whether a file has an access control list, acl(5). On Linux, the group permissions in the mode
  /// of such a file are the list's mask; its group may have fewer permissions.
  package static func hasAccessList(_ path: String) -> Bool {
    #if canImport(Darwin)
      guard let list = acl_get_file(path, ACL_TYPE_EXTENDED) else { return false }
      acl_free(UnsafeMutableRawPointer(list))
      return true
    #else
      return getxattr(path, accessListAttribute, nil, 0) > 0
    #endif
  }

  /// Removes the access control list that a new file inherited from its directory, so that only its
  /// mode counts. On macOS the list stays.
  package static func removeAccessList(of descriptor: Int32) {
    #if !canImport(Darwin)
      // A file without a list causes an error, which doesn't matter.
      _ = fremovexattr(descriptor, accessListAttribute)
    #endif
  }
}

#if !canImport(Darwin)
  private let accessListAttribute = "system.posix_acl_access"

  // Declared here because Swift's module of the C library lacks the header sys/xattr.h.
  @_silgen_name("getxattr")
  private func getxattr(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer?,
    _ size: Int
  ) -> Int

  @_silgen_name("fremovexattr")
  private func fremovexattr(_ descriptor: Int32, _ name: UnsafePointer<CChar>) -> Int32
#endif
