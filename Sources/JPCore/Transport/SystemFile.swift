#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A system call that failed, errno(3).
struct SystemError: Error, Equatable {
  let errno: Int32

  /// What the last call of this thread left behind.
  static var last: SystemError {
    #if canImport(Darwin)
      SystemError(errno: Darwin.errno)
    #else
      SystemError(errno: Glibc.errno)
    #endif
  }
}

/// Files as the system's C library gives them.
enum SystemFile {
  /// Reads a whole regular file, open(2) and read(2).
  ///
  /// - Returns: its bytes; `nil` if there are more than `limit`.
  static func contents(of path: String, atMost limit: Int) throws(SystemError) -> [UInt8]? {
    // Nonblocking, or a named pipe would be waited for; it has no effect on a regular file.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    return try contents(of: descriptor, atMost: limit)
  }

  static func contents(of descriptor: Int32, atMost limit: Int) throws(SystemError) -> [UInt8]? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(errno: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    guard Int(status.st_size) <= limit else { return nil }
    var bytes: [UInt8] = []
    // One more than there should be, so that the end is seen in the same call; a file that grows is
    // read to its end all the same.
    var room = Int(status.st_size) + 1
    while bytes.count <= limit {
      let count = try append(upTo: room, from: descriptor, to: &bytes)
      if count == 0 || count < room { break }
      room = 1 << 16
    }
    return bytes.count <= limit ? bytes : nil
  }

  private static func append(
    upTo room: Int, from descriptor: Int32, to bytes: inout [UInt8]
  ) throws(SystemError) -> Int {
    var outcome = Result<Int, SystemError>.success(0)
    let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
      var count = read(descriptor, buffer.baseAddress, room)
      while count < 0 && SystemError.last.errno == EINTR {
        count = read(descriptor, buffer.baseAddress, room)
      }
      outcome = count < 0 ? .failure(.last) : .success(count)
      initialized = max(count, 0)
    }
    // The first piece is nearly always the whole file, and is not copied.
    if bytes.isEmpty { bytes = piece } else { bytes += piece }
    return try outcome.get()
  }
}
