// Re-exported, so that all files of JPCore and of the program can call the C library.
#if canImport(Darwin)
  @_exported import Darwin
#else
  @_exported import Glibc
#endif

/// A failed system call, errno(3).
package struct SystemError: Error, Equatable {
  package let number: Int32

  /// The path of the file that the call was for; `nil` if nobody added it to the error.
  package var path: String?

  package init(number: Int32, path: String? = nil) {
    self.number = number
    self.path = path
  }

  package var message: String { systemMessage(number) }

  /// The error of this thread's last failed call.
  package static var last: SystemError { SystemError(number: errno) }
}

/// The system's message for an errno, strerror(3), in lower case.
package func systemMessage(_ errno: Int32) -> String {
  String(cString: strerror(errno)).lowercased()
}

/// Reads and writes files with the C library.
package enum SystemFile {
  /// Whether this process or the system has as many open files as it may have, so that open(2)
  /// fails.
  static var hasTooManyOpen: Bool {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 {
      close(descriptor)
      return false
    }
    return errno == EMFILE || errno == ENFILE
  }

  /// Reads a file to its end, read(2), even if its size is unknown, as a pipe's is. If it is a
  /// named pipe, waits until another program opens it for writing.
  ///
  /// - Returns: the bytes; `nil` if there are more than `limit`.
  package static func contents(
    of path: String, atMost limit: Int
  ) throws(SystemError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    let expectedSize = Int(status.st_size)
    guard expectedSize <= limit else { return nil }
    // Ask for one byte more than expected: not getting it shows that the file has ended.
    var wanted = expectedSize + 1
    var contents: [UInt8] = []
    while contents.count <= limit {
      let piece = try readBytes(upTo: wanted, of: descriptor)
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

  /// Reads the next bytes of a file, read(2).
  ///
  /// - Parameters:
  ///   - start: the first of the wanted bytes, which were read before.
  ///   - count: the number of wanted bytes, those of `start` included.
  /// - Returns: the bytes, or fewer if the file ends earlier.
  static func readBytes(
    after start: ArraySlice<UInt8> = [], upTo count: Int, of descriptor: Int32
  ) throws(SystemError) -> [UInt8] {
    guard count > start.count else { return Array(start.prefix(count)) }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.mapPages()
      initialized = buffer.initialize(fromContentsOf: start)
      while initialized < count, failure == nil {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[initialized..<count])
        let got = read(descriptor, rest.baseAddress, rest.count)
        if got == 0 { return }
        if got > 0 {
          initialized += got
        } else if errno != EINTR {
          failure = .last
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Whether a path is a pipe or a link to one.
  static func isPipe(_ path: String) -> Bool {
    fileType(of: path) == S_IFIFO
  }

  /// Whether a path is a pipe, a socket or a device, or a link to one: anything that exists and is
  /// neither a regular file nor a directory.
  static func isPipeSocketOrDevice(_ path: String) -> Bool {
    guard let kind = fileType(of: path) else { return false }
    return kind != S_IFREG && kind != S_IFDIR
  }

  /// Whether a path is a terminal or another character device, or a link to one.
  package static func isCharacterDevice(_ path: String) -> Bool {
    fileType(of: path) == S_IFCHR
  }

  /// Whether a path is a directory, or a link to one.
  package static func isDirectory(_ path: String) -> Bool {
    fileType(of: path) == S_IFDIR
  }

  /// The working directory, getcwd(3); `nil` if it was removed.
  package static var workingDirectory: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  private static func fileType(of path: String) -> mode_t? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.fileType
  }

  /// The names in a directory, readdir(3), with `.` and `..`.
  static func fileNames(in directory: String) throws(SystemError) -> [String] {
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
  package var fileType: mode_t { st_mode & S_IFMT }
}
