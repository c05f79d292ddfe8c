#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Output that could not be written, errno(3).
struct WriteError: Error {
  let errno: Int32
}

/// The streams of the process.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Writes all of the bytes, write(2).
  ///
  /// Where the reader has left, the process dies of SIGPIPE, as its reader's shell expects, even if
  /// it was started with the signal ignored.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    while !rest.isEmpty {
      #if canImport(Darwin)
        let count = Darwin.write(rawValue, rest.baseAddress, rest.count)
      #elseif canImport(Musl)
        let count = Musl.write(rawValue, rest.baseAddress, rest.count)
      #else
        let count = Glibc.write(rawValue, rest.baseAddress, rest.count)
      #endif
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EPIPE && self == .output {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
      } else if errno == EAGAIN {
        waitUntilWritable()
      } else if errno != EINTR {
        throw WriteError(errno: errno)
      }
    }
  }

  /// Writes a text; on standard error, where there is nobody left to tell, a failure is dropped.
  func write(_ text: String) throws {
    var text = text
    do {
      try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    } catch  where self == .error {}
  }

  /// A terminal or pipe that another program has made non-blocking.
  private func waitUntilWritable() {
    var descriptor = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
    _ = poll(&descriptor, 1, -1)
  }
}
