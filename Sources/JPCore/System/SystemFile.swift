/// A failed system call, errno(3).
package struct SystemError: Error, Equatable {
  /// The number of the error.
  package let number: Int32

  /// The file, if it is known.
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
  static var ofAnotherDescriptor: SystemError? {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard descriptor < 0 else {
      close(descriptor)
      return nil
    }
    return [EMFILE, ENFILE].contains(errno) ? last : nil
  }
}

/// Reads and writes files with the C library.
package enum SystemFile {
  /// Reads a whole regular file, open(2) and pread(2).
  ///
  /// - Returns: the bytes; `nil` if there are more than `limit`.
  static func contents(of path: String, atMost limit: Int) throws(SystemError) -> [UInt8]? {
    // Non-blocking: opening a named pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    guard status.kind == S_IFREG else {
      throw SystemError(number: status.kind == S_IFDIR ? EISDIR : EINVAL)
    }
    guard Int(status.st_size) <= limit else { return nil }
    // Ask for one more byte than expected, to detect that the file has grown.
    var bytes = try bytes(upTo: Int(status.st_size) + 1, at: 0, of: descriptor)
    while bytes.count > Int(status.st_size) && bytes.count <= limit {
      let more = try Self.bytes(upTo: bytes.count, at: bytes.count, of: descriptor)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes.count <= limit ? bytes : nil
  }

  /// Reads a file of unknown size, such as a pipe or one in /proc, read(2).
  ///
  /// - Returns: all bytes, or the beginning if there is more than 1 MiB.
  package static func contents(ofUnsized path: String) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    while bytes.count < 1 << 20 {
      let got = read(descriptor, &piece, piece.count)
      if got == 0 { break }
      if got > 0 { bytes += piece[..<got] } else if errno != EINTR { throw .last }
    }
    return bytes
  }

  /// Reads bytes at an offset, fewer if the file ends before, pread(2).
  static func bytes(
    upTo count: Int, at offset: Int, of descriptor: Int32
  ) throws(SystemError) -> [UInt8] {
    guard count > 0 else { return [] }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.populate()
      while initialized < count, failure == nil {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + initialized }, count - initialized,
          off_t(offset + initialized))
        if got == 0 { return }
        if got > 0 { initialized += got } else if errno != EINTR { failure = .last }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Whether a path is a pipe, or a link to one.
  static func isPipe(_ path: String) -> Bool {
    kind(of: path) == S_IFIFO
  }

  /// Whether a path is a directory, or a link to one.
  package static func isDirectory(_ path: String) -> Bool {
    kind(of: path) == S_IFDIR
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.kind : nil
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
