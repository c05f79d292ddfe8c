// The C library, for every file of JPCore and of the program.
#if canImport(Darwin)
  @_exported import Darwin
#else
  @_exported import Glibc
#endif

/// A failed system call, errno(3).
package struct SystemError: Error, Equatable {
  /// The number of the error.
  package let number: Int32

  /// The path of the file; `nil` if it is unknown.
  package var path: String?

  package init(number: Int32, path: String? = nil) {
    self.number = number
    self.path = path
  }

  /// The error of this thread's last failed call.
  package static var last: SystemError { SystemError(number: errno) }
}

extension SystemError {
  /// EMFILE or ENFILE if the process can't open another file now; otherwise `nil`.
  static func descriptorShortage() -> SystemError? {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard descriptor < 0 else {
      close(descriptor)
      return nil
    }
    if errno == EMFILE || errno == ENFILE { return last }
    return nil
  }
}

/// Reads and writes files with the C library.
package enum SystemFile {
  /// Reads a whole file, even one of unknown size such as a pipe, read(2).
  ///
  /// - Parameter timeLimit: how long to wait until a pipe's writer has closed it.
  /// - Returns: the bytes; `nil` if there are more than `limit`.
  /// - Throws: ``SystemError``; after the time limit ETIMEDOUT.
  package static func contents(
    of path: String, atMost limit: Int, waiting timeLimit: Duration = .zero
  ) throws(SystemError) -> [UInt8]? {
    var flags = O_RDONLY | O_CLOEXEC
    var deadline: ContinuousClock.Instant?
    // A regular file is always ready, and O_NONBLOCK would make open(2) fail if it has a lease.
    if kind(of: path) != S_IFREG {
      flags |= O_NONBLOCK
      deadline = .now + timeLimit
    }
    let descriptor = open(path, flags)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    let expectedSize = Int(status.st_size)
    guard expectedSize <= limit else { return nil }
    // One more byte shows whether the file ends there.
    var wanted = expectedSize + 1
    var contents: [UInt8] = []
    while contents.count <= limit {
      let piece = try bytes(upTo: wanted, of: descriptor, until: deadline)
      if contents.isEmpty {
        contents = piece
      } else {
        contents += piece
      }
      let isWhole = piece.count < wanted
      if isWhole {
        if contents.count > limit { return nil }
        return contents
      }
      wanted = 1 << 16
    }
    return nil
  }

  /// Reads the next `count` bytes, or fewer if the file ends first, read(2).
  ///
  /// - Parameter deadline: when to stop waiting for a non-blocking descriptor; `nil` if the
  ///   descriptor blocks.
  static func bytes(
    upTo count: Int, of descriptor: Int32, until deadline: ContinuousClock.Instant? = nil
  ) throws(SystemError) -> [UInt8] {
    guard count > 0 else { return [] }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while initialized < count, failure == nil {
        if let deadline, let error = waitToRead(descriptor, until: deadline) {
          failure = error
          return
        }
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[initialized..<count])
        let got = read(descriptor, rest.baseAddress, rest.count)
        if got == 0 { return }
        if got > 0 {
          initialized += got
        } else if errno != EINTR && errno != EAGAIN {
          failure = .last
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Waits until read(2) has bytes or reports the end, poll(2).
  ///
  /// - Returns: the error, which is ETIMEDOUT after the deadline; `nil` if there is none.
  private static func waitToRead(
    _ descriptor: Int32, until deadline: ContinuousClock.Instant
  ) -> SystemError? {
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let left = (deadline - .now) / .milliseconds(1)
      let milliseconds = min(max(left, 0), 1e9).rounded(.up)
      let count = poll(&waited, 1, Int32(milliseconds))
      if count > 0 { return nil }
      if count < 0, errno != EINTR { return .last }
      if deadline <= .now { return SystemError(number: ETIMEDOUT) }
    }
  }

  /// Whether a path is a pipe, or a link to one.
  static func isPipe(_ path: String) -> Bool {
    kind(of: path) == S_IFIFO
  }

  /// Whether a path is a pipe, a socket or a device, or a link to one.
  static func isSpecial(_ path: String) -> Bool {
    guard let kind = kind(of: path) else { return false }
    return kind != S_IFREG && kind != S_IFDIR
  }

  /// Whether a path is a directory, or a link to one.
  package static func isDirectory(_ path: String) -> Bool {
    kind(of: path) == S_IFDIR
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.kind
  }

  /// The names in a directory, readdir(3).
  static func names(in directory: String) throws(SystemError) -> [String] {
    guard let stream = opendir(directory) else { throw .last }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      names.append(name)
      errno = 0
    }
    // readdir(3) returns null at the end and after a failure; only errno differs.
    if errno != 0 { throw .last }
    return names
  }
}

extension stat {
  /// The type of the file, such as S_IFREG.
  var kind: mode_t { st_mode & S_IFMT }
}
