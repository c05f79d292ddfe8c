#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Descriptors as the system's C library has them.
enum FileDescriptor {
  /// Writes all of the bytes, write(2).
  ///
  /// Where the reader has left, the process dies of SIGPIPE, as its reader's shell expects, even if
  /// the signal is ignored or blocked; of standard error, that is an error like others.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(WriteError) {
    var rest = bytes
    while !rest.isEmpty {
      #if canImport(Darwin)
        let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
      #else
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      #endif
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        waitUntilWritable(descriptor)
      } else if errno == EPIPE && descriptor != StandardStream.error.rawValue {
        Signals.dieOfBrokenPipe()
      } else if errno != EINTR {
        throw WriteError(errno: errno)
      }
    }
  }

  /// For a terminal or pipe that another program has made non-blocking.
  private static func waitUntilWritable(_ descriptor: Int32) {
    var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&waited, 1, -1)
  }
}
