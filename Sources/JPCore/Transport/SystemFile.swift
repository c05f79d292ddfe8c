#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
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
    #elseif canImport(Musl)
      SystemError(errno: Musl.errno)
    #else
      SystemError(errno: Glibc.errno)
    #endif
  }
}

/// Files as the system's C library gives them.
enum SystemFile {
  /// Reads a whole file, open(2) and read(2).
  ///
  /// - Returns: its bytes; `nil` if there are more than `limit`.
  static func contents(of path: String, atMost limit: Int) throws(SystemError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    var bytes: [UInt8] = []
    // A file that grows, or a pipe, whose size is 0, is read to its end all the same.
    var room = max(Int(status.st_size) + 1, 4096)
    while bytes.count <= limit {
      let count = try append(upTo: min(room, limit + 1 - bytes.count), from: descriptor, to: &bytes)
      if count == 0 { return bytes }
      room = max(room - count, 1 << 16)
    }
    return nil
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
