#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Output that could not be written, errno(3).
struct WriteError: Error {
  let errno: Int32
  /// The file; `nil` for a stream of the process.
  var path: String?
}

/// The streams of the process.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Takes the descriptors 0 to 2 where the process was started without them, so that no file or
  /// socket gets one of them. They can't be written to: output that nobody gets is still an error.
  static func reserveDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes all of the bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    try FileDescriptor.write(bytes, to: rawValue)
  }

  /// Writes a text; on standard error, where there is nobody left to tell, a failure is dropped.
  func write(_ text: String) throws {
    var text = text
    do {
      try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    } catch  where self == .error {}
  }
}
